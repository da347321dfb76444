"""The author: entries that others admit, a hand that shows itself when it may, secrets that are kept and let go."""

from __future__ import annotations

import copy

import pytest

from azi_p2p.game.actions import Call, Discard, Fold, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.admission import admit
from azi_p2p.table.author import Author
from azi_p2p.table.kinds import Stage
from protocol.errors import LocalError, ProtocolError
from tests.protocol.seats import Stream
from tests.table.chronicle import Chronicle, identity


def turn(table: Chronicle) -> tuple[int, Author]:
    (chair,) = table.state.due()
    return chair, table.author_at(chair)


def test_the_secret_of_keys_is_handed_out_under_their_parent() -> None:
    table = Chronicle(2)
    table.step()
    author, parent = table.author_at(0), table.state.parent
    entry, (key, secret) = author.keys(table.state, 0)
    assert (entry.kind, key) == ("keys", parent)
    again = Author(author.identity, author.table_id, Stream("again"))
    again.restore({key: secret})
    table.take([entry, table.own(1)])
    for check in admit(table.state, again.dealing(table.state, 0))[1]:
        check.run()


def test_every_keys_step_has_keys_of_its_own() -> None:
    table = Chronicle(2, remembers=True)
    table.step()
    first, (parent, secret) = table.author_at(0).keys(table.state, 0)
    table.take([first, table.own(1)])
    table.go(Stage.OPEN)
    table.step()
    second, (later, other) = table.author_at(0).keys(table.state, 0)
    assert (parent != later, first.body[0] != second.body[0], secret != other) == (True, True, True)


def test_one_entry_is_signed_on_a_parent_and_never_another() -> None:
    table = Chronicle(2, remembers=True).go(Stage.BID)
    chair, author = turn(table)
    entry, other = (author.move(table.state, chair, Raise(amount)) for amount in (10, 20))
    assert author.signed_on(table.state.parent) is None, "what nobody was sent does not bind"
    author.remember(entry)
    author.remember(entry)
    assert author.signed_on(table.state.parent) == entry
    with pytest.raises(LocalError, match="signed another"):
        author.remember(other)
    assert author.signed_on(table.state.parent) == entry


def test_what_others_signed_and_verdicts_do_not_bind_this_seat() -> None:
    table = Chronicle(2, remembers=True).go(Stage.BID)
    chair, author = turn(table)
    author.remember(table.author_at(1 - chair).sign(table.state, "bid", ["call"]))
    author.remember(author.sign(table.state, "ack", [None]))
    assert author.signed_on(table.state.parent) is None
    assert author.move(table.state, chair, Raise(10)).body == ["raise", 10]


def test_a_hand_is_seen_by_its_holder_alone() -> None:
    table = Chronicle(3).go(Stage.BID)
    for chair in range(3):
        assert len(table.author_at(chair).hand(table.state, chair)) == 3
        for other in range(3):
            if other != chair:
                with pytest.raises(ProtocolError):
                    table.author_at(other).hand(table.state, chair)


def test_blind_no_hand_is_seen_before_the_look_and_its_shares() -> None:
    table = Chronicle(3, blind=True).go(Stage.BID)
    chair, author = turn(table)
    assert author.hand(table.state, chair) == {}
    table.move(Look())
    assert author.hand(table.state, chair) == {}
    table.step()
    cards = author.hand(table.state, chair)
    assert sorted(cards.values()) == list(table.state.slots(chair))


def test_the_cards_in_hand_are_those_not_laid() -> None:
    table = Chronicle(2).go(Stage.PLAY)
    chair, author = turn(table)
    before = author.hand(table.state, chair)
    card = next(iter(before))
    table.move(Play(card))
    assert set(author.hand(table.state, chair)) == set(before) - {card}


def test_nothing_is_seen_without_a_deal_a_seat_or_the_secrets() -> None:
    table = Chronicle(2)
    assert table.author_at(0).hand(table.state, 0) == {}
    table.go(Stage.BID)
    fresh = Author(identity(0), table.founding.table_id, Stream("fresh"))
    assert fresh.hand(table.state, 0) == {}
    assert table.author_at(0).hand(table.state, 5) == {}
    table.move(Raise(10))
    chair, author = turn(table)
    table.move(Fold())
    assert author.hand(table.state, chair) == {}


def test_a_move_against_the_rules_is_refused_in_words_and_signs_nothing() -> None:
    table = Chronicle(2).go(Stage.BID)
    chair, author = turn(table)
    for action in (Call(), Fold(), Look(), Raise(9), Play(Card.parse("6s")), Discard(None)):
        with pytest.raises(IllegalAction):
            author.move(table.state, chair, action)
    with pytest.raises(IllegalAction, match="not your turn"):
        table.author_at(1 - chair).move(table.state, 1 - chair, Raise(10))


def test_a_card_that_is_not_in_the_hand_is_not_laid() -> None:
    table = Chronicle(2).go(Stage.PLAY)
    chair, author = turn(table)
    mine = author.hand(table.state, chair)
    other = next(card for card in table.state.cards if card not in mine and card != table.state.hand.trump)
    with pytest.raises(IllegalAction, match="hold"):
        author.move(table.state, chair, Play(other))


def test_who_can_follow_suit_signs_nothing_else() -> None:
    for salt in range(40):
        table = Chronicle(3, salt=salt).go(Stage.PLAY)
        table.step()
        chair, author = turn(table)
        cards = author.hand(table.state, chair)
        allowed = set(table.state.hand.legal(chair, tuple(cards)).plays)
        if allowed != set(cards):
            break
    for card in cards:
        if card in allowed:
            author.move(table.state, chair, Play(card))
        else:
            with pytest.raises(IllegalAction):
                author.move(table.state, chair, Play(card))
    assert allowed < set(cards)


def test_moves_are_laid_out_as_specified() -> None:
    table = Chronicle(3, blind=True, cards=4).go(Stage.BID)
    chair, author = turn(table)
    assert author.move(table.state, chair, Look()).body == ["look"]
    assert author.move(table.state, chair, Raise(30)).body == ["raise", 30]
    table.move(Look())
    table.step()
    cards = author.hand(table.state, chair)
    card = next(iter(cards))
    entry = author.move(table.state, chair, Discard(card))
    assert (entry.kind, entry.body) == ("discard", cards[card])
    table.take([entry])
    table.move(Raise(10))
    chair, author = turn(table)
    assert author.move(table.state, chair, Call()).body == ["call"]
    word, (elements, proof) = author.move(table.state, chair, Fold()).body
    assert (word, len(elements), len(proof)) == ("fold", 32 * len(table.state.closed_slots(chair)), 64)
    table.go(Stage.PLAY)
    chair, author = turn(table)
    cards = author.hand(table.state, chair)
    card = next(iter(cards))
    slot, share, suit = author.move(table.state, chair, Play(card)).body
    assert (slot, [len(part) for part in share], suit) == (cards[card], [32, 64], None)


def test_without_its_secrets_a_seat_cannot_go_on() -> None:
    table = Chronicle(2).go(Stage.SHUFFLE)
    chair, author = turn(table)
    author.forget(table.state.step)
    with pytest.raises(LocalError, match="secrets"):
        author.dealing(table.state, chair)


def test_what_is_forgotten_is_named_so_that_the_store_forgets_it_too() -> None:
    table = Chronicle(2, remembers=True).go(Stage.BID)
    author, parent = table.author_at(0), table.state.keys_parent
    assert author.forget(table.state.step) == (parent,)
    assert author.forget(table.state.step) == ()
    assert author.hand(table.state, 0) == {}


def test_only_what_is_over_is_forgotten() -> None:
    table = Chronicle(2, remembers=True).go(Stage.OPEN)
    author, old, floor = table.author_at(0), table.state.keys_parent, table.state.step
    table.go(Stage.BID)
    assert author.forget(floor) == (old,)
    assert len(author.hand(table.state, 0)) == 3, "the deal under way goes on"


def test_damaged_secrets_are_not_taken_back() -> None:
    author = Author(identity(0), bytes(32), Stream("damaged"))
    for stored in (b"", bytes(63), b"\xff" * 64):
        with pytest.raises(ProtocolError):
            author.restore({bytes(32): stored})


def test_signing_changes_no_state() -> None:
    table = Chronicle(2).go(Stage.BID)
    before = (table.state.parent, copy.deepcopy(table.state.hand.snapshot()))
    chair, author = turn(table)
    author.move(table.state, chair, Raise(10))
    assert (table.state.parent, table.state.hand.snapshot()) == before


def test_a_verdict_may_stand_on_an_earlier_parent() -> None:
    table = Chronicle(2).go(Stage.BID)
    entry = table.author_at(0).sign_at(3, b"p" * 32, "ack", [None])
    entry.verify()
    assert (entry.step, entry.parent, entry.table_id) == (3, b"p" * 32, table.founding.table_id)
