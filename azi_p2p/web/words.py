"""What the program says in words, taken apart for translation: a template and what fills it; it translates nothing.

The parts below this one speak English sentences. Here each is recognised by its template, which is a message of the
page's catalogues. A sentence that none fits stays English; a test reads the sources for such sentences.

WORDS = {"text": the whole in English, "template": message with {names}, "params": {name: text, WORDS or [WORDS]}}
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from azi_p2p.game.errors import OptionsError
from azi_p2p.node.errors import NodeError
from azi_p2p.web.sentences import SENTENCES

Words = dict[str, Any]

MAX_TEXT: Final = 2000
"""Characters that are looked at: two addresses of the greatest length, and a sentence around them."""

MAX_KEPT: Final = 512
"""Recognised texts remembered: what a table says again and again."""

NESTED: Final = frozenset({"why", "reason", "suit", "action", "wanted", "what", "do", "where"})
"""Placeholders that hold a message themselves. The others hold names, cards, chips and addresses, never translated."""

_LISTED: Final = "allowed"
"""The placeholder that holds several, with " or " between them."""

_BOTH: Final = "{what}: {do}"
"""What happened, and what to do about it."""


def words_of(said: Exception | str) -> Words:
    """A sentence, or an exception's. Anything may be given: what is not recognised is its own template."""
    match said:
        case NodeError() if said.do:
            return _filled(str(said), _BOTH, {"what": words_of(said.what), "do": words_of(said.do)})
        case OptionsError():
            first, *rest = [words_of(problem) for problem in said.problems]
            for other in rest:
                first = _filled(f"{first['text']}; {other['text']}", "{what}; {do}", {"what": first, "do": other})
            return first
    text = str(said)
    return _recognised(text) or _halved(text) or _filled(text, text, {})


def is_known(text: str) -> bool:
    """Is there a template for this?"""
    return _recognised(text) is not None or _halved(text) is not None


@lru_cache(MAX_KEPT)
def _recognised(text: str) -> Words | None:
    if len(text) > MAX_TEXT:
        return None
    for template, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is not None:
            return _filled(text, template, {name: _param(name, value) for name, value in found.groupdict().items()})
    return None


def _halved(text: str) -> Words | None:
    """«what: do», as a NodeError that has been made a line."""
    at = text.find(": ")
    while at > 0:
        what, do = _recognised(text[:at]), _recognised(text[at + 2:])
        if what is not None and do is not None:
            return _filled(text, _BOTH, {"what": what, "do": do})
        at = text.find(": ", at + 2)
    return None


def _param(name: str, value: str) -> Any:
    if name == _LISTED:
        return [words_of(part) for part in value.split(" or ")]
    return words_of(value) if name in NESTED else value


def _filled(text: str, template: str, params: dict[str, Any]) -> Words:
    return {"text": text, "template": template, "params": params}


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile("".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)),
                      re.DOTALL)


def _literal(template: str) -> int:
    return len(re.sub(r"\{\w+\}", "", template))


_PATTERNS: Final = tuple(
    (template, _pattern(template)) for template in sorted(SENTENCES, key=lambda one: (-_literal(one), one)))
"""The most particular first."""
