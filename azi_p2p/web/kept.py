"""What the page keeps in the home, beside the node's own: its session, its port, the person's settings; no tables.

    DIRECTORY
    └── page.json           0600: whoever can read it can play as this person
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import secrets
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.node.errors import HomeError

if TYPE_CHECKING:
    from pathlib import Path

SESSION_BYTES: Final = 32
MAX_FILE: Final = 256 * 1024
"""Bytes that are read: 64 settings and a few thousand muted keys take less."""

MAX_SETTINGS: Final = 64
MAX_SETTING_TEXT: Final = 64
MAX_MUTED: Final = 1000

_SESSION: Final = re.compile(rf"[0-9a-f]{{{2 * SESSION_BYTES}}}", re.ASCII)
_NAME: Final = re.compile(r"[a-z][A-Za-z0-9]{0,31}", re.ASCII)
_KEY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)

DEFAULTS: Final[dict[str, Any]] = {
    "language": None, "deck": "two-colour", "motion": "system", "sound": True, "cardSize": "medium", "guard": True,
}
"""What the page starts with; language None: the browser's."""


class Kept:
    """The file of one home. A damaged one counts as none: it holds nothing that cannot be chosen again."""

    def __init__(self, path: Path) -> None:
        """Reads the file; the first time it makes it. Raises HomeError."""
        self.path = path
        found = self._read()
        session, port = found.get("session"), found.get("port")
        is_new = not isinstance(session, str) or not _SESSION.fullmatch(session)
        self.session = secrets.token_hex(SESSION_BYTES) if is_new else str(session)
        self.port = port if type(port) is int and 0 < port < 65536 else 0
        self.settings = dict(DEFAULTS)
        self.muted: list[str] = []
        with contextlib.suppress(ValueError):
            self.settings |= sound_settings(found.get("settings", {}))
        muted = found.get("muted")
        if isinstance(muted, list):
            self.muted = [key for key in muted[:MAX_MUTED] if isinstance(key, str) and _KEY.fullmatch(key)]
        if is_new:
            self._write()

    def set_port(self, port: int) -> None:
        """Where the page is served now, to be tried first the next time."""
        if port != self.port:
            self.port = port
            self._write()

    def set_settings(self, changed: Any) -> None:
        """Keep these beside those that are kept. Raises ValueError, HomeError."""
        settings = self.settings | sound_settings(changed)
        if len(settings) > MAX_SETTINGS:
            raise ValueError("too many settings")
        self.settings = settings
        self._write()

    def mute(self, key: str, *, on: bool) -> None:
        """Mute a player by key, or hear him again. Raises ValueError, HomeError."""
        if not _KEY.fullmatch(key):
            raise ValueError("not a player's key")
        self.muted = [other for other in self.muted if other != key][-MAX_MUTED + 1:] + ([key] if on else [])
        self._write()

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as file:
                found = json.loads(file.read(MAX_FILE))
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            return {}
        except OSError as error:
            raise self._refused(error) from error
        return found if isinstance(found, dict) else {}

    def _write(self) -> None:
        content = json.dumps(
            {"session": self.session, "port": self.port, "settings": self.settings, "muted": self.muted}, indent=1)
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            temporary.unlink(missing_ok=True)
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(content)
            temporary.replace(self.path)
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> HomeError:
        return HomeError(f"{self.path} cannot be used: {(error.strerror or str(error)).lower()}",
                         "make it writable for you, or give another directory with --home")


def sound_settings(given: Any) -> dict[str, Any]:
    """Settings as the page sends them: words and plain values, no more. Raises ValueError."""
    if not isinstance(given, dict) or len(given) > MAX_SETTINGS:
        raise ValueError("settings are an object of a few names")
    for name, value in given.items():
        if not _NAME.fullmatch(name):
            raise ValueError("a setting's name is a word")
        if not (value is None or type(value) in (bool, int) or (type(value) is float and math.isfinite(value)) or (
                isinstance(value, str) and len(value) <= MAX_SETTING_TEXT)):
            raise ValueError(f"the setting {name} is a word, a number, true or false")
    return dict(given)
