from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from azi_p2p.game.cards import Suit
from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import ALLOWED, EXPLAINED, MAX_CHIPS, NAMES, Options


def test_defaults_are_those_of_the_rules() -> None:
    assert Options().to_plain() == [
        ["dropped_suit", "c"], ["cards", 3], ["blind", True], ["max_bids", 3], ["ante", 10], ["stack", 1000],
        ["max_raise", 100], ["short_stack", "share"], ["azi_entry", "full"], ["seating", "open"],
        ["watchers", True], ["rebuy", True], ["turn_seconds", 30],
    ]  # fmt: skip
    assert Options().problems() == []
    assert Options().dropped is Suit.CLUBS


def test_max_raise_is_ten_antes_unless_it_is_said() -> None:
    assert Options(ante=7).max_raise == 70
    assert Options(ante=7, max_raise=None).max_raise is None
    assert Options(ante=7, max_raise=7).max_raise == 7


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dropped_suit", "x"), ("dropped_suit", ""), ("dropped_suit", None), ("cards", 2), ("cards", 5),
        ("cards", "3"), ("cards", 3.0), ("blind", 1), ("blind", None), ("max_bids", 2), ("max_bids", 0),
        ("max_bids", True), ("ante", 0), ("ante", -1), ("ante", True), ("ante", "10"), ("ante", MAX_CHIPS + 1),
        ("stack", 9), ("stack", None), ("stack", MAX_CHIPS + 1), ("max_raise", 9), ("max_raise", -1),
        ("max_raise", "none"), ("max_raise", 10**30), ("short_stack", "half"), ("azi_entry", "open"),
        ("seating", "closed"), ("watchers", "true"), ("rebuy", 0), ("turn_seconds", 4), ("turn_seconds", 601),
        ("turn_seconds", -1), ("turn_seconds", False), ("turn_seconds", "x" * 10_000),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(OptionsError) as caught:
        Options.checked(**{name: value})
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith(f"{name} must be ")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dropped_suit", "s"), ("cards", 4), ("blind", False), ("max_bids", None), ("ante", 1), ("stack", 10),
        ("max_raise", None), ("max_raise", 10), ("short_stack", "matched"), ("azi_entry", "half"),
        ("azi_entry", "closed"), ("seating", "invite"), ("watchers", False), ("rebuy", False),
        ("turn_seconds", 0), ("turn_seconds", 5), ("turn_seconds", 600),
    ],
)  # fmt: skip
def test_a_right_value_comes_back_from_its_plain_form(name: str, value: Any) -> None:
    options = Options.checked(**{name: value})
    assert getattr(options, name) == value
    assert Options.from_plain(options.to_plain()) == options
    assert copy.deepcopy(options) == options


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(OptionsError) as caught:
        Options.checked(cards=9, blind="x", ante=0, flavour="mild")
    assert [problem.split()[0] for problem in caught.value.problems] == ["there", "cards", "blind", "ante"]
    assert "flavour" in str(caught.value)


def test_problems_say_what_is_wanted() -> None:
    assert Options(cards=10**13).problems() == ["cards must be 3 or 4, not 10000000000000"]
    assert Options(stack=9).problems() == ["stack must be at least the ante (10), not 9"]
    assert Options(stack=2 * MAX_CHIPS).problems() == [f"stack must be at most {MAX_CHIPS}, not {2 * MAX_CHIPS}"]
    assert Options(rebuy=None).problems() == ["rebuy must be true or false, not none"]  # type: ignore[arg-type]


def test_a_number_too_long_to_write_is_a_fault_like_any() -> None:
    assert Options(cards=10**5000).problems() == ["cards must be 3 or 4, not a number of more than 100 bits"]


def test_a_wrong_ante_is_one_fault() -> None:
    for ante in (0, -5, "ten", None, True):
        assert len(Options(ante=ante).problems()) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain[:-1],
        lambda plain: [*plain, ["luck", 1]],
        lambda plain: plain[::-1],
        lambda plain: [plain[0], *plain[:-1]],
        lambda plain: [["colour", "c"], *plain[1:]],
        lambda plain: [["dropped_suit"], *plain[1:]],
        lambda plain: [["dropped_suit", "c", "c"], *plain[1:]],
        lambda plain: [["dropped_suit", ["c"]], *plain[1:]],
        lambda plain: [["dropped_suit", b"c"], *plain[1:]],
        lambda plain: [[["dropped_suit"], "c"], *plain[1:]],
        lambda plain: [7, *plain[1:]],
        dict,
        lambda _: None,
        lambda _: "options",
        lambda _: 5,
    ],
)
def test_plain_options_of_a_peer_that_do_not_fit(change: Any) -> None:
    with pytest.raises(OptionsError):
        Options.from_plain(change(Options().to_plain()))


def test_every_option_is_explained_in_one_sentence() -> None:
    assert set(EXPLAINED) == set(ALLOWED) == set(NAMES)
    assert all(text.endswith(".") and text.count(". ") == 0 for text in EXPLAINED.values())


def test_options_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Options().ante = 5  # type: ignore[misc]
