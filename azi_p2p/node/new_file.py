"""Giving a finished file its name, unless the name is taken; not the writing of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

FILE_MODE: Final = 0o600


def name_new(finished: Path, path: Path) -> None:
    """`finished`, in the same directory, becomes `path`. Raises FileExistsError where there is one already, OSError."""
    try:
        os.link(finished, path)
    except FileExistsError:
        raise
    except OSError:     # no hard links (Android, FAT): the name is taken first, by an empty file
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
        finished.replace(path)
    else:
        finished.unlink()
