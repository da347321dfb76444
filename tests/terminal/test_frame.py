"""Whole screens: they fit, and say what a player has to know, with and without colour and suit signs."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from rich.console import Console

from azi_p2p.game.actions import Call, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from azi_p2p.terminal.frame import Scene, draw
from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.terminal.keys import Keys
from azi_p2p.terminal.poster import Poster
from tests.views import OpenTable

HANDS = {0: "Ah Kh 6s", 1: "7d 8s 9d", 2: "6h 7h 8h"}


def opened(*, blind: bool = True) -> OpenTable:
    table = OpenTable(Options(blind=blind), 3)
    table.begin()
    table.deal(random.Random(1), HANDS, "9h", opener=0)
    return table


def in_trick() -> OpenTable:
    table = opened(blind=False)
    table.apply(0, Raise(10))
    table.apply(1, Call())
    table.apply(2, Call())
    table.apply(0, Play(Card.parse("6s")))
    return table


def screen(view, width: int = 80, height: int = 24, glyphs=UNICODE, keys: Keys | None = None, **more) -> str:
    lines = draw(Scene(view, (keys or Keys()).prompt(view), **more), width, height, glyphs)
    return "\n".join(line.plain for line in lines)


def test_facts_of_a_turn() -> None:
    shown = screen(replace(in_trick().view(1), short_code="K7Q-2MP"))
    for fact in ("Kitchen", "hand 1", "pot 60", "level 10", "trump 9♥", "code K7Q-2MP", "Your turn", "24 s",
                 "Trick: Aru 6♠", "│8♠   │", "[2]", "[-]", "not now: you hold spades: follow suit", "Aru leads 6♠",
                 "[2] play a card", "[q] leave"):
        assert fact in shown


def test_same_facts_in_letters() -> None:
    shown = screen(in_trick().view(1), glyphs=ASCII)
    shown.encode("ascii")
    for fact in ("trump 9h", "Trick: Aru 6s", "|8s   |", "[2]", "[-]", "24 s"):
        assert fact in shown


def test_blind_cards_are_seen_from_behind() -> None:
    shown = screen(opened().view(0))
    assert shown.count("│░░░░░│") == 9
    assert "A♥" not in shown
    assert "[l] look at your cards" in shown
    table = opened()
    table.apply(0, Look())
    assert "A♥" in screen(table.view(0))
    assert "A♥" not in screen(table.view(1))


def test_shokha_is_said() -> None:
    table = OpenTable(Options(), 2)
    table.begin()
    table.deal(random.Random(1), {0: "6h Kh 6s", 1: "7d 8s 9d"}, "Ah", opener=0)
    assert "shokha" in screen(table.view(0))


def test_waiting_closed_and_trouble() -> None:
    view = opened().view(1)
    assert "Waiting for Aru" in screen(view)
    assert "The table is closed." in screen(replace(view, stage="closed"))
    assert "1 old proof to check" in screen(replace(view, unchecked=1))
    assert "2 old proofs to check" in screen(replace(view, unchecked=2))
    assert "! signatures do not match" in screen(replace(view, trouble="signatures do not match"))
    alone = OpenTable(Options(), 1)
    assert "Waiting for somebody to sit down." in screen(alone.view(0))


def test_last_trick_and_its_winner() -> None:
    table = in_trick()
    table.apply(1, Play(Card.parse("8s")))
    table.apply(2, Play(Card.parse("6h")))
    assert "Last trick: Aru 6♠ Bek 8♠ Chi 6♥ – Chi took it" in screen(table.view(0))


def test_talk_and_news() -> None:
    shown = screen(in_trick().view(0), said=(("Bek", "hi\x1b[2J [red]"),), news=("Chi is back.",))
    assert "Bek: hi [2J [red]" in shown
    assert "Chi is back." in shown


def test_newest_lines_survive_where_room_is_short() -> None:
    view = in_trick().view(1)
    assert "Aru leads 6♠" in screen(view, 60, 18)
    assert "pay the ante" not in screen(view, 60, 18)
    assert "pay the ante" in screen(view, 60, 40)


def test_small_windows() -> None:
    assert "8♠" in screen(in_trick().view(1), 60, 16)
    assert "too small" in screen(in_trick().view(1), 30, 8)


def test_a_question_is_never_pushed_off() -> None:
    keys = Keys()
    table = OpenTable(Options(), 6)
    table.begin()
    table.deal(random.Random(1), opener=0)
    view = table.view(0)
    keys.press("ctrl-c", view)
    shown = screen(view, 60, 24, keys=keys)
    assert "the 10 chips" in shown
    assert "[esc] stay" in shown


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (40, 12), (200, 60), (61, 22), (10, 3), (1, 1)])
def test_every_moment_of_play_fits(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    wild = ("牌" * 30, "\x1b]0;x\x07" * 9, "e\u0301" * 40, "[/bold]", "", "🧑‍🚀 ok")
    for seats, cards in ((2, 3), (6, 4)):
        table = OpenTable(Options(cards=cards), seats, names=wild)
        hand = table.begin()
        while hand.phase is not Phase.OVER:
            if hand.phase is Phase.DEAL:
                table.deal(rng)
                continue
            chair = hand.to_act()[0]
            for seat in (chair, (chair + 1) % seats, None):
                for keys in (Keys(), _asking(table.view(seat), rng)):
                    _check(table.view(seat), keys, *size)
            table.apply(chair, rng.choice(hand.legal(chair, table.hands[chair]).actions()))


def _asking(view, rng: random.Random) -> Keys:
    keys = Keys()
    for _ in range(2):
        keys.press(rng.choice(["r", "ctrl-c", "t", "?", "i", "9", "q", "5"]), view)
    return keys


def _check(view, keys: Keys, width: int, height: int) -> None:
    for glyphs in (UNICODE, ASCII):
        lines = draw(Scene(view, keys.prompt(view)), width, height, glyphs)
        assert len(lines) == height
        assert max(line.cell_len for line in lines) <= max(width, 1)
        text = "".join(line.plain for line in lines)
        text.encode(glyphs.encoding)
        assert "\x1b" not in text
        assert "\x07" not in text


def test_without_colour_nothing_is_lost(monkeypatch) -> None:
    """NO_COLOR: the same characters, and no colour codes."""
    monkeypatch.setenv("NO_COLOR", "1")
    view = in_trick().view(1)
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=80, color_system="truecolor")
    for line in draw(Scene(view, Keys().prompt(view)), 80, 24, UNICODE):
        console.print(line)
    assert "\x1b[31" not in stream.getvalue()
    assert "\x1b[1;31" not in stream.getvalue()
    assert "[-]" in stream.getvalue()


def waiting(*, code: str = "AZI://10.0.0.1:4747/FAAK3OKGYSH5ZJAH4YIF", **size) -> str:
    poster = Poster(("Others on this network: azi join Kitchen",), code, "azi://10.0.0.1:4747/FAAK")
    return screen(OpenTable(Options(), 3).view(0), poster=poster, **size)


def test_a_poster_until_the_first_hand() -> None:
    shown = waiting()
    assert "azi join Kitchen" in shown
    assert "█▀▀▀▀▀█" in shown
    assert "\nazi://10.0.0.1:4747/FAAK" in shown
    assert "Start the first hand when all are here." in shown
    assert "azi join" not in screen(opened().view(0), poster=Poster(("azi join Kitchen",)))


def test_addresses_during_a_hand_by_a_key() -> None:
    keys, view = Keys(), replace(opened().view(0), short_code="K7Q2MPA")
    keys.press("i", view)
    poster = Poster(("By address: azi join 10.0.0.1:4747",), link="azi://10.0.0.1:4747/FAAK")
    shown = screen(view, keys=keys, poster=poster)
    for words in ("code is K7Q2MPA", "azi join 10.0.0.1:4747", "\nazi://10.0.0.1:4747/FAAK", "[any key] back"):
        assert words in shown
    assert "pot 30" not in shown
    keys.press("x", view)
    assert "pot 30" in screen(view, keys=keys, poster=poster)


@pytest.mark.parametrize(("width", "height"), [(60, 24), (80, 17), (40, 12)])
def test_the_code_gives_way_to_the_words(width: int, height: int) -> None:
    shown = waiting(width=width, height=height)
    assert "█▀▀▀▀▀█" not in shown
    assert "Others on this network" in shown
    lines = shown.split("\n")
    assert len(lines) == height
    assert max(map(len, lines)) <= width
