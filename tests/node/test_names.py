from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node import names
from azi_p2p.node.errors import NicknameError

FAMILY = "\U0001F468\u200d\U0001F469\u200d\U0001F467"
SCOTLAND = "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"
KISS = "\U0001F468\U0001F3FB\u200d❤\ufe0f\u200d\U0001F48B\u200d\U0001F468\U0001F3FB"


@pytest.mark.parametrize(("typed", "shown"), [
    ("Айгуль", "Айгуль"),
    ("  two   words\t", "two words"),
    ("line\nbreak", "line break"),
    ("é", "é"),
    ("one \x1f two", "one two"),
    ("one " + "a" + "\u0300" * 40 + " two", "one two"),
    ("e\u200b\u0301", "é"),
    ("\u202eevil", "evil"),
    ("zero\u200bwidth", "zerowidth"),
    ("a\u200db", "ab"),
    ("a\ufe0fb", "ab"),
    ("\u3164", ""),
    ("\u2800", ""),
    ("\x00\x1b[31mred", "[31mred"),
    (FAMILY, FAMILY),
    (SCOTLAND, SCOTLAND),
    (KISS, KISS),
    ("❤\ufe0f", "❤\ufe0f"),
    ("1\ufe0f⃣", "1\ufe0f⃣"),
    ("\U000E0067hidden tag", "hidden tag"),
    ("\u200d" + FAMILY + "\u200d", FAMILY),
])
def test_what_is_shown(typed: str, shown: str) -> None:
    assert names.clean(typed) == shown


def test_cut_falls_between_graphemes() -> None:
    assert names.clean(FAMILY * 4) == FAMILY * 3  # 18 bytes each: the fourth would end at 72
    assert names.clean("я" * 40) == "я" * 31


def test_a_heap_of_accents_is_left_out() -> None:
    assert names.clean("a" + "\u0300\u0301" * 40 + "b") == "b"


@given(st.text(max_size=200), st.integers(0, 80))
def test_always_one_clean_line_that_fits(text: str, limit: int) -> None:
    name = names.clean(text, limit)
    assert len(name.encode()) <= limit
    assert all(unicodedata.category(c) not in ("Cc", "Cs", "Co", "Zl", "Zp") for c in name)
    assert name == name.strip()
    assert names.clean(name, limit) == name


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "with\nbreak", "bell\x07"])
def test_own_name_is_refused_with_what_to_do(typed: str) -> None:
    with pytest.raises(NicknameError) as caught:
        names.checked(typed, "nickname")
    assert "nickname" in caught.value.what
    assert caught.value.do


def test_lone_surrogates_from_a_terminal_do_not_raise() -> None:
    assert names.clean("caf\udce9") == "caf"
