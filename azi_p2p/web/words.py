"""What the program says in words, taken apart for translation: a template and what fills it; it translates nothing.

The parts below this one speak English sentences. Here each is recognised by its template, which is a message of the
page's catalogues. A sentence that none fits stays English; a test reads the sources for such sentences.

WORDS = {"text": the whole in English, "template": message with {names}, "params": {name: text, WORDS or LIST}}
LIST = [WORDS, ..] of which one, or {"all": [text or WORDS, ..]}
"""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import Any, Final

from azi_p2p.game.cards import Card
from azi_p2p.game.errors import CardError, OptionsError
from azi_p2p.node.errors import NodeError
from azi_p2p.web.sentences import KINDS, OPTION_NAMES, SENTENCES

Words = dict[str, Any]

MAX_TEXT: Final = 2000
"""Characters that are looked at: two addresses of the greatest length, and a sentence around them."""

MAX_HALVES: Final = 12
"""Places at which a text is tried to be two messages; a name may hold such signs by the dozen."""

MAX_KEPT: Final = 512
"""Recognised texts remembered: what a table says again and again."""

NESTED: Final = frozenset({"why", "reason", "suit", "led", "action", "wanted", "what", "do", "where", "part"})
"""Placeholders that hold a message themselves. The others hold names, cards, chips and addresses, never translated."""

ANY: Final = frozenset({"allowed", "kinds"})
"""Placeholders that hold several messages of which one holds, with " or " between them."""

ALL: Final = frozenset({"names", "turns"})
"""Placeholders that hold several, with ", " or " and " between them. A name that holds such a word itself is shown in
two parts, with the reader's word for it between them."""

NUMBERS: Final = frozenset({
    "chips", "least", "most", "ante", "count", "n", "size", "step", "hand", "other", "chair", "slot", "theirs", "ours"})
"""Placeholders that hold whole numbers."""

_KIND: Final = frozenset({"kind", "kinds"})
"""Placeholders that hold a kind of entry, or what a hand waits for, which is named by kinds too."""

_NAMES: Final = {**KINDS, **{words: words for words in KINDS.values()}, "discard": KINDS["discard"]}

_HALVES: Final = {": ": "{what}: {do}", "; ": "{what}; {do}"}
"""Two messages in one: what happened and what to do about it; one problem and another."""


def words_of(said: Exception | str) -> Words:
    """A sentence, or an exception's. Anything may be given: what is not recognised is its own template."""
    match said:
        case NodeError() if said.do:
            return _filled(str(said), _HALVES[": "], {"what": words_of(said.what), "do": words_of(said.do)})
        case OptionsError():
            first, *rest = [words_of(problem) for problem in said.problems]
            for other in rest:
                first = _filled(f"{first['text']}; {other['text']}", _HALVES["; "], {"what": first, "do": other})
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
    """«what: do», as a NodeError that has been made a line; «one; other», as an OptionsError has."""
    for sign, template in _HALVES.items():
        for found in itertools.islice(re.finditer(sign, text), MAX_HALVES):
            what, rest = _recognised(text[:found.start()]), text[found.end():]
            do = None if what is None else _recognised(rest) or (_halved(rest) if sign == "; " else None)
            if what is not None and do is not None:
                return _filled(text, template, {"what": what, "do": do})
    return None


def _param(name: str, value: str) -> Any:
    if name in ANY:
        return [_kind(part) if name in _KIND else words_of(_card(part)) for part in value.split(" or ")]
    if name in ALL:
        parts = re.split(r", | and ", value)
        return {"all": [words_of(part) for part in parts] if name == "turns" else parts}
    if name in _KIND:
        return _kind(value)
    if name == "option" and value in OPTION_NAMES:
        return _filled(value, OPTION_NAMES[value], {})
    return words_of(value) if name in NESTED else _card(value) if name == "card" else value


def _kind(value: str) -> Any:
    return _filled(value, _NAMES[value], {}) if value in _NAMES else value


def _card(value: str) -> str:
    """«10h» as it stands on the card, which any language can read; what is no card, as it is."""
    try:
        card = Card.parse(value)
    except CardError:
        return value
    return value[:-1] + card.suit.symbol


def _filled(text: str, template: str, params: dict[str, Any]) -> Words:
    return {"text": text, "template": template, "params": params}


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile("".join(f"(?P<{part}>{_shape(part)})" if at % 2 else re.escape(part)
                              for at, part in enumerate(parts)), re.DOTALL)


def _shape(name: str) -> str:
    """What may stand there. Without it a message within another could take the beginning of that one for its own."""
    if name == "kind":
        return "|".join([*sorted(map(re.escape, _NAMES), key=len, reverse=True), "[a-z]+"])
    return r"-?\d+" if name in NUMBERS else "[0-9JQKA]{1,2}[shdc]" if name == "card" else ".+?"


def _literal(template: str) -> int:
    return len(re.sub(r"\{\w+\}", "", template))


_PATTERNS: Final = tuple(
    (template, _pattern(template)) for template in sorted(SENTENCES, key=lambda one: (-_literal(one), one)))
"""The most particular first."""
