"""Canonical encoding: one value, one encoding; whatever encode would not produce is Malformed, and nothing else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import MAX_DEPTH, MAX_ITEMS, decode, encode
from protocol.errors import LocalError, Malformed
from tests.protocol.record_vectors import REFUSED_ENCODINGS, VALUES, nested

VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-2**63, 2**64 - 1) | st.text(max_size=40) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=5), max_leaves=20)


def same(one: Any, other: Any) -> bool:
    """Equal in type too: true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@given(VALUE)
def test_what_is_encoded_is_decoded(value: Any) -> None:
    assert same(decode(encode(value), 1 << 16), value)


@given(st.binary(max_size=60))
def test_any_bytes_are_the_encoding_of_what_they_decode_to_or_malformed(data: bytes) -> None:
    with contextlib.suppress(Malformed):
        assert encode(decode(data, 60)) == data


@given(VALUE, st.data())
def test_an_altered_byte_means_another_value_or_none(value: Any, data: st.DataObject) -> None:
    packed = bytearray(encode(value))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(Malformed):
        assert not same(decode(bytes(packed), 1 << 16), value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_every_shorter_or_longer_encoding_is_refused(value: Any) -> None:
    packed = encode(value)
    assert same(decode(packed, len(packed)), value)
    with pytest.raises(Malformed):
        decode(packed[:-1], 1 << 16)
    with pytest.raises(Malformed):
        decode(packed + b"\xc0", 1 << 16)
    with pytest.raises(Malformed, match="at most"):
        decode(packed, len(packed) - 1)


@pytest.mark.parametrize("why", REFUSED_ENCODINGS)
def test_refused(why: str) -> None:
    with pytest.raises(Malformed):
        decode(bytes.fromhex(REFUSED_ENCODINGS[why]), 1 << 16)


@pytest.mark.parametrize("value", [
    1.0, float("nan"), {}, {1: 2}, {1}, object(), bytearray(b"a"), memoryview(b"a"), 2**64, -2**63 - 1, "\ud800",
    [1, [2.0]], nested(MAX_DEPTH + 1),
], ids=lambda value: type(value).__name__)
def test_what_is_not_in_the_subset_cannot_be_encoded(value: Any) -> None:
    with pytest.raises(LocalError):
        encode(value)


def test_a_tuple_is_written_as_a_list() -> None:
    assert encode((1, (2, b"3"))) == encode([1, [2, b"3"]])


def test_depth_and_items_at_their_limits() -> None:
    assert decode(encode(nested(MAX_DEPTH)), 100) == nested(MAX_DEPTH)
    assert decode(encode([0] * MAX_ITEMS), 1 << 16) == [0] * MAX_ITEMS
    with pytest.raises(Malformed):
        decode(encode([0] * (MAX_ITEMS + 1)), 1 << 16)


@pytest.mark.parametrize("data", [
    b"\x91" * 100_000, b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff",
], ids=["deep", "array", "text", "bytes"])
def test_sizes_that_a_peer_claims_cost_nothing(data: bytes) -> None:
    with pytest.raises(Malformed):
        decode(data, 1 << 20)
