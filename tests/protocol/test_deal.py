from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deal import Context, Deal, Keys, Reveal, Secrets, Shares, Shuffle, SuitProof
from protocol.deck import start_deck
from protocol.errors import LocalError, Malformed, NotAllowed, NotProven, Refused
from protocol.group import GENERATOR, Scalar
from protocol.shuffle_proof import prove_shuffle
from tests.protocol.mutations import mutations
from tests.protocol.seats import TABLE, Seats, Stream, altered, context, run


@pytest.mark.parametrize(("cards", "chairs"), [(2, (0, 1)), (7, (4, 1)), (27, (0, 2, 5)), (36, (0, 1, 2, 3, 4, 5))])
def test_a_whole_deal(cards: int, chairs: tuple[int, ...]) -> None:
    seats = Seats(cards, chairs).dealt()
    deal = seats.deal
    assert deal.seats == tuple(sorted(chairs))
    assert deal.next_shuffler is None
    assert deal.phase == "dealt"
    for chair in chairs:
        seats.share(chair, range(cards))
        assert all(chair in deal.share_givers(slot) for slot in range(cards))
    assert sorted(deal.open(slot) for slot in range(cards)) == list(range(cards))


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 12), st.sets(st.integers(0, 255), min_size=2, max_size=4), st.text(max_size=4))
def test_a_whole_deal_of_any_size_among_any_chairs(cards: int, chairs: set[int], seed: str) -> None:
    seats = Seats(cards, tuple(sorted(chairs)), seed).dealt()
    for chair in chairs:
        seats.share(chair, range(cards))
    assert sorted(seats.deal.open(slot) for slot in range(cards)) == list(range(cards))


def test_opened_cards_are_those_that_the_holders_saw() -> None:
    seats = Seats(10).dealt().hands(2)
    deal = seats.deal
    seen = {
        slot: seats.secrets[chair].peek(deal, slot, chair)
        for place, chair in enumerate(seats.chairs) for slot in (2 * place, 2 * place + 1)
    }
    turned = deal.open(6)
    for place, chair in enumerate(seats.chairs):
        assert deal.share_givers(2 * place) == frozenset(seats.chairs) - {chair}
        with pytest.raises(LocalError):
            deal.open(2 * place)
        seats.share(chair, [2 * place], step=50 + place)
        assert deal.open(2 * place) == seen[2 * place]
    assert len({*seen.values(), turned}) == 7
    assert deal.share_givers(7) == frozenset()
    with pytest.raises(LocalError):
        deal.open(7)


def test_one_seat_alone_is_refused() -> None:
    seats = Seats(4, (3,))
    with pytest.raises(NotAllowed):
        seats.keys()
    assert seats.deal.phase == "keys"
    assert seats.deal.seats == ()


def test_keys_that_cancel_are_refused() -> None:
    seats = Seats(4, (0, 1))
    keys = seats.secrets[0].make_keys(context(0, 1), seats.entropy[0])
    seats.deal.add_keys(context(0, 1), keys)
    seats.deal.add_keys(context(1, 1), replace(keys, key=-keys.key))  # as if its proof had verified
    with pytest.raises(NotAllowed):
        seats.deal.close_keys()


def test_keys_are_sent_once() -> None:
    seats = Seats(4, (0, 1))
    keys = seats.secrets[0].make_keys(context(0, 1), seats.entropy[0])
    seats.deal.add_keys(context(0, 1), keys)
    with pytest.raises(NotAllowed):
        seats.deal.checks_keys(context(0, 1), keys)


def test_every_altered_byte_of_keys_is_refused_at_once_or_when_they_are_revealed() -> None:
    seats = Seats(2, (0, 1))
    here, entropy = context(0, 1), seats.entropy[0]
    body = seats.secrets[0].make_keys(here, entropy).to_body()
    for what, altered_body in mutations(body):
        try:
            keys = Keys.from_body(altered_body)
            run(seats.deal.checks_keys(here, keys))
        except Refused:
            continue
        # Only the commitment can be altered unnoticed: it says nothing yet, and will not open.
        assert keys.to_body()[:2] == body[:2], what
        deal = dealt_with(keys, seats)
        with pytest.raises(NotProven):
            deal.checks_reveal(context(0, 20), seats.secrets[0].make_reveal())


def dealt_with(keys: Keys, seats: Seats) -> Deal:
    """Seat 0's keys as given, and both shuffles done."""
    other = Seats(2, (0, 1))
    other.deal.add_keys(context(0, 1), keys)
    other.deal.add_keys(context(1, 1), other.secrets[1].make_keys(context(1, 1), Stream("k")))
    other.deal.close_keys()
    assert seats.secrets[0].key == other.secrets[0].key
    return other.shuffle().deal


def test_every_kind_of_check_is_bound_to_its_place() -> None:
    seats = Seats(4, (0, 1))
    deal, secrets, entropy = seats.deal, seats.secrets[0], seats.entropy[0]
    keys = secrets.make_keys(context(0, 1), entropy)
    for place in altered(context(0, 1)):
        with pytest.raises((NotProven, LocalError)):
            run(deal.checks_keys(place, keys))
    seats.keys()
    shuffle = secrets.make_shuffle(deal, context(0, 2), entropy)
    for place in altered(context(0, 2)):
        with pytest.raises((Refused, LocalError)):
            run(deal.checks_shuffle(place, shuffle))
    seats.shuffle().reveal().share(0, [2, 3]).share(1, [0, 1])
    shares = secrets.make_shares(deal, context(0, 30), [3], entropy)
    left = [secrets.peek(deal, 1, 0)]
    suit = secrets.make_suit_proof(deal, context(0, 31), [1], left, entropy)
    run(deal.checks_suit(context(0, 31), [1], left, suit))
    for place in altered(context(0, 30)):
        with pytest.raises((Refused, LocalError)):
            run(deal.checks_shares(place, [3], shares))
    for place in altered(context(0, 31)):
        with pytest.raises((Refused, LocalError)):
            run(deal.checks_suit(place, [1], left, suit))


def test_shuffles_come_in_the_order_of_chairs() -> None:
    seats = Seats(4, (5, 0)).keys()
    deal = seats.deal
    assert deal.next_shuffler == 0
    factors = Scalar.some(4, Stream("early"))
    outputs = tuple(card.remask(deal.key, r) for card, r in zip(deal.deck, factors, strict=True))
    shuffle = Shuffle(outputs, prove_shuffle(
        context(5, 2), deal.key, deal.deck, outputs, range(4), factors, Stream("early nonces")
    ))
    with pytest.raises(NotAllowed):
        deal.checks_shuffle(context(5, 2), shuffle)
    first = seats.secrets[0].make_shuffle(deal, context(0, 2), seats.entropy[0])
    deal.add_shuffle(context(0, 2), first)
    assert deal.next_shuffler == 5
    assert deal.deck == first.deck
    with pytest.raises(NotProven):
        run(deal.checks_shuffle(context(5, 2), shuffle))  # of the deck before


def test_a_deck_of_another_size_or_with_an_unmasked_card_is_malformed() -> None:
    seats = Seats(4, (0, 1)).keys()
    shuffle = seats.secrets[0].make_shuffle(seats.deal, context(0, 2), seats.entropy[0])
    for deck in (shuffle.deck[:3], (*shuffle.deck, shuffle.deck[0]), (*shuffle.deck[:3], start_deck(4)[0])):
        with pytest.raises(Malformed):
            seats.deal.checks_shuffle(context(0, 2), replace(shuffle, deck=deck))


def test_a_copied_commitment_does_not_open() -> None:
    seats = Seats(2, (0, 1))
    honest = seats.secrets[0].make_keys(context(0, 1), seats.entropy[0])
    copied = replace(seats.secrets[1].make_keys(context(1, 1), seats.entropy[1]), commitment=honest.commitment)
    run(seats.deal.checks_keys(context(1, 1), copied))
    seats.deal.add_keys(context(0, 1), honest)
    seats.deal.add_keys(context(1, 1), copied)
    seats.deal.close_keys()
    seats.shuffle()
    reveal = seats.secrets[0].make_reveal()
    seats.deal.add_reveal(context(0, 20), reveal)
    with pytest.raises(NotProven):
        seats.deal.checks_reveal(context(1, 20), reveal)


def test_reveals_come_once_from_each_seat_and_open_or_are_refused() -> None:
    seats = Seats(2, (0, 1)).keys().shuffle()
    deal = seats.deal
    for _, body in mutations(seats.secrets[0].make_reveal().to_body()):
        with pytest.raises(Refused):
            deal.checks_reveal(context(0, 20), Reveal.from_body(body))
    with pytest.raises(NotAllowed):
        deal.checks_reveal(context(7, 20), seats.secrets[0].make_reveal())
    deal.add_reveal(context(0, 20), seats.secrets[0].make_reveal())
    with pytest.raises(NotAllowed):
        deal.checks_reveal(context(0, 20), seats.secrets[0].make_reveal())
    with pytest.raises(LocalError):
        deal.close_reveal(bytes(32))
    with pytest.raises(LocalError):
        _ = deal.seed
    with pytest.raises(LocalError):
        deal.draw("opener", 2)


def seed_of(seats: Seats, parent: bytes) -> bytes:
    deal = seats.deal.copy()
    for chair in seats.chairs:
        deal.add_reveal(context(chair, 20), seats.secrets[chair].make_reveal())
    deal.close_reveal(parent)
    return deal.seed


def test_the_seed_depends_on_every_contribution_the_deck_and_the_place() -> None:
    def seats(seed: str = "a", chairs: tuple[int, ...] = (0, 1)) -> Seats:
        return Seats(2, chairs, seed).keys().shuffle()

    one = seats()
    same_secrets = Seats(2, (0, 1), "a")
    same_secrets.entropy = {chair: Stream(f"other {chair}") for chair in (0, 1)}
    same_secrets.keys().shuffle()  # the same contributions, another deck
    other_contribution = Seats(2, (0, 1), "a")
    data = other_contribution.secrets[1].to_bytes()
    other_contribution.secrets[1] = Secrets.from_bytes(data[:32] + bytes(32))
    other_contribution.keys().shuffle()
    seeds = [
        seed_of(one, bytes(32)), seed_of(one, b"\1" * 32), seed_of(same_secrets, bytes(32)),
        seed_of(other_contribution, bytes(32)), seed_of(seats("b"), bytes(32)), seed_of(seats("a", (0, 3)), bytes(32)),
    ]
    assert len(set(seeds)) == len(seeds)
    assert seed_of(seats(), bytes(32)) == seeds[0]
    with pytest.raises(LocalError):
        seed_of(one, bytes(31))


def test_drawing_is_the_same_for_everyone_and_different_for_each_label() -> None:
    deal = Seats(2, (0, 1)).dealt().deal
    assert deal.draw("opener", 6) == deal.draw("opener", 6) in range(6)
    assert len({deal.draw(f"label {i}", 2**60) for i in range(20)}) == 20
    assert deal.draw("opener", 1) == 0
    with pytest.raises(LocalError):
        deal.draw("cut", 6)


def test_shares_are_for_the_slots_that_are_due() -> None:
    seats = Seats(6).dealt()
    deal, here = seats.deal, context(0, 21)
    shares = seats.secrets[0].make_shares(deal, here, [1, 2], seats.entropy[0])
    run(deal.checks_shares(here, [1, 2], shares))
    for slots in ([1, 3], [0, 2], [2, 3]):
        with pytest.raises(NotProven):
            run(deal.checks_shares(here, slots, shares))
    for slots in ([1], [1, 2, 3]):
        with pytest.raises(Malformed):
            deal.checks_shares(here, slots, shares)
    for slots in ([], [2, 1], [1, 1], [1, 6]):
        with pytest.raises(LocalError):
            deal.checks_shares(here, slots, shares)
    with pytest.raises(NotAllowed):
        deal.checks_shares(context(1, 21), [1, 2], shares)
    with pytest.raises(NotAllowed):
        deal.checks_shares(replace(here, author=bytes(32)), [1, 2], shares)
    with pytest.raises(NotProven):
        run(deal.checks_shares(context(2, 21), [1, 2], shares))


def test_a_share_may_come_again() -> None:
    seats = Seats(6, (0, 1)).dealt().share(0, [1, 2]).share(0, [2, 3], step=22).share(1, [1, 2, 3])
    assert len({seats.deal.open(slot) for slot in (1, 2, 3)}) == 3


def test_what_opens_to_no_card_is_not_proven() -> None:
    seats = Seats(4, (0, 1)).dealt().share(0, [0])
    false = Shares((GENERATOR,), seats.secrets[1].make_shares(
        seats.deal, context(1, 22), [0], seats.entropy[1]).proof)
    seats.deal.add_shares(context(1, 22), [0], false)  # as if it had verified
    with pytest.raises(NotProven):
        seats.deal.open(0)


def hand(seats: Seats, chair: int, slots: list[int]) -> list[int]:
    return [seats.secrets[chair].peek(seats.deal, slot, chair) for slot in slots]


def test_suit_proofs() -> None:
    seats = Seats(9, (0, 1)).dealt().hands(3)
    deal, here, entropy = seats.deal, context(0, 40), seats.entropy[0]
    left = [1, 2]
    held = hand(seats, 0, left)
    allowed = sorted({*held, (held[0] + 1) % 9, (held[1] + 2) % 9})
    body = seats.secrets[0].make_suit_proof(deal, here, left, allowed, entropy).to_body()
    proof = SuitProof.from_body(body, 2, len(allowed))
    (check,) = deal.checks_suit(here, left, allowed, proof)
    assert check.kind == "suit"
    check.run()
    for what, altered_body in mutations(body):
        with pytest.raises(Refused):
            run(deal.checks_suit(here, left, allowed, SuitProof.from_body(altered_body, 2, len(allowed))))
            pytest.fail(what)
    for slots in ([0, 1], [0, 2]):
        with pytest.raises(NotProven):
            run(deal.checks_suit(here, slots, allowed, proof))
    other = sorted({*range(9)} - {allowed[0]})[: len(allowed)]
    with pytest.raises(NotProven):
        run(deal.checks_suit(here, left, other, proof))
    with pytest.raises(NotProven):
        run(deal.checks_suit(here, left, allowed[:-1], proof))
    with pytest.raises(Malformed):
        deal.checks_suit(here, [1], allowed, proof)
    with pytest.raises(NotAllowed):
        deal.checks_suit(context(4, 40), left, allowed, proof)
    with pytest.raises(LocalError):
        deal.checks_suit(here, [1, 4], allowed, proof)  # the other has not given his share for his own slot 4
    with pytest.raises(LocalError):
        deal.checks_suit(here, left, [], proof)


def test_nothing_left_needs_an_empty_proof() -> None:
    seats = Seats(4, (0, 1)).dealt()
    assert seats.deal.checks_suit(context(0, 40), [], [1], SuitProof(())) == ()
    assert SuitProof.from_body([], 0, 3) == SuitProof(())


def test_a_copy_goes_its_own_way() -> None:
    seats = Seats(4, (0, 1)).keys()
    for twin in (seats.deal.copy(), copy.deepcopy(seats.deal)):
        before = twin.deck
        Seats.shuffle(seats_with(seats, twin), 1)
        assert twin.deck != before == seats.deal.deck
        assert (twin.next_shuffler, seats.deal.next_shuffler) == (1, 0)
    seats.shuffle().reveal()
    twin = seats.deal.copy()
    seats_with(seats, twin).share(0, [1])
    assert twin.share_givers(1) == {0}
    assert seats.deal.share_givers(1) == frozenset()
    assert twin.seed == seats.deal.seed


def seats_with(seats: Seats, deal: Deal) -> Seats:
    other = Seats(seats.cards, seats.chairs, seats.seed)
    other.deal = deal
    return other


def test_a_call_at_the_wrong_time_is_a_local_error_and_changes_nothing() -> None:
    seats = Seats(4, (0, 1)).dealt()
    deal, here = seats.deal, context(0, 60)
    fresh = Deal(4, TABLE, 3)
    keys = seats.secrets[0].make_keys(here, Stream("k"))
    shares = seats.secrets[0].make_shares(deal, here, [1], Stream("s"))
    other = Seats(4, (0, 1)).keys()
    shuffle: Shuffle = other.secrets[0].make_shuffle(other.deal, context(0, 2), Stream("s"))
    calls = [
        lambda: deal.checks_keys(here, keys), lambda: deal.add_keys(here, keys), deal.close_keys,
        lambda: deal.checks_shuffle(here, shuffle), lambda: deal.add_shuffle(here, shuffle),
        lambda: deal.checks_reveal(here, Reveal(bytes(32))), lambda: deal.close_reveal(bytes(32)),
        lambda: fresh.checks_shuffle(here, shuffle), lambda: fresh.checks_reveal(here, Reveal(bytes(32))),
        lambda: fresh.close_reveal(bytes(32)), lambda: fresh.checks_shares(here, [1], shares),
        lambda: fresh.open(1), lambda: fresh.key, lambda: fresh.key_of(0),
        lambda: fresh.checks_suit(here, [1], [1], SuitProof(())),
    ]
    for call in calls:
        with pytest.raises(LocalError):
            call()
    assert (deal.phase, fresh.phase) == ("dealt", "keys")
    assert fresh.next_shuffler is None


def test_a_context_of_another_deal_is_a_local_error() -> None:
    deal = Deal(4, TABLE, 3)
    keys = Secrets.generate(Stream("x")).make_keys(context(0, 1), Stream("k"))
    for here in (context(0, 1, deal=4), Context(bytes(32), 3, bytes(32), 0, bytes(32))):
        with pytest.raises(LocalError):
            deal.checks_keys(here, keys)
