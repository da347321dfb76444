"""Records for tests, made by real tables in the simulated world: played on calm networks, with absences and cheats."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from typing import TYPE_CHECKING

import pytest

from azi_p2p.game.events import Azi
from azi_p2p.game.options import Options
from azi_p2p.table.actions import Leave, SitDown
from azi_p2p.table.bodies import Founding
from azi_p2p.table.export import record_of
from azi_p2p.table.kinds import Stage
from azi_p2p.table.wire import Entries, pack
from protocol.check import Check
from protocol.entry import Entry
from protocol.record import write_record
from protocol.seat_secrets import Secrets
from tests.simulation import world as simulation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from azi_p2p.table.chain import Chain
    from protocol.identity import Identity
    from protocol.messages import Shuffle
    from protocol.record import RecordFile
    from tests.simulation.world import Host


@contextlib.contextmanager
def each_proof_once() -> Iterator[None]:
    """Every table of the world checks the same proofs: here each is run once."""
    Check.run = simulation._run_once
    try:
        yield
    finally:
        Check.run = simulation._run
        simulation._verified.clear()


class QuietWorld(simulation.World):
    """A world without accidents: what happens to whom is the test's to say."""

    def __init__(self, seed: int, seats: int, options: Options) -> None:
        super().__init__(seed, seats=seats, faults=False)
        self.options = options
        founder = self.hosts[0]
        self.founding = Founding.make(founder.identity, founder_name="p0", table_name="records", options=options,
                                      nonce=founder.rng.randbytes(16))
        for host in self.hosts:
            host.boot(self.founding, first=True)
            if host is not founder:
                host.table.act(SitDown(f"p{host.number}"), self.now)
            self.settle(host)
        self.link_all()

    def until(self, what: Callable[[], bool], seconds: float = 2000.0) -> None:
        end = self.now + seconds
        while not what():
            assert self.now < end, f"it never came to that\n{self.describe()}"
            self.run_until(self.now + 0.02)

    def check(self, host: Host, view: Any) -> None:
        """Cheats and absences are what these worlds are for."""

    def gone(self, host: Host) -> None:
        """He goes, and does not come back."""
        for other in self.hosts:
            self.unlink(host, other)
        host.crash()

    def say(self, host: Host, entries: Sequence[Entry]) -> None:
        """The others receive this from a host, whatever his table thinks of it."""
        for other in self.hosts:
            if other is not host and other.table is not None:
                other.table.receive(host.key, pack(Entries(tuple(entries))), self.now)
                self.settle(other)

    def chain(self) -> Chain:
        return max((host.table.chain for host in self.hosts if host.table is not None), key=lambda chain: chain.tip)

    def due(self, stage: Stage) -> tuple[int, ...]:
        """The chairs that are due in this stage; none while the record is in another."""
        state = self.chain().state
        return state.due() if state.stage is stage else ()

    def on_turn(self, host: Host) -> bool:
        """Is it his move in the bidding?"""
        return self.due(Stage.BID) == (self.chain().state.chair_of(host.key),)


def signed(identity: Identity, entry: Entry, **changes: Any) -> Entry:
    """The entry with changes, signed by `identity`."""
    told = {name: getattr(entry, name) for name in ("table_id", "step", "parent", "kind", "body")}
    return Entry.sign(identity, **{**told, **changes})


def file_of(record: RecordFile) -> bytes:
    return b"".join(write_record(record.steps, record.evidence))


@functools.cache
def played(seed: int = 1, seats: int = 3, hands: int = 2, **options: Any) -> tuple[bytes, dict[bytes, Identity]]:
    """A calm table's record, and everybody's keys."""
    with each_proof_once():
        world = QuietWorld(seed, seats, Options.checked(**options))
        world.until(lambda: world.hands() >= hands)
    return record_of(world.chain()), {host.key: host.identity for host in world.hosts}


@functools.cache
def abandoned(stage: Stage) -> bytes:
    """Of four, p1 goes for good when his part of this stage is due, and is voted out; two hands more are played."""
    with each_proof_once():
        world = QuietWorld(5, 4, Options.checked(turn_seconds=5, blind=False))
        gone = world.hosts[1]
        world.until(lambda: world.due(stage) == (world.chain().state.chair_of(gone.key),))
        world.gone(gone)
        finished = world.hands()
        world.until(lambda: world.hands() > finished + 1)
    return record_of(world.chain())


@functools.cache
def came_to_azi() -> bytes:
    """Three play until a hand with an Azi is over."""
    with each_proof_once():
        world = QuietWorld(12, 3, Options.checked(blind=False))
        world.until(lambda: any(isinstance(event, Azi) for event in world.chain().state.events))
        finished = world.hands()
        world.until(lambda: world.hands() > finished)
    return record_of(world.chain())


@functools.cache
def heads_up_left() -> bytes:
    """Two play, one vanishes in the middle of a hand, the other gives up waiting and leaves."""
    with each_proof_once():
        world = QuietWorld(5, 2, Options.checked(turn_seconds=5))
        world.until(lambda: world.hands() >= 1 and world.on_turn(world.hosts[1]))
        world.gone(world.hosts[1])
        world.hosts[0].table.act(Leave(), world.now)
        world.settle(world.hosts[0])
        world.until(lambda: world.hosts[0].left)
    return record_of(world.chain())


@functools.cache
def cheated_chain(how: str) -> Chain:
    """A table at which p1 cheats, by a "false" move or by "two" versions of one, and the others play on."""
    with each_proof_once():
        world = QuietWorld(7, 4, Options.checked(turn_seconds=5, blind=False))
        cheat = world.hosts[1]
        world.until(lambda: world.on_turn(cheat))
        chain = world.chain()
        before = chain.tip
        if how == "false":
            state = chain.state
            false = Entry.sign(cheat.identity, table_id=state.founding.table_id, step=state.step, parent=state.parent,
                               kind="bid", body=["raise", 10**6])
            world.gone(cheat)
            world.say(cheat, [false])
        else:
            world.until(lambda: world.chain().tip > before + 1)
            first = next(entry for entry in world.chain().steps[before].entries if entry.author == cheat.key)
            world.gone(cheat)
            world.say(cheat, [signed(cheat.identity, first, body=["look"])])
        finished = world.hands()
        world.until(lambda: world.hands() > finished + 1)
        assert all(cheat.key in host.table.chain.cheats for host in world.hosts if host.table is not None)
    return world.chain()


def cheated(how: str) -> tuple[bytes, bytes]:
    """Its record, and the cheat's key."""
    chain = cheated_chain(how)
    (key,) = chain.cheats
    return record_of(chain), key



def conspired(seed: int) -> bytes:
    """All three at the table have agreed on false decks: in each, one card lies twice, and nobody minds."""
    make_shuffle = Secrets.make_shuffle

    def doubled(secrets: Secrets, *arguments: Any) -> Shuffle:
        shuffle = make_shuffle(secrets, *arguments)
        deck = shuffle.deck
        return dataclasses.replace(shuffle, deck=(deck[1], *deck[1:]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Check, "run", lambda _check: None)
        patch.setattr(Secrets, "make_shuffle", doubled)
        world = QuietWorld(seed, 3, Options.checked(blind=False))
        with contextlib.suppress(Exception):     # their own tables may stumble over it
            world.until(lambda: world.hands() >= 3)
    return record_of(world.chain())
