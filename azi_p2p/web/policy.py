"""What the page's server demands of a request and puts on every answer, against other sites; it serves nothing.

A page of any site can make this player's browser send requests here. Exact hosts stop DNS rebinding, the exact origin
stops foreign websockets, SameSite=Strict and Fetch Metadata stop the rest; what is shown is bound to this server by the
Content-Security-Policy (W3C CSP level 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = ("127.0.0.1", "[::1]", "localhost")
"""Of this server, as a browser on this machine calls it."""

_ALLOWED: Final = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:",
    "connect-src": "'self'", "font-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'",
    "form-action": "'none'", "frame-ancestors": "'none'", "require-trusted-types-for": "'script'",
}
CONTENT_SECURITY_POLICY: Final = "; ".join(f"{what} {where}" for what, where in _ALLOWED.items())

HEADERS: Final[dict[str, str]] = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(),"
                          " serial=(), hid=(), screen-wake-lock=(self), clipboard-write=(self)",
}
"""On every answer of the page's server, whatever it is; what is no HTTP at all, aiohttp refuses in its own words."""

_OWN_SITES: Final = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site of what the page itself asks for, or the person by an address."""


def hosts(port: int) -> frozenset[str]:
    """The values of Host that are this server's. A name that somebody's DNS points here is none."""
    return frozenset(f"{name}:{port}" for name in NAMES)


def is_host(headers: Mapping[str, str], port: int) -> bool:
    """Is the request meant for this server by one of its own names?"""
    return headers.get("Host", "").lower() in hosts(port)


def is_own_origin(headers: Mapping[str, str]) -> bool:
    """Does a page of this very server ask? Its origin and the host that it asks must be the same."""
    return headers.get("Origin", "") == f"http://{headers.get('Host', '').lower()}"


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Does the browser say that another site, or another port of this machine, has asked for this?

    Browsers that send no Fetch Metadata are left to the cookie.
    """
    if "Origin" in headers and not is_own_origin(headers):
        return True
    return headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES
