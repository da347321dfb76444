"""Real messages of a match, altered as far as a cheat's key can sign: nothing raises, nobody honest is blamed."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.table.kinds import STEP_KINDS, VERDICTS, Stage
from azi_p2p.table.session import Table
from azi_p2p.table.wire import Entries, Evidence, pack, unpack
from protocol.codec import encode
from protocol.entry import MAX_STEP, Entry
from protocol.errors import LocalError, Malformed
from tests.byzantine.ring import Ring, two_contents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MUTANTS = 120     # of each kind, at each stage
ROUND = 30        # then the victim is taken anew, as it was before them

KINDS = sorted({*STEP_KINDS, *VERDICTS, "sit", "leave", "return", "rebuy", "invite", "found", "x"})
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2**32 - 1, 2**63, 2**64 - 1, -(2**63), "", "x", "\x00", b"", bytes(32), bytes(64),
    b"\xff" * 32, [], [[]], [None], [0], [[], []], "fold", "look", "call", "raise",
]


class Mutator:
    """Draws alterations of what one match has said. All of it can be made by one who holds the cheat's key."""

    def __init__(self, ring: Ring, seed: str) -> None:
        self.ring = ring
        self.rng = random.Random(seed)
        self.messages = list(dict.fromkeys(data for seat in ring.seats for data in seat.sent))
        self.entries = list(dict.fromkeys(
            entry.encode() for data in self.messages if isinstance(message := unpack(data), Entries | Evidence)
            for entry in message.entries))
        chain = ring.honest[0].table.chain
        self.parents = [*chain.parents[1:], chain.state.parent, bytes(32), b"\x01" * 32]

    def altered(self, value: Any, depth: int = 0) -> Any:
        """A value with something of it changed, its type perhaps."""
        rng = self.rng
        if isinstance(value, list) and value and rng.random() < (0.9 if depth < 4 else 0.5):
            changed, at = list(value), rng.randrange(len(value))
            match rng.randrange(6):
                case 0:
                    del changed[at]
                case 1:
                    changed.insert(at, changed[rng.randrange(len(changed))])
                case 2:
                    rng.shuffle(changed)
                case _:
                    changed[at] = self.altered(changed[at], depth + 1)
            return changed
        if isinstance(value, bytes) and value and rng.random() < 0.7:
            at = rng.randrange(len(value))
            match rng.randrange(4):
                case 0:
                    return value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1:]
                case 1:
                    return value[:at]
                case 2:
                    return value + bytes(1)
                case _:
                    return value[32:] + value[:32]
        if type(value) is int and rng.random() < 0.6:
            return value + rng.choice((-1, 1, 2, 100))
        return copy.deepcopy(rng.choice(ODD))

    def entry(self) -> Entry:
        """One of the match, said by the cheat, with something altered, and signed anew."""
        rng, state = self.rng, self.ring.state
        old = Entry.decode(rng.choice(self.entries))
        if rng.random() < 0.1:
            return Entry(old.table_id, old.step, old.parent, self.ring.cheat.key, old.kind, old.body, old.signature,
                         old.content, old.digest)
        step, parent, kind, body = old.step, old.parent, old.kind, old.body
        if rng.random() < 0.6:
            step, parent = state.step, state.parent
        if rng.random() < 0.2:
            parent = rng.choice(self.parents)
        if rng.random() < 0.1:
            step = rng.choice((0, 1, step + 1, max(0, step - 1), MAX_STEP))
        if rng.random() < 0.2:
            kind = rng.choice(KINDS)
        for _ in range(rng.randrange(3)):
            body = self.altered(body)
        try:
            return Entry.sign(self.ring.cheat.identity, table_id=old.table_id, step=step, parent=parent, kind=kind,
                              body=body)
        except LocalError:      # grown out of the encoding
            return old

    def verdict(self) -> Entry:
        """A vote or ack, with whatever it may carry."""
        rng, chain = self.rng, self.ring.honest[0].table.chain
        step = rng.randrange(1, chain.tip + 1)
        carried = [self.entry().encode() for _ in range(2)]
        about = rng.randrange(-1, 7)
        body: Any = rng.choice((
            [about, None], [about, carried], [about, [one.encode() for one in self.pair()]], [None],
            [about, rng.choice(self.entries)[:32], carried, [carried]],
            [about, Entry.decode(rng.choice(self.entries)).digest, [], [[carried[0]], carried]]))
        if rng.random() < 0.2:
            body = self.altered(body)
        return Entry.sign(self.ring.cheat.identity, table_id=self.ring.founding.table_id, step=step,
                          parent=chain.parents[step], kind=rng.choice(VERDICTS), body=body)

    def pair(self) -> tuple[Entry, Entry]:
        return two_contents(self.ring.cheat.identity, self.ring, parent=self.rng.choice(self.parents))

    # --- messages ---

    def flipped(self) -> bytes:
        data = bytearray(self.rng.choice(self.messages))
        for _ in range(self.rng.randrange(1, 4)):
            data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        return bytes(data[:self.rng.randrange(len(data))] if self.rng.random() < 0.2 else data)

    def signed_anew(self) -> bytes:
        return pack(Entries(tuple(self.entry() for _ in range(self.rng.randrange(1, 3)))))

    def accusing(self) -> bytes:
        rng = self.rng
        real = [Entry.decode(rng.choice(self.entries)) for _ in range(2)]
        return pack(Evidence(tuple(rng.choice((
            [real[0]], real, [self.entry()], [self.entry(), self.entry()], list(self.pair()),
            [real[0], self.entry()], [self.verdict()], [self.verdict(), self.verdict()])))))

    def voting(self) -> bytes:
        return pack(Entries(tuple(self.verdict() for _ in range(self.rng.randrange(1, 4)))))

    def out_of_order(self) -> bytes:
        some = [Entry.decode(one) for one in self.rng.choices(self.entries, k=self.rng.randrange(1, 12))]
        return pack(Entries(tuple(some)))

    def layout(self) -> bytes:
        message = unpack(self.rng.choice(self.messages))
        plain: list[Any] = ["status", self.ring.state.step, self.rng.choice(self.parents), [bytes(8)], True]
        if isinstance(message, Entries | Evidence):
            plain = [self.rng.choice(("entries", "evidence")), [one.encode() for one in message.entries]]
        try:
            return encode(self.altered(plain))
        except LocalError:
            return b""

    def kinds(self) -> Iterator[Callable[[], bytes]]:
        yield from (self.flipped, self.signed_anew, self.accusing, self.voting, self.out_of_order, self.layout)


def twin(table: Table) -> Table:
    """A copy that goes its own way from here."""
    cheats = table.usher._cheats
    again = copy.deepcopy(table, {id(cheats): cheats, id(table.identity): table.identity})
    again.usher._cheats = again.chain.cheats.keys()
    return again


def suffer(ring: Ring, seed: str, mutants: int) -> None:
    """Feed mutants of all kinds to copies of the honest nodes, as they stand."""
    mutator = Mutator(ring, seed)
    honest = {one.key for one in ring.honest}
    for kind in mutator.kinds():
        for number in range(mutants):
            if number % ROUND == 0:
                victim = twin(mutator.rng.choice(ring.honest).table)
                now = ring.now
            now += mutator.rng.choice((0.0, 0.01, 1.0))
            victim.receive(mutator.rng.choice(ring.seats).key, kind(), now)
            if number % 5 == 0:
                victim.handle_timer(now)
                victim.view(now)
                victim.poll_effects()
            blamed = honest & set(victim.chain.cheats)
            assert not blamed, victim.chain.cheats[blamed.pop()].reason
            assert not victim.trouble
            victim.chain.state.match.check()


STAGES = {
    "keys": Stage.KEYS, "reveal": Stage.REVEAL, "bid": Stage.BID, "play": Stage.PLAY, "between hands": Stage.OPEN,
}


@pytest.mark.parametrize("stage", STAGES)
def test_mutants_raise_nothing_and_brand_nobody(stage: str) -> None:
    ring = Ring(4 if stage == "reveal" else 3, blind=True, seed=f"mutants {stage}").begin()
    ring.until(lambda: ring.state.finished > 0)
    ring.until(lambda: ring.state.stage is STAGES[stage])
    suffer(ring, stage, MUTANTS)


def test_mutants_where_the_cheat_is_due_and_silent() -> None:
    ring = Ring(3, seed="mutants silent").begin()
    ring.go_on()
    ring.hold_back("shuffle")
    suffer(ring, "silent", MUTANTS)


def test_a_damaged_store_is_a_local_error_or_does_no_harm() -> None:
    ring = Ring(seed="damaged").begin()
    ring.go_on()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    rng, seat = random.Random("damaged"), ring.honest[0]
    for number in range(40):
        kept = list(seat.kept)
        at = rng.randrange(len(kept))
        match number % 4:
            case 0:
                kept[at] = bytes(bytearray(kept[at])[:-1])
            case 1:
                del kept[at]
            case 2:
                rng.shuffle(kept)
            case _:
                kept.insert(at, rng.choice(kept))
        again = Table(seat.identity, ring.founding, random.Random(number).randbytes, ring.now)
        try:
            again.restore(kept, dict(seat.secrets), ring.now)
        except (LocalError, Malformed):
            continue
        assert not {one.key for one in ring.seats} & set(again.chain.cheats)
        again.view(ring.now)
