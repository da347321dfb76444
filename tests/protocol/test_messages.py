from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import decode, encode
from protocol.errors import Malformed
from protocol.group import GENERATOR
from protocol.messages import Keys, Reveal, Shares, Shuffle, SuitProof
from tests.protocol.mutations import mutations
from tests.protocol.seats import Seats, context

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: list[Callable[[Any], Any]] = [
    Keys.from_body,
    lambda body: Shuffle.from_body(body, 3),
    Reveal.from_body,
    lambda body: Shares.from_body(body, 2),
    lambda body: SuitProof.from_body(body, 2, 2),
]

CHUNK = st.sampled_from([bytes(32), b"\xff" * 32, GENERATOR.data, (1).to_bytes(32, "little"), b"\2" * 32])
BLOB = st.one_of(st.binary(max_size=70), st.lists(CHUNK, max_size=8).map(b"".join))
LEAF = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(max_size=5), BLOB)
VALUE = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=8), max_leaves=12)


def messages() -> list[tuple[Any, Callable[[Any], Any]]]:
    seats = Seats(3, (0, 1)).dealt().share(0, [0, 1]).share(1, [0, 1])
    deal, secrets, entropy = seats.deal, seats.secrets[0], seats.entropy[0]
    held = [deal.open(slot) for slot in (0, 1)]
    here = context(0, 40)
    fresh = Seats(3, (0, 1)).keys()
    return list(zip([
        secrets.make_keys(here, entropy),
        fresh.secrets[0].make_shuffle(fresh.deal, context(0, 2), entropy),
        secrets.make_reveal(),
        secrets.make_shares(deal, here, [1, 2], entropy),
        secrets.make_suit_proof(deal, here, [0, 1], sorted(held), entropy),
    ], READERS, strict=True))


def test_every_message_is_read_back_from_its_encoding() -> None:
    for message, read in messages():
        assert read(decode(encode(message.to_body()), 10_000)) == message


def test_sizes_are_as_the_specification_says() -> None:
    def sizes(part: Any) -> Any:
        return len(part) if isinstance(part, bytes) else [sizes(item) for item in part]

    assert [sizes(message.to_body()) for message, _ in messages()] == [
        [32, 64, 32], [64 * 3, 96, 96, 32, 96, 96], [32], [64, 64], [128, 128]
    ]


def test_altered_messages_are_malformed_or_read_as_something_else() -> None:
    for message, read in messages():
        body = message.to_body()
        for what, altered in mutations(body):
            try:
                assert read(altered) != message, what
            except Malformed:
                continue


def test_another_size_than_the_one_asked_for_is_malformed() -> None:
    (_, _), (shuffle, _), (_, _), (shares, _), (suit, _) = messages()
    for size in (0, 1, 2, 4, 108):
        with pytest.raises(Malformed):
            Shuffle.from_body(shuffle.to_body(), size)
    for size in (0, 1, 3):
        with pytest.raises(Malformed):
            Shares.from_body(shares.to_body(), size)
        with pytest.raises(Malformed):
            SuitProof.from_body(suit.to_body(), size, 2)
        with pytest.raises(Malformed):
            SuitProof.from_body(suit.to_body(), 2, size)


@settings(max_examples=150, deadline=None)
@given(body=VALUE, reader=st.sampled_from(READERS))
def test_random_structures_are_malformed_and_nothing_else(body: Any, reader: Callable[[Any], Any]) -> None:
    try:
        message = reader(body)
    except Malformed:
        return
    assert message.to_body() == body  # only what is the encoding of something is read


@settings(max_examples=200, deadline=None)
@given(parts=st.lists(BLOB, min_size=1, max_size=7), reader=st.sampled_from(READERS))
def test_random_strings_in_a_list_are_malformed_and_nothing_else(
    parts: list[bytes], reader: Callable[[Any], Any]
) -> None:
    try:
        message = reader(parts)
    except Malformed:
        return
    assert message.to_body() == parts
