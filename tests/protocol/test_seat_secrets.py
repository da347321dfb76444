from __future__ import annotations

import pytest

from protocol.errors import LocalError, NotAllowed
from protocol.group import ORDER, times_base
from protocol.seat_secrets import SECRETS_BYTES, Secrets
from tests.protocol.seats import Seats, Stream, context


def test_stored_and_read_back() -> None:
    secrets = Secrets.generate(Stream("secrets"))
    data = secrets.to_bytes()
    assert len(data) == SECRETS_BYTES == 64
    again = Secrets.from_bytes(data)
    assert again.key == secrets.key
    assert again.to_bytes() == data
    assert again.make_reveal() == secrets.make_reveal()


@pytest.mark.parametrize(
    "data", [b"", bytes(63), bytes(65), bytes(64), ORDER.to_bytes(32, "little") + bytes(32), b"\xff" * 64]
)
def test_damaged_secrets_are_a_local_error(data: bytes) -> None:
    with pytest.raises(LocalError):
        Secrets.from_bytes(data)


def test_nothing_secret_shows() -> None:
    secrets = Secrets.generate(Stream("secrets"))
    shown = repr(secrets) + str(secrets) + f"{secrets!r:>20}"
    assert "<Secrets>" in shown
    data = secrets.to_bytes()
    for part in (data[:32], data[32:]):
        assert part.hex() not in shown
        assert repr(part) not in shown
    assert not hasattr(secrets, "__dict__")


def test_the_key_is_that_of_the_secret() -> None:
    secrets = Secrets.generate(Stream("secrets"))
    assert secrets.key == times_base(secrets._secret)


def test_two_shuffles_of_one_seat_have_nothing_in_common() -> None:
    seats = Seats(4, (0, 1)).keys()
    first, second = (
        seats.secrets[0].make_shuffle(seats.deal, context(0, 2), Stream(f"shuffle {i}")) for i in range(2)
    )
    assert not set(first.deck) & set(second.deck)
    assert first.proof.commitments != second.proof.commitments


def test_secrets_of_another_deal_sign_nothing() -> None:
    seats = Seats(5, (0, 2)).keys()
    stray = Secrets.generate(Stream("stray"))
    with pytest.raises(LocalError):
        stray.make_shuffle(seats.deal, context(0, 2), Stream("s"))
    with pytest.raises(LocalError):
        seats.secrets[2].make_shuffle(seats.deal, context(2, 2), Stream("s"))  # not his turn
    seats.shuffle().reveal().hands(2)
    deal = seats.deal
    for secrets, chair in ((stray, 0), (seats.secrets[2], 0), (seats.secrets[0], 1)):
        with pytest.raises((LocalError, NotAllowed)):
            secrets.make_shares(deal, context(chair, 30), [0], Stream("s"))
        with pytest.raises(LocalError):
            secrets.peek(deal, 0, chair)
        with pytest.raises((LocalError, NotAllowed)):
            secrets.make_suit_proof(deal, context(chair, 30), [0], range(5), Stream("s"))


def test_a_holder_sees_his_own_card_and_nobody_elses() -> None:
    seats = Seats(5, (0, 2)).dealt().hands(2)
    deal = seats.deal
    mine = [seats.secrets[0].peek(deal, slot, 0) for slot in (0, 1)]
    theirs = [seats.secrets[2].peek(deal, slot, 2) for slot in (2, 3)]
    assert len({*mine, *theirs, deal.open(4)}) == 5
    for slot in (2, 3):
        with pytest.raises(LocalError):
            seats.secrets[0].peek(deal, slot, 0)
    seats.share(0, [0], step=30)
    assert deal.open(0) == mine[0]


def test_a_suit_proof_for_a_card_that_is_not_allowed_cannot_be_asked_for() -> None:
    seats = Seats(5, (0, 2)).dealt().hands(2)
    held = [seats.secrets[0].peek(seats.deal, slot, 0) for slot in (0, 1)]
    others = sorted({*range(5)} - {held[1]})
    with pytest.raises(LocalError):
        seats.secrets[0].make_suit_proof(seats.deal, context(0, 31), [0, 1], others, Stream("suit"))
