"""A ring of real Tables on an in-memory network under a virtual clock, one or more seats of which cheat. Not a test.

A cheat runs a real node with all its secrets. What it writes is held back (`hold_back`,
`hush`), and the test signs and sends in its name (`sign`, `say`, `expose`).
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import pickle
import random
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Call, Decline, Discard, Fold, Look, Play, Raise
from azi_p2p.game.options import Options
from azi_p2p.table.actions import SitDown
from azi_p2p.table.author import Author
from azi_p2p.table.bodies import Founding
from azi_p2p.table.effects import Keep, Left, Send, Suspect, Wipe
from azi_p2p.table.kinds import Stage
from azi_p2p.table.session import Table
from azi_p2p.table.wire import Entries, Evidence, Status, pack, unpack
from protocol.check import Check
from protocol.entry import Entry
from protocol.errors import NotProven
from protocol.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.table.state import TableState
    from azi_p2p.table.view import View

DELAY_SECONDS = 0.02
verified: dict[bytes, str | None] = {}
verify_for_real = Check.run


def verify_once(check: Check) -> None:
    """Every node of this process checks the same proofs: each is verified once, and its verdict remembered."""
    key = hashlib.sha256(pickle.dumps((check.kind, check.arguments))).digest()
    if key not in verified:
        try:
            verify_for_real(check)
            verified[key] = None
        except NotProven as error:
            verified[key] = str(error)
    verdict = verified[key]
    if verdict is not None:
        raise NotProven(verdict)


def eager(view: View) -> Action | None:
    """Look, stay in with as little as possible, play the first card: every hand comes to its tricks."""
    assert view.legal is not None
    choices = view.legal.actions()
    for kind in (Look, Call, Raise, Discard, Play, Decline, Fold):
        for choice in choices:
            if isinstance(choice, kind):
                return choice
    return choices[0] if choices else None


def blind(view: View) -> Action | None:
    """As `eager`, without looking."""
    assert view.legal is not None
    choices = [choice for choice in view.legal.actions() if not isinstance(choice, Look)]
    for kind in (Call, Raise, Discard, Play, Decline, Fold):
        for choice in choices:
            if isinstance(choice, kind):
                return choice
    return None


@dataclass
class Seat:
    """One machine at the table."""

    ring: Ring
    number: int
    identity: Identity
    rng: random.Random
    cheats: bool = False
    policy: Callable[[View], Action | None] = eager
    kept: list[bytes] = field(default_factory=list)
    secrets: dict[bytes, bytes] = field(default_factory=dict)
    suspects: list[Suspect] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    down: bool = False
    left: bool = False
    thought: bytes = b""
    timer: float | None = None
    table: Table = field(init=False)

    @property
    def key(self) -> bytes:
        return self.identity.public

    def boot(self) -> None:
        self.table = Table(self.identity, self.ring.founding, self.rng.randbytes, self.ring.now, pause=0.5,
                           start_at=self.ring.size)

    @property
    def stack(self) -> int:
        return self.table.chain.state.match.stack(self.key)


class Ring:
    """`seats` nodes, of which the seats numbered in `cheats` cheat. Chairs are the numbers."""

    def __init__(self, seats: int = 3, cheats: Sequence[int] = (1,), *, seed: str = "ring", **options: Any) -> None:
        self.size = seats
        self.now = 1000.0
        self.queue: list[tuple[float, int, Callable[[], None]]] = []
        self.counter = itertools.count()
        rng = random.Random(seed)
        plain = {"blind": False, "turn_seconds": 20} | options
        self.seats = [
            Seat(self, number, Identity.generate(rng.randbytes), random.Random(f"{seed} {number}"),
                 cheats=number in cheats)
            for number in range(seats)]
        self.filter: Callable[[Seat, Seat, bytes], bool] = lambda _sender, _receiver, _data: True
        self.watch: Callable[[Seat], None] = lambda _seat: None
        founder = self.seats[0]
        self.founding = Founding.make(
            founder.identity, founder_name="p0", table_name="ring", options=Options.checked(**plain),
            nonce=rng.randbytes(16))
        for seat in self.seats:
            seat.boot()

    @property
    def cheat(self) -> Seat:
        return next(seat for seat in self.seats if seat.cheats)

    @property
    def honest(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.cheats]

    # --- running ---

    def begin(self) -> Ring:
        """Found the table, sit down, link all to all."""
        for seat in self.seats:
            seat.table.begin(self.now)
            if seat.number:
                self.run(lambda: False, seconds=0.1)
                seat.table.act(SitDown(f"p{seat.number}"), self.now)
            self.settle(seat)
            for other in self.seats[:seat.number]:
                self.link(seat, other)
        return self

    def link(self, one: Seat, other: Seat) -> None:
        for here, there in ((one, other), (other, one)):
            here.table.peer_up(there.key, f"p{there.number}", self.now)
            self.settle(here)

    def at(self, time: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.queue, (time, next(self.counter), what))

    def run(self, until: Callable[[], bool], *, seconds: float = 300.0) -> bool:
        """Let the world go on until `until`, for at most so many of its seconds. Did it come to that?"""
        end = self.now + seconds
        while not until():
            if not self.queue or self.queue[0][0] > end:
                self.now = end
                return until()
            time, _, what = heapq.heappop(self.queue)
            self.now = max(self.now, time)
            what()
        return True

    def until(self, what: Callable[[], bool], *, seconds: float = 300.0) -> None:
        assert self.run(what, seconds=seconds), "it did not come to that"

    def settle(self, seat: Seat) -> None:
        """Carry out what a table asks for; set its timer; let its player act."""
        for effect in seat.table.poll_effects():
            match effect:
                case Keep(messages, secrets):
                    seat.kept += [data for _, data in messages]
                    seat.secrets.update(secrets)
                case Wipe(keys):
                    for key in keys:
                        seat.secrets.pop(key, None)
                case Send(peer, data):
                    seat.sent.append(data)
                    if not seat.down:
                        self.carry(seat, peer, data)
                case Suspect():
                    seat.suspects.append(effect)
                case Left():
                    seat.left = True
                case _:
                    pass
        self.watch(seat)
        deadline = seat.table.next_deadline()
        if deadline is not None and deadline != seat.timer:
            seat.timer = deadline
            self.at(max(deadline, self.now), lambda: self.wake(seat, deadline))
        view = seat.table.view(self.now)
        if view.legal is not None and seat.thought != view.digest:
            seat.thought = view.digest
            self.at(self.now + 0.1, lambda: self.decide(seat, view.digest))

    def wake(self, seat: Seat, deadline: float) -> None:
        if seat.timer == deadline and not seat.down:
            seat.timer = None
            seat.table.handle_timer(self.now)
            self.settle(seat)

    def decide(self, seat: Seat, digest: bytes) -> None:
        view = seat.table.view(self.now)
        if seat.down or view.digest != digest or view.legal is None:
            return
        action = seat.policy(view)
        if action is not None:
            seat.table.act(action, self.now)
            self.settle(seat)

    def carry(self, sender: Seat, peer: bytes | None, data: bytes) -> None:
        for receiver in self.seats:
            if receiver is not sender and peer in (None, receiver.key) and self.filter(sender, receiver, data):
                self.at(self.now + DELAY_SECONDS, partial(self.deliver, sender, receiver, data))

    def deliver(self, sender: Seat, receiver: Seat, data: bytes) -> None:
        if not receiver.down:
            receiver.table.receive(sender.key, data, self.now)
            self.settle(receiver)

    # --- what a cheat does ---

    def say(self, sender: Seat, entries: Iterable[Entry], to: Iterable[Seat] | None = None) -> None:
        """Bring signed entries to these seats (all honest ones) now, as a message of `sender`."""
        data = pack(Entries(tuple(entries)))
        for receiver in self.honest if to is None else to:
            self.deliver(sender, receiver, data)

    def accuse(self, sender: Seat, entries: Iterable[Entry], to: Iterable[Seat] | None = None) -> None:
        """Bring entries as evidence to these seats (all honest ones) now."""
        data = pack(Evidence(tuple(entries)))
        for receiver in self.honest if to is None else to:
            self.deliver(sender, receiver, data)

    def hush(self, *seats: Seat) -> None:
        """From now on nothing that these seats' own nodes send arrives; they still hear."""
        before = self.filter
        self.filter = lambda sender, receiver, data: sender not in seats and before(sender, receiver, data)

    def sign(self, seat: Seat, kind: str, body: Any, *, at: TableState | None = None) -> Entry:
        """An entry of this seat at the tip of the honest, or at another state."""
        state = at or self.state
        return Entry.sign(seat.identity, table_id=state.founding.table_id, step=state.step, parent=state.parent,
                          kind=kind, body=body)

    def author(self, seat: Seat | None = None) -> Author:
        """Signs with all that the cheat's node knows, and minds nothing that it has signed before."""
        seat = seat or self.cheat
        author = Author(seat.identity, self.founding.table_id, seat.rng.randbytes)
        author.restore(seat.secrets)
        return author

    def hold_back(self, kind: str, seat: Seat | None = None) -> Entry:
        """Run until this cheat's node has written its first entry of this kind; that and all later ones are held."""
        seat = seat or self.cheat
        held: list[Entry] = []
        before = self.filter

        def holding(sender: Seat, receiver: Seat, data: bytes) -> bool:
            message = unpack(data)
            if sender is seat and isinstance(message, Entries):
                held.extend(one for one in message.entries if one.kind == kind and one.author == seat.key)
            return before(sender, receiver, data) and not (sender is seat and held)

        self.filter = holding
        self.until(lambda: bool(held), seconds=900)
        self.pass_time(0.2)
        assert held[0].parent == self.state.parent, "the others are elsewhere"
        return held[0]

    def hold_back_all(self, kind: str, *seats: Seat) -> dict[int, Entry]:
        """As `hold_back` of several seats that write at the same step: what they wrote, by their numbers."""
        held: dict[int, Entry] = {}
        before = self.filter

        def holding(sender: Seat, receiver: Seat, data: bytes) -> bool:
            message = unpack(data)
            if sender in seats and isinstance(message, Entries):
                held.update((sender.number, one) for one in message.entries
                            if one.kind == kind and one.author == sender.key)
            return before(sender, receiver, data) and not (sender in seats and held)

        self.filter = holding
        self.until(lambda: len(held) == len(seats), seconds=900)
        self.pass_time(0.2)
        return held

    def wait_for_turn(self, when: Callable[[View], bool]) -> View:
        """Run until it is the cheat's player's turn and this holds of his view; he then does not act."""
        seat = self.cheat
        found: list[View] = []

        def policy(view: View) -> Action | None:
            if not when(view):
                return usual(view)
            found.append(view)
            return None

        usual, seat.policy = seat.policy, policy
        self.until(lambda: bool(found), seconds=3000)
        self.pass_time(0.1)
        assert found[0].digest == self.state.parent
        return found[0]

    @property
    def state(self) -> TableState:
        """The state that the first honest seat waits in."""
        return self.honest[0].table.chain.state

    def pass_time(self, seconds: float) -> None:
        self.run(lambda: False, seconds=seconds)

    # --- what must hold ---

    def nobody_honest_is_blamed(self) -> None:
        keys = {seat.key for seat in self.honest}
        for seat in self.honest:
            assert not keys & set(seat.table.chain.cheats), f"{seat.number} holds an honest seat for a cheat"
            assert not [one for one in seat.suspects if one.proof and one.peer in keys]

    def go_on(self, hands: int = 1, *, seconds: float = 600.0) -> None:
        """The honest seats finish so many more hands, with one record, and lose no chip."""
        honest = self.honest
        before = max(seat.table.chain.state.finished for seat in honest)

        def done() -> bool:
            return all(seat.left or seat.table.chain.state.finished >= before + hands or (
                seat.table.chain.state.stage is Stage.OPEN and len(seat.table.chain.state.match.payers()) < 2
                and seat.table.chain.state.finished > before)
                for seat in honest)

        assert self.run(done, seconds=seconds), f"stuck:\n{self.describe()}"
        self.run(lambda: False, seconds=1.0)
        self.agree()

    def agree(self) -> None:
        chains = [seat.table.chain for seat in self.honest]
        longest = max(chains, key=lambda chain: chain.tip)
        for chain in chains:
            assert longest.parents[1:chain.tip + 1] == chain.parents[1:], f"records differ\n{self.describe()}"
            chain.state.match.check()
        self.nobody_honest_is_blamed()

    def describe(self) -> str:
        lines = []
        for seat in self.seats:
            chain = seat.table.chain
            place = chain.place(chain.state.parent)
            lines.append(
                f"  seat {seat.number}{' (cheat)' if seat.cheats else ''}: step {chain.tip} "
                f"{chain.state.parent.hex()[:6]} "
                f"{chain.state.stage} due {chain.state.due()} voters {sorted(chain.state.voters())} "
                f"entries {sorted(place.entries)} versions {sorted(place.versions)} "
                f"absent { {about: sorted(by) for about, by in place.absent.items()} } "
                f"acks { {about: sorted(by) for about, by in place.acks.items()} } floor {chain.floor} "
                f"finished {chain.state.finished} orphans {len(chain.orphans)} "
                f"cheats {[next((s.number for s in self.seats if s.key == key), '?') for key in chain.cheats]}")
        return "\n".join(lines)


def stranger(name: str) -> Identity:
    """A key that nobody at the table knows."""
    return Identity.generate(random.Random(name).randbytes)


def two_contents(who: Identity, ring: Ring, *, step: int = 1, parent: bytes = bytes(31) + b"\1") -> tuple[Entry, Entry]:
    """Two bids of one author on one parent, by default one that nobody knows."""
    one, other = (Entry.sign(who, table_id=ring.founding.table_id, step=step, parent=parent, kind="bid", body=[word])
                  for word in ("look", "call"))
    return one, other


def expose(
    ring: Ring, entries: Sequence[Entry], *, reason: str = "", cheat: Seat | None = None, hands: int = 1,
) -> None:
    """The cheat sends these. Every honest node refuses them there, keeps evidence, blames nobody else, and goes on."""
    seat = cheat or ring.cheat
    ring.hush(seat)
    seat.down = True
    stack = ring.state.match.stack(seat.key)
    sources = ring.honest
    for one in sources:
        assert seat.key not in one.table.chain.cheats
    for one in sources:
        one.table.receive(seat.key, pack(Entries(tuple(entries))), ring.now)
        assert seat.key in one.table.chain.cheats, "taken for true"
        assert reason in one.table.chain.cheats[seat.key].reason, one.table.chain.cheats[seat.key].reason
    for one in sources:
        third_node_is_convinced(ring, seat)
        ring.settle(one)
    ring.pass_time(1)
    for one in sources:
        restart_keeps(ring, one, seat)
        assert any(suspect.proof and suspect.peer == seat.key for suspect in one.suspects)
    ring.go_on(hands)
    for one in sources:
        assert one.table.chain.state.match.stack(seat.key) == stack, "the cheat has got chips back"


def third_node_is_convinced(ring: Ring, cheat: Seat) -> None:
    """One who looks on takes record and evidence from an honest seat, and holds the same against the same."""
    for source in ring.honest:
        third = watcher(ring, source)
        held = source.table.chain.cheats[cheat.key]
        third.receive(source.key, pack(Evidence(held.entries)), ring.now)
        assert set(third.chain.cheats) == set(source.table.chain.cheats), "the evidence convinces nobody else"


def watcher(ring: Ring, source: Seat) -> Table:
    """A fresh node of a stranger that has caught up with `source`."""
    rng = random.Random("watcher")
    third = Table(Identity.generate(rng.randbytes), ring.founding, rng.randbytes, ring.now)
    third.begin(ring.now)
    chain = source.table.chain
    for _ in range(50):
        status = Status(third.chain.tip, third.chain.state.parent, (), ask=False)
        entries = source.table.sync.answer(chain, status)
        third.receive(source.key, pack(Entries(tuple(entries))), ring.now)
        if third.chain.tip == chain.tip:
            break
    return third


def restart_keeps(ring: Ring, seat: Seat, cheat: Seat) -> None:
    """A node that is started again from this seat's store holds the same against the cheat."""
    again = Table(seat.identity, ring.founding, seat.rng.randbytes, ring.now)
    again.restore(seat.kept, dict(seat.secrets), ring.now)
    assert cheat.key in again.chain.cheats, "the evidence does not survive a restart"
    assert not {one.key for one in ring.honest} & set(again.chain.cheats)
