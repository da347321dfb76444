"""Extraction of the page's messages into its catalogues, for translators: `python -m tests.web.catalogue_tool`.

Writes azi_p2p/web/locale/azi.pot, and brings every azi.po up to date with it: new messages are added without a
translation, gone ones are dropped, translations are kept. With --check it changes nothing, and fails on differences.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from azi_p2p.web import catalogues

ROOT: Final = Path(__file__).parent.parent.parent
WEB: Final = ROOT / "azi_p2p" / "web"
TEMPLATE: Final = catalogues.LOCALE / f"{catalogues.DOMAIN}.pot"
LANGUAGES: Final = tuple(language for language in catalogues.ORDER if language != catalogues.SOURCE)

SCRIPT_KEYWORDS: Final = {"t": None, "tn": (1, 2)}
PYTHON_KEYWORDS: Final = {"N_": None}

EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""In every catalogue's header: a time that changed with each run would be the only difference."""

_NOISE: Final = (b'"Generated-By:', b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Last-Translator:',
                 b'"Report-Msgid-Bugs-To:', b'"Language-Team:')

HEADER: Final = "# The words of azi's table page. See azi_p2p/web/catalogues.py and tests/web/catalogue_tool.py."


def extracted() -> Catalog:
    """Every message of the page and of the server's sentences."""
    catalogue = Catalog(project="azi-p2p", domain=catalogues.DOMAIN, creation_date=EPOCH, revision_date=EPOCH,
                        charset="utf-8", fuzzy=False, header_comment=HEADER)
    scripts = sorted((WEB / "static").rglob("*.js"))
    for path in [*scripts, *sorted(WEB.glob("*.py"))]:
        is_script = path.suffix == ".js"
        method, keywords = ("javascript", SCRIPT_KEYWORDS) if is_script else ("python", PYTHON_KEYWORDS)
        for _line, message, comments, _context in extract_from_file(
                method, path, keywords=keywords, comment_tags=("TRANSLATORS:",), strip_comment_tags=True):
            catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], auto_comments=comments)
    return catalogue


def updated(language: str, template: Catalog) -> Catalog:
    """A language's catalogue with the template's messages, in its order."""
    path = catalogues.po_path(language)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=language, domain=catalogues.DOMAIN)
    else:
        old = Catalog(locale=language)
    new = Catalog(locale=language, project="azi-p2p", domain=catalogues.DOMAIN, creation_date=EPOCH,
                  revision_date=EPOCH, charset="utf-8", fuzzy=False, header_comment=HEADER)
    for message in template:
        if message.id:
            known = old.get(message.id)
            new.add(message.id, "" if known is None else known.string, locations=message.locations,
                    auto_comments=message.auto_comments, flags=message.flags)
    return new


def text(catalogue: Catalog) -> bytes:
    """The file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    # whose tool wrote it last, and when, would be the only difference between two runs
    kept = [line for line in out.getvalue().split(b"\n") if not line.startswith(_NOISE)]
    return b"\n".join(kept)


def files() -> dict[Path, bytes]:
    """What every file should hold."""
    template = extracted()
    wanted = {TEMPLATE: text(template)}
    for language in LANGUAGES:
        wanted[catalogues.po_path(language)] = text(updated(language, template))
    return wanted


def main() -> int:
    stale = [path for path, content in files().items() if not path.exists() or path.read_bytes() != content]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not up to date: python -m tests.web.catalogue_tool")
        return 1 if stale else 0
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        missing = sum(1 for message in read_po(io.BytesIO(content)) if message.id and not _is_whole(message.string))
        print(f"{path.relative_to(ROOT)}: {missing} without a translation")
    return 0


def _is_whole(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    sys.exit(main())
