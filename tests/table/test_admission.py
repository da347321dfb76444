"""Admission: what is right passes with its proofs, and each thing that can be wrong is refused as what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.game.actions import Enter, Fold, Look, Play, Raise
from azi_p2p.table.admission import admit
from azi_p2p.table.bodies import Request
from azi_p2p.table.kinds import Stage
from protocol.entry import Entry
from protocol.errors import Malformed, NotAllowed, NotProven, Refused
from tests.table.chronicle import Chronicle, identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.game.actions import Action


@pytest.fixture(scope="module", name="bidding")
def _bidding() -> Chronicle:
    """Three seats, cards seen, the opener to bid."""
    return Chronicle(3).go(Stage.BID)


@pytest.fixture(scope="module", name="blind")
def _blind() -> Chronicle:
    """Three seats who have not looked, the first bet made."""
    table = Chronicle(3, blind=True).go(Stage.BID)
    table.move(Raise(20))
    return table


@pytest.fixture(scope="module", name="trick")
def _trick() -> Chronicle:
    """Three seats with three cards each, one card laid; the next seat has to prove that it cannot follow."""
    for number in range(40):
        table = Chronicle(3, salt=number)
        table.go(Stage.PLAY)
        table.step()
        if _claimed(table) is not None:
            return table
    raise AssertionError("nobody ever lacks a suit")


def _claimed(table: Chronicle) -> tuple[int, ...] | None:
    (chair,) = table.state.due()
    legal = table.state.hand.legal(chair, tuple(table.author_at(chair).hand(table.state, chair)))
    return table.state.claim(chair, legal.plays[0])


def due(table: Chronicle) -> int:
    return table.state.due()[0]


def signed(table: Chronicle, kind: str, body: Any, chair: int | None = None) -> Entry:
    return table.author_at(due(table) if chair is None else chair).sign(table.state, kind, body)


def run(table: Chronicle, entry: Entry) -> None:
    """Admit an entry as it comes from the wire, and run its proofs."""
    for check in admit(table.state, Entry.decode(entry.encode()))[1]:
        check.run()


# --- who, where, what ---

def test_all_that_is_right_is_admitted_with_every_proof() -> None:
    """A whole hand: blind bets, looks, discards, shares, suit proofs; and another one after it."""
    table = Chronicle(3, checks=True, blind=True, cards=4)
    for _ in range(2):
        table.go(Stage.OPEN)
    kinds = {entry.kind for entries, _ in table.steps for entry in entries}
    assert {"open", "keys", "shuffle", "reveal", "shares", "discard", "bid", "play"} <= kinds


def test_admission_changes_nothing(bidding: Chronicle) -> None:
    before = (bidding.state.parent, bidding.state.hand.snapshot(), bidding.state.stage)
    run(bidding, signed(bidding, "bid", ["raise", 10]))
    assert (bidding.state.parent, bidding.state.hand.snapshot(), bidding.state.stage) == before


def test_who_has_no_chair_writes_nothing(bidding: Chronicle) -> None:
    state = bidding.state
    entry = Entry.sign(identity(5), table_id=state.founding.table_id, step=state.step, parent=state.parent, kind="bid",
        body=["call"])
    with pytest.raises(NotAllowed, match="no chair"):
        run(bidding, entry)


def test_who_is_not_due_writes_nothing(bidding: Chronicle) -> None:
    for chair in range(3):
        if chair != due(bidding):
            with pytest.raises(NotAllowed, match="not asked"):
                run(bidding, signed(bidding, "bid", ["raise", 10], chair))


@pytest.mark.parametrize("kind", ["open", "keys", "shares", "play", "found", "absent", "sit"])
def test_another_kind_than_the_stage_takes(bidding: Chronicle, kind: str) -> None:
    with pytest.raises(NotAllowed, match="waits for bid"):
        run(bidding, signed(bidding, kind, ["raise", 10]))


def test_another_step_number(bidding: Chronicle) -> None:
    state, author = bidding.state, bidding.author_at(due(bidding))
    for step in (state.step - 1, state.step + 1):
        with pytest.raises(NotAllowed, match="does not stand on this parent"):
            run(bidding, author.sign_at(step, state.parent, "bid", ["raise", 10]))


# --- openings ---

@pytest.fixture(scope="module", name="between")
def _between() -> Chronicle:
    return Chronicle(3).go(Stage.OPEN)


def opening(table: Chronicle, **other: Any) -> Entry:
    right = table.opening()
    fields = {"hand": right.hand, "requests": [], "game": right.game} | other
    return signed(table, "open", [fields["hand"], fields["requests"], fields["game"]])


def test_an_opening_says_what_follows_from_its_requests(between: Chronicle) -> None:
    run(between, opening(between))
    for wrong in ({"hand": between.state.opened}, {"hand": between.state.opened + 2}, {"game": bytes(32)}):
        with pytest.raises(NotAllowed):
            run(between, opening(between, **wrong))
    with pytest.raises(Malformed):
        run(between, opening(between, game=bytes(31)))


def test_requests_of_another_table_or_hand(between: Chronicle) -> None:
    table_id, hand = between.founding.table_id, between.state.opened + 1
    good = Request.make(identity(1), table_id, hand, "leave")
    run(between, signed(between, "open", between.opening(good).to_body()))
    for wrong in (Request.make(identity(1), bytes(32), hand, "leave"),
        Request.make(identity(1), table_id, hand - 1, "leave")):
        with pytest.raises(NotAllowed, match="another table or hand"):
            run(between, signed(between, "open", between.opening(wrong).to_body()))


def test_a_request_by_another_hand_than_its_authors(between: Chronicle) -> None:
    good = Request.make(identity(1), between.founding.table_id, between.state.opened + 1, "leave")
    body = between.opening(good).to_body()
    body[1] = [good.entry.encode()[:-1] + bytes([good.entry.encode()[-1] ^ 1])]
    with pytest.raises(NotProven):
        run(between, signed(between, "open", body))


def test_a_hand_of_one_cannot_be_opened(between: Chronicle) -> None:
    leavers = [Request.make(identity(number), between.founding.table_id, between.state.opened + 1,
        "leave") for number in (1, 2)]
    with pytest.raises(NotAllowed, match="fewer than two"):
        run(between, signed(between, "open", between.opening(*leavers).to_body()))


def test_closing_is_for_a_table_that_cannot_go_on(between: Chronicle) -> None:
    with pytest.raises(NotAllowed):
        run(between, signed(between, "close", None))
    alone = Chronicle(1)
    run(alone, signed(alone, "close", None))
    with pytest.raises(Malformed):
        run(alone, signed(alone, "close", []))


# --- the deal ---

def test_declining_is_for_before_the_ante() -> None:
    table = Chronicle(3)
    table.step()
    run(table, signed(table, "keys", None))
    table.go(Stage.REVEAL).step(absent=[2])
    assert table.state.stage is Stage.KEYS
    with pytest.raises(NotAllowed, match="before the ante"):
        run(table, signed(table, "keys", None))


@pytest.mark.parametrize("stage", [Stage.KEYS, Stage.SHUFFLE, Stage.REVEAL, Stage.SHARES])
@pytest.mark.parametrize("body", [[], [b""], b"", 7, "look", [[], []]], ids=repr)
def test_a_body_of_the_deal_that_cannot_be_read(stage: Stage, body: Any) -> None:
    table = Chronicle(2).go(stage)
    with pytest.raises(Malformed):
        run(table, signed(table, stage.value, body))


@pytest.mark.parametrize("stage", [Stage.KEYS, Stage.SHUFFLE, Stage.REVEAL, Stage.SHARES])
def test_what_another_seat_wrote_is_not_proven_by_this_one(stage: Stage) -> None:
    """Each body copied into an entry of another seat, or of this seat at another table's parent."""
    table, other = Chronicle(2), Chronicle(2, ante=7, salt=1)
    table.go(stage)
    other.go(stage)
    foreign = other.own(due(other))
    with pytest.raises(Refused):
        run(table, signed(table, stage.value, foreign.body))


def test_shares_come_for_exactly_the_slots_that_are_due() -> None:
    table = Chronicle(3).go(Stage.SHARES)
    elements, proof = table.own(0).body
    for wrong in (elements[:-32], elements + elements[-32:], b""):
        with pytest.raises(Malformed):
            run(table, signed(table, "shares", [wrong, proof]))
    with pytest.raises(NotProven):
        run(table, signed(table, "shares", [elements[32:64] + elements[:32] + elements[64:], proof]))


# --- bids ---

@pytest.mark.parametrize("body", [
    None, [], ["look", 1], ["bet", 10], ["raise"], ["raise", "10"], ["raise", True], ["raise", None], "call",
    ["call", None], [["call"]],
])
def test_words_that_name_no_action(bidding: Chronicle, body: Any) -> None:
    with pytest.raises(Malformed):
        run(bidding, signed(bidding, "bid", body))


@pytest.mark.parametrize("body", [
    ["call"], ["fold", None], ["look"], ["raise", 9], ["raise", 101], ["raise", 0], ["raise", -10], ["raise", 2**63]])
def test_bids_against_the_rules(bidding: Chronicle, body: Any) -> None:
    """The opener may neither call nor fold; nobody looks without blind play; a raise is one to ten antes."""
    with pytest.raises(NotAllowed):
        run(bidding, signed(bidding, "bid", body))


def fold_of(table: Chronicle) -> Entry:
    return table.author_at(due(table)).move(table.state, due(table), Fold())


def test_a_fold_carries_its_shares(blind: Chronicle) -> None:
    good = fold_of(blind)
    run(blind, good)
    _, (elements, proof) = good.body
    for wrong in (["fold"], ["fold", None], ["fold", []], ["fold", [elements[32:], proof]],
        ["fold", [elements, proof], 1]):
        with pytest.raises(Malformed):
            run(blind, signed(blind, "bid", wrong))
    with pytest.raises(NotProven):
        run(blind, signed(blind, "bid", ["fold", [elements, bytes(64)]]))


def test_a_fold_that_needs_no_shares_has_none() -> None:
    table = Chronicle(3).go(Stage.BID)
    table.move(Raise(10))
    run(table, signed(table, "bid", ["fold", None]))
    for wrong in (["fold"], ["fold", []], ["fold", [bytes(32), bytes(64)]]):
        with pytest.raises(Malformed):
            run(table, signed(table, "bid", wrong))


def test_a_second_look(blind: Chronicle) -> None:
    table = blind.copy()
    chair = due(table)
    table.move(Look())
    table.step()
    assert due(table) == chair
    with pytest.raises(NotAllowed):
        run(table, signed(table, "bid", ["look"]))


# --- cards ---

def test_a_discard_is_a_slot_of_ones_own() -> None:
    table = Chronicle(2, cards=4).go(Stage.DISCARD)
    run(table, signed(table, "discard", 0))
    for wrong in (4, 8, -1, 26, 27):
        with pytest.raises(NotAllowed):
            run(table, signed(table, "discard", wrong))
    for unread in (None, [0], True, "0", b"\0"):
        with pytest.raises(Malformed):
            run(table, signed(table, "discard", unread))


def play_of(table: Chronicle) -> Entry:
    (chair,) = table.state.due()
    author = table.author_at(chair)
    legal = table.state.hand.legal(chair, tuple(author.hand(table.state, chair)))
    return author.move(table.state, chair, Play(legal.plays[0]))


def test_a_play_with_its_proof(trick: Chronicle) -> None:
    good = play_of(trick)
    run(trick, good)
    slot, share, proof = good.body
    assert len(proof) == 2, "a proof for each of the two cards left"
    with pytest.raises(NotProven, match="does not follow suit"):
        run(trick, signed(trick, "play", [slot, share, None]))
    with pytest.raises(NotProven):
        run(trick, signed(trick, "play", [slot, share, proof[::-1]]))
    for wrong in ([slot, share], [slot, share, proof[:1]], [slot, share, [*proof, proof[0]]],
        [slot, share, [proof[0][:-64], proof[1]]],
                  [slot, [share[0][:-1], share[1]], proof], [slot, None, proof], None, [str(slot), share, proof]):
        with pytest.raises(Malformed):
            run(trick, signed(trick, "play", wrong))


def test_a_card_that_is_not_held(trick: Chronicle) -> None:
    _, share, proof = play_of(trick).body
    for slot in range(27):
        if slot not in trick.state.held(due(trick)):
            with pytest.raises(NotAllowed, match="not a card in this player's hand"):
                run(trick, signed(trick, "play", [slot, share, proof]))


def test_the_share_of_another_slot_opens_no_card(trick: Chronicle) -> None:
    chair = due(trick)
    other = next(slot for slot in trick.state.held(chair) if slot != play_of(trick).body[0])
    with pytest.raises(Refused):
        run(trick, signed(trick, "play", [other, *play_of(trick).body[1:]]))


def test_a_proof_where_none_is_needed() -> None:
    table = Chronicle(2).go(Stage.PLAY)
    slot, share, proof = play_of(table).body
    assert proof is None, "who leads proves nothing"
    for needless in ([], [bytes(64)]):
        with pytest.raises(NotAllowed, match="none is needed"):
            run(table, signed(table, "play", [slot, share, needless]))


def test_a_card_played_twice(trick: Chronicle) -> None:
    table = trick.copy()
    chair, entry = due(table), play_of(table)
    table.take([entry])
    while due(table) != chair:
        table.step()
    with pytest.raises(NotAllowed):
        run(table, signed(table, "play", entry.body))


# --- Azi ---

@pytest.fixture(scope="module", name="azi")
def _azi() -> Chronicle:
    """Four seats; one folded and is asked whether he comes in."""
    def choose(actions: Sequence[Action]) -> Action:
        folds = [action for action in actions if isinstance(action, Fold)]
        if folds and table.state.hand.bidding.turn == 3:
            return folds[0]
        return next(action for action in actions if not isinstance(action, Fold))

    for number in range(60):
        table = Chronicle(4, salt=number)
        table.go(Stage.BID)
        for _ in range(30):
            table.step(choose=choose)
            if table.state.stage is Stage.ENTER:
                return table
            if table.state.stage is Stage.OPEN:
                break
    raise AssertionError("it never comes to Azi")


def test_who_is_asked_answers_yes_or_no(azi: Chronicle) -> None:
    for answer in (True, False):
        run(azi, signed(azi, "enter", [answer]))
    for wrong in ([], [None], [1], ["enter"], True, [True, True]):
        with pytest.raises(Malformed):
            run(azi, signed(azi, "enter", wrong))
    with pytest.raises(NotAllowed):
        run(azi, signed(azi, "bid", ["call"]))


def test_who_comes_in_is_dealt_in(azi: Chronicle) -> None:
    table = azi.copy()
    chair = due(table)
    table.move(Enter())
    while table.state.stage is Stage.ENTER:
        table.step()
    assert chair in table.state.asked
    assert table.state.hand_deals == 2
    assert table.state.stage is Stage.KEYS
