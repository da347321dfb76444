"""The view of a seat: what it may see and nothing else, and that it says how things stand."""

from __future__ import annotations

import dataclasses

import pytest

from azi_p2p.game.actions import Discard, Fold, Look, Raise
from azi_p2p.table.actions import Leave, SitDown, SitOut
from azi_p2p.table.bodies import Carried, Continued
from azi_p2p.table.kinds import Stage
from azi_p2p.table.seat_view import CODE_SYMBOLS, short_code
from azi_p2p.table.session import Table
from azi_p2p.table.view import STANDINGS, View
from tests.table.chronicle import founded, identity
from tests.table.room import Room, boldest


def views(room: Room) -> list[View]:
    return [table.view(room.now) for table in room.tables]


@pytest.fixture(scope="module", name="bidding")
def _bidding() -> Room:
    room = Room(3, onlookers=1)
    room.reach(Stage.BID)
    return room.calm()


def test_everyone_sees_his_own_cards_and_only_those(bidding: Room) -> None:
    *seats, watcher = views(bidding)
    cards = [{one.card for one in view.cards} for view in seats]
    assert [len(one) for one in cards] == [3, 3, 3]
    assert len(set().union(*cards)) == 9
    assert (watcher.cards, watcher.me, watcher.legal) == ((), None, None)
    for number, view in enumerate(seats):
        shown = repr(view)
        assert not any(repr(card) in shown for other in range(3) if other != number for card in cards[other])
    assert not any(repr(card) in repr(watcher) for one in cards for card in one)


def test_all_see_the_same_of_what_is_public(bidding: Room) -> None:
    private = {"me", "my_key", "cards", "legal", "may_start", "may_vote_gone", "seats", "may_rebuy",
               "unchecked"}
    public = [{field.name: getattr(view, field.name) for field in dataclasses.fields(View) if field.name not in private}
              for view in views(bidding)]
    assert all(one == public[0] for one in public[1:])
    places = [[dataclasses.replace(seat, connected=True) for seat in view.seats] for view in views(bidding)]
    assert all(one == places[0] for one in places[1:])


def test_whose_turn_it_is_may_act_and_nobody_else(bidding: Room) -> None:
    seats = views(bidding)[:3]
    (due,) = seats[0].waits_for
    assert [view.legal is not None and bool(view.legal.actions()) for view in seats] == [n == due for n in range(3)]
    assert [seat.due for seat in seats[0].seats] == [n == due for n in range(3)]
    assert seats[due].may_vote_gone == ()
    assert all(view.may_vote_gone == (due,) for n, view in enumerate(seats) if n != due)


def test_blind_nobody_sees_his_cards_until_he_has_looked() -> None:
    room = Room(3, blind=True)
    room.reach(Stage.BID).calm()
    (due,) = room.tables[0].view(room.now).waits_for
    assert [seat.blind for seat in views(room)[0].seats] == [True] * 3
    assert [view.cards for view in views(room)] == [()] * 3
    room.tables[due].act(Look(), room.now)
    room.reach(Stage.BID)
    assert [len(view.cards) for view in views(room)] == [3 if n == due else 0 for n in range(3)]
    assert [seat.blind for seat in views(room)[0].seats] == [n != due for n in range(3)]


def test_a_card_that_may_not_be_played_says_why() -> None:
    room = Room(4)
    room.reach(Stage.PLAY)
    for _ in range(200):
        (due,) = room.tables[0].view(room.now).waits_for[:1] or (0,)
        view = room.tables[due].view(room.now)
        if view.stage == "play" and view.legal is not None and any(not one.playable for one in view.cards):
            break
        if not room.deliver() and not room.think():
            room.pass_time(0.1)
    assert {one.card for one in view.cards if one.playable} == set(view.legal.plays)
    assert all(bool(one.why_not) is not one.playable for one in view.cards)
    waiting = room.tables[(due + 1) % 4].view(room.now)
    assert all(not one.playable and one.why_not for one in waiting.cards)


def test_a_card_put_away_is_gone_from_the_hand_while_the_others_choose() -> None:
    room = Room(3, cards=4, blind=False)
    room.reach(Stage.DISCARD).calm()
    away = views(room)[0].cards[1].card
    room.tables[0].act(Discard(away), room.now)
    room.rest(0.3)
    assert [len(view.cards) for view in views(room)] == [3, 4, 4]
    assert away not in [one.card for one in views(room)[0].cards]
    assert views(room)[0].legal is None


def test_chips_and_bids(bidding: Room) -> None:
    room = Room(2)
    room.choose = boldest
    room.reach(Stage.BID).calm()
    view = views(room)[0]
    (due,) = view.waits_for
    assert (view.pot, view.level, view.opener, view.leader) == (20, 0, due, None)
    room.tables[due].act(Raise(30), room.now)
    room.rest(0.3)
    view = views(room)[0]
    seat = view.seats[due]
    assert (view.pot, view.level, view.leader) == (50, 30, due)
    assert (seat.stack, seat.paid, seat.stake, seat.result) == (960, 40, 30, -40)
    assert sum(one.stack for one in view.seats) + view.pot == 2000


def test_standings() -> None:
    room = Room(3, onlookers=1, turn_seconds=10, pause=30.0, start_at=None)
    room.rest(0.5)
    assert [seat.standing for seat in views(room)[0].seats] == ["seated", "joining", "joining"]
    assert views(room)[0].may_start
    assert not views(room)[1].may_start
    room.tables[0].usher.start_now = True
    room.reach(Stage.BID).calm()
    (due,) = views(room)[0].waits_for
    later = (due + 1) % 3
    assert [seat.standing for seat in views(room)[0].seats] == ["playing"] * 3
    room.tables[due].act(Raise(10), room.now)
    room.rest(0.3)
    room.tables[later].act(Fold(), room.now)
    room.tables[due].act(Leave(), room.now)
    room.tables[3].act(SitDown("Dana"), room.now)
    room.rest(0.3)
    shown = {seat.name: seat.standing for seat in views(room)[0].seats}
    names = [seat.name for seat in views(room)[0].seats]
    assert shown[names[later]] == "folded"
    assert shown[names[due]] == "leaving"
    assert (views(room)[0].seats[-1].standing, views(room)[0].seats[-1].chair) == ("joining", -1)
    third = 3 - due - later
    room.silent.add(third)
    room.rest(20)
    view = views(room)[due]
    assert view.seats[third].standing == "away"
    assert {seat.standing for seat in view.seats} <= set(STANDINGS)


def test_who_sits_down_again_is_shown_with_the_chips_that_wait_for_him() -> None:
    carried = (Carried(identity(0).public, 1300, 1000), Carried(identity(1).public, 700, 1000))
    founding = founded(continued=Continued(bytes(32), bytes(32), carried), founder=1)
    table = Table(identity(0), founding, bytes, 0.0)
    table.begin(0.0)
    table.act(SitDown("Ann"), 0.0)
    assert [(seat.standing, seat.stack, seat.result) for seat in table.view(0.0).seats] == [
        ("seated", 700, -300), ("joining", 1300, 300)]


def test_who_sits_out_is_away() -> None:
    room = Room(3, pause=0.2)
    room.reach(Stage.OPEN, hands=1)
    room.tables[1].act(SitOut(out=True), room.now)
    room.reach(Stage.BID, hands=1)
    assert views(room)[0].seats[1].standing == "away"
    assert views(room)[1].sitting_out


def test_links_are_shown() -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    room.part(0, 2)
    assert [seat.connected for seat in views(room)[0].seats] == [True, True, False]
    assert [seat.connected for seat in views(room)[1].seats] == [True] * 3


def test_seconds_left_run_down() -> None:
    room = Room(2, turn_seconds=30)
    room.reach(Stage.BID).calm()
    (due,) = views(room)[0].waits_for
    before = views(room)[due].seats[due].seconds_left
    room.rest(5)
    after = views(room)[due].seats[due].seconds_left
    assert 4.5 < before - after < 6
    assert views(room)[due].seats[1 - due].seconds_left is None


def test_progress_counts_what_was_checked() -> None:
    room = Room(3)
    seen: list[tuple[int, ...]] = []
    for _ in range(2000):
        progress = room.tables[0].view(room.now).progress
        if progress is not None:
            assert progress.number == 1
            parts = tuple(len(part) for part in (progress.keys, progress.shuffles, progress.reveals, progress.shares))
            if not seen or seen[-1] != parts:
                seen.append(parts)
            if progress.dealt:
                break
        if not room.deliver():
            room.pass_time(0.1)
    assert seen == sorted(seen), "it only grows"
    assert seen[-1] == (3, 3, 3, 3)
    assert {parts[1] for parts in seen} >= {0, 3}
    room.reach(Stage.OPEN, hands=1)
    assert room.tables[0].view(room.now).progress is None


def test_the_short_code_is_the_same_on_every_screen_and_comes_with_the_first_deal() -> None:
    room = Room(3, onlookers=1)
    assert {view.short_code for view in views(room)} == {""}
    room.reach(Stage.BID)
    codes = {view.short_code for view in views(room)}
    assert len(codes) == 1
    assert len(codes.pop()) == CODE_SYMBOLS
    assert short_code(b"") == ""
    assert short_code(bytes(32)) != short_code(b"\1" * 32)


def test_the_last_trick_stays_in_sight() -> None:
    room = Room(2)
    room.reach(Stage.PLAY)
    room.run(lambda: room.tables[0].view(room.now).last_trick_winner is not None, 20)
    view = room.tables[0].view(room.now)
    assert len(view.last_trick) == 2
    assert view.last_trick_winner in (0, 1)
    assert view.events


def test_a_view_is_of_its_moment(bidding: Room) -> None:
    room = Room(2)
    before = views(room)[0]
    room.reach(Stage.BID)
    assert before.stage == "open"
    assert (views(room)[0].hand_number, views(room)[0].hands, views(room)[0].deal_number) == (1, 0, 1)
    assert views(room)[0].my_key == identity(0).public
