"""Jobs over all cores: the same answer wherever they run, and the first fault of them all."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading

import pytest

from azi_p2p.proof_pool import PORTION_MS, ProofPool, run_portion, usable_cores
from azi_p2p.table.replay import At, Job
from protocol.errors import NotProven

AUTHOR = bytes(32)


def right() -> None:
    """A proof that verifies."""


def wrong(why: str) -> None:
    raise NotProven(why)


def fatal_to_a_child() -> None:
    """Kills the process that it runs in, unless it is the first."""
    if multiprocessing.parent_process() is not None:
        os._exit(9)


def broken() -> None:
    raise ZeroDivisionError


def job(step: int, index: int = 0, verify: object = right, *arguments: object) -> Job:
    return Job(At(step, index), "shuffle", verify, arguments, "shuffle", AUTHOR)


@pytest.mark.parametrize("cores", [1, 2])
def test_all_right(cores: int) -> None:
    done: list[Job] = []
    with ProofPool(cores, done.extend) as pool:
        for step in range(40):
            pool.add([job(step)])
        assert pool.finish() is None
    assert sorted(one.at for one in done) == [At(step, 0) for step in range(40)]


@pytest.mark.parametrize("cores", [1, 2])
def test_the_first_fault_in_the_record_is_told(cores: int) -> None:
    with ProofPool(cores) as pool:
        pool.add([job(step, 0, wrong, f"of {step}") if step in (7, 8, 30) else job(step) for step in range(40)])
        pool.add([job(7, 1, wrong, "later in its step")])
        fault = pool.finish()
    assert fault is not None
    assert (fault.at, fault.why, fault.kind, fault.author) == (At(7, 0), "of 7", "shuffle", AUTHOR)


def test_with_other_threads_about_nothing_is_forked() -> None:
    release = threading.Event()
    other = threading.Thread(target=release.wait)
    other.start()
    try:
        with ProofPool(2) as pool:
            pool.add([job(step, 0, wrong, "w") if step == 30 else job(step) for step in range(40)])
            fault = pool.finish()
            assert multiprocessing.active_children() == []
    finally:
        release.set()
        other.join()
    assert fault is not None
    assert fault.at == At(30, 0)


def test_what_a_dead_process_leaves_is_done_here() -> None:
    done: list[Job] = []
    with ProofPool(2, done.extend) as pool:
        pool.add([job(step, 0, fatal_to_a_child) if step == 3 else job(step) for step in range(30)])
        pool.add([job(50, 0, wrong, "w")])
        fault = pool.finish()
    assert fault is not None
    assert fault.at == At(50, 0)
    assert len(done) == 31


@pytest.mark.parametrize("cores", [1, 2])
def test_a_bug_is_no_fault_of_the_record(cores: int) -> None:
    with ProofPool(cores) as pool, pytest.raises(ZeroDivisionError):
        pool.add([job(step, 0, broken) for step in range(20)])
        pool.finish()


def test_the_processes_end_with_the_one_that_they_work_for() -> None:
    program = (
        "import os, signal, time\n"
        "from azi_p2p.proof_pool import ProofPool\n"
        "from tests.test_proof_pool import job\n"
        "with ProofPool(2) as pool:\n"
        "    pool.add([job(step, 0, time.sleep, 0.2) for step in range(8)])\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n")
    # what they share with it, its standard output, is closed once all have ended
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL


def test_few_jobs_start_no_process() -> None:
    with ProofPool(2) as pool:
        pool.add([job(0)])
        assert pool.finish() is None
        assert multiprocessing.active_children() == []
    assert PORTION_MS > 15


def test_portions_tell_which_failed() -> None:
    assert run_portion([job(0), job(1, 0, wrong, "w"), job(2)]) == [(1, "w")]


def test_at_least_one_core() -> None:
    assert usable_cores() >= 1
    assert ProofPool(0).cores == 1
