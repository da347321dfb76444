from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node import control
from azi_p2p.node.addresses import Address
from azi_p2p.node.control import Bye, Control, IAmAt, PeersAre, Reach, Reached
from protocol.codec import encode
from protocol.errors import Malformed

AT = (Address("10.0.0.1", 4747), Address("fe80::1", 4747))


@pytest.mark.parametrize("said", [
    PeersAre(((b"k" * 32, AT), (b"l" * 32, ()))), IAmAt(AT), Reach(4747), Reached("10.0.0.1:4747", "no answer"),
    Bye("closing"),
])
def test_round_trip(said: Control) -> None:
    frame = control.to_frame(said)
    assert frame[:1] == control.CONTROL
    assert control.from_body(frame[1:]) == said


def test_a_name_not_known_is_passed_over() -> None:
    assert control.from_body(encode(["of a later version", 1, None])) is None


@pytest.mark.parametrize("body", [
    ["reach", 0], ["reach", 65536], ["reach", True, 1], ["peers"], ["peers", [[b"short", []]]], ["here", ["name:1"]],
    ["here", ["10.0.0.1:1"] * 9], ["bye"], ["bye", 1], [], [1], 7,
])
def test_malformed(body: object) -> None:
    with pytest.raises(Malformed):
        control.from_body(encode(body))


def test_texts_for_people_are_cleaned_and_cut() -> None:
    said = control.from_body(encode(["bye", "\x1b[2J" + "x" * 500]))
    assert isinstance(said, Bye)
    assert "\x1b" not in said.reason
    assert len(said.reason) <= control.MAX_REASON


@given(st.binary(max_size=100) | st.lists(st.text(max_size=6) | st.integers(-1, 70000) | st.lists(
    st.binary(max_size=33) | st.text(max_size=12), max_size=3), max_size=3).map(encode))
def test_only_malformed(data: bytes) -> None:
    with contextlib.suppress(Malformed):
        control.from_body(data)
