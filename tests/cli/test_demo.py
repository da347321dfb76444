"""`azi demo`: processes that find each other, one record, the figures; nothing left behind."""

from __future__ import annotations

import json

from tests.cli.program import azi, homes_of_bots, one_line, until

KEYS = {"ok", "seats", "hands", "deals", "deal_ms", "record", "entries", "bytes", "verify_ms", "error"}


def test_figures_and_a_record_that_verifies(tmp_path) -> None:
    record = tmp_path / "demo.azi"
    done = azi(tmp_path / "home", "demo", "--seats", "3", "--hands", "2", "--record", str(record), "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert set(figures) == KEYS
    assert (figures["ok"], figures["seats"], figures["hands"]) == (True, 3, 2)
    assert figures["deals"] >= 2
    assert 0 < figures["deal_ms"]["median"] <= figures["deal_ms"]["max"]
    assert figures["bytes"] == record.stat().st_size
    assert done.stderr.count("hand 1: ") == done.stderr.count("hand 2: ") == 1

    checked = azi(tmp_path / "home", "verify", str(record), "--json")
    assert checked.returncode == 0
    report = json.loads(checked.stdout)
    assert (report["entries"], report["deals"]) == (figures["entries"], figures["deals"])
    assert sorted(player["name"] for player in report["players"]) == ["Aida", "Bolot", "Chynara"]


def test_a_record_that_is_there_stays(tmp_path) -> None:
    (tmp_path / "kept").write_text("mine")
    one_line(azi(tmp_path / "home", "demo", "--record", str(tmp_path / "kept")), 1, "exists", "--force")
    assert (tmp_path / "kept").read_text() == "mine"


def test_wrong_seats(tmp_path) -> None:
    one_line(azi(tmp_path, "demo", "--seats", "7"), 2, "--seats")


def test_bots_go_with_a_demo_that_is_killed(program, tmp_path) -> None:
    demo = program("demo", "--seats", "2", "--hands", "1000", "--json")
    until(lambda: "hand 1: " in demo.stderr.readline())
    assert len(homes_of_bots(tmp_path)) == 2
    demo.kill()
    until(lambda: not homes_of_bots(tmp_path))
