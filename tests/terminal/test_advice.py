"""What is told unasked: where the table waits in vain, and what a player's silence has cost him."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from azi_p2p.game.actions import Call, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.events import Declined, Discarded, Folded
from azi_p2p.game.options import Options
from azi_p2p.terminal.advice import Commands, in_vain, time_ran_out
from tests.views import OpenTable

COMMANDS = Commands("azi host evening --go-on", "azi host evening --new")
HANDS = {0: "Ah Kh 6s", 1: "7d 8s 9d", 2: "6h 7h 8h"}


def opened(seats: int, **options) -> OpenTable:
    table = OpenTable(Options(**options), seats)
    table.begin()
    table.deal(random.Random(1), {chair: HANDS[chair] for chair in range(seats)} if seats < 4 else None, "9h", opener=0)
    return table


def without(view, *chairs: int, hands: int = 1):
    """As it is where these have lost their links, and the table waits for them."""
    return replace(view, hands=hands, seats=tuple(
        replace(seat, connected=seat.chair not in chairs, due=seat.chair in chairs) for seat in view.seats))


def test_between_two_nobody_can_vote() -> None:
    told = in_vain(without(opened(2).view(0), 1), COMMANDS)
    assert told.startswith("Bek is not linked, and between two no vote helps: the table waits. ")
    assert "press Ctrl-C twice and type azi host evening --go-on" in told
    assert "stacks of the last finished hand" in told


def test_without_a_finished_hand_there_is_nothing_to_go_on_from() -> None:
    told = in_vain(without(opened(2).view(0), 1, hands=0), COMMANDS)
    assert "azi host evening --new" in told
    assert "--go-on" not in told
    assert in_vain(without(opened(2).view(0), 1), Commands()).endswith("Ctrl-C twice leaves it.")


@pytest.mark.parametrize(("seats", "gone", "waits"), [
    (3, (1,), False), (3, (1, 2), True), (4, (1,), False), (4, (1, 2), True), (6, (1, 2), False), (6, (1, 2, 3), True),
])
def test_half_of_a_table_cannot_vote(seats: int, gone: tuple[int, ...], waits: bool) -> None:
    told = in_vain(without(opened(seats).view(0), *gone), COMMANDS)
    assert bool(told) is waits
    if waits:
        assert "are not linked, and half of a table cannot vote the others gone" in told


def test_only_where_it_waits_for_one_who_is_not_here() -> None:
    view = opened(2).view(0)
    assert in_vain(view, COMMANDS) == ""
    away = replace(view.seats[1], connected=False, due=False)      # it is my turn, and the hand goes on
    assert in_vain(replace(view, seats=(view.seats[0], away)), COMMANDS) == ""
    assert in_vain(without(opened(2).view(None), 1), COMMANDS) == ""      # a watcher


def test_who_has_forfeited_is_not_counted() -> None:
    view = without(opened(3).view(0), 1)
    assert in_vain(view, COMMANDS) == ""
    gone = replace(view.seats[2], standing="gone", connected=False)
    assert "between two" in in_vain(replace(view, seats=(*view.seats[:2], gone)), COMMANDS)


def test_a_fold_costs_what_was_paid() -> None:
    table = opened(3)
    table.apply(0, Raise(20))
    table.apply(1, Call())
    view = table.view(1)
    told = time_ran_out(replace(view, events=(*view.events, Folded(1, blind=True))))
    assert told == ("Your time ran out: your cards were folded, and the 20 chips you had paid stay in the pot. "
                    "You sit out from the next hand on, until you press o.")
    poor = OpenTable(Options(ante=1, stack=9), 2)
    poor.begin()
    view = poor.view(0)
    assert "the 1 chip you had paid stays" in time_ran_out(replace(view, events=(*view.events, Folded(0, blind=False))))


def test_what_else_is_done_for_one_who_is_silent() -> None:
    table = opened(3, blind=True)
    table.apply(0, Look())
    assert "you are blind no more" in time_ran_out(table.view(0))
    table.apply(0, Raise(10))
    assert "the least was bet for you, 10 chips" in time_ran_out(table.view(0))
    assert time_ran_out(table.view(1)) == ""
    for chair in (1, 2):
        table.apply(chair, Look())
        table.apply(chair, Call())
    table.apply(0, Play(Card.parse("6s")))
    assert "a card was played for you" in time_ran_out(table.view(0))
    for event, words in ((Discarded(0), "put away"), (Declined(0), "out of the Azi")):
        assert words in time_ran_out(replace(table.view(0), events=(event,)))


def test_a_watcher_has_no_time_to_lose() -> None:
    assert time_ran_out(opened(2).view(None)) == ""
