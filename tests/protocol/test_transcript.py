from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from protocol.errors import LocalError
from protocol.group import GENERATOR, IDENTITY, ONE, ZERO
from protocol.hashing import hash_to_scalar, hash_to_scalars
from protocol.transcript import Transcript
from tests.protocol.seats import ALTERED, altered, context


def item(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + len(content).to_bytes(4, "big") + content


def test_every_byte_is_as_the_specification_says() -> None:
    here = context(2, 9)
    state = Transcript.at("kind", here)
    state.element(GENERATOR).scalar(ONE).elements([GENERATOR, IDENTITY]).numbers([7, 2**64 - 1]).octets(b"xyz")
    hashed = b"".join([
        item(1, b"fair-deal/1"), item(1, b"kind"),
        item(3, here.table_id), item(2, (3).to_bytes(8, "big")), item(3, here.parent),
        item(2, (2).to_bytes(8, "big")), item(3, here.author),
        item(4, GENERATOR.data), item(5, ONE.data),
        item(6, (2).to_bytes(4, "big")), item(4, GENERATOR.data), item(4, bytes(32)),
        item(6, (2).to_bytes(4, "big")), item(2, (7).to_bytes(8, "big")), item(2, b"\xff" * 8),
        item(3, b"xyz"),
    ])
    digest = hashlib.sha512(hashed).digest()
    assert state.digest() == digest
    assert state.short_digest() == digest[:32]
    assert state.challenge("c") == hash_to_scalar(digest, b"fair-deal/1 H2S c")
    assert state.challenges("c", 3) == hash_to_scalars(digest, b"fair-deal/1 H2S c", 3)


def test_reading_a_challenge_changes_nothing() -> None:
    one, two = Transcript("kind"), Transcript("kind")
    one.challenge("a")
    assert one.octets(b"x").digest() == two.octets(b"x").digest()


def test_types_and_bounds_between_items_count() -> None:
    states = [
        Transcript("kind").octets(b"ab").octets(b"c"),
        Transcript("kind").octets(b"a").octets(b"bc"),
        Transcript("kind").octets(b"abc"),
        Transcript("kind").text("abc"),
        Transcript("kin").octets(b"dabc"),
        Transcript("kind").element(IDENTITY),
        Transcript("kind").scalar(ZERO),
        Transcript("kind").octets(bytes(32)),
        Transcript("kind").numbers([]).numbers([1]),
        Transcript("kind").numbers([1]).numbers([]),
        Transcript("kind").elements([]),
        Transcript("kind"),
    ]
    assert len({state.digest() for state in states}) == len(states)


def test_every_field_of_the_context_counts() -> None:
    here = context(2, 9)
    states = [here, *altered(here)]
    assert len(states) == len(ALTERED) + 1 == 6
    assert len({Transcript.at("kind", place).digest() for place in states}) == 6
    # and the same bytes in another field are another place
    swapped = replace(here, parent=here.author, author=here.parent)
    assert Transcript.at("kind", swapped).digest() != Transcript.at("kind", here).digest()


@pytest.mark.parametrize("number", [-1, 2**64])
def test_a_number_that_has_no_eight_bytes_is_refused(number: int) -> None:
    with pytest.raises(LocalError):
        Transcript("kind").number(number)
