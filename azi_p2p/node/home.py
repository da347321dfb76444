"""A node's home: its directory, the identity and the nickname in it; not the tables, which the store keeps.

    DIRECTORY (0700)
    ├── identity            32 bytes, the Ed25519 seed (0600)
    ├── nickname            one line of UTF-8 (0600)
    └── tables.sqlite3      the store, with its lock and its write-ahead log beside it (0600)

Nothing here needs the store's lock: `azi whoami` answers while a node runs.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from azi_p2p.node import names
from azi_p2p.node.errors import HomeError
from azi_p2p.node.new_file import FILE_MODE, name_new
from protocol.identity import KEY_SIZE, Identity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ENVIRONMENT: Final = "AZI_HOME"
DIRECTORY_MODE: Final = 0o700
OURS: Final = ("identity", "nickname", "tables.sqlite3", "page.json", ".azi")
"""How the names of all files begin that azi makes in a home."""


class Home:
    """The directory that makes one node's identity and memory apart from another's."""

    def __init__(self, directory: Path) -> None:
        """Makes the directory if it is not there. Raises HomeError."""
        self.directory = directory
        try:
            directory.mkdir(mode=DIRECTORY_MODE, parents=True, exist_ok=True)
            self._tighten()
        except FileExistsError as error:
            raise HomeError(f"{directory} is not a directory", "give another one with --home") from error
        except OSError as error:
            raise _refused(directory, error) from error

    @classmethod
    def locate(cls, given: str | None, environment: Mapping[str, str]) -> Home:
        """The home named by --home, else by AZI_HOME, else the user's data directory of this system."""
        name = given or environment.get(ENVIRONMENT)
        if name and "\0" in name:
            raise HomeError("a directory's name cannot hold a zero byte", "give another one with --home")
        path = Path(name).expanduser() if name else Path(platformdirs.user_data_dir("azi", appauthor=False))
        return cls(path.absolute())

    @property
    def store_path(self) -> Path:
        """Where the tables are kept: give it to `Store`."""
        return self.directory / "tables.sqlite3"

    def identity(self, entropy: Callable[[int], bytes]) -> Identity:
        """The identity that lives here; the first call makes it from `entropy`. Raises HomeError."""
        path = self.directory / "identity"
        try:
            if not path.exists():
                _create(path, Identity.generate(entropy).seed)
            seed = path.read_bytes()
            if stat.S_IMODE(path.stat().st_mode) != FILE_MODE:
                path.chmod(FILE_MODE)
        except OSError as error:
            raise _refused(path, error) from error
        if len(seed) != KEY_SIZE:
            raise HomeError(
                f"the identity in {path} is damaged ({len(seed)} bytes instead of {KEY_SIZE})",
                "restore it from a copy, or move it away for a new one (seats at tables stay with the old)",
            )
        return Identity.from_seed(seed)

    def replace_identity(self, identity: Identity) -> Path:
        """Put another identity in the place of the one that lives here, from the next start on; the old one stays
        beside it, under the path that is returned. Raises HomeError."""
        path = self.directory / "identity"
        try:
            old = Identity.from_seed(path.read_bytes())
            aside = path.with_name(f"identity.{old.public.hex()[:8]}")
            _replace(aside, old.seed)
            _replace(path, identity.seed)
        except OSError as error:
            raise _refused(path, error) from error
        return aside

    @property
    def nickname(self) -> str | None:
        """The name that this player chose, or None. A damaged one counts as none."""
        try:
            text = (self.directory / "nickname").read_bytes()[:names.MAX_RAW_CHARACTERS]
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _refused(self.directory / "nickname", error) from error
        return names.clean(text.decode(errors="replace")) or None

    def set_nickname(self, text: str) -> str:
        """Keep a nickname; returns it as it will be shown. Raises NicknameError or HomeError."""
        name = names.checked(text, "nickname")
        path = self.directory / "nickname"
        try:
            _replace(path, f"{name}\n".encode())
        except OSError as error:
            raise _refused(path, error) from error
        return name

    def _tighten(self) -> None:
        """Close the directory to others, where it is ours alone: one that holds other things stays as it
        was.
        """
        ours = all(path.name.startswith(OURS) for path in self.directory.iterdir())
        mode = stat.S_IMODE(self.directory.stat().st_mode)
        if ours and mode & 0o077:
            self.directory.chmod(mode & DIRECTORY_MODE)


def _create(path: Path, content: bytes) -> None:
    """Make the file whole or not at all; if another process was first, its file stands."""
    temporary = _written(path, content)
    try:
        with contextlib.suppress(FileExistsError):
            name_new(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_directory(path.parent)


def _replace(path: Path, content: bytes) -> None:
    _written(path, content).replace(path)
    _sync_directory(path.parent)


def _written(path: Path, content: bytes) -> Path:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return temporary


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refused(path: Path, error: OSError) -> HomeError:
    reason = (error.strerror or str(error)).lower()
    return HomeError(
        f"{path} cannot be used: {reason}", "make it writable for you, or give another directory with --home",
    )
