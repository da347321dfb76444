"""How a plain player bids: the worth of his cards against the price, seldom a bluff, sometimes blind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.bots.outlook import worth
from azi_p2p.game.actions import Call, Decline, Enter, Fold, Look, Raise
from azi_p2p.game.events import Bet, Dealt

if TYPE_CHECKING:
    import random

    from azi_p2p.game.actions import Action
    from azi_p2p.game.legal import Legal
    from azi_p2p.table.view import SeatView, View

BLIND_CHANCE: Final = 0.3
"""How often a cheap bid is made without looking: it costs half, and is fun."""

BLIND_MOST: Final = 0.04
"""The part of the stack that a blind bid may cost."""

BLUFF_CHANCE: Final = 0.04
RESPECT: Final = 0.88
"""What a bet of somebody who has looked leaves of the worth of one's own cards."""

MARGIN: Final = 1.1
"""Worth over price that a call asks for: more bets may follow."""

STRONG: Final = 1.5
"""Worth over an even share from which one raises."""

SPORT_CHANCE: Final = 0.1
SPORT_MOST: Final = 0.1
"""How often, and for what part of the stack, one enters an Azi beyond the odds, which are never right while
three are in without a fee."""


def bid(view: View, legal: Legal, mine: SeatView, rng: random.Random) -> Action:
    """A turn in the bidding."""
    if legal.look:
        return _blind_bid(legal, mine, rng) or Look()
    value = worth(view, [shown.card for shown in view.cards], rng) * RESPECT ** _bets_of_others(view)
    raise_ = _raise(view, legal, mine, value, rng)
    if raise_ is not None:
        return raise_
    if legal.call is None:
        assert legal.raise_least is not None, "an opener who cannot bet has no turn"
        return Raise(legal.raise_least)
    if not legal.fold or legal.call == 0 or value * (view.pot + legal.call) >= MARGIN * legal.call:
        return Call()
    return Fold()


def enter(view: View, price: int, mine: SeatView, rng: random.Random) -> Action:
    """Whether to buy into an Azi: an even chance of the whole pot against its price."""
    others = sum(seat.standing in ("playing", "leaving") and seat.chair != mine.chair for seat in view.seats)
    fair = (view.pot + price) / (others + 1)
    sport = price <= SPORT_MOST * mine.stack and rng.random() < SPORT_CHANCE
    return Enter() if fair >= price or sport else Decline()


def _blind_bid(legal: Legal, mine: SeatView, rng: random.Random) -> Action | None:
    if rng.random() >= BLIND_CHANCE:
        return None
    afford = BLIND_MOST * mine.stack
    if legal.call is not None:
        return Call() if not legal.call_is_short and legal.call <= afford else None
    assert legal.raise_least is not None, "an opener who cannot bet has no turn"
    return Raise(legal.raise_least) if legal.cost_of_raise(legal.raise_least) <= afford else None


def _raise(view: View, legal: Legal, mine: SeatView, value: float, rng: random.Random) -> Action | None:
    """A raise for strong cards, by up to the pot; now and then for none at all."""
    least, most = legal.raise_least, legal.raise_most
    if least is None or most is None:
        return None
    live = sum(seat.standing in ("playing", "leaving") for seat in view.seats)
    strong = value * live >= STRONG or value >= 2 / 3
    if not strong:
        bluff = live <= 3 and _bets_of_others(view) <= 1 and rng.random() < BLUFF_CHANCE
        if not bluff:
            return None
        value = 0.5
    amount = max(least, min(most, int(view.pot * value * rng.uniform(0.3, 1.0))))
    while amount > least and legal.cost_of_raise(amount) > value * mine.stack:
        amount = max(least, amount // 2)
    return Raise(amount) if legal.cost_of_raise(amount) <= value * mine.stack or value >= 2 / 3 else None


def _bets_of_others(view: View) -> int:
    """Bets and raises in this deal by others who had looked, but the least opening bet, which is forced."""
    bets = 0
    for event in view.events:
        match event:
            case Dealt():
                bets = 0
            case Bet(chair=chair, amount=amount, blind=False, opening=opening) if chair != view.me:
                bets += not (opening and amount == view.options.ante)
    return bets
