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
PYTHON_KEYWORDS: Final = {"N_": None, "NN_": (1, 2)}

NOTES: Final = {
    "Table": "The screen of the table where one sits, in the navigation.",
    "Looking back": "Screen of the tables that were played here before, in the navigation.",
    "Verify": "Screen where a record is checked, in the navigation.",
    "Watch": "Button: look on at a table without playing.",
    "Play": "Button: sit down with bots and begin.",
    "play": "Button of a replay: let it run (not: play a card).",
    "step": "A place in a replay, under a slider.",
    "full": "Of a table: all seats are taken. Stands on a button.",
    "over": "Of a table: its match has ended.",
    "on": "Of the sound.",
    "off": "Of the sound.",
    "More": "Button with three dots: a menu of the table.",
    "more": "Button beside a slider: a higher amount.",
    "less": "Button beside a slider: a lower amount.",
    "Talk": "Name of the panel where players write to each other.",
    "Mute": "Button: no sounds of the page.",
    "Keys": "Of the keyboard. (A player's key is «Your key».)",
    "Leave": "Button: stand up from the table for good.",
    "now": "Before what a player's state is at this moment (folded, blind ..).",
    "so far": "Before a player's gain or loss since he sat down.",
    "Fold": "Button of some 90 px: give up this hand. Keep it short.",
    "Call": "Button of some 90 px: match the bet. Keep it short.",
    "Call with all": "Button of some 90 px: match the bet as far as one's chips go. Keep it short.",
    "Raise by {amount}": "Button of some 90 px. Keep it short.",
    "Bet {amount}": "Button of some 90 px: the first bet of a deal. Keep it short.",
    "Come in": "Button of some 90 px: buy into the deal that follows an Azi. Keep it short.",
    "Stay out": "Button of some 90 px: do not buy into the deal that follows an Azi. Keep it short.",
    "Look at the cards": "Button over one's own cards while they are face down.",
    "pays {n}": "Under a button: the chips that pressing it costs. It is short.",
    "Least": "Button: the least amount of a raise, which stands under the word. It is very short.",
    "Half pot": "Button: an amount of a raise, which stands under the word. It is very short.",
    "Pot": "The chips on the table; on a button: a raise by as many.",
    "Most": "Button: the greatest amount of a raise, which stands under the word. It is very short.",
    "Call {level}": "Beside a box: match the bet when one's turn comes.",
    "to stay in: {level}": "What each must have bet to stay in the hand.",
    "led": "Under a card: the first of a trick.",
    "follows": "Under a card: of the suit that was led.",
    "turned": "The card turned face up, whose suit is trump.",
    "opened": "Head of a column: sealed numbers that have been opened.",
    "sealed": "Head of a column: numbers that have been sealed.",
    "folded": "A player's state.",
    "gone": "A player's state: he did not act, and lost this hand.",
    "away": "A player's state between hands: he was gone, and has no link. (Who is here and does not play «sits out».)",
    "sits out": "A player's state between hands: he is here, and does not play until he says so.",
    "has left": "A player's state between hands: he has left the table for good.",
    "short": "Small, beside what a player bid: all his chips are in, and did not reach. One word.",
    "you sit out": "Small, under the button that deals the next hand: it is dealt without you.",
    "blind": "A player's state: he has not looked at his cards.",
    "leads": "A player's state: he plays the first card of the trick.",
    "opens": "A player's state: he makes the first bet.",
    "looked": "What a player did last: he looked at his cards.",
    "left": "Why a link ended: the other one left.",
    "closed": "Why a link ended: the other one closed it.",
    "fault": "Why a link ended: an error on the other side.",
    "forgotten": "Why a link ended: the node has forgotten that peer.",
    "renewed": "Why a link ended: another one took its place.",
    "card": "A kind of signed entry: a card played.",
    "bid": "A kind of signed entry.",
    "keys": "A kind of signed entry: the keys of a deal.",
    "opening": "A kind of signed entry: it opens a hand.",
    "closing": "A kind of signed entry: it closes the table.",
    "founding": "A kind of signed entry: it founds the table.",
    "acceptance": "A kind of signed entry: it says that another one is accepted.",
    "look": "An action, in «you may not {action} now, but {allowed}».",
    "fold": "An action, in «you may not {action} now, but {allowed}», and beside a key.",
    "call": "An action, in «you may not {action} now, but {allowed}», and beside a key.",
    "enter": "An action, in «you may not {action} now, but {allowed}»: come in after an Azi.",
    "decline": "An action, in «you may not {action} now, but {allowed}»: stay out after an Azi.",
    "practice": "The name that azi gives a table of one person and bots.",
    "hello": "A part of the start of a link between two nodes.",
    "Quick": "A way to play.",
    "Strict": "A way to play.",
    "Open eyes": "A way to play: nobody is blind.",
}
"""What translators must know of messages that are too short to say it themselves."""

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
            note = [NOTES[message]] if message in NOTES else []
            catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], auto_comments=[*comments, *note])
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
