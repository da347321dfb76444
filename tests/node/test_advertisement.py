from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node.advertisement import MAX_TXT, SERVICE, from_txt, instance_name, to_txt
from azi_p2p.node.handshake import LINK_VERSION
from azi_p2p.node.listing import Listing
from protocol.identity import Identity, fingerprint

WHO = fingerprint(Identity(bytes(32)).public)
LISTING = Listing(bytes(range(32)), "Friday", 2, 6, "open")


def wire(txt: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in txt.items()}


def test_round_trip() -> None:
    found = from_txt(wire(to_txt(LISTING, WHO)))
    assert found
    assert (found.fingerprint, found.version, found.table_tag, found.name, found.seats_taken, found.seats_of,
            found.state) == (WHO, LINK_VERSION, bytes(range(16)), "Friday", 2, 6, "open")


@given(st.text(max_size=80))
def test_records_and_names_fit(name: str) -> None:
    txt = to_txt(replace(LISTING, name=name, state="s" * 12), WHO)
    assert sum(len(key.encode()) + len(value.encode()) + 2 for key, value in txt.items()) <= MAX_TXT
    instance = instance_name(name, WHO)
    label = instance.removesuffix(f".{SERVICE}")
    assert len(label.encode()) <= 63
    assert "." not in label
    assert label.endswith(WHO[:9])


@pytest.mark.parametrize("change", [
    {"v": "x"}, {"v": "-1"}, {"v": "१"}, {"id": "short"}, {"t": "zz"}, {"t": "00"}, {"s": "7/6"}, {"s": "2"},
    {"s": "/"}, {"s": "2/99"}, {"st": "OPEN!"}, {"st": ""},
])
def test_what_cannot_be_read_is_passed_over(change: dict[str, str]) -> None:
    assert from_txt(wire(to_txt(LISTING, WHO) | change)) is None


@pytest.mark.parametrize("key", ["v", "id", "t", "n", "s", "st"])
def test_every_key_is_needed(key: str) -> None:
    txt = wire(to_txt(LISTING, WHO))
    assert from_txt({**txt, key.encode(): None}) is None
    assert from_txt({k: v for k, v in txt.items() if k != key.encode()}) is None


def test_a_strangers_name_is_cleaned() -> None:
    found = from_txt(wire(to_txt(LISTING, WHO)) | {b"n": "x\n\u202ey".encode()})
    assert found
    assert found.name == "x y"


@given(st.dictionaries(
    st.sampled_from([b"v", b"id", b"t", b"n", b"s", b"st", b"\xff"]), st.none() | st.binary(max_size=40)))
def test_nothing_raises(txt: dict[bytes, bytes | None]) -> None:
    assert from_txt(txt) is None
