"""The machine of keys: what is typed becomes an action only where it is meant and possible."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.game.actions import Call, Fold, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.events import Folded
from azi_p2p.game.options import Options
from azi_p2p.table.actions import Chat, Leave, SitOut, VoteGone
from azi_p2p.terminal.advice import Commands
from azi_p2p.terminal.keys import MAX_TALK, Keys, Pressed
from tests.views import OpenTable

HANDS = {0: "Ah Kh 6s", 1: "7d 8s 9d", 2: "6h 7h 8h"}


def opened(*, blind: bool = True) -> OpenTable:
    table = OpenTable(Options(blind=blind), 3)
    table.begin()
    table.deal(random.Random(1), HANDS, "9h", opener=0)
    return table


def typed(keys: Keys, view, *pressed: str) -> list[Pressed]:
    return [keys.press(key, view) for key in pressed]


def last(view, *pressed: str, keys: Keys | None = None) -> Pressed:
    return typed(keys or Keys(), view, *pressed)[-1]


def test_plain_actions() -> None:
    table = opened()
    assert last(table.view(0), "l") == Pressed(Look())
    assert last(table.view(0), "L") == Pressed(Look())
    table.apply(0, Raise(10))
    assert last(table.view(1), "c") == Pressed(Call())
    assert last(table.view(1), "f") == Pressed(Fold())


def test_russian_layout() -> None:
    assert last(opened().view(0), "д") == Pressed(Look())
    assert last(opened().view(0), "Д") == Pressed(Look())


@pytest.mark.parametrize(("pressed", "amount"), [
    (("r", "enter"), 10),
    (("r", "4", "5", "enter"), 45),
    (("r", "4", "5", "backspace", "2", "enter"), 42),
    (("r", "ctrl-u", "7", "0", "enter"), 70),
    (("r", "m", "enter"), 100),
    (("r", "h", "enter"), 15),
    (("r", "p", "enter"), 30),
    (("r", "m", "l", "enter"), 10),
    (("r", "m", "2", "0", "enter"), 20),
    (("r", "0", "0", "3", "0", "enter"), 30),
])
def test_amounts(pressed: tuple[str, ...], amount: int) -> None:
    assert last(opened().view(0), *pressed) == Pressed(Raise(amount))


@pytest.mark.parametrize("digits", ["9", "101", "999999999999999999999", "0", ""])
def test_amount_out_of_bounds_is_not_sent(digits: str) -> None:
    keys = Keys()
    view = opened().view(0)
    assert last(view, "r", "ctrl-u", *digits, "enter", keys=keys) == Pressed()
    assert "least 10" in " ".join(keys.prompt(view).sentences) or "most 100" in " ".join(keys.prompt(view).sentences)


def test_escape_drops_an_amount() -> None:
    view = opened().view(0)
    assert last(view, "r", "5", "0", "escape", "enter") == Pressed()


def test_prompt_says_what_a_blind_bet_pays() -> None:
    keys = Keys()
    view = opened().view(0)
    typed(keys, view, "r", "5", "0")
    prompt = keys.prompt(view)
    assert prompt.entry == "50"
    assert prompt.sentences == ("Bet by 50: pays 25.",)


def test_amount_is_dropped_when_the_turn_is_over() -> None:
    table = opened()
    keys = Keys()
    typed(keys, table.view(0), "r", "2")
    table.apply(0, Raise(10))
    assert keys.press("enter", table.view(0)) == Pressed()
    assert keys.mode is None


def test_not_my_turn() -> None:
    keys = Keys()
    view = opened(blind=False).view(1)
    for key in ("f", "1"):
        assert keys.press(key, view) == Pressed()
        assert "Aru" in keys.notice


def test_card_keys() -> None:
    table = opened(blind=False)
    table.apply(0, Raise(10))
    table.apply(1, Call())
    table.apply(2, Call())
    table.apply(0, Play(Card.parse("6s")))
    view = table.view(1)
    assert last(view, "2") == Pressed(Play(Card.parse("8s")))
    keys = Keys()
    assert keys.press("1", view) == Pressed()
    assert "follow suit" in keys.prompt(view).sentences[0]
    assert keys.press("x", view) == Pressed()
    assert "follow suit" not in keys.notice


def test_interrupt_in_a_hand_says_the_cost_and_asks_again() -> None:
    keys = Keys()
    view = opened().view(0)
    assert keys.press("ctrl-c", view) == Pressed()
    sentences = " ".join(keys.prompt(view).sentences)
    assert "the 10 chips" in sentences
    assert "again" in sentences
    assert keys.press("ctrl-c", view) == Pressed(command="quit")


def test_interrupt_then_stay() -> None:
    view = opened().view(0)
    keys = Keys()
    typed(keys, view, "ctrl-c", "escape")
    assert keys.mode is None
    assert keys.press("ctrl-c", view) == Pressed()


def test_interrupt_interrupts_a_question() -> None:
    view = opened().view(0)
    keys = Keys()
    typed(keys, view, "r", "5", "ctrl-c")
    assert "the 10 chips" in " ".join(keys.prompt(view).sentences)


def test_leaving() -> None:
    in_hand = opened().view(0)
    assert last(in_hand, "q", "a") == Pressed(Leave())
    assert last(in_hand, "q", "n") == Pressed(command="quit")
    assert last(in_hand, "q", "x") == Pressed()
    between = OpenTable(Options(), 2).view(0)
    assert last(between, "q", "y") == Pressed(Leave(), "quit")
    assert last(opened().view(None), "q", "y") == Pressed(command="quit")


def test_vote_gone_names_one_and_asks() -> None:
    view = replace(opened().view(0), may_vote_gone=(1, 2))
    keys = Keys()
    typed(keys, view, "v")
    assert [choice.label for choice in keys.prompt(view).choices][:2] == ["Bek", "Chi"]
    typed(keys, view, "3")
    assert "Chi" in keys.prompt(view).sentences[0]
    assert keys.press("y", view) == Pressed(VoteGone(2))
    assert last(view, "v", "1", "y") == Pressed()
    assert last(replace(view, may_vote_gone=(2,)), "v", "y") == Pressed(VoteGone(2))
    assert last(replace(view, may_vote_gone=(2,)), "v", "n") == Pressed()


def test_a_vote_between_two_says_when_it_counts() -> None:
    for seats, told in ((2, True), (3, False)):
        table = OpenTable(Options(), seats)
        view = replace(table.view(0), may_vote_gone=(1,))
        keys = Keys()
        keys.press("v", view)
        assert ("counts only once you leave" in keys.prompt(view).sentences[0]) is told


def test_vote_is_dropped_when_the_seat_has_come_back() -> None:
    view = replace(opened().view(0), may_vote_gone=(1, 2))
    keys = Keys()
    typed(keys, view, "v", "3")
    assert keys.press("y", replace(view, may_vote_gone=(1,))) == Pressed()


def test_talk_takes_letters_as_they_are() -> None:
    view = opened().view(0)
    assert last(view, "t", *"Йf q1", "enter") == Pressed(Chat("Йf q1"))
    assert last(view, "t", "a", "escape", "enter") == Pressed()
    assert last(view, "t", " ", "enter") == Pressed()
    assert last(view, "t", *("x" * 500), "enter") == Pressed(Chat("x" * MAX_TALK))


def test_help_closes_with_any_key_and_that_key_does_nothing_else() -> None:
    view = opened().view(0)
    keys = Keys()
    typed(keys, view, "?")
    assert keys.prompt(view).page
    assert keys.press("l", view) == Pressed()
    assert not keys.prompt(view).page


def test_the_address_page_is_for_who_sits_here() -> None:
    view = opened().view(0)
    keys = Keys()
    typed(keys, view, "i")
    assert keys.prompt(view).page == "address"
    assert keys.press("f", view) == Pressed()
    assert keys.prompt(view).page == ""
    keys.press("i", opened().view(None))
    assert keys.mode is None


def test_one_whose_time_ran_out_is_told_until_he_is_back() -> None:
    view = opened().view(1)
    silent = replace(view, sitting_out=True, events=(*view.events, Folded(1, blind=True)))
    keys = Keys()
    assert keys.prompt(view).sentences == ()
    assert "Your time ran out" in keys.prompt(silent).sentences[0]
    next_hand = replace(silent, events=())
    assert "the 10 chips you had paid" in keys.prompt(next_hand).sentences[0]
    assert keys.press("o", next_hand) == Pressed(SitOut(out=False))
    assert keys.prompt(replace(next_hand, sitting_out=False)).sentences == ()
    assert keys.prompt(next_hand).sentences == ()      # what that hand cost is no news of a later one


def test_one_who_asked_to_sit_out_is_not_told_of_his_time() -> None:
    view = opened().view(1)
    keys = Keys()
    assert keys.press("o", view) == Pressed(SitOut(out=True))
    assert keys.prompt(replace(view, sitting_out=True, events=(Folded(1, blind=True),))).sentences == ()


def test_a_table_that_waits_in_vain_says_what_to_type() -> None:
    view = OpenTable(Options(), 2).view(0)
    gone = replace(view, seats=(view.seats[0], replace(view.seats[1], connected=False, due=True)))
    assert "type azi x" in Keys(Commands(anew="azi x")).prompt(gone).sentences[0]
    assert Keys(Commands(anew="azi x")).prompt(view).sentences == ()


def test_commands() -> None:
    view = opened().view(0)
    assert last(view, "ctrl-l").command == "redraw"
    assert last(view, "ctrl-z").command == "suspend"


KEY = st.one_of(st.sampled_from("lfcredsbovtqi?hynam123450987 йдф²"), st.sampled_from(
    ["enter", "escape", "backspace", "ctrl-u", "up", "tab", "ctrl-d", "ctrl-l"],
))


@given(st.lists(KEY, max_size=40), st.integers(0, 10**6))
def test_any_keys_give_only_legal_actions(pressed: list[str], seed: int) -> None:
    """Whatever is typed, at whatever moment: what comes out is accepted by the rules."""
    rng = random.Random(seed)
    table = OpenTable(Options(cards=rng.choice((3, 4)), blind=rng.random() < 0.5), 3)
    hand = table.begin()
    table.deal(rng)
    keys = Keys()
    for key in pressed:
        if not hand.to_act():
            break
        chair = hand.to_act()[0]
        view = table.view(chair)
        keys.prompt(view)
        action = keys.press(key, view).action
        if action is not None and not type(action).__module__.startswith("azi_p2p.table"):
            table.apply(chair, action)
