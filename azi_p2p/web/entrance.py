"""Who may see the page: one-time tokens in opened addresses, and the cookie that each becomes; no HTTP."""

from __future__ import annotations

import hmac
import secrets
from typing import Final

TOKEN_BYTES: Final = 16
MAX_TOKENS: Final = 8
"""Given out and not used yet: the oldest goes."""

COOKIE_PREFIX: Final = "azi-"


class Entrance:
    """One node's. The cookie's name holds the node's id: cookies ignore ports, and two nodes may share a browser."""

    def __init__(self, key: bytes, session: str) -> None:
        """`key` is the node's public key, `session` the secret that the cookie holds."""
        self.cookie = cookie_of(key)
        self._session = session
        self._tokens: list[str] = []

    def new_token(self) -> str:
        """A token that opens the page once."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens = [*self._tokens[-MAX_TOKENS + 1:], token]
        return token

    def use(self, token: str) -> bool:
        """Is it one that was given out and not used? It is used now."""
        matching = [given for given in self._tokens if _same(given, token)]
        self._tokens = [given for given in self._tokens if given not in matching]
        return bool(matching)

    @property
    def session(self) -> str:
        """What the cookie holds."""
        return self._session

    def admits(self, value: str | None) -> bool:
        """Is this the value of our cookie?"""
        return value is not None and _same(self._session, value)


def cookie_of(key: bytes) -> str:
    """The name of the cookie of the node with this key."""
    return f"{COOKIE_PREFIX}{key.hex()[:8]}"


def _same(one: str, other: str) -> bool:
    """In a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode(), other.encode(errors="surrogatepass"))
