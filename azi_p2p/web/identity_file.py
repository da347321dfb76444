"""One's identity as a file to keep, and back: whoever has the file is this player. No HTTP, no home.

A file is four lines of text: a title, the fingerprint (so that people know whose it is), the seed of the Ed25519 key in
hexadecimal, and a warning.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError
from protocol.identity import KEY_SIZE, Identity, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE: Final = "azi identity 1"
WARNING: Final = "Keep this file to yourself: whoever has it can play as you, and read nothing more of past hands."
MAX_FILE: Final = 4096

CONFIRMED_S: Final = 60.0
"""For the download to begin after the person has confirmed it."""

_SEED: Final = re.compile(rf"[0-9a-f]{{{2 * KEY_SIZE}}}", re.ASCII)


def to_text(identity: Identity) -> str:
    """The file."""
    return "\n".join((TITLE, fingerprint(identity.public), identity.seed.hex(), WARNING, ""))


def from_text(text: str) -> Identity:
    """The identity in a file. Raises LocalError where it is none, or damaged."""
    lines = [line.strip() for line in text[:MAX_FILE].splitlines()]
    if len(lines) < 3 or lines[0] != TITLE or not _SEED.fullmatch(lines[2]):
        raise LocalError("this is not a file with an identity")
    identity = Identity.from_seed(bytes.fromhex(lines[2]))
    if fingerprint(identity.public) != lines[1]:
        raise LocalError("this is not a file with an identity")
    return identity


class Confirmation:
    """A person's word that a download is meant: good once, for a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._token = ""
        self._until = 0.0

    def give(self) -> str:
        """A new one; the one before is void."""
        self._token, self._until = secrets.token_urlsafe(16), self._clock() + CONFIRMED_S
        return self._token

    def use(self, token: str) -> bool:
        """Is it the one, and in time? It is used now."""
        given, self._token = self._token, ""
        return bool(given) and self._clock() < self._until and hmac.compare_digest(
            given.encode(), token.encode(errors="surrogatepass"))
