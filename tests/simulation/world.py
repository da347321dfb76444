"""The simulated world: hosts with their stores, the network between them, and what must hold after every step."""

from __future__ import annotations

import hashlib
import heapq
import itertools
import pickle
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azi_p2p.game.actions import Fold, Look, Raise
from azi_p2p.game.errors import IllegalAction
from azi_p2p.game.options import Options
from azi_p2p.table.actions import Rebuy, SitDown
from azi_p2p.table.bodies import Founding
from azi_p2p.table.effects import Keep, Left, Send, Suspect, Wipe
from azi_p2p.table.kinds import Stage
from azi_p2p.table.session import Table
from protocol.check import Check
from protocol.errors import LocalError, NotProven
from protocol.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.table.view import View

_verified: dict[bytes, str | None] = {}
_run = Check.run


def _run_once(check: Check) -> None:
    """Every node of this process checks the same proofs: each is verified once, and its verdict remembered."""
    key = hashlib.sha256(pickle.dumps((check.kind, check.arguments))).digest()
    if key not in _verified:
        try:
            _run(check)
            _verified[key] = None
        except NotProven as error:
            _verified[key] = str(error)
    verdict = _verified[key]
    if verdict is not None:
        raise NotProven(verdict)


@dataclass
class Disk:
    """What survives a crash: all that was urgent, and of the rest what had been flushed before."""

    kept: list[bytes] = field(default_factory=list)
    waiting: list[bytes] = field(default_factory=list)
    secrets: dict[bytes, bytes] = field(default_factory=dict)

    def keep(self, effect: Keep) -> None:
        self.waiting += [data for _, data in effect.messages]
        self.secrets.update(effect.secrets)
        if effect.urgent:
            self.flush()

    def flush(self) -> None:
        self.kept += self.waiting
        self.waiting = []


class Host:
    """One player's machine: an identity, a disk, and a table while it runs."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.rng = random.Random(f"{world.seed} host {number}")
        self.identity = Identity.generate(self.rng.randbytes)
        self.disk = Disk()
        self.table: Table | None = None
        self.thinking: bytes | None = None
        self.checked: tuple[object, ...] = ()
        self.links: set[int] = set()
        self.left = False

    @property
    def key(self) -> bytes:
        return self.identity.public

    def boot(self, founding: Founding, *, first: bool) -> None:
        now = self.world.now
        self.table = Table(self.identity, founding, self.rng.randbytes, now, pause=0.5,
                           start_at=self.world.seats)
        if first:
            self.table.begin(now)
        else:
            self.table.restore(self.disk.kept, dict(self.disk.secrets), now)
        self.thinking = None

    def crash(self) -> None:
        self.table = None
        self.disk.waiting = []

    def carry_out(self) -> None:
        """Do what the table asks for, in order."""
        assert self.table is not None
        for effect in self.table.poll_effects():
            match effect:
                case Keep():
                    self.disk.keep(effect)
                case Wipe(keys):
                    for key in keys:
                        self.disk.secrets.pop(key, None)
                case Send(peer, data):
                    self.world.send(self, peer, data)
                case Suspect(peer, reason, proof):
                    self.world.blame(self, peer, reason, proof=proof)
                case Left():
                    self.left = True
                case _:
                    pass

    def think(self) -> None:
        """Let the player act, if it is his turn."""
        table = self.table
        if table is None:
            return
        view = table.view(self.world.now)
        try:
            if view.may_rebuy and self.rng.random() < 0.8:
                table.act(Rebuy(), self.world.now)
            if view.legal is not None:
                choices = view.legal.actions()
                weights = [{Raise: 0.6, Fold: 0.7, Look: 1.5}.get(type(choice), 2.0) for choice in choices]
                if choices:
                    table.act(self.rng.choices(choices, weights)[0], self.world.now)
        except IllegalAction as error:
            raise AssertionError(f"host {self.number} was refused what was offered: {error}") from error


class World:
    """A run under one seed. `run()` raises AssertionError where something that must hold does not."""

    def __init__(self, seed: int, *, seats: int | None = None, faults: bool = True) -> None:
        self.seed = seed
        self.rng = random.Random(f"{seed} world")
        self.seats = seats or self.rng.choice((2, 3, 3, 4, 4, 5, 6))
        self.faults = faults
        self.now = 1000.0
        self.counter = itertools.count()
        self.queue: list[tuple[float, int, Callable[[], None]]] = []
        self.hosts = [Host(self, number) for number in range(self.seats)]
        self.timers: dict[int, float] = {}
        self.drop = self.rng.choice((0.0, 0.0, 0.05, 0.2)) if faults else 0.0
        self.double = self.rng.choice((0.0, 0.1)) if faults else 0.0
        self.delay = self.rng.choice((0.01, 0.2, 2.0)) if faults else 0.05
        self.cut: set[frozenset[int]] = set()
        self.blames: list[str] = []
        self.options = self.choose_options()
        self.founding: Founding | None = None
        self.votes_at: set[bytes] = set()

    def choose_options(self) -> Options:
        rng = self.rng
        return Options.checked(
            cards=rng.choice((3, 3, 4)), blind=rng.random() < 0.6, max_bids=rng.choice((3, None)),
            stack=rng.choice((30, 100, 1000)), short_stack=rng.choice(("share", "matched")),
            azi_entry=rng.choice(("full", "half", "closed")), turn_seconds=rng.choice((5, 10, 20)))

    # --- the network ---

    def at(self, time: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.queue, (time, next(self.counter), what))

    def host_of(self, key: bytes) -> Host:
        return next(host for host in self.hosts if host.key == key)

    def send(self, sender: Host, peer: bytes | None, data: bytes) -> None:
        receivers = [self.hosts[number] for number in sorted(sender.links)]
        for receiver in receivers:
            if peer is not None and receiver.key != peer:
                continue
            for _ in range(2 if self.rng.random() < self.double else 1):
                if self.rng.random() < self.drop:
                    continue
                time = self.now + self.rng.random() * self.delay
                self.at(time, lambda receiver=receiver: self.deliver(sender, receiver, data))

    def deliver(self, sender: Host, receiver: Host, data: bytes) -> None:
        if receiver.table is None or sender.number not in receiver.links:
            return
        if frozenset((sender.number, receiver.number)) in self.cut:
            return
        receiver.table.receive(sender.key, data, self.now)
        self.settle(receiver)

    def link(self, one: Host, other: Host) -> None:
        if one.table is None or other.table is None or frozenset((one.number, other.number)) in self.cut:
            return
        for here, there in ((one, other), (other, one)):
            if there.number not in here.links:
                here.links.add(there.number)
                assert here.table is not None
                here.table.peer_up(there.key, f"p{there.number}", self.now)
                self.settle(here)

    def unlink(self, one: Host, other: Host) -> None:
        for here, there in ((one, other), (other, one)):
            if there.number in here.links:
                here.links.discard(there.number)
                if here.table is not None:
                    here.table.peer_down(there.key, self.now)
                    self.settle(here)

    def link_all(self) -> None:
        for one, other in itertools.combinations(self.hosts, 2):
            self.link(one, other)

    def blame(self, host: Host, peer: bytes, reason: str, *, proof: bool) -> None:
        self.blames.append(f"host {host.number} blames {self.host_of(peer).number} (proof: {proof}): {reason}")

    # --- hosts ---

    def settle(self, host: Host) -> None:
        """Carry out what a table asks for, set its timer, let its player think, and check everything."""
        if host.table is None:
            return
        host.carry_out()
        deadline = host.table.next_deadline()
        if deadline is not None and self.timers.get(host.number) != deadline:
            self.timers[host.number] = deadline
            self.at(max(deadline, self.now), lambda: self.wake(host, deadline))
        parent = host.table.chain.state.parent
        place = host.table.chain.place(parent)
        now = (parent, len(place.entries), host.table.chain.floor, len(host.table.chain.cheats), id(host.table))
        if host.thinking != parent or now != host.checked:
            host.checked = now
            view = host.table.view(self.now)
            if host.thinking != parent and (view.legal is not None or view.may_rebuy):
                host.thinking = parent
                slow = self.faults and host.rng.random() < 0.03
                self.at(self.now + host.rng.random() * (40 if slow else 1.5), lambda: self.decide(host, parent))
            self.check(host, view)

    def wake(self, host: Host, deadline: float) -> None:
        if host.table is None or self.timers.get(host.number) != deadline:
            return
        self.timers.pop(host.number)
        host.table.handle_timer(self.now)
        self.settle(host)

    def decide(self, host: Host, parent: bytes) -> None:
        if host.table is not None and host.table.chain.state.parent == parent:
            host.think()
            if host.table.chain.state.parent == parent:
                host.thinking = None     # it was about a fresh stack, and may be asked again
            self.settle(host)

    def crash(self, host: Host) -> None:
        if host.table is None:
            return
        for other in self.hosts:
            self.unlink(host, other)
        host.crash()
        self.at(self.now + self.rng.choice((0.5, 5.0, 30.0)), lambda: self.reboot(host))

    def reboot(self, host: Host) -> None:
        if host.table is None and self.founding is not None:
            host.boot(self.founding, first=False)
            self.settle(host)
            for other in self.hosts:
                if other is not host:
                    self.link(host, other)

    def trouble(self) -> None:
        """One random fault, and the next one later."""
        if not self.faults:
            return
        what = self.rng.random()
        host = self.rng.choice(self.hosts)
        if what < 0.4:
            self.crash(host)
        elif what < 0.8:
            group = self.rng.sample(self.hosts, self.rng.randint(1, max(1, self.seats // 2)))
            pairs = {frozenset((a.number, b.number)) for a in group for b in self.hosts if b not in group}
            self.cut |= pairs
            self.at(self.now + self.rng.choice((1.0, 12.0, 40.0)), lambda: self.heal(pairs))
            for pair in pairs:
                one, other = sorted(pair)
                self.at(self.now + self.rng.random() * 15, lambda one=one, other=other: self.notice(one, other))
        self.at(self.now + self.rng.expovariate(1 / 15), self.trouble)

    def notice(self, one: int, other: int) -> None:
        if frozenset((one, other)) in self.cut:
            self.unlink(self.hosts[one], self.hosts[other])

    def heal(self, pairs: set[frozenset[int]]) -> None:
        self.cut -= pairs
        self.link_all()

    # --- the run ---

    def run(self, *, fault_seconds: float = 60.0, calm_seconds: float = 900.0, hands: int = 1) -> None:
        founder = self.hosts[0]
        self.founding = Founding.make(
            founder.identity, founder_name="p0", table_name="simulated", options=self.options,
            nonce=founder.rng.randbytes(16))
        for host in self.hosts:
            host.boot(self.founding, first=True)
            if host is not founder:
                assert host.table is not None
                host.table.act(SitDown(f"p{host.number}"), self.now)
            self.settle(host)
        self.link_all()
        if self.faults:
            self.at(self.now + 3.0, self.trouble)
        self.run_until(self.now + fault_seconds)
        self.calm()
        before = self.hands()
        end = self.now + calm_seconds
        while self.now < end and not self.is_done(before + hands):
            self.run_until(self.now + 5.0)
        assert self.is_done(before + hands), "stuck"
        self.agree()

    def calm(self) -> None:
        """The faults stop: everybody runs and reaches everybody."""
        self.faults, self.drop, self.double, self.delay = False, 0.0, 0.0, 0.05
        self.cut.clear()
        for host in self.hosts:
            self.reboot(host)
        for one, other in itertools.combinations(self.hosts, 2):
            self.unlink(one, other)     # a link that lost something is dead, and made anew
            self.link(one, other)

    def run_until(self, end: float) -> None:
        while self.queue and self.queue[0][0] <= end:
            time, _, what = heapq.heappop(self.queue)
            self.now = max(self.now, time)
            what()
        self.now = end

    def hands(self) -> int:
        return max(host.table.chain.state.finished for host in self.hosts if host.table)

    def is_done(self, hands: int) -> bool:
        """Enough hands, or a match that is over, and everybody knows it."""
        tables = [host.table for host in self.hosts if host.table is not None and not host.left]
        return all(
            table.chain.state.finished >= hands
            or (table.chain.state.stage is Stage.OPEN and table.chain.state.match.is_over())
            for table in tables)

    # --- what must hold ---

    def check(self, host: Host, view: View) -> None:
        table = host.table
        assert table is not None
        state = table.chain.state
        state.match.check()
        assert not table.chain.cheats, f"an honest seat is blamed: {self.blames}"
        assert not any("proof: True" in blame for blame in self.blames), self.blames
        if view.cards:
            assert table.me is not None
            assert state.deal is not None
            for slot in state.held(table.me):
                givers = state.deal.share_givers(slot)
                assert set(state.deal.seats) - {table.me} <= givers, "a card without its shares"
            assert not self.options.blind or table.me in state.match.hand.looked, "a card seen blind"
        for other in self.hosts:
            if other.table is None or other is host:
                continue
            self.compare(table, other.table)

    def compare(self, one: Table, other: Table) -> None:
        """Records agree up to what is final; beyond it they differ only where somebody was voted absent."""
        final = min(one.chain.floor, other.chain.floor)
        common = min(len(one.chain.parents), len(other.chain.parents)) - 1
        assert one.chain.parents[final] == other.chain.parents[final], "final records differ"
        if one.chain.parents[common] == other.chain.parents[common]:
            return
        at = next(k for k in range(final, common + 1) if one.chain.parents[k] != other.chain.parents[k])
        fork = one.chain.parents[at - 1]
        voted = any(place is not None and place.absent
                    for place in (one.chain.places.get(fork), other.chain.places.get(fork)))
        voted = voted or any(table.chain.steps[at - 1].votes for table in (one, other))
        assert voted, f"records differ at step {at} and nobody voted"

    def agree(self) -> None:
        """In the end all hold the same record."""
        self.run_until(self.now + 20)
        tables = [host.table for host in self.hosts if host.table is not None and not host.left]
        longest = max(tables, key=lambda table: table.chain.tip)
        for table in tables:
            same = longest.chain.parents[1:table.chain.tip + 1] == table.chain.parents[1:]
            assert same, "in the end the records differ"

    def describe(self) -> str:
        """Where every host stands, for a run that failed."""
        lines = [f"seed {self.seed}, {self.seats} seats, {self.options.to_plain()}, now {self.now:.1f}"]
        for host in self.hosts:
            if host.table is None:
                lines.append(f"  host {host.number}: down")
                continue
            chain, state = host.table.chain, host.table.chain.state
            place = chain.place(state.parent)
            keys = [key for key in state.match.chairs if key is not None]
            lines.append(
                f"  host {host.number}: chair {host.table.me} step {chain.tip} {state.parent.hex()[:6]} {state.stage} "
                f"due {state.due()} voters {sorted(state.voters())} floor {chain.floor} finished {state.finished} "
                f"opened {state.opened} left {host.left} links {sorted(host.links)}")
            absent = {about: sorted(votes) for about, votes in place.absent.items()}
            acks = {about: sorted(votes) for about, votes in place.acks.items()}
            lines.append(
                f"    entries {sorted(place.entries)} orphans {len(chain.orphans)} absent {absent} acks {acks}")
            lines.append(
                f"    stacks {[state.match.stack(key) for key in keys]} "
                f"away {[state.match.is_away(key) for key in keys]} "
                f"wishes {[(kind, request.hand) for (_, kind), request in host.table.usher._pending.items()]}")
        return "\n".join(lines)


def simulate(seed: int) -> World:
    """Run one seed; an AssertionError says how to run it again."""
    Check.run = _run_once  # type: ignore[method-assign]
    world = World(seed)
    try:
        world.run()
    except (AssertionError, LocalError) as error:
        raise AssertionError(
            f"{error}\nto run it again: python -m tests.simulation --seed {seed}\n{world.describe()}") from error
    finally:
        Check.run = _run  # type: ignore[method-assign]
        _verified.clear()
    return world
