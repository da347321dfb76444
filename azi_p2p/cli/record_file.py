"""A record file from the disk, for the commands that read one; what is in it is checked elsewhere."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from azi_p2p.cli.faults import Unreadable
from azi_p2p.verify import MAX_RECORD_SIZE
from protocol.errors import Malformed
from protocol.record import read_record

if TYPE_CHECKING:
    from protocol.record import RecordFile

STDIN: Final = "-"

HINT: Final = "give a file that azi record or azi demo --record has written"


def load(path: str) -> RecordFile:
    """The record in this file, or in standard input for «-». Raises Unreadable, with what to do."""
    if path == STDIN:
        return _read("standard input", _piped())
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):     # a directory, or a pipe on which opening would wait
            raise Unreadable(f"{path}: not a file that can hold a record: {HINT}")
        with Path(path).open("rb") as file:
            data = file.read(MAX_RECORD_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise Unreadable(f"{path}: {reason}: {HINT}") from error
    return _read(path, data)


def _piped() -> bytes:
    """What comes on standard input, as much of it as a record may have and a byte more."""
    if sys.stdin.isatty():
        raise Unreadable("standard input: nothing is piped into it: azi record --out - | azi verify - does that")
    try:
        return sys.stdin.buffer.read(MAX_RECORD_SIZE + 1)
    except OSError as error:
        raise Unreadable(f"standard input: {(error.strerror or str(error)).lower()}: {HINT}") from error


def _read(path: str, data: bytes) -> RecordFile:
    if len(data) > MAX_RECORD_SIZE:
        raise Unreadable(f"{path}: larger than {MAX_RECORD_SIZE >> 20} MiB, which no table's record is: {HINT}")
    try:
        return read_record(data)
    except Malformed as error:
        raise Unreadable(f"{path}: {error}: {HINT}") from error
