"""Invitations to a table as text that people pass on: urlsafe base64 without padding; who may sign one is not here."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from protocol.entry import Entry
from protocol.errors import LocalError, ProtocolError

MAX_TOKEN: Final = 1024
"""Characters: an invitation takes some 300."""


def to_token(invitation: bytes) -> str:
    """As `azi invite` prints it."""
    return base64.urlsafe_b64encode(invitation).decode().rstrip("=")


def from_token(token: str) -> bytes:
    """The signed invitation in a token. Raises LocalError."""
    packed = "".join(token.split()).rstrip("=")
    try:
        if len(packed) > MAX_TOKEN:
            raise binascii.Error("too long")
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        Entry.decode(data)
    except (binascii.Error, ValueError, ProtocolError) as error:
        raise LocalError("this invitation is damaged: copy the whole token again") from error
    return data
