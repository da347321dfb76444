"""A plain player's choice: the view of his seat to one action that is open to him, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.bots.bids import bid, enter
from azi_p2p.bots.outlook import worth, worth_of_plays
from azi_p2p.game.actions import Action as GameAction
from azi_p2p.game.actions import Discard, Play
from azi_p2p.table.actions import Rebuy, SitOut, TableAction

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from azi_p2p.game.cards import Card
    from azi_p2p.table.view import View

Action = GameAction | TableAction


def choose(view: View, rng: random.Random) -> Action | None:
    """What to do at this view; None where nothing is due. The same view and generator state: the same choice.

    A bot takes fresh stacks and comes back when its time ran out. Hands it leaves to be opened by the table.
    """
    mine = next((seat for seat in view.seats if seat.chair >= 0 and seat.chair == view.me), None)
    if mine is None:
        return None
    legal = view.legal
    if legal is None:
        return _not_in_turn(view)
    if legal.may_play:
        return Play(_card_to_play(view, legal.plays, rng))
    if legal.may_discard:
        return Discard(_card_to_put_away(view, legal.discards, rng))
    if legal.enter is not None:
        return enter(view, legal.enter, mine, rng)
    if legal.look or legal.call is not None or legal.raise_least is not None:
        return bid(view, legal, mine, rng)
    return None


def _not_in_turn(view: View) -> Action | None:
    if view.may_rebuy:
        return Rebuy()
    return SitOut(out=False) if view.sitting_out else None


def _card_to_play(view: View, plays: Sequence[Card], rng: random.Random) -> Card:
    """The card that brings most; of equals the lowest, so that trumps and high cards are kept."""
    if len(plays) == 1:
        return plays[0]
    worths = worth_of_plays(view, [shown.card for shown in view.cards], plays, rng)
    trump = view.trump
    assert trump is not None
    ranked = zip(plays, worths, strict=True)
    return min(ranked, key=lambda play: (-play[1], play[0].suit is trump.suit, play[0].rank))[0]


def _card_to_put_away(view: View, cards: Sequence[Card], rng: random.Random) -> Card:
    """The card without which the others are worth most; of equals the lowest that is no trump."""
    trump = view.trump
    assert trump is not None
    worths = [worth(view, [other for other in cards if other != card], rng) for card in cards]
    ranked = zip(cards, worths, strict=True)
    return min(ranked, key=lambda one: (-one[1], one[0].suit is trump.suit, one[0].rank))[0]
