"""Sentences of the whole program are recognised; the sources are read for ones that are not."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from azi_p2p.game.actions import Play
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import Options
from azi_p2p.node.errors import LinkError, TableError, VersionMismatch
from azi_p2p.web.sentences import SENTENCES
from azi_p2p.web.words import MAX_TEXT, is_known, words_of
from tests.views import OpenTable

ROOT: Final = Path(__file__).parent.parent.parent

SPEAKERS: Final = frozenset({
    "IllegalAction", "LocalError", "TableError", "NicknameError", "AddressError", "Unreachable", "StoreError",
    "StoreFull", "StoreDamaged", "HomeError", "LinkError", "TurnedAway", "HandshakeError", "WrongKey", "OwnKey",
    "ActionError", "CardError", "Finding", "Status", "tell", "_leave", "_said",
})
"""Calls whose texts reach the page."""

READ: Final = (
    "azi_p2p/game/actions.py", "azi_p2p/game/cards.py", "azi_p2p/table/session.py", "azi_p2p/table/usher.py",
    "azi_p2p/table/author.py", "azi_p2p/table/continuing.py", "azi_p2p/node/node.py", "azi_p2p/node/links.py",
    "azi_p2p/node/dialling.py", "azi_p2p/node/handshake.py", "azi_p2p/node/addresses.py",
    "azi_p2p/node/invitation.py", "azi_p2p/node/names.py", "azi_p2p/node/discovery.py", "azi_p2p/node/doctor.py",
    "azi_p2p/node/store.py", "azi_p2p/node/home.py", "azi_p2p/cli/page.py",
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
    "X: X", "there are several: ",                                       # joined with what follows
    "X: X/X",                                                            # an interface and its address
})


PUT_TOGETHER: Final = frozenset({
    "at least the ante ({ante})", "none, or at least the ante ({ante})", "1 other node heard",
    "{count} other nodes heard", "step {step}, where {name} ({fingerprint}) is due: {why}",
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


@pytest.mark.parametrize("path", READ)
def test_no_sentence_of_the_sources_is_missing(path: str) -> None:
    missing = {text for text in sentences_of(ROOT / path) - NEVER_ON_THE_PAGE if not is_known(text)}
    assert not missing, "add them to azi_p2p/web/sentences.py (or here to NEVER_ON_THE_PAGE, with a reason)"


def test_what_never_reaches_the_page_is_still_said_somewhere() -> None:
    said = set().union(*(sentences_of(ROOT / path) for path in READ))
    assert not NEVER_ON_THE_PAGE - said


def test_no_message_is_unused() -> None:
    """Every message is found in the sources as a text: whole, or as the literal parts around what is filled in."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "azi_p2p").rglob("*.py")
               if path.name != "sentences.py"}
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


def _literal_parts(template: str) -> list[str]:
    return [part.strip() for part in re.split(r"\{\w+\}", template) if part.strip()]


def test_templates_are_each_their_own() -> None:
    """A message filled in is recognised as that message, not as another."""
    for template in SENTENCES:
        sample = re.sub(r"\{(\w+)\}", "Xy7", template)
        assert words_of(sample)["template"] == template, sample


def test_a_refusal_of_the_rules_is_taken_apart() -> None:
    table = OpenTable(Options(blind=False), 3)
    del table
    words = words_of("you may not play As now, but look or call for 5 or raise by 10 to 100 or play As or 10h")
    assert words["template"] == "you may not {action} now, but {allowed}"
    assert words["params"]["action"]["params"] == {"card": "As"}
    assert [one["template"] for one in words["params"]["allowed"]] == [
        "look", "call for {chips}", "raise by {least} to {most}", "play {card}", "10h"]
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


@pytest.mark.parametrize("text", ["", "nothing that is known", "x" * (MAX_TEXT + 1), "{what}", "a: b", "you hold "])
def test_what_is_not_known_stays_as_it_is(text: str) -> None:
    assert words_of(text) == {"text": text, "template": text, "params": {}}
    assert not is_known(text)
