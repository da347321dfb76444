"""What two versions of a hand's last moves could do: part the honest for ever, each with a hand held for final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.game.actions import Play
from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.admission import admit
from azi_p2p.table.bodies import Opening
from azi_p2p.table.kinds import Stage
from azi_p2p.table.state import game_digest
from tests.byzantine.ring import Ring

if TYPE_CHECKING:
    from azi_p2p.table.state import TableState
    from azi_p2p.table.view import View
    from protocol.entry import Entry
    from tests.byzantine.ring import Seat


def plays(ring: Ring, seat: Seat, state: TableState) -> list[tuple[Entry, TableState]]:
    """Each play that this seat may write in this state, and the state after it."""
    author, found = ring.author(seat), []
    for card in author.hand(state, seat.number):
        try:
            move = author.move(state, seat.number, Play(card))
        except IllegalAction:
            continue
        after = state.copy()
        after.take([admit(state, move)[0]], [])
        found.append((move, after))
    return found


def test_two_versions_of_the_last_move_each_with_an_opening_upon_it() -> None:
    """Whose play ends the hand opens the next: he signed beyond both versions, which made both final."""
    ring = Ring(seed="last move").begin()
    a, b = ring.honest
    x = ring.cheat

    def his_is_the_last_word(view: View) -> bool:
        ending = view.stage == "play" and view.digest == ring.state.parent and plays(ring, x, ring.state)
        return bool(ending) and ending[0][1].stage is Stage.OPEN and ending[0][1].due() == (1,)

    ring.wait_for_turn(his_is_the_last_word)
    ring.hush(x)
    x.down = True
    before = ring.state.copy()
    for seat in (a, b):
        move, after = plays(ring, x, before)[0]      # another proof each time
        opening = Opening(after.opened + 1, (), game_digest(after.match))
        ring.say(x, [move], [seat])
        ring.say(x, [ring.sign(x, "open", opening.to_body(), at=after)], [seat])
    assert x.key not in a.table.chain.cheats
    ring.pass_time(20)
    ring.agree()
    assert x.key in a.table.chain.cheats


def test_two_versions_of_the_last_move_but_one() -> None:
    """Shown when one of the honest held the hand for final, with the cheat's ack, and the other did not yet."""
    ring = Ring(seed="last but one").begin()
    a, b = ring.honest
    x = ring.cheat

    def the_next_ends_it(view: View) -> bool:
        if view.stage != "play" or view.digest != ring.state.parent:
            return False
        mine = plays(ring, x, ring.state)
        after = mine[0][1]
        return after.stage is Stage.PLAY and after.due() == (b.number,) and all(
            ended.stage is Stage.OPEN for _, ended in plays(ring, b, after))

    ring.wait_for_turn(the_next_ends_it)
    ring.hush(x)
    x.down = True
    one, other = (plays(ring, x, ring.state)[0][0] for _ in range(2))
    before, hands = ring.filter, ring.state.finished
    ring.filter = lambda sender, receiver, data: before(sender, receiver, data) and not (sender is a and receiver is b)
    ring.say(x, [one])
    ring.pass_time(0.2)
    assert ring.state.finished == hands + 1
    ring.say(x, [ring.sign(x, "ack", [None])], [a])
    ring.say(x, [other], [b])
    ring.filter = before
    ring.pass_time(10)
    ring.agree()
    assert all(seat.table.chain.state.finished > hands + 1 for seat in ring.honest), ring.describe()
