"""The help page fits and tells this table's rules."""

from __future__ import annotations

import pytest

from azi_p2p.game.options import Options
from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.terminal.help import help_lines
from tests.views import OpenTable


@pytest.mark.parametrize(("width", "height"), [(80, 22), (60, 28)])
def test_fits(width: int, height: int) -> None:
    for glyphs in (UNICODE, ASCII):
        lines = help_lines(OpenTable(Options(cards=4), 2).view(0), width, glyphs)
        assert max(map(len, lines)) <= width
        assert len(lines) <= height
        "".join(lines).encode(glyphs.encoding)


def test_every_key_of_the_table_is_in_it() -> None:
    page = " ".join(help_lines(OpenTable(Options(), 2).view(0), 200, UNICODE))
    for words in ("i  your address and link, and the table's code", "o  sit out, or play again", "v  vote", "s  start",
                  "q or Ctrl-C"):
        assert words in page


def test_rules_are_those_of_the_table() -> None:
    page = " ".join(help_lines(OpenTable(Options(), 2).view(0), 200, UNICODE))
    assert "10 to 100" in page
    assert "3 times" in page
    assert "blind" in page
    other = Options(blind=False, max_raise=None, max_bids=None)
    page = " ".join(help_lines(OpenTable(other, 2).view(0), 200, UNICODE))
    assert "without limit" in page
    assert "blind" not in page
    assert "times a deal" not in page
