"""Views as JSON: every state that random play comes to, with amounts that the rules take and reasons for the rest."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from typing import Any

import pytest

from azi_p2p.game.actions import Call, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import ActionError
from azi_p2p.game.events import Azi
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from azi_p2p.table.limits import REBUY_SECONDS
from azi_p2p.table.view import View
from azi_p2p.web.plain import is_over, missing, plain, plain_event, plain_legal, plain_view, read_action
from tests.views import OpenTable


@pytest.mark.parametrize("seed", range(12))
def test_views_of_random_play_are_whole_and_their_actions_are_taken(seed: int) -> None:
    rng = random.Random(seed)
    table = OpenTable(Options(cards=rng.choice((3, 4)), blind=rng.random() < 0.7, stack=rng.choice((60, 1000))), 3)
    for _ in range(3):
        if len(table.match.payers()) < 2:
            return
        table.begin()
        while table.match.hand is not None:
            if table.hand.phase is Phase.DEAL:
                table.deal(rng)
                continue
            chair = rng.choice(sorted(table.hand.to_act()))
            for other in (*table.match.seated, None):
                told = json.loads(json.dumps(plain_view(table.view(other))))
                assert set(told) == {*(field.name for field in fields(View)), "trouble_words", "over", "missing",
                                     "rebuy_seconds"}
                assert (told["legal"] is None) == (other not in table.hand.to_act())
            told = plain_view(table.view(chair))
            choices = _choices(told)
            assert choices
            table.apply(chair, read_action(rng.choice(choices)))


def _choices(told: dict[str, Any]) -> list[dict[str, Any]]:
    legal = told["legal"]
    choices: list[dict[str, Any]] = [{"kind": kind} for kind in ("look", "fold", "decline") if legal[kind]]
    choices += [{"kind": kind} for kind in ("call", "enter") if legal[kind] is not None]
    if legal["raise_least"] is not None:
        amounts = [legal[name] for name in ("raise_least", "half_pot", "pot", "raise_most")]
        assert all(legal["raise_least"] <= amount <= legal["raise_most"] for amount in amounts)
        assert set(legal["costs"]) == set(map(str, amounts))
        choices += [{"kind": "raise", "amount": amount} for amount in amounts]
    for kind in ("play", "discard"):
        if legal[f"may_{kind}"]:
            for card in told["cards"]:
                assert card["playable"] == (card["why"] is None)
                if card["playable"]:
                    choices.append({"kind": kind, "card": card["card"]})
    for word, words in legal["why"].items():
        assert {"kind": word} not in choices
        assert words["template"] == "you may not {action} now, but {allowed}"
    return choices


def test_a_card_that_may_not_be_played_says_why() -> None:
    table = OpenTable(Options(blind=False), 2)
    table.begin()
    table.deal(random.Random(1), {0: "6h 7s 8d", 1: "9h Ks Ad"}, "6s", opener=0)
    for chair, action in ((0, Raise(10)), (1, Call()), (0, Play(Card.parse("6h")))):
        table.apply(chair, action)
    cards = {card["card"]: card for card in plain_view(table.view(1))["cards"]}
    assert cards["9h"] == {"card": "9h", "playable": True, "why": None}
    assert cards["Ks"]["why"]["template"] == "you hold {suit}: follow suit"
    assert cards["Ks"]["why"]["params"]["suit"]["template"] == "hearts"


def test_blind_raises_cost_half_and_the_opening_bet_is_told_apart() -> None:
    table = OpenTable(Options(ante=5, stack=1000, max_raise=100), 2)
    table.begin()
    table.deal(random.Random(1), opener=0)
    legal = plain_view(table.view(0))["legal"]
    assert legal["opening"]
    assert legal["blind"]
    assert legal["costs"] == {"5": 3, "10": 5, "100": 50}
    assert (legal["half_pot"], legal["pot"]) == (5, 10)
    table.apply(0, Raise(10))
    legal = plain_view(table.view(1))["legal"]
    assert not legal["opening"]
    assert (legal["to_match"], legal["call"]) == (10, 5)
    assert plain_legal(table.view(1).legal, 10**9)["pot"] == 100


@pytest.mark.parametrize(("given", "action"), [
    ({"kind": "look"}, Look()), ({"kind": "fold", "amount": None}, Fold()), ({"kind": "call"}, Call()),
    ({"kind": "raise", "amount": 40}, Raise(40)), ({"kind": "play", "card": "10h"}, Play(Card.parse("10h"))),
    ({"kind": "discard", "card": "As"}, Discard(Card.parse("As"))), ({"kind": "enter"}, Enter()),
])
def test_actions_are_read(given: Any, action: object) -> None:
    assert read_action(given) == action


@pytest.mark.parametrize("given", [
    None, [], "fold", {}, {"kind": 3}, {"kind": "nonsense"}, {"kind": "raise"}, {"kind": "raise", "amount": "5"},
    {"kind": "raise", "amount": True}, {"kind": "raise", "amount": 1.5}, {"kind": "raise", "amount": -1},
    {"kind": "raise", "amount": 10**30}, {"kind": "play"}, {"kind": "play", "card": "1x"}, {"kind": "discard"},
    {"kind": "play", "card": "6s 7s"}, {"kind": "fold "},
])
def test_anything_else_is_no_action(given: Any) -> None:
    with pytest.raises(ActionError):
        read_action(given)


def test_plain_values() -> None:
    assert plain(b"\x01\xff") == "01ff"
    assert plain((Card.parse("10h"), None, {1: b"a"})) == ["10h", None, {"1": "61"}]
    assert plain(Options())["ante"] == 10
    assert plain_event(Azi(1, 30, (0, 2))) == {
        "kind": "Azi", "number": 1, "pot": 30, "free": [0, 2]}


def test_a_match_is_over_while_fewer_than_two_have_the_ante() -> None:
    view = replace(OpenTable(Options(), 2).view(0), hands=1)
    rich, poor = view.seats[0], replace(view.seats[1], stack=9)
    other = view.seats[1]
    assert not is_over(view)
    assert is_over(replace(view, seats=(rich, poor)))
    assert not is_over(replace(view, seats=(rich, poor), hands=0))
    assert not is_over(replace(view, seats=(rich, poor), stage="play"))
    assert is_over(replace(view, seats=(rich, replace(poor, standing="leaving"))))
    assert plain_view(replace(view, seats=(rich, poor)))["over"]
    for standing in ("away", "leaving", "cheat"):       # he has his chips still, or took them with him
        assert not is_over(replace(view, seats=(rich, replace(other, standing=standing))))
    assert not is_over(replace(view, seats=(rich, replace(other, chair=-1, standing="joining"))))
    assert not is_over(replace(view, seats=(rich,)))


def test_who_is_missed_for_the_next_hand_is_told_apart() -> None:
    view = replace(OpenTable(Options(), 4).view(0), hands=1)
    one, *others = view.seats
    out, away, left = (replace(seat, standing=standing, connected=connected) for seat, standing, connected in zip(
        others, ("away", "away", "leaving"), (True, False, False), strict=True))
    none: dict[str, list[int]] = {"out": [], "away": [], "left": []}
    alone = replace(view, seats=(one, out, away, left))
    assert missing(alone) == {"out": [1], "away": [2], "left": [3]}
    assert plain_view(alone)["missing"] == missing(alone)
    assert missing(replace(alone, hands=0)) == none
    assert missing(replace(alone, stage="play")) == none
    assert missing(replace(alone, seats=(one, others[0], away, left))) == none          # two can play
    assert missing(replace(alone, seats=(one, replace(others[0], chair=-1, standing="joining"), away))) == none
    assert missing(replace(alone, seats=(one, replace(out, stack=0)))) == none          # over, for want of chips


def test_one_with_a_choice_of_a_new_stack_is_told_how_long_the_hand_is_held() -> None:
    view = replace(OpenTable(Options(), 3).view(0), hands=1)
    broke = replace(view, seats=(replace(view.seats[0], stack=0), *view.seats[1:]), may_rebuy=True)
    assert plain_view(broke)["rebuy_seconds"] == REBUY_SECONDS
    assert plain_view(replace(broke, may_rebuy=False))["rebuy_seconds"] is None
    assert plain_view(replace(broke, seats=broke.seats[:2]))["rebuy_seconds"] is None       # over until he decides
