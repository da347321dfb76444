"""One process a store: a POSIX record lock on a file that names the holder; not a lock between threads.

A record lock (fcntl.lockf) is not inherited by a forked worker, so a killed node's children do not keep its
store shut; and it goes with the process, however that ends.
"""

from __future__ import annotations

import errno
import fcntl
import os
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import StoreError, StoreFull, StoreInUse

if TYPE_CHECKING:
    from pathlib import Path

_held_here: Final[set[tuple[int, int]]] = set()
"""(device, inode) of the locks of this process: record locks do not exclude their own process."""


class StoreLock:
    """Held from creation to `release`."""

    def __init__(self, path: Path) -> None:
        """Raises StoreInUse with the holder's PID."""
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise StoreFull(f"{path} cannot be opened: {reason}", "make the home writable for you") from error
        status = os.fstat(self._descriptor)
        self._file = (status.st_dev, status.st_ino)
        if self._file in _held_here:
            # Closing any descriptor of the file would drop the lock that this process holds on it, so this
            # one is left open: it costs a descriptor, once, after a caller's mistake.
            raise StoreInUse("this process has this home open already", "close it first")
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._descriptor, 32, 0).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise StoreError(f"{path} cannot be locked: {error.strerror}", "use a local disk") from error
            raise StoreInUse(
                f"another azi uses this home: PID {holder}",
                "stop it, or give this one a home of its own with --home",
            ) from None
        _held_here.add(self._file)
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let the next one in. Twice is once."""
        if self._file in _held_here:
            _held_here.discard(self._file)
            os.close(self._descriptor)
