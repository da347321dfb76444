"""Text from strangers is harmless on a terminal, whatever its encoding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from azi_p2p.game.cards import Card
from azi_p2p.terminal.glyphs import ASCII, UNICODE, glyphs_for


@pytest.mark.parametrize(("said", "shown"), [
    ("Aru", "Aru"),
    ("\x1b[2Jboo", " [2Jboo"),
    ("a\nb\tc\r", "a b c "),
    ("\u202eevil\u2066", "evil"),
    ("ab\u200bc\ufeff", "abc"),
    ("\x9b31m", " 31m"),
    ("[red]x[/red]", "[red]x[/red]"),
    ("e" + "\u0323" * 9, "\u1eb9\u0323\u0323"),
    ("\u0301x", "x"),
    ("\ue000a\ud800b\U000e0001c\u0378", "abc"),
])
def test_say(said: str, shown: str) -> None:
    assert UNICODE.say(said) == shown


@given(st.text(max_size=60), st.sampled_from(["utf-8", "ascii", "koi8-r", "latin-1", "cp437"]))
def test_nothing_but_printable_text_in_the_encoding(text: str, encoding: str) -> None:
    said = glyphs_for(encoding).say(text)
    said.encode(encoding)
    assert not [sign for sign in said if ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0]


@given(st.text(max_size=30), st.integers(1, 20))
def test_fit_is_exactly_that_wide(text: str, width: int) -> None:
    for glyphs in (UNICODE, ASCII):
        assert cell_len(glyphs.fit(text, width)) == width


def test_fit_cuts_wide_characters_whole() -> None:
    assert UNICODE.fit("牌牌牌", 4) == "牌 …"
    assert UNICODE.fit("牌牌", 4) == "牌牌"


def test_cards_with_and_without_suit_signs() -> None:
    assert UNICODE.card(Card.parse("10s")) == "10♠"
    assert ASCII.card(Card.parse("10s")) == "10s"


@pytest.mark.parametrize(("encoding", "expected"), [
    ("utf-8", "♠"), ("UTF-8", "♠"), ("ascii", "s"), ("ANSI_X3.4-1968", "s"), ("koi8-r", "s"), (None, "s"),
    ("no such", "s"),
])
def test_glyphs_for(encoding: str | None, expected: str) -> None:
    assert glyphs_for(encoding).suit("s") == expected


def test_names_use_what_the_encoding_has() -> None:
    assert glyphs_for("koi8-r").say("Ару") == "Ару"
    assert glyphs_for("ascii").say("Ару") == "???"


def test_every_sign_is_one_cell_wide_and_encodable() -> None:
    for glyphs in (UNICODE, ASCII):
        signs = [sign for _, sign in glyphs.suits]
        signs += [glyphs.back, glyphs.turn, glyphs.done, glyphs.open, glyphs.dot, glyphs.full, glyphs.empty]
        signs += [*glyphs.box, glyphs.ellipsis, glyphs.dash]
        assert [cell_len(sign) for sign in signs] == [1] * len(signs)
        "".join(signs).encode(glyphs.encoding)
