"""One state of a table, and the hands of all its seats: writes the record step by step. Not a test itself.

Every entry is admitted as a stranger's would be. Proofs are checked once; `checks=False` leaves them out where a test
is about something else.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.options import Options
from azi_p2p.table.admission import admit
from azi_p2p.table.author import Author
from azi_p2p.table.bodies import Founding, Opening, Request
from azi_p2p.table.kinds import PARTS, Stage
from azi_p2p.table.state import TableState, game_digest, opening_result
from protocol.entry import Entry
from protocol.identity import Identity
from tests.protocol.seats import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.game.events import Event
    from azi_p2p.table.bodies import Continued

NAMES = ("Aru", "Bek", "Chi", "Dana", "Erlan", "Fatima")
QUIET = {"blind": False, "turn_seconds": 0}
MAX_STEPS = 500


def identity(number: int) -> Identity:
    """The key of player `number`; the same in every test."""
    return Identity.generate(Stream(f"player {number}"))


def founded(*, continued: Continued | None = None, founder: int = 0, **options: Any) -> Founding:
    """A table of player 0."""
    return Founding.make(
        identity(founder), founder_name=NAMES[founder], table_name="Chronicle",
        options=Options.checked(**(QUIET | options)), nonce=bytes(range(16)), continued=continued)


def plainest(actions: Sequence[Action]) -> Action:
    """Look, call, play or put away the first card: whatever brings the hand on to tricks."""
    order = (Look, Call, Raise, Discard, Play, Decline, Enter)
    return min((one for one in actions if not isinstance(one, Fold)), key=lambda one: order.index(type(one)))


class Chronicle:
    """A table whose record the test writes."""

    def __init__(
        self, seats: int = 3, *, founding: Founding | None = None, checks: bool = False, salt: int = 0,
        remembers: bool = False, **options: Any,
    ) -> None:
        """Another `salt`, other cards. `remembers`: do the authors note what they have written, as a table's does?"""
        self.founding = founding or founded(**options)
        self.state = TableState.begin(self.founding)
        self.checks = checks
        self.remembers = remembers
        self.identities = [identity(number) for number in range(seats)]
        self.authors = [
            Author(one, self.founding.table_id, Stream(f"author {number} {salt}"))
            for number, one in enumerate(self.identities)]
        self.events: list[Event] = []
        self.steps: list[tuple[tuple[Entry, ...], tuple[int, ...]]] = []

    def copy(self) -> Chronicle:
        """A branch: the same table and secrets, a state of its own."""
        twin = copy.copy(self)
        twin.state, twin.events, twin.steps = copy.deepcopy(self.state), list(self.events), list(self.steps)
        return twin

    def author_at(self, chair: int) -> Author:
        key = self.state.key_of(chair)
        return next(one for one in self.authors if one.identity.public == key)

    def request(self, kind: str, player: int, **other: Any) -> Request:
        name = NAMES[player] if kind == "sit" else ""
        return Request.make(
            self.identities[player], self.founding.table_id, self.state.opened + 1, kind, name=name, **other)

    def sitting(self) -> list[Request]:
        """The wishes of all who have no chair yet."""
        return [self.request("sit", number) for number, one in enumerate(self.identities)
                if self.state.chair_of(one.public) is None]

    def opening(self, *requests: Request) -> Opening:
        """A right opening of the next hand."""
        draft = Opening(self.state.opened + 1, requests, bytes(32))
        after, _ = opening_result(self.state, draft)
        return Opening(draft.hand, requests, game_digest(after))

    def open(self, *requests: Request) -> Entry:
        """The opening entry of whoever has to write it; without requests, all who stand sit down."""
        (chair,) = self.state.due()
        body = self.opening(*(requests or self.sitting())).to_body()
        return self.author_at(chair).sign(self.state, "open", body)

    def own(self, chair: int, choose: Callable[[Sequence[Action]], Action] = plainest) -> Entry:
        """What this chair, which is due, writes now."""
        author, state = self.author_at(chair), self.state
        if state.stage is Stage.OPEN:
            return self.open()
        if state.stage is Stage.KEYS:
            return author.keys(state, chair)[0]
        if not PARTS[state.stage].choice:
            return author.dealing(state, chair)
        assert state.hand is not None
        legal = state.hand.legal(chair, tuple(author.hand(state, chair)) or None)
        return author.move(state, chair, choose(legal.actions()))

    def move(self, action: Action) -> list[Event]:
        """The one seat whose turn it is does this."""
        (chair,) = self.state.due()
        return self.take([self.author_at(chair).move(self.state, chair, action)])

    def take(self, entries: Sequence[Entry], absent: Sequence[int] = ()) -> list[Event]:
        """Admit the entries and take the step in."""
        admitted = []
        for entry in entries:
            one, checks = admit(self.state, Entry.decode(entry.encode()))
            for check in checks if self.checks else ():
                check.run()
            admitted.append(one)
        for author in self.authors if self.remembers else ():
            for entry in entries:
                author.remember(entry)
        admitted.sort(key=lambda one: one.chair)
        self.steps.append((tuple(one.entry for one in admitted), tuple(absent)))
        events = self.state.take(admitted, absent)
        self.state.match.check()
        self.events += events
        return events

    def step(self, *, absent: Sequence[int] = (), choose: Callable[[Sequence[Action]],
        Action] = plainest) -> list[Event]:
        """Everybody who is due writes, but for the absent."""
        return self.take([self.own(chair, choose) for chair in self.state.due() if chair not in absent], absent)

    def go(self, until: Stage, choose: Callable[[Sequence[Action]], Action] = plainest) -> Chronicle:
        """Step after step until this stage is reached: at least one step is done."""
        for _ in range(MAX_STEPS):
            self.step(choose=choose)
            if self.state.stage is until:
                return self
        raise AssertionError(f"{until} is never reached")
