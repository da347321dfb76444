from __future__ import annotations

import pytest

from azi_p2p.game.actions import Action, Call, Decline, Discard, Enter, Fold, Look, Play, Raise, parse_action
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import ActionError

ALL: list[tuple[str, Action]] = [
    ("look", Look()),
    ("fold", Fold()),
    ("call", Call()),
    ("raise 20", Raise(20)),
    ("discard", Discard()),
    ("discard 7d", Discard(Card.parse("7d"))),
    ("play 10s", Play(Card.parse("10s"))),
    ("enter", Enter()),
    ("decline", Decline()),
]


@pytest.mark.parametrize(("text", "action"), ALL)
def test_actions_are_written_and_read(text: str, action: Action) -> None:
    assert str(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "", "raise", "raise -5", "raise 1 2", "raise ٣", "raise x", "raise " + "9" * 5000, "play", "play 5s",
        "look now", "Fold",
    ],
)  # fmt: skip
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse_action(text)
    assert len(str(caught.value)) < 200
