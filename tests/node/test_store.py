from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.errors import StoreDamaged, StoreError, StoreFull
from azi_p2p.node.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLE = b"T" * 32
OTHER = b"O" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    opened.begin_table(TABLE, b"founding", "Friday")
    yield opened
    opened.close()


def again(store: Store) -> Store:
    store.close()
    return Store(store.path)


def test_messages_come_back_in_the_order_kept(store: Store) -> None:
    store.keep(TABLE, [(b"d2", b"two"), (b"d1", b"one")], [(b"k", b"s")])
    store.begin_table(OTHER, b"other founding", "Sunday", role="watcher")
    store.keep(OTHER, [(b"d1", b"elsewhere")])
    store.keep(TABLE, [(b"d1", b"one again"), (b"d0", b"zero")])
    store = again(store)
    stored = store.load(TABLE)
    assert (stored.founding, stored.messages, stored.secrets) == (
        b"founding", [b"two", b"one", b"zero"], {b"k": b"s"})
    assert store.load(OTHER).messages == [b"elsewhere"]
    store.close()


def test_keep_is_all_or_nothing(store: Store) -> None:
    store.keep(TABLE, [], [(b"k", b"s")])
    with pytest.raises(StoreError, match="replaced"):
        store.keep(TABLE, [(b"d", b"m")], [(b"k2", b"s2"), (b"k", b"another")])
    assert store.load(TABLE).messages == []
    assert store.load(TABLE).secrets == {b"k": b"s"}
    store.keep(TABLE, [], [(b"k", b"s")])


def test_begin_again_with_another_founding_is_refused(store: Store) -> None:
    store.begin_table(TABLE, b"founding", "Renamed", role="watcher")
    with pytest.raises(StoreError, match="founding"):
        store.begin_table(TABLE, b"forged", "Forged")
    assert [(row.name, row.role) for row in store.tables()] == [("Renamed", "watcher")]


def test_listing(path: Path) -> None:
    now = iter(range(100, 200))
    store = Store(path, clock=lambda: float(next(now)))
    store.begin_table(TABLE, b"f", "first")
    store.begin_table(OTHER, b"f", "second")
    store.keep(TABLE, [(b"d", b"m")])
    store.mark_finished(OTHER)
    assert [(r.table_id, r.name, r.updated, r.finished) for r in store.tables()] == [
        (TABLE, "first", 102.0, False), (OTHER, "second", 101.0, True)]
    store.delete_table(TABLE)
    assert [r.table_id for r in store.tables()] == [OTHER]
    with pytest.raises(StoreError, match="not kept"):
        store.load(TABLE)
    with pytest.raises(StoreError, match="not kept"):
        store.keep(TABLE, [])
    store.close()


def test_wiped_secrets_are_in_no_file(store: Store) -> None:
    secret, stays = b"SECRET-" + b"\xa5" * 60, b"STAYS--" + b"\xa6" * 60
    store.keep(TABLE, [(b"d", b"m" * 5000)], [(b"k1", secret), (b"k2", stays)])

    def found(what: bytes) -> bool:
        return any(what in file.read_bytes() for file in store.path.parent.iterdir())

    assert found(secret)
    store.wipe_secrets(TABLE, [b"k1", b"never kept"])
    assert not found(secret)
    assert found(stays)
    assert store.load(TABLE).secrets == {b"k2": stays}
    store.delete_table(TABLE)
    assert not found(stays)


def test_every_file_is_private(store: Store) -> None:
    store.keep(TABLE, [(b"d", b"m")])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in store.path.parent.iterdir()}
    assert set(modes.values()) == {0o600}
    assert f"{store.path.name}-wal" in modes


def test_secrets_are_not_in_the_repr(store: Store) -> None:
    store.keep(TABLE, [], [(b"k", b"very secret")])
    assert "very" not in repr(store.load(TABLE))


def test_settings(store: Store) -> None:
    assert store.get_setting("port") is None
    store.set_setting("port", "4747")
    store.set_setting("port", "4748")
    assert store.get_setting("port") == "4748"
    store.set_setting("port", None)
    assert store.get_setting("port") is None


CHILD = """
import sys, time
from pathlib import Path
from azi_p2p.node.store import Store
store = Store(Path(sys.argv[1]))
store.begin_table(b"T" * 32, b"founding", "t")
for i in range(int(sys.argv[2])):
    store.keep(b"T" * 32, [(b"%d" % i, b"message %d" % i)], [(b"%d" % i, b"secret %d" % i)])
    print(i, flush=True)
time.sleep(60)
"""


def child(path: Path, messages: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CHILD, str(path), str(messages)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"0\n"
    return process


def test_a_second_process_is_told_who_has_it(path: Path) -> None:
    process = child(path, 1)
    try:
        with pytest.raises(StoreError, match=f"another azi uses this home: PID {process.pid}:"):
            Store(path)
    finally:
        process.kill()
        process.communicate()
    Store(path).close()


def test_a_second_store_in_one_process(store: Store) -> None:
    with pytest.raises(StoreError, match="open already"):
        Store(store.path)
    with pytest.raises(StoreError, match="open already"):
        Store(store.path)
    store.keep(TABLE, [(b"d", b"m")])


def test_what_keep_returned_from_survives_a_kill(path: Path) -> None:
    process = child(path, 10_000)
    assert process.stdout
    seen = 0
    while seen < 20:
        seen = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    last = int(rest.split()[-1]) if rest.strip() else seen
    store = Store(path)
    stored = store.load(TABLE)
    assert len(stored.messages) in (last + 1, last + 2)
    assert stored.messages == [b"message %d" % i for i in range(len(stored.messages))]
    assert len(stored.secrets) == len(stored.messages)
    store.close()


@pytest.mark.parametrize("content", [b"no database at all" * 300, b"x"])
def test_a_foreign_file_is_named_and_not_written_over(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreDamaged) as caught:
        Store(path)
    assert "move it away" in caught.value.do
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE letters (x)")
    database.commit()
    database.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_page_is_noticed(store: Store) -> None:
    store.keep(TABLE, [(b"%d" % i, os.urandom(2000)) for i in range(50)])
    store.close()
    content = bytearray(store.path.read_bytes())
    for at in range(4096, len(content) - 4096, 4096):
        content[at:at + 64] = b"\xee" * 64
    store.path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        Store(store.path)


def test_a_newer_format_asks_for_an_update(store: Store) -> None:
    store.close()
    database = sqlite3.connect(store.path)
    database.execute("PRAGMA user_version=99")
    database.close()
    with pytest.raises(StoreError, match="update azi"):
        Store(store.path)


def test_a_full_disk_loses_nothing_that_was_kept(store: Store) -> None:
    store.keep(TABLE, [(b"d", b"m")])
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count={pages + 2}")
    with pytest.raises(StoreFull, match="full"):
        store.keep(TABLE, [(b"big", b"b" * 50_000)])
    assert store.load(TABLE).messages == [b"m"]
    store._database.execute("PRAGMA max_page_count=100000")
    store.keep(TABLE, [(b"big", b"b" * 50_000)])
    assert len(store.load(TABLE).messages) == 2


def test_a_directory_in_the_way(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError):
        Store(path)
    path.rmdir()
    Store(path).close()


def test_a_missing_directory(tmp_path: Path) -> None:
    with pytest.raises(StoreFull, match="no such file"):
        Store(tmp_path / "gone" / "tables.sqlite3")


REAL_DISK = """
import os, subprocess, sys
from pathlib import Path
from azi_p2p.node.errors import StoreError
from azi_p2p.node.store import Store
path = Path(sys.argv[1]) / "tables.sqlite3"
store = Store(path)
store.begin_table(b"T" * 32, b"founding", "t")
kept = 0
try:
    while True:
        store.keep(b"T" * 32, [(b"%d" % kept, os.urandom(8000))])
        kept += 1
except StoreError as error:
    print(error)
print(kept == len(store.load(b"T" * 32).messages) > 10)
store.close()
subprocess.run(["mount", "-o", "remount,ro", sys.argv[1]], check=True)
try:
    Store(path)
except StoreError as error:
    print(error)
subprocess.run(["mount", "-o", "remount,rw,size=2m", sys.argv[1]], check=True)
print(kept == len(Store(path).load(b"T" * 32).messages))
"""


def test_a_disk_that_is_really_full_and_one_that_is_read_only(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=400k none "$1" && exec "$2" -c "$3" "$1"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", str(tmp_path), sys.executable, REAL_DISK],
        capture_output=True, text=True, check=False)
    if done.returncode and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip(f"no mounts of one's own here: {done.stderr.strip()}")
    full, whole, read_only, still_whole = done.stdout.splitlines()
    assert "disk is full" in full or "free space" in full
    assert "read-only" in read_only
    assert whole == still_whole == "True"
