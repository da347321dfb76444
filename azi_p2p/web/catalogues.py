"""The words of the page in other languages: .po files made into JSON for the page; it translates nothing.

    azi_p2p/web/locale/LANGUAGE/LC_MESSAGES/azi.po

The page's policy forbids evaluating plural formulas, so plurals are chosen there by Intl.PluralRules: `order` names, by
the index of gettext's plural forms, the category (CLDR) that each stands for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "azi"
SOURCE: Final = "en"
"""The language in which the sources are written: it needs no catalogue."""

ORDER: Final[dict[str, tuple[str, ...]]] = {
    "en": ("one", "other"),
    "ru": ("one", "few", "many"),
    "lt": ("one", "few", "other"),
    "sk": ("one", "few", "other"),
    "ar": ("zero", "one", "two", "few", "many", "other"),
    "kk": ("one", "other"),
}
"""Plural categories in the order of the catalogue's msgstr[0], msgstr[1] … (fractions are never counted here)."""

NAMES: Final[dict[str, str]] = {
    "en": "English", "ru": "Русский", "lt": "Lietuvių", "sk": "Slovenčina", "ar": "العربية", "kk": "Қазақша",
}
"""Of the languages, in themselves."""

RIGHT_TO_LEFT: Final = frozenset({"ar"})


class Catalogues(Mapping[str, bytes]):
    """JSON by language, as bytes: of the source's, and of those whose catalogue is there. Each is made once, when it is
    first asked for: a person reads one of them."""

    def __init__(self, directory: Path = LOCALE) -> None:
        self._directory = directory
        self._made: dict[str, bytes] = {}
        self._languages = [
            language for language in ORDER if language == SOURCE or po_path(language, directory).exists()]

    def __getitem__(self, language: str) -> bytes:
        if language not in self._languages:
            raise KeyError(language)
        if language not in self._made:
            plain = _plain(language, read(language, self._directory))
            self._made[language] = json.dumps(plain, ensure_ascii=False).encode()
        return self._made[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)


def read(language: str, directory: Path = LOCALE) -> Catalog | None:
    """The catalogue of a language; None for the source's."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  0.1 s to import, and English readers need it never

    path = po_path(language, directory)
    if not path.exists():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def po_path(language: str, directory: Path = LOCALE) -> Path:
    """Where its catalogue lies."""
    return directory / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _plain(language: str, catalogue: Catalog | None) -> Mapping[str, Any]:
    """{"language", "name", "dir", "order", "messages": {msgid: text, or a list of the plural forms}}."""
    messages: dict[str, Any] = {}
    for message in catalogue or ():
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, str):
            messages[message.id] = message.string
        elif all(message.string):
            messages[message.id[0]] = messages[message.id[1]] = list(message.string)     # what is said has either
    return {"language": language, "name": NAMES[language], "dir": "rtl" if language in RIGHT_TO_LEFT else "ltr",
            "order": list(ORDER[language]), "messages": messages}
