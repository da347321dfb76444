"""Canonical msgpack: one value has one encoding, and whatever `encode` would not produce is refused.

The subset: nil, booleans, integers from -2**63 to 2**64-1, UTF-8 strings, byte strings, and arrays of these.
No maps, floats, extensions or timestamps. See protocol/README.md, "Encoding".
"""

from __future__ import annotations

from typing import Any, Final

import msgpack

from protocol.errors import LocalError, Malformed

MAX_DEPTH: Final = 12
"""Nesting that a decoder follows: entries nest to 8 (an open with an invitation in a request)."""

MAX_ITEMS: Final = 4096
"""Items in one array: the longest of ours, a shuffle of a 108-card deck, holds 216 elements."""


def encode(value: Any) -> bytes:
    """The canonical encoding of a value of the subset. Raises LocalError for any other value."""
    _refuse_foreign(value, 0)
    try:
        packed: bytes = msgpack.packb(value, use_bin_type=True, strict_types=False)
    except (TypeError, ValueError, OverflowError, UnicodeEncodeError) as error:
        raise LocalError(f"cannot be encoded: {error}") from error
    return packed


def decode(data: bytes, max_size: int) -> Any:
    """The value that `data` encodes: arrays come back as lists. Raises Malformed, never anything else."""
    if len(data) > max_size:
        raise Malformed(f"{len(data)} bytes, at most {max_size} are read")
    try:
        value = msgpack.unpackb(
            data, raw=False, strict_map_key=True, max_array_len=MAX_ITEMS, max_map_len=0, max_ext_len=0,
            max_str_len=max_size, max_bin_len=max_size,
        )
        again = encode(value)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException, LocalError) as error:
        raise Malformed(f"not canonical msgpack: {error}") from error
    if again != data:
        raise Malformed("not the canonical encoding of what it says")
    return value


def _refuse_foreign(value: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise LocalError(f"nested deeper than {MAX_DEPTH}")
    if type(value) in (list, tuple):     # a named tuple would be an extension type in disguise
        for item in value:
            _refuse_foreign(item, depth + 1)
    elif value is not None and type(value) not in (bool, int, str, bytes):
        raise LocalError(f"{type(value).__name__} is not in the canonical subset")
