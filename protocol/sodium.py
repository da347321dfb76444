"""libsodium's functions for ristretto255 under the names that rbcl gives them; what goes into them is not checked here.

rbcl brings a libsodium of its own. Where it has no build (Android), or cannot load it (a temporary directory that
forbids programs), the system's libsodium is taken.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import sys
from typing import TYPE_CHECKING, Any, Final

from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES: Final = (
    "crypto_core_ristretto255_scalar_reduce", "crypto_core_ristretto255_scalar_add",
    "crypto_core_ristretto255_scalar_sub", "crypto_core_ristretto255_scalar_mul",
    "crypto_core_ristretto255_scalar_negate", "crypto_core_ristretto255_add", "crypto_core_ristretto255_sub",
    "crypto_core_ristretto255_from_hash", "crypto_scalarmult_ristretto255", "crypto_scalarmult_ristretto255_base",
)
"""Functions that write 32 bytes."""

IS_VALID: Final = "crypto_core_ristretto255_is_valid_point"


class SystemSodium:
    """A libsodium that is installed, wrapped as rbcl wraps its own. ctypes lets go of the interpreter's lock in each
    call."""

    def __init__(self, library: ctypes.CDLL) -> None:
        """Raises AttributeError for a libsodium older than 1.0.18."""
        library.sodium_init()
        for name in NAMES:
            setattr(self, name, _writing(getattr(library, name), refuses=name.startswith("crypto_scalarmult")))
        is_valid = getattr(library, IS_VALID)
        setattr(self, IS_VALID, lambda data: bool(is_valid(data) == 1))


def _writing(function: Callable[..., int], *, refuses: bool) -> Callable[..., bytes]:
    def call(*inputs: bytes) -> bytes:
        out = ctypes.create_string_buffer(32)
        if function(out, *inputs) != 0 and refuses:
            raise RuntimeError("libsodium refuses to multiply these")
        return out.raw
    return call


def _rbcl() -> Any:
    """Raises ImportError, or OSError where its library cannot be loaded."""
    import rbcl  # noqa: PLC0415  not everywhere

    # At each start rbcl writes its library to a temporary file, and leaves it there: loaded, it needs its name no more.
    with contextlib.suppress(AttributeError, OSError):
        os.unlink(sys.modules["rbcl._sodium"].lib_path)  # noqa: PTH108  no more of the system than it takes
    return rbcl


def _system() -> SystemSodium:
    """Raises OSError or AttributeError."""
    prefix = os.environ.get("PREFIX", "/usr")       # of Termux
    for place in ("libsodium.so", f"{prefix}/lib/libsodium.so", ctypes.util.find_library("sodium")):
        with contextlib.suppress(OSError):
            if place:
                return SystemSodium(ctypes.CDLL(place))
    raise OSError("no libsodium")


def _load() -> Any:
    try:
        return _rbcl()
    except (ImportError, OSError):
        try:
            return _system()
        except (OSError, AttributeError):
            raise LocalError("libsodium 1.0.18 or newer is not there: pip install rbcl, or install the system's "
                             "(Debian: apt install libsodium23, Termux: pkg install libsodium)") from None


SODIUM: Final = _load()
