"""A record checked from nothing: every signature, proof, rule, vote and chip. It needs no node and no store."""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.game.events import Dealt
from azi_p2p.proof_pool import ProofPool
from azi_p2p.table.kinds import Stage
from azi_p2p.table.replay import Fault, RecordFault, Replay
from protocol.errors import Malformed
from protocol.identity import fingerprint
from protocol.record import RecordFile, read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from azi_p2p.table.replay import Job, Walked
    from azi_p2p.table.state import TableState

MAX_RECORD_SIZE: Final = 256 * 1024 * 1024
"""Bytes of a record that is read: some 5,000 deals of six seats, days without a pause. Read, it takes a few times that
of memory."""

CHECKS: Final = (
    "signature", "key", "commitment", "shuffle", "share", "suit", "cut", "step", "vote", "opening", "move", "chips")
"""What is counted. "step": a digest and who had to write; "opening": seats and stacks before a hand; "move": a bid,
card or answer held against the rules; "chips": all chips added up."""

WAITS_FOR: Final = {
    Stage.KEYS: "keys", Stage.SHUFFLE: "shuffle", Stage.REVEAL: "part of the seed", Stage.SHARES: "shares",
    Stage.DISCARD: "discard", Stage.BID: "bid", Stage.PLAY: "card", Stage.ENTER: "answer to the Azi",
}
"""What is due in a hand under way, in words."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end of the record. `result`: his chips less the stacks he took."""

    name: str
    key: bytes
    chips: int
    result: int
    cheat: bool

    @property
    def fingerprint(self) -> str:
        """As people compare keys."""
        return fingerprint(self.key)


@dataclass(frozen=True, slots=True)
class Conviction:
    """Who was proven a cheat by evidence that the record carries, at which step (None: on another branch), and how."""

    name: str
    key: bytes
    step: int | None
    how: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a record holds. Where it is wrong, everything but `error` tells of the part before the fault.

    `complete`: no hand is under way at its end; else `unfinished` says in words what it waits for. `checks`
    counts those that were made, by the names of CHECKS. `unproven` are players accused by evidence on a branch
    that the record does not hold. `continues` is the id of an older table whose stacks were brought along.
    """

    error: str | None
    table: str
    table_id: bytes
    continues: bytes | None
    complete: bool
    unfinished: str
    steps: int
    entries: int
    hands: int
    deals: int
    players: tuple[Standing, ...]
    checks: dict[str, int]
    evidence: tuple[Conviction, ...]
    unproven: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Is everything in it right?"""
        return self.error is None

    def plain(self) -> dict[str, Any]:
        """One JSON object."""
        return {
            "ok": self.ok, "error": self.error, "complete": self.complete, "unfinished": self.unfinished or None,
            "table": self.table, "table_id": self.table_id.hex(),
            "continues": None if self.continues is None else self.continues.hex(),
            "steps": self.steps, "entries": self.entries, "hands": self.hands, "deals": self.deals,
            "players": [
                {"name": player.name, "fingerprint": player.fingerprint, "key": player.key.hex(),
                 "chips": player.chips, "result": player.result, "cheat": player.cheat}
                for player in self.players],
            "checks": self.checks,
            "evidence": [
                {"name": one.name, "fingerprint": fingerprint(one.key), "step": one.step, "how": one.how}
                for one in self.evidence],
            "unproven": list(self.unproven),
        }


def verify(
    data: bytes, *, cores: int | None = None, progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check the bytes of a record file. Raises Malformed where they are none; nothing else, whatever they hold.

    `cores`: processes to use, all cores by default; 1 does everything in this one. `progress(done, of)` is
    called as signed messages have been checked.
    """
    if len(data) > MAX_RECORD_SIZE:
        raise Malformed(f"the record is too large: {len(data)} bytes, at most {MAX_RECORD_SIZE} are read")
    return verify_record(read_record(data), cores=cores, progress=progress)


def verify_record(
    record: RecordFile, *, cores: int | None = None, progress: Callable[[int, int], None] | None = None,
) -> Report:
    """The same for a record that has been read."""
    try:
        replay = Replay(record)
    except RecordFault as wrong:
        return nothing(told(wrong.fault, {}))
    bar = _Bar(record, progress)
    walked: list[Walked] = []
    with ProofPool(cores, bar.verified) as pool:
        fault: Fault | None = None
        try:
            for step in replay.walk():
                walked.append(replace(step, jobs=()))
                pool.add(step.jobs)
                if pool.fault is not None:
                    break
        except RecordFault as wrong:
            fault = wrong.fault
        except Exception:
            if pool.finish() is None:     # else a false proof has led the state astray, and is what is wrong
                raise
        false = pool.finish()
    first = min((one for one in (fault, false) if one is not None), key=lambda one: one.at, default=None)
    if first is None:
        return _report(replay, walked, bar.proofs, None)
    return _report_before(record, first)


class _Bar:
    """Counts what has been verified, and tells how far it is."""

    def __init__(self, record: RecordFile, progress: Callable[[int, int], None] | None) -> None:
        self.proofs: Counter[str] = Counter()
        self._progress = progress
        self._total = sum(len(step.entries) + len(step.votes) for step in record.steps[1:])

    def verified(self, jobs: Sequence[Job]) -> None:
        self.proofs.update(job.kind for job in jobs)
        if self._progress is not None:
            self._progress(self.proofs["signature"], self._total)


def _report_before(record: RecordFile, fault: Fault) -> Report:
    """What the record comes to before its first fault: the steps up to there are followed again."""
    replay = Replay(RecordFile(record.steps[:fault.at.step], record.evidence)) if fault.at.step else None
    if replay is None:
        return nothing(told(fault, {}))
    walked: list[Walked] = []
    proofs: Counter[str] = Counter()
    with contextlib.suppress(RecordFault):     # what stands behind the steps is the fault itself, or comes later
        for step in replay.walk():
            walked.append(step)
            proofs.update(job.kind for job in step.jobs)
    return _report(replay, walked, proofs, fault)


def _report(replay: Replay, walked: Sequence[Walked], proofs: Mapping[str, int], fault: Fault | None) -> Report:
    state = replay.state
    names = state.names
    counts = {**proofs, **replay.counts}
    unfinished = waits_for(state)
    undecided = replay.court.undecided() if fault is None else []
    return Report(
        error=None if fault is None else told(fault, names),
        table=replay.founding.table_name, table_id=replay.founding.table_id,
        continues=None if replay.founding.continued is None else replay.founding.continued.table_id,
        complete=not unfinished, unfinished=unfinished,
        steps=1 + len(walked), entries=1 + sum(step.entries for step in walked), hands=state.finished,
        deals=sum(isinstance(event, Dealt) for step in walked for event in step.events),
        players=_standings(replay),
        checks={check: counts.get(check, 0) for check in CHECKS},
        evidence=tuple(Conviction(names.get(cheat.key, "a stranger"), cheat.key, cheat.step or None, cheat.reason)
                       for cheat in replay.cheats.values()),
        unproven=tuple(names.get(case.accused, fingerprint(case.accused)) for case in undecided),
    )


def _standings(replay: Replay) -> tuple[Standing, ...]:
    match = replay.state.match
    seated = [player for player in match.chairs if player is not None]
    gone = [player for player in match.players() if player not in seated]
    return tuple(
        Standing(replay.state.names.get(player, "(not yet seated)"), player, match.stack(player), match.result(player),
                 player in replay.cheats)
        for player in (*seated, *gone))


def waits_for(state: TableState) -> str:
    """What a hand under way waits for, in words; empty between hands and where the table is closed."""
    what = WAITS_FOR.get(state.stage)
    if what is None:
        return ""
    names = [state.names.get(state.key_of(chair) or b"", f"seat {chair + 1}") for chair in state.due()]
    who = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"hand {state.opened} is under way: the next thing is the {what} of {who}"


def told(fault: Fault, names: dict[bytes, str]) -> str:
    """A fault in words: step, kind, author and why."""
    who = ""
    if fault.author is not None:
        who = f"{names.get(fault.author, 'a stranger')} ({fingerprint(fault.author)})"
    where = f"step {fault.at.step}"
    match fault.kind:
        case "evidence":
            where = f"the evidence against {who}"
        case "record":
            where += f", where {who} is due" if who else ""
        case "absence":
            where += f", the absence of {who}" if who else ", an absence"
        case kind:
            where += f", the {kind} entry of {who}"
    return f"{where}: {fault.why}"


def nothing(error: str) -> Report:
    """The report on what is no record at all, or not even the beginning of one."""
    return Report(
        error=error, table="", table_id=b"", continues=None, complete=False,
        unfinished="", steps=0, entries=0, hands=0, deals=0, players=(),
        checks=dict.fromkeys(CHECKS, 0), evidence=(), unproven=())
