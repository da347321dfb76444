"""Looking back: stories of real records, calm and troubled, against what their own states say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from azi_p2p.game.cards import Card
from azi_p2p.game.events import AntePaid, Azi, Bet, Called, Dealt, Event, Folded, HandWon, TrickWon
from azi_p2p.table.kinds import Stage
from azi_p2p.table.view import CardView
from azi_p2p.web import history
from azi_p2p.web.memory import OwnCards
from protocol.errors import LocalError
from protocol.record import read_record
from tests import records
from tests.views import OpenTable


def story_of(data: bytes) -> history.TableStory:
    return history.read(read_record(data))


def test_a_table_as_the_page_is_told_of_it() -> None:
    data, keys = records.played(3, 3, 3)
    story = story_of(data)
    told = history.plain_table(story)
    assert (told["name"], told["continues"], told["fault"]) == ("records", None, "")
    assert {player["key"] for player in told["players"]} == {key.hex() for key in keys}
    assert [player["result"] for player in told["players"]] == sorted(story.results.values(), reverse=True)
    ended = [hand for hand in told["hands"] if hand["ended"]]
    assert [hand["number"] for hand in ended] == [1, 2, 3][:len(ended)]
    for hand in ended:
        assert sum(hand["results"].values()) == 0
        assert hand["winner"] in hand["players"]
        assert hand["deals"] == 1 + hand["azi"]
        assert hand["pot"] >= 30
    figures = [player["statistics"] for player in told["players"]]
    assert sum(one["won"] for one in figures) == len(ended)
    assert max(one["biggest_pot"] for one in figures) <= max(hand["pot"] for hand in ended)
    assert all(one["blind_won"] <= one["blind_bets"] for one in figures)
    assert all(one["hands"] >= len(ended) for one in figures)
    assert history.summary(story, next(iter(keys)))["hands"] == len(ended)
    assert history.summary(story, bytes(32))["result"] is None


TROUBLED = {
    "left in the shuffle": lambda: records.abandoned(Stage.SHUFFLE),
    "left in the bidding": lambda: records.abandoned(Stage.BID),
    "left in a trick": lambda: records.abandoned(Stage.PLAY),
    "Azi": records.came_to_azi, "heads-up": records.heads_up_left,
    "a cheat": lambda: records.record_of(records.cheated_chain("two")),
}


@pytest.mark.parametrize("what", TROUBLED)
def test_replays_of_troubled_tables_end_with_the_stacks_of_the_record(what: str) -> None:
    story = story_of(TROUBLED[what]())
    assert story.fault == ""
    assert sum(story.results.values()) == 0, "what lies in an open pot is nobody's"
    for hand in story.hands:
        replay = history.plain_replay(story, hand.number, bytes(32), OwnCards())
        assert [step["event"]["kind"] for step in replay["steps"]] == [type(event).__name__ for event in hand.events]
        assert (replay["remembered"], replay["ended"]) == (False, hand.ended)
        told = next(one for one in history.plain_table(story)["hands"] if one["number"] == hand.number)
        if not hand.ended:
            assert told["pot"] == replay["steps"][-1]["view"]["pot"] > 0
        for step in replay["steps"]:
            seats = step["view"]["seats"]
            assert step["view"]["pot"] + sum(seat["stack"] for seat in seats) == sum(hand.before.values())
            assert step["view"]["me"] is None
            assert step["view"]["cards"] == []
        if hand.ended:
            last = replay["steps"][-1]["view"]
            assert last["pot"] == 0
            assert {seat["key"]: (seat["stack"], seat["result"]) for seat in last["seats"]} == {
                key.hex(): (hand.chips[key], hand.results[key]) for key in hand.seats.values()}


def test_ones_own_cards_are_shown_as_they_were_held_and_only_from_memory() -> None:
    data, keys = records.played(3, 3, 3)
    story = story_of(data)
    mine = next(iter(keys))
    hand = next(one for one in story.hands if any(
        type(event).__name__ == "Played" and one.seats[event.chair] == mine for event in one.events))
    me = next(chair for chair, key in hand.seats.items() if key == mine)
    played = [event.card for event in hand.events if type(event).__name__ == "Played" and event.chair == me]
    others = [Card.parse(text) for text in ("6s", "7s", "8s", "9s", "10s", "Js") if Card.parse(text) not in played]
    held = (*played, *others)[:3]
    memory = OwnCards()
    memory.see(replace(
        OpenTable(story.options, 3).view(0), table_id=story.table_id, hand_number=hand.number,
        cards=tuple(CardView(card, True, "") for card in held),
        events=tuple(event for event in hand.events if isinstance(event, Dealt))[:1]))
    replay = history.plain_replay(story, hand.number, mine, memory)
    assert replay["remembered"]
    shown = [[card["card"] for card in step["view"]["cards"]] for step in replay["steps"]]
    assert shown[0] == []                                            # before the deal
    looked = next(at for at, event in enumerate(hand.events)
                  if type(event).__name__ == "Looked" and event.chair == me)
    assert shown[looked - 1] == []                                   # blind
    assert shown[looked] == [str(card) for card in held]
    assert len(shown[-1]) == 3 - len(played)
    assert not history.plain_replay(story, hand.number, mine, OwnCards())["remembered"]


def test_a_hand_that_is_not_there() -> None:
    story = story_of(records.played(3, 3, 3)[0])
    with pytest.raises(LocalError, match="there is no such hand"):
        history.plain_replay(story, 99, bytes(32), OwnCards())


def test_a_record_that_is_wrong_is_told_as_far_as_it_goes() -> None:
    record = read_record(records.played(3, 3, 3)[0])
    broken = record.steps[:-3] + record.steps[-2:]
    story = history.read(replace(record, steps=broken))
    assert story.fault.startswith("step ")
    assert history.plain_table(story)["fault"]["template"].startswith("step {step}, ")     # to be translated
    assert story.hands
    with pytest.raises(LocalError, match="cannot be followed"):
        history.read(replace(record, steps=record.steps[1:]))


def test_who_was_proven_a_cheat_is_named() -> None:
    chain = records.cheated_chain("false")
    story = story_of(records.record_of(chain))
    assert [player["cheat"] for player in history.plain_table(story)["players"]].count(True) == 1


@pytest.mark.parametrize(("results", "expected"), [
    ({b"a": 0, b"b": 0}, []),
    ({b"a": 10, b"b": -10}, [(b"b", b"a", 10)]),
    ({b"a": 30, b"b": -10, b"c": -20}, [(b"c", b"a", 20), (b"b", b"a", 10)]),
    ({b"a": 25, b"b": 5, b"c": -30}, [(b"c", b"a", 25), (b"c", b"b", 5)]),
    ({b"a": 7, b"b": 7, b"c": -7, b"d": -7}, [(b"c", b"a", 7), (b"d", b"b", 7)]),
    ({b"a": 5, b"b": -20}, [(b"b", b"a", 5)]),
    ({}, []),
])
def test_who_owes_whom(results: dict[bytes, int], expected: list[tuple[bytes, bytes, int]]) -> None:
    assert history.owes(results) == expected


def test_debts_even_everybody_out() -> None:
    for record in (records.played(3, 3, 3)[0], records.came_to_azi(), records.heads_up_left()):
        results = story_of(record).results
        if sum(results.values()):
            continue
        after = dict(results)
        paid = history.owes(results)
        for debtor, creditor, chips in paid:
            after[debtor] += chips
            after[creditor] -= chips
        assert set(after.values()) <= {0}
        assert len(paid) < len(results) or not paid


def test_figures_count_what_happened() -> None:
    """Of the last hand of a deal only: a blind bet before an Azi was not what won."""
    def hand(*events: Event) -> history.HandStory:
        return history.HandStory(1, {0: b"a", 1: b"b"}, {0: 100, 1: 100}, {0: 100, 1: 100}, list(events))

    won = HandWon(0, 60, ((0, 60),))
    antes = AntePaid(0, 10), AntePaid(1, 10)
    blind, seen = Bet(0, 10, 10, 5, True, True), Called(1, 10, 10, False, False)
    story = replace(story_of(records.played(3, 3, 3)[0]), results={b"a": 0, b"b": 0}, hands=[
        hand(*antes, blind, seen, TrickWon(0, 1, False), won),
        hand(*antes, blind, seen, Azi(1, 40, (0, 1)), TrickWon(0, 1, False), replace(won, pot=90, payouts=((0, 90),))),
        hand(*antes, blind, Folded(1, True), won)])
    first, second = history.statistics(story)[b"a"], history.statistics(story)[b"b"]
    assert first == {"hands": 3, "won": 3, "tricks": 2, "azi": 1, "bets": 3, "folds": 0, "blind_bets": 3,
                     "blind_won": 2, "biggest_pot": 90}
    assert second == {"hands": 3, "won": 0, "tricks": 0, "azi": 1, "bets": 0, "folds": 1, "blind_bets": 0,
                      "blind_won": 0, "biggest_pot": 0}


def test_who_called_blind_has_bet_blind_and_a_short_winner_is_credited_with_what_he_got() -> None:
    """Once a hand, however often he raised or called in it; the rest of a short winner's pot went back to others."""
    events: list[Event] = [
        AntePaid(0, 10), AntePaid(1, 10), Bet(0, 10, 10, 5, True, True), Called(1, 5, 10, True, False),
        Bet(0, 10, 20, 5, True, False), Called(1, 2, 14, True, True), TrickWon(1, 1, False), TrickWon(1, 2, False),
        HandWon(1, 37, ((1, 30), (0, 7)))]
    hand = history.HandStory(1, {0: b"a", 1: b"b"}, {0: 100, 1: 17}, {0: 100, 1: 100}, events)
    story = replace(story_of(records.played(3, 3, 3)[0]), results={b"a": 0, b"b": 0}, hands=[hand])
    first, second = history.statistics(story)[b"a"], history.statistics(story)[b"b"]
    assert (first["bets"], first["blind_bets"], first["blind_won"]) == (2, 1, 0)
    assert (second["bets"], second["blind_bets"], second["blind_won"], second["biggest_pot"]) == (0, 1, 1, 30)
