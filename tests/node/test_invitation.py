from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import AddressError
from azi_p2p.node.invitation import MAX_ADDRESSES, Invitation
from protocol.identity import Identity, fingerprint

WHO = fingerprint(Identity(bytes(32)).public)
TAG = bytes(range(16))
HERE = (Address("192.168.1.5", 4747), Address("fd00::2", 4747), Address("fe80::1", 4747, "wlan0"))


@pytest.mark.parametrize("invitation", [
    Invitation((Address("h", 1),)),
    Invitation(HERE[:2], WHO),
    Invitation(HERE[:2], WHO, TAG),
])
def test_round_trip(invitation: Invitation) -> None:
    assert Invitation.parse(str(invitation)) == invitation


def test_scopes_stay_at_home() -> None:
    assert "%" not in str(Invitation(HERE, WHO))


@pytest.mark.parametrize(("typed", "read"), [
    (f"AZI://h:1/{WHO.lower().replace('-', '')}/", Invitation((Address("h", 1),), WHO)),
    (f" azi://h,[fe80::1%eth0]:9/{WHO}/{TAG.hex().upper()} \n",
     Invitation((Address("h", 4747), Address("fe80::1", 9, "eth0")), WHO, TAG)),
    ("192.168.1.5:80", Invitation((Address("192.168.1.5", 80),))),
    ("[fe80::1%wlan0]:4747", Invitation((Address("fe80::1", 4747, "wlan0"),))),
    ("anna.local", Invitation((Address("anna.local", 4747),))),
])
def test_as_typed(typed: str, read: Invitation) -> None:
    assert Invitation.parse(typed) == read


@pytest.mark.parametrize("typed", [
    "", "azi://", "azi:///X", f"azi://h/{WHO[:-1]}", f"azi://h/{WHO}A", f"azi://h/{WHO}/12",
    f"azi://h/{WHO}/{'zz' * 16}",
    f"azi://h/{WHO}/{TAG.hex()}/more", "http://h:1", "azi:h:1", "hello:", "azi://h,,i", "x" * 5000,
    "azi://" + ",".join(f"h{n}" for n in range(MAX_ADDRESSES + 1)), f"azi://{WHO}//{TAG.hex()}",
])
def test_refused_with_what_to_do(typed: str) -> None:
    with pytest.raises(AddressError) as caught:
        Invitation.parse(typed)
    assert caught.value.do
    assert typed == "" or "'' is not an address" not in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.text(max_size=80).map(lambda rest: "azi://" + rest))
def test_only_address_errors(text: str) -> None:
    with contextlib.suppress(AddressError):
        assert Invitation.parse(str(Invitation.parse(text))).fingerprint == Invitation.parse(text).fingerprint
