"""Sentences for what happened; lines broken by cells."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from azi_p2p.game.cards import Card
from azi_p2p.game.events import AntePaid, Bet, Looked, Played, TrickWon
from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.terminal.words import STAGE_WORDS, STANDING_WORDS, counted, listed, story, wrap

ROOT = Path(__file__).parents[2]

NAMES = {0: "As", 1: "Bek\x1b[2J", 2: "[b]Chi"}


def test_a_trick_is_one_line_and_names_are_not_cards() -> None:
    events = [
        Played(0, Card.parse("As"), led=True), Played(1, Card.parse("10s"), led=False), TrickWon(0, 1, gone=False),
    ]
    assert story(events, NAMES, UNICODE) == ["As leads A♠; Bek [2J plays 10♠; As wins trick 1."]
    assert story(events, NAMES, ASCII) == ["As leads As; Bek [2J plays 10s; As wins trick 1."]


def test_an_unfinished_trick_is_told() -> None:
    assert story([Played(2, Card.parse("Jd"), led=True)], NAMES, UNICODE) == ["[b]Chi leads J♦."]


def test_antes_and_last_looks_share_lines() -> None:
    events = [
        AntePaid(0, 10), AntePaid(1, 10), AntePaid(2, 10), Bet(2, 10, 10, 5, blind=True, opening=True),
        Looked(0, last=True), Looked(2, last=True), Looked(0, last=False),
    ]
    lines = story(events, {0: "A", 1: "B", 2: "C"}, UNICODE)
    assert lines[0] == "A, B and C pay the ante of 10."
    assert lines[2] == "A and C look at their cards now that the bidding is over."
    assert lines[3] == "A looks at the cards."
    assert len(lines) == 4


def test_chair_without_a_name() -> None:
    assert story([Looked(4, last=False)], {}, UNICODE) == ["seat 5 looks at the cards."]


def test_listed() -> None:
    assert [listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_counted() -> None:
    assert [counted(number, "chip") for number in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
    assert [counted(number, "entry", "entries") for number in (1, 21)] == ["1 entry", "21 entries"]


def test_no_plural_is_written_by_hand_after_a_number() -> None:
    nouns = "bots|bytes|cards|chips|cores|deals|entries|hands|nodes|players|proofs|seats|steps|tables|tricks"
    plural = re.compile(rf"\}} (?:\w+ )?({nouns})\b|\{{'s'")
    sources = [path for part in ("terminal", "cli") for path in (ROOT / "azi_p2p" / part).glob("*.py")]
    assert len(sources) > 30
    found = [f"{path.name}: {line.strip()}" for path in sources for line in path.read_text().splitlines()
             if plural.search(line)]
    assert found == []


def test_every_standing_and_stage_has_words() -> None:
    from azi_p2p.table.kinds import Stage
    from azi_p2p.table.view import STANDINGS

    assert set(STAGE_WORDS) == {str(stage) for stage in Stage}
    assert set(STANDINGS) - set(STANDING_WORDS) == {"seated", "playing"}


@given(st.text("ab 牌", max_size=60), st.integers(3, 20), st.sampled_from(["", " ", "  "]))
def test_wrap_keeps_the_words_within_the_width(text: str, width: int, indent: str) -> None:
    lines = wrap(text, width, indent)
    assert all(cell_len(line) <= max(width, len(indent) + 2) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
