"""The story of the current deal, for people: who gave what, what was checked here, and how long that took.

It holds public values only: commitments, decks' digests, opened contributions, the seed, who gave which shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azi_p2p.table.kinds import Stage
from protocol.deck import deck_digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azi_p2p.game.cards import Card
    from azi_p2p.table.chain import Chain
    from azi_p2p.table.state import Admitted, TableState


@dataclass(frozen=True, slots=True)
class Checked:
    """One part of one seat: the digest of its entry, and the milliseconds that checking it took here.

    None for our own entries and for those taken from the store, which were checked when they came.
    """

    entry: bytes
    milliseconds: float | None


@dataclass(frozen=True, slots=True)
class SeatStory:
    """What one seat has contributed to the deal so far; None for what it has not."""

    chair: int
    name: str
    key: bytes                      # of the deal: its share of the joint key, 32 bytes
    commitment: bytes               # to its contribution to the seed, 32 bytes
    keys: Checked
    shuffle: Checked | None
    contribution: bytes | None      # the opened commitment, 32 bytes
    reveal: Checked | None
    shares: tuple[Checked, ...]     # batches of shares, in order


@dataclass(frozen=True, slots=True)
class CardStory:
    """A slot of the dealt deck: whose it is, what it has been opened as, and who has given shares for it."""

    slot: int
    holder: int | None              # None: the turned card
    card: Card | None               # as everyone knows it; None while hidden
    shares: tuple[int, ...]         # chairs that helped to open it


@dataclass(frozen=True, slots=True)
class DealStory:
    """A whole deal."""

    number: int
    parent: bytes                   # what the keys stand on: fixed before any of them was drawn
    seats: tuple[SeatStory, ...]
    deck: bytes | None              # digest of the deck after the last shuffle so far
    seed: bytes | None              # the joint seed, once all have opened their commitments
    cards: tuple[CardStory, ...]    # empty before the deck is cut


def deal_story(chain: Chain) -> DealStory | None:
    """The story of the deal under way, or of the last one; None before the first keys are in."""
    state = chain.state
    deal = state.deal
    if deal is None or not deal.seats:
        return None
    entries = _entries_of_deal(chain)
    seats = tuple(_seat_story(chain, state, chair, entries.get(chair, {})) for chair in deal.seats)
    dealt = deal.phase == "dealt"
    return DealStory(
        number=state.deals, parent=state.keys_parent, seats=seats, deck=deck_digest(deal.deck),
        seed=deal.seed if dealt else None, cards=_cards(state) if dealt else ())


def _entries_of_deal(chain: Chain) -> dict[int, dict[str, list[Admitted]]]:
    """The admitted entries since the deal's keys, by chair and kind: steps done, and the tip."""
    first = chain.index.get(chain.state.keys_parent)
    found: dict[int, dict[str, list[Admitted]]] = {}
    if first is None:
        return found
    for step in range(max(first, chain.floor), chain.tip + 1):
        place = chain.places.get(chain.parents[step])
        for one in () if place is None else place.admitted():
            if one.entry.kind != "open":
                found.setdefault(one.chair, {}).setdefault(one.entry.kind, []).append(one)
    return found


def _seat_story(chain: Chain, state: TableState, chair: int, entries: Mapping[str, list[Admitted]]) -> SeatStory:
    assert state.deal is not None
    player = state.key_of(chair)
    keys = state.deal.keys_of(chair)
    contribution = state.deal.contribution_of(chair)

    def checked(kind: str) -> list[Checked]:
        return [Checked(one.entry.digest, chain.timings.get(one.entry.digest)) for one in entries.get(kind, ())]

    def first(kind: str) -> Checked | None:
        return next(iter(checked(kind)), None)

    return SeatStory(
        chair=chair, name=state.names.get(player, "") if player is not None else "", key=keys.key.data,
        commitment=keys.commitment, keys=first("keys") or Checked(b"", None), shuffle=first("shuffle"),
        contribution=contribution, reveal=first("reveal"), shares=tuple(checked("shares")))


def _cards(state: TableState) -> tuple[CardStory, ...]:
    assert state.deal is not None
    stories = []
    for chair in state.deal.seats:
        stories += [_card(state, slot, chair) for slot in state.slots(chair)]
    if state.stage is not Stage.SHARES or state.dealt():
        stories.append(_card(state, state.trump_slot, None))
    return tuple(stories)


def _card(state: TableState, slot: int, holder: int | None) -> CardStory:
    assert state.deal is not None
    givers = tuple(sorted(state.deal.share_givers(slot)))
    opened = frozenset(givers) == frozenset(state.deal.seats)
    return CardStory(slot, holder, state.cards[state.deal.open(slot)] if opened else None, givers)
