from __future__ import annotations

import re
from pathlib import Path

from azi_p2p.game.options import ALLOWED, EXPLAINED, NAMES
from azi_p2p.web import sentences
from azi_p2p.web.words import is_known


def test_every_option_is_explained_in_the_rules_own_words() -> None:
    assert list(sentences.OPTIONS) == [EXPLAINED[name] for name in NAMES]
    assert all(is_known(str(allowed)) for allowed in ALLOWED.values())


def test_every_option_is_called_as_its_field_is() -> None:
    assert list(sentences.OPTION_NAMES) == list(NAMES)
    script = (Path(sentences.__file__).parent / "static" / "js" / "screens" / "options.js").read_text(encoding="utf-8")
    for name, called in sentences.OPTION_NAMES.items():
        assert f'{name}: t("{called}")' in script


def test_every_message_stands_once() -> None:
    every = [*sentences.SENTENCES, *sentences.OPTIONS]
    assert sorted(set(every)) == sorted(every)


def test_placeholders_are_words_and_each_stands_once_in_a_message() -> None:
    for message in sentences.SENTENCES:
        names = re.findall(r"\{([^}]*)\}", message)
        assert all(re.fullmatch(r"[a-z_]+", name) for name in names), message
        assert len(set(names)) == len(names), message
        assert "}{" not in message, message
