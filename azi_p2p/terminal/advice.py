"""What a person is told unasked: that the table waits in vain, that his time ran out; no keys, no layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.game.events import Bet, Declined, Discarded, Folded, Looked, Played
from azi_p2p.game.ran_out import done_for, paid_in
from azi_p2p.terminal.words import counted, listed

if TYPE_CHECKING:
    from azi_p2p.table.view import SeatView, View

VOTING: Final = ("seated", "playing", "leaving", "folded")
"""Standings of those whom a vote counts."""


@dataclass(frozen=True, slots=True)
class Commands:
    """What to type where this table cannot go on; empty: there is no such command."""

    go_on: str = ""     # a new table with the stacks that the last finished hand left
    anew: str = ""      # a new table


NO_COMMANDS: Final = Commands()


def voters(view: View) -> list[SeatView]:
    """The seats that a vote counts now."""
    return [seat for seat in view.seats if seat.chair >= 0 and seat.standing in VOTING]


def in_vain(view: View, commands: Commands) -> str:
    """What to do where the table waits for somebody who is not linked, and those who are here cannot vote him gone.

    Empty where it does not, or where this player has no part in it.
    """
    voting = voters(view)
    here = [seat for seat in voting if seat.connected or seat.key == view.my_key]
    missing = [seat for seat in view.seats if seat.due and not seat.connected and seat.key != view.my_key]
    if not missing or 2 * len(here) > len(voting) or all(seat.key != view.my_key for seat in here):
        return ""
    names = listed(seat.name for seat in missing)
    linked = f"{names} {'is' if len(missing) == 1 else 'are'} not linked"
    votes = "between two no vote helps" if len(voting) == 2 else "half of a table cannot vote the others gone"
    return f"{linked}, and {votes}: the table waits. {_way_out(view, commands)}"


def _way_out(view: View, commands: Commands) -> str:
    if commands.go_on and view.hands:
        return (f"To go on without, press Ctrl-C twice and type {commands.go_on}: "
                "a new table, with the stacks of the last finished hand.")
    if commands.anew:
        return f"To begin anew, press Ctrl-C twice and type {commands.anew}."
    return "Ctrl-C twice leaves it."


def time_ran_out(view: View) -> str:
    """What was done for a player whose time ran out, what it cost, and how he comes back.

    Told from the hand that is shown; empty where he has done nothing in it.
    """
    match done_for(view.me, view.events):
        case None:
            return ""
        case Folded():
            paid = paid_in(view.me, view.events)
            stay = "stays" if paid == 1 else "stay"
            done = f"your cards were folded, and the {counted(paid, 'chip')} you had paid {stay} in the pot"
        case Bet(paid=paid):
            done = f"the least was bet for you, {counted(paid, 'chip')}"
        case Looked():
            done = "your cards were turned up, and you are blind no more"
        case Discarded():
            done = "a card was put away for you"
        case Played():
            done = "a card was played for you"
        case Declined():
            done = "you stay out of the Azi"
    return f"Your time ran out: {done}. You sit out from the next hand on, until you press o."
