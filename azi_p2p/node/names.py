"""Names of players and tables as people type them and peers send them: cleaned and cut; never an identity.

Unicode (UAX #15 for NFC, UAX #29 for graphemes). A peer's name is cleaned silently; one's own is refused
with a reason.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import regex  # type: ignore[import-untyped]  # the package ships no types

from azi_p2p.node.errors import NicknameError

MAX_NAME_BYTES: Final = 63
"""One DNS label (RFC 1035, section 2.3.4): a name has to fit into a service's instance name."""

MAX_GRAPHEME_BYTES: Final = 40
"""The longest emoji in use (two people, skin tones, a kiss) takes 35; what is longer is a heap of accents."""

MAX_RAW_CHARACTERS: Final = 1024
"""What is looked at, at all, of a name that somebody sends: sixteen times what can be kept."""

_EMOJI: Final = r"(?:\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)"
_KEPT_JOINER: Final = rf"(?<={_EMOJI})\u200D(?=\p{{Extended_Pictographic}})"
_KEPT_SELECTOR: Final = r"(?<=[\p{Extended_Pictographic}0-9#*])\uFE0F"
_KEPT_TAGS: Final = r"(?<=\U0001F3F4)[\U000E0061-\U000E007A]{1,6}\U000E007F"
_KEPT: Final = regex.compile(f"{_KEPT_JOINER}|{_KEPT_SELECTOR}|{_KEPT_TAGS}")
_DROPPED: Final = regex.compile(r"[\p{C}\p{Default_Ignorable_Code_Point}\u2800]")
"""Control, format, surrogate, private, unassigned; what renders as nothing; the blank braille cell."""

_CONTROL: Final = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}]")
_SPACES: Final = regex.compile(r"[\p{Z}\s]+")


def clean(text: str, limit_bytes: int = MAX_NAME_BYTES) -> str:
    """The name as it may be shown: NFC, one line, nothing invisible, whole graphemes, `limit_bytes` of UTF-8.

    May be empty: the caller shows the key's badge instead.
    """
    visible = _without_invisible(_SPACES.sub(" ", text[:MAX_RAW_CHARACTERS]))
    return cut(unicodedata.normalize("NFC", visible).strip(), limit_bytes)


def cut(text: str, limit_bytes: int) -> str:
    """The longest start of `text` in whole graphemes, at most `limit_bytes` of UTF-8, stripped."""
    kept: list[str] = []
    room = limit_bytes
    for grapheme in regex.findall(r"\X", text):
        size = len(grapheme.encode())
        if size > MAX_GRAPHEME_BYTES or (grapheme == " " and kept[-1:] == [" "]):
            continue      # what was left out between two spaces leaves one
        if size > room:
            break
        kept.append(grapheme)
        room -= size
    return "".join(kept).strip()


def checked(text: str, what: str = "name") -> str:
    """A name that its owner typed: cleaned, or NicknameError if it is empty or holds control characters."""
    if _CONTROL.search(text):
        raise NicknameError(f"the {what} holds a line break or another control character", "leave it out")
    name = clean(text)
    if not name:
        raise NicknameError(f"the {what} is empty", "give one with at least one visible character")
    return name


def _without_invisible(text: str) -> str:
    parts: list[str] = []
    at = 0
    for kept in _KEPT.finditer(text):
        parts += (_DROPPED.sub("", text[at:kept.start()]), kept.group())
        at = kept.end()
    parts.append(_DROPPED.sub("", text[at:]))
    return "".join(parts)
