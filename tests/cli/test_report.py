"""The demo's figures in JSON and in words."""

from __future__ import annotations

import json

from azi_p2p.cli.report import DemoReport, hand_line
from azi_p2p.game.events import Azi, HandWon
from azi_p2p.terminal.glyphs import UNICODE

NAMES = {0: "Bot 1", 1: "Bot\u202e 2"}


def test_plain_is_json_of_the_promised_shape() -> None:
    report = DemoReport(True, 3, 2, (400.0, 300.04, 900.0), "x.azi", 57, 123456, 812.34)
    plain = json.loads(json.dumps(report.plain()))
    assert plain == {
        "ok": True, "seats": 3, "hands": 2, "deals": 3, "deal_ms": {"median": 400.0, "max": 900.0},
        "record": "x.azi", "entries": 57, "bytes": 123456, "verify_ms": 812.3, "error": None,
    }


def test_lines() -> None:
    told = "\n".join(DemoReport(True, 2, 1, (400.0,), "x.azi", 57, 1234, 800.0).lines())
    assert "1 hand, 1 deal among 2 nodes" in told
    assert "57 entries, 1234 bytes" in told
    assert "400 ms" in told
    assert "every proof" in told
    wrong = DemoReport(False, 2, 0, (), "x.azi", 1, 1, 1.0, error="step 3: wrong share")
    assert "NOT right: step 3: wrong share" in wrong.lines()
    assert wrong.plain()["deal_ms"] == {"median": None, "max": None}


def test_hand_lines() -> None:
    assert hand_line(1, [HandWon(0, 90, ((0, 90),))], NAMES, UNICODE) == "hand 1: Bot 1 wins the pot of 90"
    azi = [Azi(1, 90, (0, 1)), HandWon(1, 90, ((1, 60), (0, 30)))]
    assert hand_line(2, azi, NAMES, UNICODE) == "hand 2: Bot 2 wins 60 of the pot of 90 after 1 Azi"
    assert hand_line(3, [], NAMES, UNICODE) == "hand 3: not finished"
