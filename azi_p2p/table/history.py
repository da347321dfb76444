"""The history: the steps taken so far, and the state at any of them. It takes what it is given and decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azi_p2p.table.admission import admit
from azi_p2p.table.kinds import Stage
from protocol.errors import LocalError
from protocol.record import Step

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.table.state import Admitted, TableState
    from protocol.entry import Entry


@dataclass(frozen=True, slots=True)
class Footing:
    """Who was due at one parent, and who had a vote there."""

    step: int
    parent: bytes
    due: dict[int, bytes]        # chair -> key
    voters: dict[int, bytes]


def footing_of(state: TableState) -> Footing:
    """Who is due at the state's parent, and who has a vote there."""
    def keyed(chairs: Collection[int]) -> dict[int, bytes]:
        return {chair: key for chair in sorted(chairs) if (key := state.key_of(chair)) is not None}
    return Footing(state.step, state.parent, keyed(state.due()), keyed(state.voters()))


def chair_in(chairs: dict[int, bytes], key: bytes) -> int | None:
    """The chair of a key among these, or None."""
    return next((chair for chair, other in chairs.items() if other == key), None)


class History:
    """A record in memory: `steps[k]` stands on `parents[k]`; step `tip`, which is waited for, on `state.parent`."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.steps: list[Step] = [Step((state.founding.entry,))]
        self.parents: list[bytes] = [b"", state.parent]
        self.index: dict[bytes, int] = {state.parent: 1}
        self.footings: dict[int, Footing] = {1: footing_of(state)}
        self.openings: list[int] = [1]           # the steps at which a hand could be opened
        self._checkpoints: dict[int, TableState] = {1: state.copy()}     # the states there

    @property
    def tip(self) -> int:
        """The number of the step that is waited for."""
        return len(self.steps)

    def push(self, entries: Sequence[Admitted], absent: Sequence[int], votes: Sequence[Entry]) -> list[Event]:
        """Take in one more step; what happened in the game. Raises NotProven as `TableState.take` does."""
        events = self.state.take(entries, absent)
        self.steps.append(Step(tuple(one.entry for one in entries), tuple(absent), tuple(votes)))
        self.parents.append(self.state.parent)
        self.index[self.state.parent] = self.tip
        self.footings[self.tip] = footing_of(self.state)
        if self.state.stage is Stage.OPEN:
            self.openings.append(self.tip)
            self._checkpoints[self.tip] = self.state.copy()
        return events

    def cut_back(self, step: int) -> None:
        """Forget `step` and all behind it: it is waited for again."""
        self.state = self.state_at(step)
        del self.steps[step:], self.parents[step + 1:]
        self.index = {parent: number for parent, number in self.index.items() if number <= step}
        self.footings = {number: footing for number, footing in self.footings.items() if number <= step}
        self.openings = [number for number in self.openings if number <= step]
        self._checkpoints = {number: state for number, state in self._checkpoints.items() if number <= step}

    def state_at(self, step: int) -> TableState:
        """The state in which `step` was waited for: a copy, replayed from the opening before it."""
        if not 0 < step <= self.tip:
            raise LocalError(f"there is no step {step} in this record")
        at = max(number for number in self._checkpoints if number <= step)
        state = self._checkpoints[at].copy()
        for done in self.steps[at:step]:
            # the proofs were checked when the entries came: this only reads them again
            state.take([admit(state, entry)[0] for entry in done.entries], done.absent)
        return state

    def last_finished(self) -> TableState | None:
        """The state after the last finished hand, or None where there has been none."""
        states = (self._checkpoints[number] for number in reversed(self.openings))
        return next((state for state in states if state.finished), None)

    def fork_start(self, step: int) -> int:
        """From where to send the record to one whose branch differs at `step`: an opening before, or the first step."""
        before = [number for number in self.openings if number <= step]
        return before[-2] if len(before) > 1 else 1
