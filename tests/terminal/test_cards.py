"""Drawn cards have one size, and say rank and suit without colour."""

from __future__ import annotations

import pytest

from azi_p2p.game.cards import Suit, deck
from azi_p2p.terminal.cards import CARD_LINES, CARD_WIDTH, back, beside, face, style_of, under
from azi_p2p.terminal.glyphs import ASCII, UNICODE


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_size(glyphs) -> None:
    for block in [face(card, glyphs) for card in deck(Suit.CLUBS)] + [back(glyphs)]:
        assert [line.cell_len for line in block] == [CARD_WIDTH] * CARD_LINES


def test_no_two_cards_look_the_same_without_colour() -> None:
    drawn = {"\n".join(line.plain for line in face(card, ASCII)) for card in deck(Suit.SPADES)}
    assert len(drawn) == 27


def test_beside() -> None:
    blocks = [[*back(UNICODE), under("[1]")], [*back(UNICODE), under("")]]
    assert [line.cell_len for line in beside(blocks)] == [2 * CARD_WIDTH + 1] * (CARD_LINES + 1)


def test_dim_cards_keep_their_suit() -> None:
    card = deck(Suit.CLUBS)[10]
    assert "dim" in style_of(card, dim=True)
    assert "dim" not in style_of(card)
