"""What happened in a hand, as records and in English sentences, not how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azi_p2p.game.cards import Card


@dataclass(frozen=True, slots=True)
class AntePaid:
    chair: int
    chips: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal of the hand (from 1), its turned card and who opens the bidding."""

    deal: int
    trump: Card
    opener: int


@dataclass(frozen=True, slots=True)
class Looked:
    """`last`: at the end of the bidding, without a move of his."""

    chair: int
    last: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    chair: int


@dataclass(frozen=True, slots=True)
class OpenedShort:
    """An opener who cannot pay the least bet: what he has went in without a move of his."""

    chair: int
    paid: int


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet (`opening`) or a raise: the level was lifted by `amount` to `level`, for `paid` chips."""

    chair: int
    amount: int
    level: int
    paid: int
    blind: bool
    opening: bool


@dataclass(frozen=True, slots=True)
class Called:
    """`counted`: what the payment counts; `short`: it was all he had, and less than the level asked."""

    chair: int
    paid: int
    counted: int
    blind: bool
    short: bool


@dataclass(frozen=True, slots=True)
class Folded:
    chair: int
    blind: bool


@dataclass(frozen=True, slots=True)
class Forfeited:
    """Absent, or a proven cheat: folded, and his cards are dead."""

    chair: int


@dataclass(frozen=True, slots=True)
class Leads:
    """The bidding is over and the tricks begin."""

    chair: int


@dataclass(frozen=True, slots=True)
class Played:
    chair: int
    card: Card
    led: bool


@dataclass(frozen=True, slots=True)
class TrickWon:
    """`number` counts from 1; `gone`: by a card of one who has forfeited since."""

    chair: int
    number: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Azi:
    """Three tricks and nobody with two; `pot` is the entry pot, `free` are in without a fee."""

    number: int
    pot: int
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EntryPaid:
    chair: int
    chips: int


@dataclass(frozen=True, slots=True)
class Declined:
    chair: int


@dataclass(frozen=True, slots=True)
class DealVoid:
    """A deal that could not be opened; `refunds` are (chair, chips)."""

    missing: tuple[int, ...]
    refunds: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HandWon:
    """`payouts` are (chair, chips) clockwise from the winner: his part, then what went back to others."""

    chair: int
    pot: int
    payouts: tuple[tuple[int, int], ...]


Event = (
    AntePaid | Dealt | Looked | Discarded | OpenedShort | Bet | Called | Folded | Forfeited | Leads | Played
    | TrickWon | Azi | EntryPaid | Declined | DealVoid | HandWon
)


def describe(event: Event, names: Mapping[int, str]) -> str:
    """The event as an English sentence; `names` are the players' by chair."""

    def who(chair: int) -> str:
        return names.get(chair, f"seat {chair + 1}")

    def all_of(chairs: Iterable[int]) -> str:
        words = [who(chair) for chair in chairs]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

    match event:
        case AntePaid(chair, chips):
            return f"{who(chair)} pays the ante of {chips}."
        case Dealt(number, trump, opener):
            again = "The cards are dealt" if number == 1 else "New cards are dealt"
            return f"{again}; {trump} is turned, {trump.suit.word} are trumps. {who(opener)} opens."
        case Looked(chair, last):
            return f"{who(chair)} looks at the cards{' now that the bidding is over' if last else ''}."
        case Discarded(chair):
            return f"{who(chair)} puts a card away."
        case OpenedShort(chair, paid):
            return f"{who(chair)} cannot pay the opening bet and is in with {paid}."
        case Bet():
            verb = "bets" if event.opening else f"raises by {event.amount} to"
            return f"{who(event.chair)} {verb} {event.level}{_price(event.paid, event.blind)}."
        case Called(chair, paid, counted, blind, short):
            how = f"calls short with all {paid} left" if short else f"calls {counted}{_price(paid, blind)}"
            extra = f", which count {counted}" if short and blind else ""
            return f"{who(chair)} {how}{extra}."
        case Folded(chair, blind):
            return f"{who(chair)} folds{' without having looked' if blind else ''}."
        case Forfeited(chair):
            return f"{who(chair)} forfeits the hand."
        case Leads(chair):
            return f"{who(chair)} has the lead."
        case Played(chair, card, led):
            return f"{who(chair)} {'leads' if led else 'plays'} {card}."
        case TrickWon(chair, number, gone):
            return f"{who(chair)}{', though gone,' if gone else ''} wins trick {number}."
        case Azi(_, pot, free):
            on = f"{all_of(free)} {'plays' if len(free) == 1 else 'play'} on"
            return f"Azi! Nobody has two tricks; the pot of {pot} stays. {on}."
        case EntryPaid(chair, chips):
            return f"{who(chair)} buys in for {chips}."
        case Declined(chair):
            return f"{who(chair)} stays out."
        case DealVoid(missing, _):
            return f"The deal is void without {all_of(missing)}; the others get back what they bid in it."
        case HandWon(chair, pot, payouts):
            others = [f"{chips} to {who(other)}" for other, chips in payouts if other != chair]
            part = dict(payouts)[chair]
            if not others:
                return f"{who(chair)} wins the pot of {pot}."
            return f"{who(chair)} wins {part} of the pot of {pot}; back go {', '.join(others)}."


def _price(paid: int, blind: bool) -> str:
    return f", blind, for {paid}" if blind else f", paying {paid}"
