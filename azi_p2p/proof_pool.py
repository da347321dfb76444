"""Signatures and proofs run over all cores, in processes of their own; it decides nothing but which fault is first."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Final, Self

from azi_p2p.table.replay import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from azi_p2p.table.replay import Job, JobKind

COST_MS: Final[dict[JobKind, float]] = {"signature": 0.15, "key": 0.15, "share": 1.5, "suit": 6.0, "shuffle": 15.0}
"""What each kind takes of one core, roughly: only the size of the portions follows from it."""

PORTION_MS: Final = 60.0
"""Work handed to a core at one go: long beside what handing over costs, short beside a whole deal."""

PORTIONS_AHEAD: Final = 4
"""Portions that may wait for each core: a long record is not all in the queue at once."""


class ProofPool:
    """Give it jobs in the order of the record; it tells the first fault. Use it as a context manager."""

    def __init__(self, cores: int | None = None, done: Callable[[Sequence[Job]], None] | None = None) -> None:
        """`cores`: how many to use, all that this process may use by default. `done` hears of jobs that have run."""
        self.cores = usable_cores() if cores is None else max(1, cores)
        self.fault: Fault | None = None
        self._done = done
        self._portion: list[Job] = []
        self._cost = 0.0
        self._executor: Executor | None = None
        self._running: deque[tuple[list[Job], Future[list[tuple[int, str]]]]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)

    def add(self, jobs: Sequence[Job]) -> None:
        """Take in jobs, and wait where too many are waiting already."""
        for job in jobs:
            self._portion.append(job)
            self._cost += COST_MS[job.kind]
            if self._cost >= PORTION_MS:
                self._hand_out()
        while self._running and (self._running[0][1].done() or len(self._running) > PORTIONS_AHEAD * self.cores):
            self._collect()

    def finish(self) -> Fault | None:
        """Wait for all jobs; the fault that comes first in the record, or None."""
        self._hand_out()
        while self._running:
            self._collect()
        return self.fault

    def _hand_out(self) -> None:
        portion, self._portion, cost, self._cost = self._portion, [], self._cost, 0.0
        if not portion:
            return
        if self._executor is None and self.cores > 1 and cost >= PORTION_MS:
            self._executor = _executor(self.cores)
        if self._executor is not None:
            try:
                self._running.append((portion, self._executor.submit(run_portion, portion)))
            except (BrokenProcessPool, OSError, RuntimeError):     # no process to be had: this one does it itself
                self._give_up()
            else:
                return
        self._note(portion, run_portion(portion))

    def _collect(self) -> None:
        portion, future = self._running.popleft()
        try:
            faults = future.result()
        except BrokenProcessPool:     # killed, for want of memory say: the proofs still have to be checked
            self._give_up()
            faults = run_portion(portion)
        self._note(portion, faults)

    def _give_up(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=False)
        self._executor, self.cores = None, 1

    def _note(self, portion: Sequence[Job], faults: Sequence[tuple[int, str]]) -> None:
        for number, why in faults:
            job = portion[number]
            if self.fault is None or job.at < self.fault.at:
                self.fault = Fault(job.at, job.entry_kind, job.author, why)
        if self._done is not None:
            self._done(portion)


def run_portion(portion: Sequence[Job]) -> list[tuple[int, str]]:
    """Run jobs one after the other: the numbers of those that fail, and why."""
    return [(number, why) for number, job in enumerate(portion) if (why := job.run()) is not None]


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _executor(cores: int) -> Executor:
    """Processes where forking is safe: on Linux, and while no other thread could hold a lock. Else threads: libsodium
    lets go of the interpreter's lock."""
    if sys.platform == "linux" and threading.active_count() == 1:
        try:
            return ProcessPoolExecutor(cores, multiprocessing.get_context("fork"), _begin)
        except (OSError, NotImplementedError):     # no semaphores here
            pass
    return ThreadPoolExecutor(cores)


def _begin() -> None:
    """In a new process: Ctrl-C is its parent's affair, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
