"""Writing a record to a file: whole or not at all, and never over one that is there unless told to."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import click

from azi_p2p.node.new_file import name_new


def check_free(path: Path, *, force: bool) -> None:
    """Raises click.ClickException where `path` cannot become a new file, before any work is done for it."""
    if path.is_dir():
        raise click.ClickException(f"{path} is a directory: give a file's name")
    if path.exists() and not force:
        raise click.ClickException(f"{path} exists: give another name, or --force to replace it")
    if not path.absolute().parent.is_dir():
        raise click.ClickException(f"{path.absolute().parent} is not a directory: make it first")
    if not os.access(path.absolute().parent, os.W_OK):
        raise click.ClickException(f"{path.absolute().parent} is not writable: give another place")


def write(path: Path, data: bytes, *, force: bool) -> None:
    """Write the file. Raises click.ClickException, or OSError where the disk does not take it."""
    check_free(path, force=force)
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(f"{path} cannot be written: {reason}: give another place") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            Path(temporary).replace(path)
        else:
            name_new(Path(temporary), path)
    except FileExistsError as error:
        raise click.ClickException(f"{path} exists: give another name, or --force to replace it") from error
    finally:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
