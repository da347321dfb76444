"""A record file from the disk, for the commands that read one; what is in it is checked elsewhere."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

from azi_p2p.cli.faults import Unreadable
from azi_p2p.verify import MAX_RECORD_SIZE
from protocol.errors import Malformed
from protocol.record import read_record

if TYPE_CHECKING:
    from protocol.record import RecordFile

HINT = "give a file that azi record or azi demo --record has written"


def load(path: str) -> RecordFile:
    """The record in this file. Raises Unreadable, with what to do."""
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):     # a directory, or a pipe on which opening would wait
            raise Unreadable(f"{path}: not a file that can hold a record: {HINT}")
        with Path(path).open("rb") as file:
            data = file.read(MAX_RECORD_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise Unreadable(f"{path}: {reason}: {HINT}") from error
    if len(data) > MAX_RECORD_SIZE:
        raise Unreadable(f"{path}: larger than {MAX_RECORD_SIZE >> 20} MiB, which no table's record is: {HINT}")
    try:
        return read_record(data)
    except Malformed as error:
        raise Unreadable(f"{path}: {error}: {HINT}") from error
