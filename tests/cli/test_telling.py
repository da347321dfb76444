"""Hands in words."""

from __future__ import annotations

from azi_p2p.cli.telling import ToldHand, tell
from azi_p2p.game.cards import Card
from azi_p2p.game.events import AntePaid, Dealt, HandWon
from azi_p2p.terminal.glyphs import ASCII, UNICODE

HAND = ToldHand(
    3, {0: "Aru", 1: "Bek"},
    (AntePaid(0, 10), AntePaid(1, 10), Dealt(1, Card.parse("9h"), 0), HandWon(1, 20, ((1, 20),))), {0: 990, 1: 1010},
)


def test_a_finished_hand() -> None:
    assert list(tell(HAND, 80, UNICODE)) == [
        "Hand 3", "  Aru and Bek pay the ante of 10.",
        "  The cards are dealt; 9♥ is turned, hearts are trumps. Aru opens.", "  Bek wins the pot of 20.",
        "  Chips: Aru 990, Bek 1010.",
    ]


def test_narrow_and_in_letters() -> None:
    lines = list(tell(HAND, 30, ASCII))
    assert max(map(len, lines)) <= 30
    assert "9h" in "".join(lines)


def test_unfinished() -> None:
    assert list(tell(ToldHand(1, {}, (), {}), 80, UNICODE)) == ["Hand 1", "  (unfinished)"]
