"""The state as a function of the record: who is due, who votes, what follows, with and without the missing."""

from __future__ import annotations

import base64
import copy

import pytest

from azi_p2p.game.actions import Call, Fold, Look, Raise
from azi_p2p.game.cards import deck
from azi_p2p.game.events import DealVoid, Forfeited, HandWon
from azi_p2p.game.state import Phase
from azi_p2p.table.bodies import Carried, Continued, make_invitation
from azi_p2p.table.kinds import PARTS, Stage
from azi_p2p.table.seat_view import short_code
from azi_p2p.table.state import Move, chosen_action, game_digest, opening_result, take_requests
from protocol.codec import encode
from protocol.digest import digest
from protocol.errors import NotAllowed
from protocol.record import step_digest
from tests.table.chronicle import NAMES, Chronicle, founded, identity


def stacks(table: Chronicle) -> list[int]:
    match = table.state.match
    return [match.stack(player) for player in match.chairs if player is not None]


# --- the course of a hand ---

def test_the_founder_sits_alone_and_opens() -> None:
    table = Chronicle(3)
    state = table.state
    assert (state.stage, state.step, state.due(), state.voters()) == (Stage.OPEN, 1, (0,), frozenset())
    assert state.parent == step_digest(table.founding.table_id, [table.founding.entry], [])
    assert state.key_of(0) == state.founding.founder


def test_a_plain_hand_goes_through_its_stages() -> None:
    table = Chronicle(3)
    seen: list[tuple[Stage, tuple[int, ...]]] = []
    for _ in range(100):
        seen.append((table.state.stage, table.state.due()))
        table.step()
        if table.state.stage is Stage.OPEN:
            break
    assert seen[:7] == [
        (Stage.OPEN, (0,)), (Stage.KEYS, (0, 1, 2)), (Stage.SHUFFLE, (0,)), (Stage.SHUFFLE, (1,)),
        (Stage.SHUFFLE, (2,)),
        (Stage.REVEAL, (0, 1, 2)), (Stage.SHARES, (0, 1, 2))]
    assert [stage for stage, _ in seen[7:10]] == [Stage.BID] * 3
    assert Stage.PLAY in {stage for stage, _ in seen}
    assert (table.state.finished, table.state.opened) == (1, 1)


def test_four_cards_without_blind_play_are_put_away_at_once_and_with_it_after_looking() -> None:
    assert Chronicle(3, cards=4).go(Stage.DISCARD).state.due() == (0, 1, 2)
    table = Chronicle(3, cards=4, blind=True).go(Stage.BID)
    (opener,) = table.state.due()
    table.move(Look())
    assert (table.state.stage, opener in table.state.due()) == (Stage.SHARES, False)
    table.step()
    assert (table.state.stage, table.state.due()) == (Stage.DISCARD, (opener,))


def test_the_kinds_of_a_stage_are_those_of_its_part() -> None:
    table = Chronicle(2)
    for _ in range(20):
        assert table.state.kinds() == PARTS[table.state.stage].kinds
        table.step()


def test_the_parent_is_the_digest_of_all_steps() -> None:
    table = Chronicle(2).go(Stage.BID)
    at = step_digest(table.founding.table_id, [table.founding.entry], [])
    for number, (entries, absent) in enumerate(table.steps, 1):
        assert {(entry.step, entry.parent) for entry in entries} == {(number, at)}
        at = step_digest(at, entries, absent)
    assert (table.state.parent, table.state.step) == (at, len(table.steps) + 1)


def test_a_copy_of_the_state_goes_its_own_way() -> None:
    table = Chronicle(2).go(Stage.BID)
    before, digests = copy.deepcopy(table.state), table.state.parent
    table.copy().go(Stage.OPEN)
    assert (table.state.parent, table.state.hand.snapshot()) == (digests, before.hand.snapshot())


def test_deals_are_counted_through_the_table_and_bind_the_proofs() -> None:
    table = Chronicle(2).go(Stage.OPEN)
    deals = table.state.deals
    table.step()
    assert (table.state.deals, table.state.opened, table.state.hand_deals) == (deals + 1, 2, 1)
    assert table.state.context(0).deal == deals + 1


# --- what is hashed ---

def test_the_digest_of_the_game_is_laid_out_as_specified() -> None:
    table = Chronicle(2, stack=100, ante=10)
    table.go(Stage.OPEN)
    one, two = (author.identity.public for author in table.authors)
    match = table.state.match
    accounts = sorted([key, match.stack(key), 100, False, False] for key in (one, two))
    plain = [table.founding.options.to_plain(), [one, two, None, None, None, None], 1, match.previous_winner, 200,
        accounts, None]
    assert game_digest(match) == digest("game", encode(plain))


def test_the_short_code_is_of_all_keys_and_the_first_deals_seed() -> None:
    table = Chronicle(3).go(Stage.REVEAL)
    assert (table.state.code_seed, short_code(table.state.code_seed)) == (b"", "")
    table.step()
    state = table.state
    keys = [author.identity.public for author in table.authors]
    whole = digest("short code", table.founding.table_id, encode(keys), state.deal.seed)
    assert state.code_seed == whole
    assert short_code(whole) == base64.b32encode(whole).decode()[:7]
    table.go(Stage.OPEN).go(Stage.BID)
    assert table.state.code_seed == whole, "later deals do not change it"


# --- slots and shares ---

def test_everyone_gives_shares_of_all_but_his_own_cards() -> None:
    state = Chronicle(3).go(Stage.SHARES).state
    assert [state.slots(chair) for chair in range(3)] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert state.trump_slot == 9
    assert state.shares_due() == {0: (3, 4, 5, 6, 7, 8, 9), 1: (0, 1, 2, 6, 7, 8, 9), 2: (0, 1, 2, 3, 4, 5, 9)}


def test_blind_only_the_trump_is_opened_and_a_look_asks_for_one_hand() -> None:
    table = Chronicle(3, blind=True).go(Stage.SHARES)
    assert table.state.shares_due() == {0: (9,), 1: (9,), 2: (9,)}
    table.go(Stage.BID)
    (opener,) = table.state.due()
    table.move(Look())
    mine = table.state.slots(opener)
    assert table.state.shares_due() == {chair: mine for chair in range(3) if chair != opener}


def test_a_fold_opens_what_others_still_need_of_the_folder() -> None:
    table = Chronicle(3, blind=True).go(Stage.BID)
    table.move(Raise(10))
    (folder,) = table.state.due()
    others = [chair for chair in range(3) if chair != folder]
    closed = table.state.closed_slots(folder)
    assert closed == tuple(sorted(slot for chair in others for slot in table.state.slots(chair)))
    table.move(Fold())
    assert all(folder in table.state.deal.share_givers(slot) for slot in closed)
    (last,) = table.state.due()
    assert table.state.closed_slots(last) == (), "with this fold the hand ends"


def test_a_fold_carries_nothing_that_was_given_before() -> None:
    table = Chronicle(3).go(Stage.BID)
    table.move(Raise(10))
    (folder,) = table.state.due()
    assert table.state.closed_slots(folder) == ()


def test_the_dealt_cards_are_the_decks() -> None:
    table = Chronicle(3).go(Stage.BID)
    state = table.state
    hands = [table.author_at(chair).hand(state, chair) for chair in range(3)]
    dealt = [card for hand in hands for card in hand] + [state.hand.trump]
    assert len(set(dealt)) == 10
    assert set(dealt) <= set(deck(table.founding.options.dropped))


def test_claims_are_the_numbers_of_all_cards_of_other_suits() -> None:
    table = Chronicle(3).go(Stage.PLAY)
    table.step()
    (led,) = [card.suit for _, card in table.state.hand.trick]
    trump = table.state.hand.trump.suit
    cards = deck(table.founding.options.dropped)
    (chair,) = table.state.due()
    for card in cards:
        claim = table.state.claim(chair, card)
        gone = {led} if card.suit == trump else {led, trump}
        wanted = None if card.suit == led else tuple(n for n, other in enumerate(cards) if other.suit not in gone)
        assert claim == wanted


# --- before the ante ---

def test_who_declines_pays_nothing_and_is_away_until_he_returns() -> None:
    table = Chronicle(3)
    table.step()
    author = table.author_at(2)
    table.take([table.own(0), table.own(1), author.sign(table.state, "keys", None)])
    assert (table.state.deal.seats, stacks(table)) == ((0, 1), [990, 990, 1000])
    assert table.state.match.is_away(author.identity.public)
    table.go(Stage.OPEN)
    assert 2 not in table.state.match.payers()
    table.take([table.open(table.request("return", 2))])
    assert table.state.asked == (0, 1, 2)


def test_with_one_left_before_the_ante_there_is_no_hand() -> None:
    table = Chronicle(2)
    table.step()
    table.take([table.own(0), table.author_at(1).sign(table.state, "keys", None)])
    assert (table.state.stage, stacks(table), table.state.opened, table.state.finished) == (Stage.OPEN, [1000, 1000], 1,
        0)
    assert table.opening(table.request("return", 1)).hand == 2


def test_an_absent_proposer_is_passed_over() -> None:
    table = Chronicle(3).go(Stage.OPEN)
    (first,) = table.state.due()
    table.take([], [first])
    (second,) = table.state.due()
    assert second != first
    assert table.state.match.is_away(table.state.key_of(first))
    assert table.state.voters() == {0, 1, 2}, "who was in the last hand has a vote, the absent one too"


def test_closing_ends_the_record() -> None:
    table = Chronicle(3)
    table.step()
    table.take([table.own(0), *(table.author_at(chair).sign(table.state, "keys", None) for chair in (1, 2))])
    table.take([table.author_at(0).sign(table.state, "close", None)])
    state = table.state
    assert (state.stage, state.due(), state.voters(), state.kinds()) == (Stage.CLOSED, (), frozenset(), ())


# --- absence ---

def test_absent_from_keys_before_the_ante_costs_nothing() -> None:
    table = Chronicle(3)
    table.step()
    table.step(absent=[1])
    assert (table.state.deal.seats, stacks(table)) == ((0, 2), [990, 1000, 990])


@pytest.mark.parametrize("stage", [Stage.SHUFFLE, Stage.REVEAL, Stage.SHARES])
def test_absent_before_the_trump_the_deal_is_void_and_dealt_anew_without_him(stage: Stage) -> None:
    table = Chronicle(3).go(stage)
    deals = table.state.deals
    gone = table.state.due()[-1]
    events = table.step(absent=[gone])
    state = table.state
    assert [type(event) for event in events] == [Forfeited, DealVoid]
    assert (state.stage, state.deals, state.asked) == (Stage.KEYS, deals + 1, tuple(c for c in range(3) if c != gone))
    assert (state.hand.pot_size, state.voters()) == (30, frozenset(state.asked))
    table.go(Stage.BID)
    assert state.deal.seats == state.asked


def test_a_seat_that_a_blind_one_needs_makes_the_deal_void() -> None:
    table = Chronicle(3, blind=True).go(Stage.BID)
    table.move(Raise(20))
    (gone,) = table.state.due()
    events = table.take([], [gone])
    assert DealVoid in {type(event) for event in events}
    assert table.state.stage is Stage.KEYS
    assert sum(stacks(table)) + 30 == 3000, "the bets went back, the antes stay"


def test_a_seat_that_nobody_needs_forfeits_and_the_deal_goes_on() -> None:
    table = Chronicle(3).go(Stage.BID)
    table.move(Raise(20))
    (gone,) = table.state.due()
    events = table.take([], [gone])
    assert events[0] == Forfeited(gone)
    assert (table.state.stage, table.state.deals) == (Stage.BID, 1)
    assert table.state.voters() == frozenset(range(3)) - {gone}
    table.go(Stage.OPEN)
    assert table.state.match.is_away(table.state.key_of(gone))
    assert gone not in table.state.electorate


def test_a_folded_seat_still_has_a_vote() -> None:
    table = Chronicle(3).go(Stage.BID)
    table.move(Raise(20))
    table.move(Fold())
    assert table.state.voters() == {0, 1, 2}


def test_the_last_one_standing_takes_the_pot() -> None:
    table = Chronicle(3).go(Stage.BID)
    table.move(Raise(20))
    for _ in range(2):
        (gone,) = table.state.due()
        events = table.take([], [gone])
    assert isinstance(events[-1], HandWon)
    assert (table.state.stage, table.state.finished) == (Stage.OPEN, 1)


def test_where_all_are_called_absent_nobody_is_and_the_step_is_asked_again() -> None:
    table = Chronicle(3).go(Stage.REVEAL)
    parent = table.state.parent
    assert table.take([], [0, 1, 2]) == []
    assert (table.state.stage, table.state.due(), table.state.parent != parent) == (Stage.REVEAL, (0, 1, 2), True)
    assert not any(table.state.match.is_away(author.identity.public) for author in table.authors)
    table.go(Stage.BID)


def test_absent_in_a_later_deal_of_the_hand_forfeits_it() -> None:
    table = Chronicle(3).go(Stage.REVEAL)
    table.step(absent=[2])                      # void: keys again, among two
    assert table.state.stage is Stage.KEYS
    events = table.step(absent=[1])
    assert isinstance(events[-1], HandWon)
    assert table.state.stage is Stage.OPEN


# --- requests ---

def test_requests_are_taken_up_in_their_order() -> None:
    table = Chronicle(3).go(Stage.OPEN)
    leaver, seat = identity(1), table.state.chair_of(identity(1).public)
    table.identities.append(identity(3))
    table.authors.append(Chronicle(4).authors[3])
    sit, leave = table.request("sit", 3), table.request("leave", 1)
    match, names = opening_result(table.state, table.opening(leave, sit))
    assert (match.chair_of(identity(3).public), names[identity(3).public]) == (seat, NAMES[3])
    match, _ = opening_result(table.state, table.opening(sit, leave))
    assert match.chair_of(identity(3).public) == 3
    assert leaver.public not in match.chairs


@pytest.mark.parametrize("kind", ["sit", "rebuy"])
def test_a_request_that_cannot_be_met_makes_the_opening_illegal(kind: str) -> None:
    table = Chronicle(2).go(Stage.OPEN)
    with pytest.raises(NotAllowed, match=kind):
        table.opening(table.request(kind, 1))


def test_the_invited_may_sit_down_and_the_founder_needs_no_invitation() -> None:
    founding = founded(seating="invite")
    table = Chronicle(2, founding=founding)
    bare = table.request("sit", 1)
    invited = table.request("sit", 1, invitation=make_invitation(identity(0), founding.table_id,
        identity(1).public).encode())
    with pytest.raises(NotAllowed):
        table.opening(bare)
    table.take([table.open(invited)])
    assert table.state.chair_of(identity(1).public) == 1
    match = copy.deepcopy(table.state.match)
    match.leave(identity(0).public)
    take_requests(founding, match, {}, [table.request("sit", 0)])
    assert identity(0).public in match.chairs


def test_a_table_that_continues_another_has_its_stacks() -> None:
    carried = Continued(b"o" * 32, b"d" * 32, (Carried(identity(1).public, 70, 100),
        Carried(identity(0).public, 130, 100)))
    table = Chronicle(2, founding=founded(continued=carried))
    assert table.state.match.stack(identity(0).public) == 130
    assert table.state.match.chairs[1] is None
    table.step()
    match = table.state.match
    assert (match.stack(identity(1).public), match.result(identity(1).public)) == (70, -30)
    assert match.handed_out == 200


# --- words ---

@pytest.mark.parametrize(("kind", "words", "action"), [
    ("bid", ["look"], Look()), ("bid", ["call"], Call()), ("bid", ["fold", None], Fold()),
    ("bid", ["raise", 5], Raise(5)),
    ("bid", ["raise", True], None), ("bid", ["raise"], None), ("bid", ["look", 1], None), ("bid", [], None),
    ("bid", [True], None),
    ("enter", ["look"], None), ("enter", [1], None), ("enter", [None], None), ("play", ["call"], None),
])
def test_the_words_of_a_body(kind: str, words: list[object], action: object) -> None:
    assert chosen_action(kind, words) == action


def test_a_move_names_no_slots_unless_it_says_so() -> None:
    assert (Move(Call()).slot, Move(Call()).shares, Move(Call()).slots) == (None, None, ())


def test_the_trump_is_turned_when_all_its_shares_are_there() -> None:
    table = Chronicle(3, blind=True).go(Stage.SHARES)
    assert not table.state.dealt()
    table.step()
    assert table.state.dealt()
    assert table.state.hand.phase is Phase.BIDDING
    assert table.state.cards[table.state.deal.open(9)] == table.state.hand.trump
