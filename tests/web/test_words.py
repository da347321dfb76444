"""Sentences of the whole program are recognised; the sources are read for ones that are not."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from playwright.sync_api import sync_playwright

from azi_p2p.game.actions import Play
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import ALLOWED, Options
from azi_p2p.node.errors import LinkError, TableError, VersionMismatch
from azi_p2p.table.kinds import FOUND, INVITE, REQUESTS, STEP_KINDS, VERDICTS
from azi_p2p.table.replay import At, Fault
from azi_p2p.verify import WAITS_FOR, told
from azi_p2p.web import catalogues
from azi_p2p.web.sentences import KINDS, REFUSALS, SENTENCES
from azi_p2p.web.words import ALL, ANY, MAX_TEXT, NESTED, NUMBERS, is_known, words_of
from protocol.identity import fingerprint
from tests.browser.chromium import launch
from tests.views import OpenTable
from tests.web import catalogue_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).parent.parent.parent

SPEAKERS: Final = frozenset({
    "IllegalAction", "LocalError", "TableError", "NicknameError", "AddressError", "Unreachable", "StoreError",
    "StoreFull", "StoreDamaged", "HomeError", "LinkError", "TurnedAway", "HandshakeError", "WrongKey", "OwnKey",
    "ActionError", "CardError", "Finding", "Status", "tell", "_leave", "_said",
})
"""Calls whose texts reach the page."""

READ: Final = (
    "azi_p2p/game/actions.py", "azi_p2p/game/cards.py", "azi_p2p/table/session.py", "azi_p2p/table/usher.py",
    "azi_p2p/table/author.py", "azi_p2p/table/continuing.py", "azi_p2p/cli/page.py",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "azi_p2p" / "node").glob("*.py")
            if path.name not in ("archive.py", "door.py", "store_lock.py")),   # before there is a page
    *(f"azi_p2p/web/{name}.py" for name in (
        "archive_desk", "desk", "history", "identity_file", "kept", "lobby", "page", "plain", "tokens", "verifying")),
)

NEVER_ON_THE_PAGE: Final = frozenset({
    "this node is not running", "start it first",                         # then there is no page either
    "this machine has no loopback interface", "bring it up (ip link set lo up)",
    "there is no interface X", "choose one of: X",                       # words of the command line
    "a directory's name cannot hold a zero byte", "give another one with --home", "X is not a directory",
    "the identity in X is damaged (X bytes instead of X)",
    "restore it from a copy, or move it away for a new one (seats at tables stay with the old)",
    "X cannot be kept on this disk", "use a home on a local disk", "X was written by a newer azi",
    "update azi, or use another --home",                                 # at the start, before the page
    "table X is not kept here", "see `azi tables`", "table X has another founding entry", "report this",
    "a kept secret would be replaced",                                   # bugs
    "the other machine cannot dial this one (X)", "a firewall here drops what comes in: allow TCP X",
    "the other machine reaches this one at X", "port X (TCP) is free for links",  # asked by azi doctor alone
    "this machine is busy or saves power: close other programs",
    "the other node did not dial back", "try again, or ask another one",
    "X other nodeX heard",                                               # two templates, by number
    "sudo ufw allow X/tcp; sudo ufw allow X/udp", "sudo firewall-cmd --add-port=X/tcp --add-service=mdns",  # commands
    "X: X",                                                              # joined with what follows
    "X: X/X",                                                            # an interface and its address
})


PUT_TOGETHER: Final = frozenset({
    "at least the ante ({ante})", "none, or at least the ante ({ante})", "{count} other node heard",
    "{count} other nodes heard", "step {step}, where {name} ({fingerprint}) is due: {why}",
    "step {step}, an absence: {why}", "Malformed: {why}", "NotProven: {why}", "NotAllowed: {why}",
    "sit: {why}", "leave: {why}", "return: {why}", "rebuy: {why}", "seat {n}",
    *map(str, ALLOWED.values()),
})
"""Messages that stand nowhere in one piece: the program joins them."""


def sentences_of(path: Path) -> set[str]:
    """Every literal argument of a speaker's call, with X for what is filled in."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in SPEAKERS or (name == "ValueError" and path.name == "kept.py"):
                found |= {text for argument in node.args if (text := _text(argument))}
    return found


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.JoinedStr(values):
            return "".join(value.value if isinstance(value, ast.Constant) else "X" for value in values)
        case ast.BinOp(left, ast.Add(), right):
            return _text(left) + _text(right)
        case ast.IfExp(_, body, orelse):
            return _text(body) or _text(orelse)
    return ""


def _fits(text: str) -> bool:
    """Is it a message, whatever is filled in for each X: a number, a card, a kind, or anything?"""
    return any(is_known(text.replace("X", sample)) for sample in ("Xy", "7", "10h", "bid"))


@pytest.mark.parametrize("path", READ)
def test_no_sentence_of_the_sources_is_missing(path: str) -> None:
    missing = {text for text in sentences_of(ROOT / path) - NEVER_ON_THE_PAGE if not _fits(text)}
    assert not missing, "add them to azi_p2p/web/sentences.py (or here to NEVER_ON_THE_PAGE, with a reason)"


def test_what_never_reaches_the_page_is_still_said_somewhere() -> None:
    said = set().union(*(sentences_of(ROOT / path) for path in READ))
    assert not NEVER_ON_THE_PAGE - said


def test_no_message_is_unused() -> None:
    """Every message is found in the sources as a text: whole, or as the literal parts around what is filled in."""
    sources = {path: path.read_text(encoding="utf-8") for part in ("azi_p2p", "protocol")
               for path in (ROOT / part).rglob("*.py") if path.name != "sentences.py"}
    texts = set()
    for source in sources.values():
        for node in ast.walk(ast.parse(source)):
            text = _text(node)
            if text:
                texts.add(text)
    spoken = "\n".join(texts)
    unused = [template for template in SENTENCES
              if not all(part in spoken for part in _literal_parts(template))]
    assert set(unused) <= PUT_TOGETHER, set(unused) - PUT_TOGETHER


def _names(template: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", template)


def _literal_parts(template: str) -> list[str]:
    return [part.strip() for part in re.split(r"\{\w+\}", template) if part.strip()]


def test_templates_are_each_their_own() -> None:
    """A message filled in is recognised as that message, not as another."""
    for template in SENTENCES:
        assert words_of(sample(template))["template"] == template


def test_a_refusal_of_the_rules_is_taken_apart() -> None:
    table = OpenTable(Options(blind=False), 3)
    del table
    words = words_of("you may not play As now, but look or call for 5 or raise by 10 to 100 or play As or 10h")
    assert words["template"] == "you may not {action} now, but {allowed}"
    assert words["params"]["action"]["params"] == {"card": "A♠"}
    assert [one["template"] for one in words["params"]["allowed"]] == [
        "look", "call for {chips}", "raise by {least} to {most}", "play {card}", "10♥"]
    assert str(Play(Card.parse("As"))) == words["params"]["action"]["text"]


def test_names_are_never_taken_for_messages() -> None:
    words = words_of(TableError("the table diamonds is full", "watch it with azi watch, or found another"))
    assert words["template"] == "{what}: {do}"
    assert words["params"]["what"] == {
        "text": "the table diamonds is full", "template": "the table {name} is full", "params": {"name": "diamonds"}}
    assert words_of("fold is not linked any more (silent)")["params"]["name"] == "fold"


def test_what_to_do_is_a_message_of_its_own() -> None:
    words = words_of(VersionMismatch(1, 2))
    assert words["params"]["what"]["params"] == {"theirs": "2", "ours": "1"}
    assert words["params"]["do"]["template"] == "update azi on this machine"
    line = str(LinkError("what answers at 1.2.3.4:5 is not azi", "check the port"))
    assert words_of(line)["params"]["do"]["template"] == "check the port"
    assert words_of(line)["text"] == line


def test_every_problem_of_options_is_told() -> None:
    try:
        Options.checked(ante=-1, cards=5, nonsense=1)
    except OptionsError as error:
        words = words_of(error)
    assert words["text"] == "there is no option 'nonsense'; cards must be 3 or 4, not 5; ante must be 1 or more, not -1"
    assert words["params"]["do"]["template"] == "{option} must be {wanted}, not {value}"
    assert words["params"]["do"]["params"]["wanted"]["template"] == "1 or more"
    assert words["params"]["do"]["params"]["option"]["template"] == "Ante"


@pytest.mark.parametrize("text", ["", "nothing that is known", "x" * (MAX_TEXT + 1), "{what}", "a: b", "you hold "])
def test_what_is_not_known_stays_as_it_is(text: str) -> None:
    assert words_of(text) == {"text": text, "template": text, "params": {}}
    assert not is_known(text)


# --- why entries and messages are refused ---

REFUSING: Final = frozenset({"Malformed", "NotProven", "NotAllowed", "MatchError", "Fault"})
"""Calls whose texts say what is wrong with what somebody else sent."""

ANSWERING: Final = frozenset({"why_not", "_why_not_card", "_raise_refusal", "_decide", "_decide_verdicts"})
"""Functions that return such texts."""

REFUSERS: Final = (*(ROOT / "protocol").glob("*.py"), *(ROOT / "azi_p2p" / "table").glob("*.py"),
                   *(ROOT / "azi_p2p" / "game" / f"{name}.py" for name in ("cards", "hand", "legal", "match")),
                   ROOT / "azi_p2p" / "node" / "offer.py", ROOT / "azi_p2p" / "verify.py")

NEVER_REFUSED: Final = frozenset({
    "X", "X: X",                                    # another refusal's text, or a message of its own for each kind
    "evidence", "record", "absence",                # kinds of a fault
    "nobody can X while a hand is played", "no hand is over", "evidence of another table",   # asked for by this node
})


def reasons_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name(str() as name), arguments) if name in REFUSING:
                found |= {_text(argument) for argument in arguments}
            case ast.FunctionDef(name=name) if name in ANSWERING:
                found |= {_text(one.value) for one in ast.walk(node) if isinstance(one, ast.Return) and one.value}
            case ast.Assign([ast.Name("why")], value):
                found.add(_text(value))
    return found - {""} - NEVER_REFUSED


def test_every_reason_of_a_refusal_is_a_message() -> None:
    found = {text for path in REFUSERS for text in reasons_of(path)}
    assert len(found) > 100
    assert not {text for text in found if not _fits(text)}, "add them to azi_p2p/web/sentences.py"


def test_every_kind_of_entry_has_a_word() -> None:
    assert set(KINDS) == {FOUND, INVITE, *STEP_KINDS, *VERDICTS, *REQUESTS}
    for due in WAITS_FOR.values():
        words = words_of(f"hand 3 is under way: the next thing is the {due} of Aru")
        assert words["params"]["kind"]["template"] in KINDS.values(), due


# --- a catalogue in which every message is brackets: what is left in letters is not translated ---

MESSAGES: Final = frozenset(
    text for message in catalogue_tool.extracted() if message.id
    for text in (message.id if isinstance(message.id, tuple) else (message.id,)))

NEVER_WORDS: Final = frozenset({
    "name", "names", "fingerprint", "expected", "address", "addresses", "path", "port", "option", "value", "text"})
"""Placeholders for what people and other programs have called something: names, keys, files, and what they typed."""

SAID_BY_OTHERS: Final = frozenset({
    "{text} is no action", "{text} is no card: a rank (6 to 10, J, Q, K, A), then s, h, d or c",
    "{text} is not an address", "{text} has a scope that it cannot have", "{text} is no machine's address",
    "{port} in {text} is no port", "{text} is not a fingerprint", "{text} is not a link of azi",        # typed
    "{path} cannot be used: {text}", "{path} is damaged ({text})", "{path} cannot be read ({text})",
    "{path} cannot be written: {text}", "mDNS failed: {text}", "port 5353 (mDNS): {text}",
    "multicast on {name} ({address}): {text}", "not canonical msgpack: {text}", "this is a bug in azi: {text}",
    "if others fail: allow {text}", "set the network to Private, and allow Python in the firewall ({text})",  # ports
})
"""Messages with {text}: what somebody typed, an operating system's or a library's words, ports."""

SAMPLES: Final = {
    "allowed": "fold or call for 5", "kinds": "keys or bid", "names": "11, 12 and 13", "turns": "seat 1 and seat 2",
    "kind": "play", "card": "10h", "where": "step 4", "suit": "hearts", "led": "spades", "action": "raise 20",
    "part": "hello", "what": "nickname", "reason": "too slow", "wanted": "3 or 4", "do": "check the port",
    "why": "it is not your turn",
}


PSEUDO: Final = {"language": "en", "messages": {
    message: "⟦" + " ".join(f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", message)) + "⟧" for message in MESSAGES}}
"""A catalogue in which every message reads ⟦⟧ around what fills it."""


SENTENCES_OF_CHEATS: Final = (
    "NotAllowed: you hold hearts: follow suit", "two versions of one play entry",
    "NotProven: the pairs do not share the logarithm of the key", "NotAllowed: sit: the table is full",
    "NotAllowed: it is not your turn: the hand waits for seat 1 and seat 3",
    "Malformed: the record is damaged at step 7: an entry is a byte string",
)
"""As azi_p2p/table/court.py says how somebody cheated."""


@pytest.fixture(scope="module")
def shown() -> Iterator[Callable[[dict[str, Any], list[Any]], list[str]]]:
    """What the page makes of words under a catalogue: its own words.js, in a browser."""
    source = (catalogue_tool.WEB / "static" / "js" / "words.js").read_text(encoding="utf-8")
    with sync_playwright() as running:
        browser = launch(running)
        page = browser.new_page()
        yield lambda catalogue, words: cast("list[str]", page.evaluate(
            """async ([source, catalogue, words]) => {
                const page = await import(`data:text/javascript,${encodeURIComponent(source)}`);
                page.setCatalogue(catalogue);
                return words.map((one) => page.said(one));
            }""", [source, catalogue, words]))
        browser.close()


def sample(template: str) -> str:
    """A sentence of it."""
    return re.sub(r"\{(\w+)\}", lambda found: SAMPLES.get(found[1], "7"), template)


def test_no_word_within_a_message_stays_english(shown: Callable[..., list[str]]) -> None:
    sentences = [*map(sample, SENTENCES), *SENTENCES_OF_CHEATS]
    for sentence, text in zip(sentences, shown(PSEUDO, list(map(words_of, sentences))), strict=True):
        assert not re.search("[A-Za-z]", re.sub("10♥", "", text)), (sentence, text)


def test_placeholders_hold_messages_or_what_has_no_translation() -> None:
    """One that is in no list would hold words that stay English unnoticed."""
    used = {name for template in SENTENCES for name in _names(template)}
    assert used == NESTED | ANY | ALL | NUMBERS | NEVER_WORDS | {"kind", "card"}
    assert {template for template in SENTENCES if "{text}" in template} == SAID_BY_OTHERS


def test_a_record_s_fault_is_told_without_a_word_of_english(shown: Callable[..., list[str]]) -> None:
    """Every kind of entry, and every reason."""
    key = bytes(range(32))
    sentences = [told(Fault(At(3, 0), kind, key, sample(why)), {key: "Aru"})
                 for kind in (*KINDS, "evidence", "record", "absence") for why in REFUSALS]
    sentences += [told(Fault(At(3, 0), kind, None, sample(why)), {}) for kind in ("record", "absence")
                  for why in REFUSALS]
    words = list(map(words_of, sentences))
    assert [one["text"] for one in words] == sentences
    for sentence, text in zip(sentences, shown(PSEUDO, words), strict=True):
        assert not re.search("[A-Za-z]", text.replace("Aru", "").replace(fingerprint(key), "")), (sentence, text)


def test_names_are_listed_and_not_joined_in_english() -> None:
    words = words_of("hand 3 is under way: the next thing is the keys of Aru, Bek and Chi")
    assert words["params"]["names"] == {"all": ["Aru", "Bek", "Chi"]}
    assert words_of("there are several: evening, night")["params"]["names"] == {"all": ["evening", "night"]}
    turns = words_of("it is not your turn: the hand waits for seat 1 and seat 3")["params"]["turns"]["all"]
    assert [one["params"] for one in turns] == [{"n": "1"}, {"n": "3"}]


@pytest.mark.parametrize(("language", "sentence", "expected"), [
    ("en", "1 other node heard", "1 other node heard"),
    ("en", "5 other nodes heard", "5 other nodes heard"),
    ("ru", "1 other node heard", "слышен 1 другой узел"),
    ("ru", "21 other nodes heard", "слышен 21 другой узел"),
    ("ru", "5 other nodes heard", "слышно 5 других узлов"),
    ("lt", "there are several: a, b, c", "yra keli: a, b ir c"),
    ("ar", "2 other nodes heard", "سُمعت عقدتان أخريان"),
    ("kk", "there are several: a, b, c", "бірнешеуі бар: a, b және c"),
    ("sk", "you may not fold now, but call for 5 or play As or 10h",
     "teraz nemožno zložiť, možno: dorovnať za 5, zahrať A♠ alebo 10♥"),
    ("ru", "hand 3 is under way: the next thing is the part of the seed of Aru and Bek",
     "раздача 3 не окончена: дальше «часть общего зерна», ход за Aru и Bek"),
])
def test_the_page_says_it_in_the_reader_s_language(
    shown: Callable[..., list[str]], language: str, sentence: str, expected: str,
) -> None:
    (text,) = shown(json.loads(catalogues.Catalogues()[language]), [words_of(sentence)])
    assert re.sub("[\u2068\u2069]", "", text) == expected
