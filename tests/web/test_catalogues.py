"""The catalogues: whole, up to date with the sources, and as the page reads them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from babel import Locale

from azi_p2p.web import catalogues
from tests.web import catalogue_tool

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = catalogue_tool.LANGUAGES

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "your turn, {name}"
msgstr "ваш ход, {name}"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} карта"
msgstr[1] "{n} карты"
msgstr[2] "{n} карт"

msgid "half done"
msgid_plural "halves done"
msgstr[0] "x"
msgstr[1] ""
msgstr[2] ""

#, fuzzy
msgid "unsure"
msgstr "?"

msgid "not yet"
msgstr ""
"""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    path = catalogues.po_path("ru", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(PO, encoding="utf-8")
    return tmp_path


def test_a_catalogue_as_json_for_the_page(directory: Path) -> None:
    made = catalogues.Catalogues(directory)
    assert list(made) == ["en", "ru"]
    assert json.loads(made["ru"]) == {
        "language": "ru", "name": "Русский", "dir": "ltr", "order": ["one", "few", "many"],
        "messages": {"your turn, {name}": "ваш ход, {name}", "{n} card": ["{n} карта", "{n} карты", "{n} карт"],
                     "{n} cards": ["{n} карта", "{n} карты", "{n} карт"]}}
    assert json.loads(made["en"])["messages"] == {}
    assert made["ru"] is made["ru"]
    assert len(made) == 2
    for other in ("lt", "xx", "../ru", ""):
        assert made.get(other) is None


@pytest.mark.parametrize("language", catalogues.ORDER)
def test_plural_forms_stand_in_the_order_of_their_categories(language: str) -> None:
    """gettext's index of a number (the catalogue's formula) and the page's (Intl.PluralRules, CLDR) name one form."""
    locale = Locale(language)
    order = catalogues.ORDER[language]
    if language == catalogues.SOURCE:
        assert [order[n != 1] for n in (0, 1, 2)] == ["other", "one", "other"]
        return
    catalogue = catalogue_tool.updated(language, catalogue_tool.Catalog())
    assert catalogue.num_plurals == len(order)
    index = _gettext(catalogue.plural_expr)
    for number in range(300):
        assert order[index(number)] == locale.plural_form(number), number


def _gettext(expression: str) -> Any:
    """The formula, from C's conditional expressions to Python's."""
    def python(text: str) -> str:
        text = text.strip()
        while text.startswith("(") and text.endswith(")") and _balanced(text[1:-1]):
            text = text[1:-1].strip()
        depth = 0
        for at, symbol in enumerate(text):
            depth += (symbol == "(") - (symbol == ")")
            if symbol == "?" and depth == 0:
                then, rest = text[at + 1:].split(":", 1)
                return f"({python(then)}) if ({python(text[:at])}) else ({python(rest)})"
        return text.replace("&&", " and ").replace("||", " or ")

    code = compile(python(expression), "plural", "eval")
    return lambda n: int(eval(code, {"n": n}))


def _balanced(text: str) -> bool:
    depth = 0
    for symbol in text:
        depth += (symbol == "(") - (symbol == ")")
        if depth < 0:
            return False
    return depth == 0


def test_every_language_has_its_catalogue() -> None:
    assert list(catalogues.Catalogues()) == list(catalogues.ORDER)
    assert set(catalogues.NAMES) == set(catalogues.ORDER) >= catalogues.RIGHT_TO_LEFT


def test_catalogues_hold_the_messages_of_the_sources_and_no_others() -> None:
    stale = [path.name for path, content in catalogue_tool.files().items()
             if not path.exists() or path.read_bytes() != content]
    assert not stale, "python -m tests.web.catalogue_tool brings them up to date"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    catalogue = catalogues.read(language)
    assert catalogue is not None
    missing = [message.id for message in catalogue
               if message.id and (message.fuzzy or not catalogue_tool._is_whole(message.string))]
    assert not missing, f"{len(missing)} messages without a translation"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    for message in catalogues.read(language) or ():
        singular, *plurals = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(_placeholders(plurals[0] if plurals else singular))
        for string in message.string if isinstance(message.string, tuple) else (message.string,):
            if string and message.id:
                told = set(_placeholders(string))
                # a form for one number alone may do without it
                free = {"{n}", "{count}"} if plurals else set()
                assert told <= wanted <= told | free, (message.id, string)


def _placeholders(text: str) -> list[str]:
    return re.findall(r"\{\w+\}", text)


def test_the_tool_finds_what_scripts_and_server_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    web = tmp_path / "azi_p2p" / "web"
    (web / "static" / "js").mkdir(parents=True)
    (web / "static" / "js" / "a.js").write_text(
        'import { t } from "./words.js";\nt("Your turn"); tn("{n} card", "{n} cards", 3); u("not this"); `t("nor")`;\n'
        'const f = (x) => x ? t("it\\u2019s {name}", { name: x }) : t(\'single\');')
    (web / "b.py").write_text(
        'X = (N_("one"), N_("two"\n  " three"), NN_("{count} node", "{count} nodes"), "not this")')
    monkeypatch.setattr(catalogue_tool, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue_tool, "WEB", web)
    found = [message.id for message in catalogue_tool.extracted() if message.id]
    assert found == ["Your turn", ("{n} card", "{n} cards"), "it’s {name}", "single", "one", "two three",
                     ("{count} node", "{count} nodes")]


def test_short_messages_have_notes_for_translators() -> None:
    messages = {message.id: message for message in catalogue_tool.extracted() if message.id}
    assert not set(catalogue_tool.NOTES) - set(messages), "notes on messages that are gone"
    assert messages["Least"].auto_comments == [catalogue_tool.NOTES["Least"]]
    assert b"#. " + catalogue_tool.NOTES["Pot"].encode() in catalogue_tool.TEMPLATE.read_bytes()


def test_lists_are_joined_in_the_reader_s_language() -> None:
    """A comma is not everywhere this comma: t(", "), or listed()."""
    for path in sorted((catalogue_tool.WEB / "static").rglob("*.js")):
        assert '.join(", ")' not in path.read_text(encoding="utf-8"), path.name


def test_a_script_never_builds_a_message() -> None:
    """t() and tn() get literals: what is put together at run time is in no catalogue."""
    for path in sorted((catalogue_tool.WEB / "static").rglob("*.js")):
        source = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for call in re.finditer(r"(?<![\w.$])tn?\(\s*(\S)", source):
            line = source[:call.start()].rsplit("\n", 1)[-1] + source[call.start():call.start() + 40].split("\n")[0]
            if "function t" in line:
                continue
            assert call[1] in "\"'", f"{path.name}: {line}"


