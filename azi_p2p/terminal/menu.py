"""What a person may do at a view, each with key, price and action; not how keys are read or drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play
from azi_p2p.table.actions import Leave, Rebuy, SitOut, StartHand
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from azi_p2p.game.actions import Action as GameAction
    from azi_p2p.game.legal import Legal
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.view import SeatView, View

Question = Literal["amount", "gone", "leave", "talk", "address", "help"]
"""What a choice asks before there is an action."""

BETWEEN_HANDS: Final = ("open", "closed")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do: `action` at once, or `asks` first. `price` is in words, empty where it is free."""

    key: str
    label: str
    price: str = ""
    action: GameAction | TableAction | None = None
    asks: Question | None = None


def seat_of_mine(view: View) -> SeatView | None:
    """My own seat, also while joining; None for a watcher."""
    for seat in view.seats:
        if seat.key == view.my_key:
            return seat
    return None


def in_hand(view: View) -> bool:
    """Whether leaving now would cost me the hand."""
    mine = seat_of_mine(view)
    return mine is not None and mine.standing in ("playing", "leaving") and view.stage not in BETWEEN_HANDS


def choices(view: View) -> tuple[Choice, ...]:
    """All that may be done now: the game's choices first, then the table's. Cards share one, by their digits."""
    game = _of_the_game(view, view.legal) if view.legal is not None else []
    return (*game, *_of_the_table(view))


def card_choice(view: View, index: int) -> Play | Discard | str:
    """What the card at this place (from 0) does now; a sentence why it does nothing, where it does not."""
    if index >= len(view.cards):
        return "You have not looked at your cards." if _blind(view) else "You hold no such card."
    shown = view.cards[index]
    legal = view.legal
    if legal is None or not (legal.may_play or legal.may_discard):
        return _not_now(view)
    if not shown.playable:
        return f"{shown.why_not[:1].upper()}{shown.why_not[1:]}."
    return Discard(shown.card) if legal.may_discard else Play(shown.card)


def _of_the_game(view: View, legal: Legal) -> list[Choice]:
    blind = _blind(view)
    offered: list[Choice] = []
    if legal.look:
        offered.append(Choice("l", "look at your cards", action=Look()))
    if legal.fold:
        offered.append(Choice("f", "fold", action=Fold()))
    if legal.call is not None:
        label = "call with all you have" if legal.call_is_short else "call blind" if blind else "call"
        offered.append(Choice("c", label, f"pays {legal.call}", action=Call()))
    if legal.raise_least is not None and legal.raise_most is not None:
        verb = ("raise" if view.level else "bet") + (" blind" if blind else "")
        least, most = legal.raise_least, legal.raise_most
        bounds = f"by {least}" if least == most else f"by {least} to {most}"
        offered.append(Choice("r", verb, bounds, asks="amount"))
    if legal.may_play or legal.may_discard:
        keys = " ".join(str(index) for index, shown in enumerate(view.cards, 1) if shown.playable)
        offered.append(Choice(keys, "play a card" if legal.may_play else "put a card away"))
    if legal.enter is not None:
        offered.append(Choice("e", "enter the Azi", f"pays {legal.enter}", action=Enter()))
    if legal.decline:
        offered.append(Choice("d", "stay out", action=Decline()))
    return offered


def _of_the_table(view: View) -> list[Choice]:
    mine = seat_of_mine(view)
    offered: list[Choice] = []
    if view.may_start:
        offered.append(Choice("s", "start the hand", action=StartHand()))
    if view.may_rebuy:
        offered.append(Choice("b", "buy a fresh stack", counted(view.options.stack, "chip"), action=Rebuy()))
    if view.may_vote_gone:
        offered.append(Choice("v", "vote gone", asks="gone"))
    if mine is not None and mine.chair >= 0:
        back = view.sitting_out
        offered.append(Choice("o", "play again" if back else "sit out", action=SitOut(not back)))
    if mine is not None:
        offered.append(Choice("t", "talk", asks="talk"))
        offered.append(Choice("i", "address", asks="address"))
    offered.append(Choice("q", "leave", asks="leave"))
    offered.append(Choice("?", "help", asks="help"))
    return offered


def leave_choices(view: View) -> tuple[Choice, ...]:
    """The answers to «leave?»; one without an action ends the program."""
    if in_hand(view):
        return Choice("a", "after this hand", action=Leave()), Choice("n", "now")
    return (Choice("y", "leave", action=Leave() if seat_of_mine(view) else None),)


def cost_of_leaving(view: View) -> str:
    """What leaving this moment costs, in a sentence or two."""
    mine = seat_of_mine(view)
    if mine is None:
        return "You only look on: leaving costs nothing."
    if not in_hand(view):
        return f"You are in no hand: you leave with {counted(mine.stack, 'chip')} ({mine.result:+d})."
    stay = "stays" if mine.paid == 1 else "stay"
    paid = f"the {counted(mine.paid, 'chip')} you have in it {stay} in the pot" if mine.paid else (
        "you have no chips in it")
    back = "Until the others have voted you gone, you can come back to the same hand."
    return f"Leaving now gives up this hand: {paid}. {back}"


def _blind(view: View) -> bool:
    mine = seat_of_mine(view)
    return mine is not None and mine.blind


def _not_now(view: View) -> str:
    if view.legal is not None:
        return "Cards are played once the bidding is over."
    names = [view.name_of(chair) for chair in view.waits_for if chair != view.me]
    waits = f": the table waits for {', '.join(names)}" if names else ""
    return f"It is not your turn{waits}."
