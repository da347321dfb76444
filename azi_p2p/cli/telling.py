"""Hands in words, as `azi show` prints them; it reads no record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azi_p2p.terminal.words import story, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.terminal.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class ToldHand:
    """One hand of a record, as far as it goes."""

    number: int                   # from 1
    names: Mapping[int, str]      # by chair
    events: Sequence[Event]
    stacks: Mapping[int, int]     # chips by chair, after the hand; empty while it is being played


def tell(hand: ToldHand, width: int, glyphs: Glyphs) -> Iterator[str]:
    """The hand in lines of at most `width` cells: a heading, what happened, the chips after it."""
    yield f"Hand {hand.number}"
    for sentence in story(hand.events, hand.names, glyphs):
        for line in wrap(sentence, max(20, width - 2), "  "):
            yield f"  {line}"
    if hand.stacks:
        chips = ", ".join(
            f"{glyphs.say(hand.names.get(chair, f'seat {chair + 1}'))} {stack}"
            for chair, stack in sorted(hand.stacks.items())
        )
        for line in wrap(f"Chips: {chips}.", max(20, width - 2), "  "):
            yield f"  {line}"
    else:
        yield "  (unfinished)"
