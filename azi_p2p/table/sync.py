"""Catching up: what a node tells of its record, and what it sends to one who lacks something. Holds no record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.table.limits import (
    ANSWER_APART_SECONDS,
    BEHIND_SECONDS,
    MAX_BATCH_ENTRIES,
    MAX_BATCH_SIZE,
    MAX_HAVE,
    STATUS_APART_SECONDS,
    STATUS_SECONDS,
)
from azi_p2p.table.wire import HINT_SIZE, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azi_p2p.table.chain import Chain
    from protocol.entry import Entry


ENTRY_FRAMING: Final = 80
"""Bytes that a signature and the lengths add to an entry's content."""


class Sync:
    """When to tell, and what to answer. Times are seconds of the caller's monotonic clock."""

    def __init__(self, now: float) -> None:
        self._last = now
        self._waits = 0
        self._asked: dict[bytes, float] = {}
        self._answered: dict[bytes, float] = {}
        self._ahead: int | None = None       # the furthest step that anybody says he waits for
        self._supplied = now
        self._caught_up = False

    # --- when ---

    def moved(self, now: float) -> None:
        """The record has grown or changed: the others are likely up to date."""
        self._last, self._waits = now, 0

    def heard(self, status: Status, now: float) -> None:
        """A peer tells how far it is."""
        if self._ahead is None:
            self._supplied = now
        self._ahead = max(self._ahead or 0, status.step)

    def supplied(self, now: float) -> None:
        """A peer has given steps that this node lacked: there may well be more."""
        self._supplied = now

    def behind_until(self, tip: int, now: float) -> float | None:
        """Until when this node, just started, has to take it that it is catching up; None where it is not.

        Meanwhile it must write nothing: with its store lost it could be about to say otherwise what it said before.
        Once it has caught up, or nobody has given it anything for BEHIND_SECONDS, whatever they say, that is over.
        """
        if self._caught_up or self._ahead is None:
            return None
        until = self._supplied + BEHIND_SECONDS
        self._caught_up = self._ahead <= tip or now >= until
        return None if self._caught_up else until

    def told(self, now: float) -> None:
        """A status has been sent to everyone."""
        self._last, self._waits = now, self._waits + 1

    def deadline(self, *, stalled: bool) -> float:
        """When the next status is due; the waits grow while nothing moves."""
        wait = STATUS_SECONDS[min(self._waits, len(STATUS_SECONDS) - 1)]
        return self._last + (wait if stalled else STATUS_SECONDS[-1])

    def is_due(self, now: float) -> bool:
        """Is it time to tell everyone?"""
        return now >= self.deadline(stalled=True)

    def may_ask(self, peer: bytes, now: float) -> bool:
        """May this peer be asked again? Notes that it was."""
        if now - self._asked.get(peer, -STATUS_APART_SECONDS) < STATUS_APART_SECONDS:
            return False
        self._asked[peer] = now
        return True

    def may_answer(self, peer: bytes, now: float) -> bool:
        """May this peer be sent another batch? Notes that it was."""
        if now - self._answered.get(peer, -ANSWER_APART_SECONDS) < ANSWER_APART_SECONDS:
            return False
        self._answered[peer] = now
        return True

    # --- what ---

    def status(self, chain: Chain, *, ask: bool) -> Status:
        """How far this node is."""
        have = [entry.digest[:HINT_SIZE] for entry in _at_tip(chain)]
        return Status(chain.tip, chain.state.parent, tuple(have[:MAX_HAVE]), ask)

    def lacks(self, chain: Chain, status: Status) -> bool:
        """Does the teller have something that this node lacks?"""
        if status.step >= chain.tip and status.parent != chain.state.parent:
            return True
        mine = {entry.digest[:HINT_SIZE] for entry in _known_at(chain, status.parent)}
        return not mine.issuperset(status.have)

    def answer(self, chain: Chain, status: Status) -> list[Entry]:
        """The entries and verdicts that the teller lacks, in the order of the record; a bounded batch of them."""
        if status.step == chain.tip and status.parent == chain.state.parent:
            known = frozenset(status.have)
            return [entry for entry in _at_tip(chain) if entry.digest[:HINT_SIZE] not in known]
        if status.step > chain.tip:
            place = chain.places.get(chain.state.parent)     # what keeps this node behind, if it voted
            return [] if place is None else [verdict.entry for verdict in place.verdicts()]
        start = status.step
        if start >= len(chain.parents) or chain.parents[start] != status.parent:
            start = chain.fork_start(start)    # the teller is on another branch: both see where it began
        batch: list[Entry] = []
        size = 0
        for entry in _from(chain, start):
            size += len(entry.content) + ENTRY_FRAMING
            if batch and (size > MAX_BATCH_SIZE or len(batch) == MAX_BATCH_ENTRIES):
                break
            batch.append(entry)
        return batch


def _at_tip(chain: Chain) -> list[Entry]:
    return _known_at(chain, chain.state.parent)


def _known_at(chain: Chain, parent: bytes) -> list[Entry]:
    place = chain.places.get(parent)
    if place is None:
        return []
    return [*(one.entry for one in place.admitted()), *(verdict.entry for verdict in place.verdicts())]


def _from(chain: Chain, start: int) -> Iterator[Entry]:
    for step in range(max(1, start), chain.tip):
        place = chain.places.get(chain.parents[step])
        if place is not None and step >= chain.floor:
            yield from (verdict.entry for verdict in place.verdicts())
        else:
            yield from chain.steps[step].votes
        yield from chain.steps[step].entries
    yield from _at_tip(chain)
