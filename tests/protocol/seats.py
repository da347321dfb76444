"""Seats that deal to each other without a table: what the tests of this package have in common. Not a test itself."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from protocol.deal import Check, Context, Deal, Keys, Reveal, Secrets, Shares, Shuffle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TABLE = hashlib.sha256(b"table").digest()


class Stream:
    """Entropy that is the same for the same seed: SHAKE-256 of the seed, read on and on."""

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha512(seed.encode()).digest()
        self._block = 0
        self._rest = b""

    def __call__(self, count: int) -> bytes:
        while len(self._rest) < count:
            self._rest += hashlib.shake_256(self._seed + self._block.to_bytes(8, "big")).digest(4096)
            self._block += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken


def context(seat: int, step: int, *, deal: int = 3) -> Context:
    """The context of a chair's message in one step."""
    return Context(
        TABLE, deal, hashlib.sha256(b"parent %d" % step).digest(), seat, hashlib.sha256(b"author %d" % seat).digest()
    )


ALTERED = {
    "table_id": bytes(32), "deal": 4, "parent": bytes(32), "seat": 200, "author": bytes(32),
}


def altered(place: Context) -> Iterable[Context]:
    """The context with each of its fields altered, one at a time."""
    for name, value in ALTERED.items():
        yield replace(place, **{name: value})


def run(checks: Sequence[Check]) -> None:
    for check in checks:
        check.run()


@dataclass
class Seats:
    """A deal and the secrets of its seats. Each method takes every seat through one step, all checks run."""

    cards: int
    chairs: tuple[int, ...] = (0, 2, 5)
    seed: str = "seats"
    deal: Deal = field(init=False)
    secrets: dict[int, Secrets] = field(init=False)
    entropy: dict[int, Stream] = field(init=False)

    def __post_init__(self) -> None:
        self.deal = Deal(self.cards, TABLE, 3)
        self.entropy = {chair: Stream(f"{self.seed} {chair}") for chair in self.chairs}
        self.secrets = {chair: Secrets.generate(self.entropy[chair]) for chair in self.chairs}

    def keys(self) -> Seats:
        for chair in self.chairs:
            keys = self.secrets[chair].make_keys(context(chair, 1), self.entropy[chair])
            keys = Keys.from_body(keys.to_body())
            run(self.deal.checks_keys(context(chair, 1), keys))
            self.deal.add_keys(context(chair, 1), keys)
        self.deal.close_keys()
        return self

    def shuffle(self, times: int | None = None) -> Seats:
        for chair in sorted(self.chairs)[:times]:
            here = context(chair, 2 + chair)
            shuffle = self.secrets[chair].make_shuffle(self.deal, here, self.entropy[chair])
            shuffle = Shuffle.from_body(shuffle.to_body(), self.cards)
            run(self.deal.checks_shuffle(here, shuffle))
            self.deal.add_shuffle(here, shuffle)
        return self

    def reveal(self) -> Seats:
        for chair in self.chairs:
            reveal = Reveal.from_body(self.secrets[chair].make_reveal().to_body())
            run(self.deal.checks_reveal(context(chair, 20), reveal))
            self.deal.add_reveal(context(chair, 20), reveal)
        self.deal.close_reveal(context(0, 20).parent)
        return self

    def dealt(self) -> Seats:
        return self.keys().shuffle().reveal()

    def share(self, chair: int, slots: Sequence[int], step: int = 21) -> Seats:
        shares = self.secrets[chair].make_shares(self.deal, context(chair, step), slots, self.entropy[chair])
        shares = Shares.from_body(shares.to_body(), len(slots))
        run(self.deal.checks_shares(context(chair, step), slots, shares))
        self.deal.add_shares(context(chair, step), slots, shares)
        return self

    def hands(self, per_seat: int) -> Seats:
        """Everyone gives shares for everything but his own slots, and for the turned card after the hands."""
        hands = len(self.chairs) * per_seat
        for place, chair in enumerate(sorted(self.chairs)):
            own = range(place * per_seat, (place + 1) * per_seat)
            self.share(chair, [slot for slot in range(hands + 1) if slot not in own])
        return self
