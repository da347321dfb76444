from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node.addresses import Address
from azi_p2p.node.listing import Listing
from azi_p2p.node.offer import MAX_ADDRESSES, MAX_PEERS, Offer, addresses_to_body, peers_to_body
from protocol.errors import Malformed

OFFER = Offer(
    "0.1", "Anna", b"s" * 8, (Address("10.0.0.1", 4747),), Listing(b"T" * 32, "Friday", 1, 6, "open"), b"founding",
    ((b"k" * 32, (Address("fd00::1", 1),)),))


def test_round_trip() -> None:
    assert Offer.from_body(OFFER.to_body()) == OFFER


def test_scopes_stay_at_home() -> None:
    assert addresses_to_body((Address("fe80::1", 1, "wlan0"),)) == ["[fe80::1]:1"]


def test_what_is_sent_stays_within_what_is_taken() -> None:
    addresses = tuple(Address("10.0.0.1", port) for port in range(1, 50))
    assert len(addresses_to_body(addresses)) == MAX_ADDRESSES
    assert len(peers_to_body(tuple((bytes([n]) * 32, addresses) for n in range(60)))) == MAX_PEERS


@pytest.mark.parametrize("at", range(7))
@pytest.mark.parametrize("value", [3.5, 7, [7], [[7]], {"a": 1}])
def test_every_field_is_checked(at: int, value: Any) -> None:
    body = OFFER.to_body()
    body[at] = value
    with pytest.raises(Malformed):
        Offer.from_body(body)


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=8) | st.binary(max_size=33), lambda inner: st.lists(inner, max_size=8))


@given(st.lists(values, max_size=8) | values)
def test_only_malformed(body: Any) -> None:
    with contextlib.suppress(Malformed):
        Offer.from_body(body)
