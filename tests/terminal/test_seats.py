"""Seats on the screen: standing, time, chips and the deal's progress, in words."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from azi_p2p.game.actions import Fold, Look, Raise
from azi_p2p.game.options import Options
from azi_p2p.table.view import STANDINGS, DealProgress
from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.terminal.seats import seat_lines
from azi_p2p.terminal.words import STANDING_WORDS
from tests.views import OpenTable


def opened() -> OpenTable:
    table = OpenTable(Options(), 3)
    table.begin()
    table.deal(random.Random(1), opener=0)
    return table


def lines(view, width: int = 80, glyphs=UNICODE) -> list[str]:
    return [line.plain for line in seat_lines(view, width, glyphs)]


def test_turn_time_and_blindness() -> None:
    table = opened()
    first, second, _ = lines(table.view(0))
    assert first.startswith("▶ 1 Aru (you)")
    assert "24 s" in first
    assert "blind" in first
    assert second.startswith("  2 Bek")
    table.apply(0, Look())
    assert "blind" not in lines(table.view(0))[0]
    table.apply(0, Raise(20))
    assert "paid 30" in lines(table.view(0))[0]
    assert "counts 20" in lines(table.view(0))[0]
    table.apply(1, Fold())
    assert "folded" in lines(table.view(0))[1]


@pytest.mark.parametrize("standing", STANDINGS)
def test_standings_in_words(standing: str) -> None:
    view = opened().view(0)
    seat = replace(view.seats[2], standing=standing, chair=-1 if standing == "joining" else 2)
    line = lines(replace(view, seats=(*view.seats[:2], seat)))[2]
    assert STANDING_WORDS.get(standing, "") in line


def test_lost_link_short_and_tricks() -> None:
    view = opened().view(0)
    seat = replace(view.seats[1], connected=False, short=True, tricks=1)
    line = lines(replace(view, seats=(view.seats[0], seat)))[1]
    for words in ("no link", "short", "1 trick"):
        assert words in line


@pytest.mark.parametrize(("width", "done"), [(80, "shuffle ✓"), (60, "shuf✓")])
def test_ticks_of_the_deal(width: int, done: str) -> None:
    table = opened()
    progress = DealProgress(1, (0, 1, 2), (0, 1, 2), (0, 1), (), (), dealt=False)
    shown = lines(replace(table.view(0), progress=progress), width)
    assert [done in line for line in shown] == [True, True, False]
    assert all("key" in line for line in shown)
    assert "shuf" not in lines(replace(table.view(0), progress=replace(progress, dealt=True)))[0]


def test_names_are_text() -> None:
    names = ("[bold]x[/]", "a\x1b[31mb", "牌" * 40)
    table = OpenTable(Options(), 3, names=names)
    shown = lines(table.view(1))
    assert "[bold]x[/]" in shown[0]
    assert "\x1b" not in "".join(shown)
    for width in (80, 60, 40):
        for glyphs in (UNICODE, ASCII):
            assert all(line.cell_len <= width for line in seat_lines(table.view(1), width, glyphs))
