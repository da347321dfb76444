"""Real tables in one room: their messages arrive at once and in order, and the test turns the clock. Not a test itself.

Everything that a table asks for is kept in `effects`; `cut` holds pairs of players that do not hear each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.table.actions import SitDown
from azi_p2p.table.effects import Effect, Keep, Send, Wipe
from azi_p2p.table.session import Table
from tests.protocol.seats import Stream
from tests.table.chronicle import NAMES, founded, identity, plainest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.table.bodies import Founding
    from azi_p2p.table.kinds import Stage

MAX_ROUNDS = 3000


class Room:
    """Players 0 to n-1, player 0 the founder; all ask to sit down. `play`: do they act in turn by themselves?"""

    def __init__(
        self, seats: int = 3, *, founding: Founding | None = None, onlookers: int = 0, start_at: int | None = 0,
        pause: float = 0.1, **options: Any,
    ) -> None:
        self.now = 100.0
        self.founding = founding or founded(**options)
        self.start_at = seats if start_at == 0 else start_at
        self.pause = pause
        self.play = True
        self.choose: Callable[[Sequence[Action]], Action] = plainest
        self.cut: set[frozenset[int]] = set()
        self.silent: set[int] = set()
        """Players whose tables do nothing and hear nothing."""
        self.effects: list[list[Effect]] = [[] for _ in range(seats + onlookers)]
        self.secrets: list[dict[bytes, bytes]] = [{} for _ in range(seats + onlookers)]
        self.kept: list[list[bytes]] = [[] for _ in range(seats + onlookers)]
        self.tables = [self.make(number) for number in range(seats + onlookers)]
        for table in self.tables:
            table.begin(self.now)
        for number in range(seats + onlookers):
            self.link(number)
        for number in range(1, seats):
            self.tables[number].act(SitDown(NAMES[number]), self.now)

    def make(self, number: int) -> Table:
        return Table(identity(number), self.founding, Stream(f"room {number} {self.now}"), self.now, pause=self.pause,
                     start_at=self.start_at)

    def link(self, number: int) -> None:
        """Everybody whom this player can reach is up for him."""
        for other, table in enumerate(self.tables):
            if other != number and frozenset((number, other)) not in self.cut:
                self.tables[number].peer_up(table.identity.public, NAMES[other], self.now)

    def part(self, one: int, other: int) -> None:
        """The link between two players breaks."""
        self.cut.add(frozenset((one, other)))
        for here, there in ((one, other), (other, one)):
            self.tables[here].peer_down(identity(there).public, self.now)

    def join(self, one: int, other: int) -> None:
        """The link between two players stands again."""
        self.cut.discard(frozenset((one, other)))
        for here, there in ((one, other), (other, one)):
            self.tables[here].peer_up(identity(there).public, NAMES[there], self.now)

    def restart(self, number: int) -> None:
        """The player's machine is switched off and on: what it has kept is all that it knows."""
        self.tables[number] = self.make(number)
        self.tables[number].restore(self.kept[number], dict(self.secrets[number]), self.now)
        self.link(number)
        for other, table in enumerate(self.tables):
            if other != number and frozenset((number, other)) not in self.cut:
                table.peer_up(identity(number).public, NAMES[number], self.now)

    def deliver(self) -> bool:
        """Carry out what all tables ask for; whether there was anything to send."""
        moved = False
        for number, table in enumerate(self.tables):
            if number in self.silent:
                continue
            for effect in table.poll_effects():
                self.effects[number].append(effect)
                match effect:
                    case Keep(messages, secrets):
                        self.kept[number] += [data for _, data in messages]
                        self.secrets[number].update(secrets)
                    case Wipe(keys):
                        for key in keys:
                            self.secrets[number].pop(key, None)
                    case Send(peer, data):
                        moved = True
                        self.send(number, peer, data)
                    case _:
                        pass
        return moved

    def send(self, sender: int, peer: bytes | None, data: bytes) -> None:
        for number, table in enumerate(self.tables):
            if number == sender or number in self.silent or frozenset((number, sender)) in self.cut:
                continue
            if peer in (None, table.identity.public):
                table.receive(identity(sender).public, data, self.now)

    def think(self) -> bool:
        """Whoever may act does; whether anybody did."""
        for number, table in enumerate(self.tables):
            view = table.view(self.now)
            if number not in self.silent and view.legal is not None and view.legal.actions():
                table.act(self.choose(view.legal.actions()), self.now)
                return True
        return False

    def run(self, until: Callable[[], bool], seconds: float = 60.0) -> None:
        """Until this holds; time passes only when nothing else moves. Raises AssertionError after `seconds`."""
        end = self.now + seconds
        for _ in range(MAX_ROUNDS):
            if until():
                return
            if self.deliver() or (self.play and self.think()):
                continue
            assert self.now < end, f"not within {seconds} s: {[table.chain.state.stage for table in self.tables]}"
            self.pass_time(self.until_next())
        raise AssertionError("too many rounds")

    def until_next(self) -> float:
        """Seconds until the first table wants to be woken: a hundredth at least, a second at most."""
        deadlines = [table.next_deadline() for number, table in enumerate(self.tables) if number not in self.silent]
        first = min((deadline for deadline in deadlines if deadline is not None), default=self.now + 1)
        return min(1.0, max(0.01, first - self.now))

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        for number, table in enumerate(self.tables):
            if number not in self.silent:
                table.handle_timer(self.now)

    def rest(self, seconds: float = 1.0) -> None:
        """Let this time pass, with everything that it brings."""
        end = self.now + seconds
        self.run(lambda: self.now >= end, seconds + 1)

    def reach(self, stage: Stage, *, hands: int | None = None) -> Room:
        """Until all who are not silent wait in this stage of the same step, after so many finished hands."""
        def there() -> bool:
            states = [table.chain.state for number, table in enumerate(self.tables) if number not in self.silent]
            return {(state.stage, state.parent) for state in states} == {(stage, states[0].parent)} and (
                hands is None or states[0].finished >= hands)
        self.run(there)
        return self

    def calm(self) -> Room:
        """People stop acting by themselves."""
        self.play = False
        return self


def boldest(actions: Sequence[Action]) -> Action:
    """Like plainest, but raises as long as it may."""
    order = (Look, Raise, Call, Discard, Play, Decline, Enter)
    return min((one for one in actions if not isinstance(one, Fold)), key=lambda one: order.index(type(one)))
