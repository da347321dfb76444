from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.errors import StoreFull, StoreInUse
from azi_p2p.node.store_lock import StoreLock

if TYPE_CHECKING:
    from pathlib import Path


def try_in_a_child(path: Path) -> str:
    """What a forked process gets that tries to lock: a record lock is the parent's alone."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        from azi_p2p.node import store_lock
        store_lock._held_here.clear()
        try:
            StoreLock(path)
            os.write(into, b"locked")
        except StoreInUse as error:
            os.write(into, error.what.encode())
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = StoreLock(path)
    assert try_in_a_child(path) == f"another azi uses this home: PID {os.getpid()}"
    lock.release()
    lock.release()
    assert try_in_a_child(path) == "locked"
    StoreLock(path).release()


def test_a_forked_worker_does_not_hold_it(tmp_path: Path) -> None:
    """A killed node's workers live on for a moment: the node must be able to come back at once."""
    path = tmp_path / "lock"
    lock = StoreLock(path)
    ready, go = os.pipe(), os.pipe()
    worker = os.fork()
    if worker == 0:
        os.write(ready[1], b"x")
        os.read(go[0], 1)
        os._exit(0)
    try:
        os.read(ready[0], 1)
        lock.release()
        assert try_in_a_child(path) == "locked"
    finally:
        os.write(go[1], b"x")
        os.waitpid(worker, 0)
        for end in (*ready, *go):
            os.close(end)


def test_not_writable(tmp_path: Path) -> None:
    with pytest.raises(StoreFull, match="cannot be opened"):
        StoreLock(tmp_path / "gone" / "lock")
