"""`azi bench`: every figure is there; how large they are is for the machine to say."""

from __future__ import annotations

import json
import sys
from dataclasses import fields

import pytest

from azi_p2p.cli import figures, main, node_figures
from azi_p2p.cli.bench import lines, node_lines
from azi_p2p.cli.figures import Figures
from azi_p2p.cli.node_figures import NodeFigures


@pytest.fixture
def short(monkeypatch) -> None:
    monkeypatch.setattr(figures, "ROUNDS", 1)
    monkeypatch.setattr(figures, "ENGINE_ACTIONS", 200)


@pytest.mark.usefixtures("short")
def test_json(capsys, monkeypatch) -> None:
    for name, short in (("SEATS", 2), ("HANDS", 1), ("SETTLE_S", 0.1), ("REST_S", 0.5)):
        monkeypatch.setattr(node_figures, name, short)
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {row.name for row in (*fields(Figures), *fields(NodeFigures))}
    if sys.platform == "linux":
        assert all(value is not None for value in told.values())
        assert 10 < told["rest_mb"] < 1000
    assert all(told[row.name] > 0 for row in fields(Figures))
    assert told["six_seat_deal_ms"] > 1
    assert told["listed_ms"] > 0


def test_lines() -> None:
    told = "\n".join(lines(Figures(63.4, 30.2, 0.87, 8.0, 7.0, 160.0, 0.55, 31234.0, 2)))
    for words in ("63.4 us", "0.87", "at most 1.00", "160 ms", "31,234 a second", "2 cores"):
        assert words in told


def test_node_lines() -> None:
    told = node_lines(NodeFigures(612.3, 101.2, 0.253, None))
    assert "(1 core here)" in "\n".join(lines(Figures(63.4, 30.2, 0.87, 8.0, 7.0, 160.0, 0.55, 31234.0, 1)))
    for words in ("612 ms", "101 ms", "0.25 %", "not measured", "under 120 MB"):
        assert words in "\n".join(told)
