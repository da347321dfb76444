"""What must hold in every match, by random play: see tests/game/play.py for what is checked at each step."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import get_args

import pytest

from azi_p2p.game import Event, Options
from tests.game.play import play

COMBINATIONS = list(
    itertools.product(
        (3, 4), (True, False), (3, None), (None, 10, 100), ("share", "matched"), ("full", "half", "closed")
    )
)


def test_every_combination_of_options_ends() -> None:
    for number, (cards, blind, max_bids, max_raise, short_stack, azi_entry) in enumerate(COMBINATIONS):
        for stack in (10, 60, 500):
            options = Options.checked(
                cards=cards, blind=blind, max_bids=max_bids, max_raise=max_raise, short_stack=short_stack,
                azi_entry=azi_entry, stack=stack,
            )  # fmt: skip
            play(1000 * number + stack, options, hands=3)
            play(1000 * number + stack, options, hands=2, faults=True)


def test_random_matches_see_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        seen += play(seed)
        seen += play(seed, faults=True)
    assert {kind.__name__ for kind in get_args(Event)} <= set(seen), seen


@pytest.mark.parametrize("faults", [False, True])
def test_legal_and_apply_agree(faults: bool) -> None:
    for seed in range(5000, 5080):
        play(seed, hands=3, faults=faults, probing=0.2)
