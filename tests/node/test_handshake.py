from __future__ import annotations

import contextlib
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node import handshake
from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import HandshakeError, OwnKey, TurnedAway, VersionMismatch, WrongKey
from azi_p2p.node.handshake import Answerer, Dialler, refusal, welcome
from azi_p2p.node.listing import Listing
from azi_p2p.node.offer import MAX_ADDRESSES, MAX_FOUNDING, MAX_PEERS, Offer
from protocol.codec import decode, encode
from protocol.identity import Identity, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

ANNA, BORIS, EVE = (Identity(bytes([n]) * 32) for n in (1, 2, 3))
TABLE = b"T" * 32
LISTING = Listing(TABLE, "Friday", 2, 4, "open")
OFFER_A = Offer("0.1", "Anna", b"a" * 8, (Address("10.0.0.1", 4747),))
OFFER_B = Offer("0.1", "Boris", b"b" * 8, (Address("10.0.0.2", 4747), Address("fe80::2", 4747)), LISTING,
                b"founding", ((EVE.public, (Address("10.0.0.3", 4747),)),))


def counted() -> Callable[[int], bytes]:
    numbers = itertools.count(1)
    return lambda n: next(numbers).to_bytes(n, "big")


def pair(
    *, dialler: Identity = ANNA, answerer: Identity = BORIS, expected: str | None = None,
    table: bytes | None = TABLE, purpose: str = "table",
) -> tuple[Dialler, Answerer]:
    entropy = counted()
    return (
        Dialler(dialler, OFFER_A, entropy, purpose=purpose, table=table, expected=expected),
        Answerer(answerer, lambda: OFFER_B, entropy),
    )


def test_both_learn_the_others_key_and_offer() -> None:
    anna, boris = pair(expected=fingerprint(BORIS.public))
    answer = boris.receive(anna.hello())
    assert answer
    assert anna.peer is None
    finish = anna.receive(answer)
    assert finish
    assert boris.peer is None
    assert boris.receive(finish) is None
    assert anna.peer is None
    assert anna.receive(welcome()) is None
    assert anna.peer
    assert boris.peer
    assert (anna.peer.key, anna.peer.offer, anna.peer.dialled) == (BORIS.public, OFFER_B, True)
    assert (boris.peer.key, boris.peer.offer, boris.peer.dialled) == (ANNA.public, OFFER_A, False)
    assert (boris.peer.table, boris.peer.purpose) == (TABLE, "table")


def test_names_are_cleaned_and_the_signature_still_holds() -> None:
    entropy = counted()
    anna = Dialler(ANNA, replace(OFFER_A, nickname="A\u202enna\n"), entropy, purpose="probe")
    boris = Answerer(BORIS, lambda: OFFER_B, entropy)
    boris.receive(anna.receive(boris.receive(anna.hello()) or b"") or b"")
    assert boris.peer
    assert boris.peer.offer.nickname == "Anna"


def test_another_key_than_expected() -> None:
    anna, boris = pair(answerer=EVE, expected=fingerprint(BORIS.public))
    with pytest.raises(WrongKey, match=fingerprint(EVE.public)):
        anna.receive(boris.receive(anna.hello()) or b"")


def test_oneself() -> None:
    anna, boris = pair(answerer=ANNA)
    with pytest.raises(OwnKey):
        boris.receive(anna.hello())


def test_an_answer_of_ones_own_key() -> None:
    """A mirror sends our own messages back."""
    anna, _ = pair()
    _, mirror = pair(dialler=EVE, answerer=ANNA)
    eve, _ = pair(dialler=EVE)
    with pytest.raises(OwnKey):
        anna.receive(mirror.receive(eve.hello()) or b"")


def altered(message: bytes) -> list[list[Any]]:
    """The message with each of its parts changed in turn, and each left out or doubled."""
    def change(value: Any) -> list[Any]:
        match value:
            case b"":
                return [b"x"]
            case bytes():
                return [bytes([value[0] ^ 1, *value[1:]]), value[:-1], value + b"\0", None, 7]
            case str():
                return [value + "x", value.encode(), None]
            case int():
                return [value + 1, -1, None]
            case None:
                return [b"", 0, TABLE]
            case list():
                each = [[*value[:at], new, *value[at + 1:]] for at, old in enumerate(value) for new in change(old)]
                return [*each, *(value[:at] + value[at + 1:] for at in range(len(value))), [*value, None]]
        raise AssertionError(value)

    return change(decode(message, 100_000))


def test_nothing_can_be_altered_on_the_way() -> None:
    """Every change of hello, answer or finish keeps both ends from believing that the link stands."""
    anna, boris = pair()
    hello = anna.hello()
    answer = boris.receive(hello) or b""
    finish = anna.receive(answer) or b""
    tried = 0
    for which, message in enumerate((hello, answer, finish)):
        for change in altered(message):
            tried += 1
            anna, boris = pair()
            ends = []
            with contextlib.suppress(HandshakeError):
                data = anna.hello()
                for step in range(3):
                    if step == which:
                        assert data == message
                        data = encode(change)
                    data = (boris if step % 2 == 0 else anna).receive(data) or welcome()
                anna.receive(data)
                ends = [anna.peer, boris.peer]
            assert not any(ends), change
    assert tried > 150


@pytest.mark.parametrize("change", [
    {3: Identity(b"\x09" * 32).public}, {5: None}, {5: b"U" * 32}, {6: "probe"},
])
def test_nor_can_a_hello_be_exchanged_for_another_good_one(change: dict[int, Any]) -> None:
    anna, boris = pair()
    hello = decode(anna.hello(), 100_000)
    for at, value in change.items():
        hello[at] = value
    with pytest.raises(WrongKey):
        anna.receive(boris.receive(encode(hello)) or b"")


def test_a_replayed_finish_is_refused() -> None:
    anna, boris = pair()
    finish = anna.receive(boris.receive(anna.hello()) or b"") or b""
    later = Answerer(BORIS, lambda: OFFER_B, lambda n: b"\x77" * n)
    later.receive(anna.hello())
    with pytest.raises(WrongKey):
        later.receive(finish)


def test_a_signature_of_one_role_is_not_one_of_the_other() -> None:
    """Eve answers Anna with what Anna signed as a dialler."""
    anna, boris = pair()
    said = decode(anna.receive(boris.receive(anna.hello()) or b"") or b"", 100_000)
    again, boris = pair()
    answer = decode(boris.receive(again.hello()) or b"", 100_000)
    answer[-1] = said[-1]
    with pytest.raises(WrongKey):
        again.receive(encode(answer))


@pytest.mark.parametrize(("ours", "theirs", "who"), [
    (1, 2, "update azi on this machine"), (3, 2, "other player"),
])
def test_versions_say_which_side_to_update(
    monkeypatch: pytest.MonkeyPatch, ours: int, theirs: int, who: str,
) -> None:
    monkeypatch.setattr(handshake, "LINK_VERSION", theirs)
    anna, boris = pair()
    hello, answer = anna.hello(), boris.receive(anna.hello()) or b""
    monkeypatch.setattr(handshake, "LINK_VERSION", ours)
    for receive, data in ((pair()[1].receive, hello), (anna.receive, answer)):
        with pytest.raises(VersionMismatch) as caught:
            receive(data)
        assert who in caught.value.do
        assert handshake.reason_for(caught.value) == "version"


def test_a_version_whose_messages_look_otherwise_is_still_told() -> None:
    with pytest.raises(VersionMismatch):
        pair()[1].receive(encode(["azi", 2]))
    with pytest.raises(VersionMismatch):
        pair()[0].receive(encode(["azi", 9, [["what", 1]], b""]))


def test_a_refusal_says_why() -> None:
    with pytest.raises(TurnedAway, match="no room") as caught:
        pair()[0].receive(refusal("full"))
    assert caught.value.reason == "full"
    with pytest.raises(TurnedAway):
        pair()[0].receive(encode(["azi", 1, "no", "\x1b[31m never heard of"]))


def test_messages_out_of_turn() -> None:
    anna, boris = pair()
    for message in (welcome(), anna.hello()):
        with pytest.raises(HandshakeError):
            pair()[0].receive(message)
    boris.receive(anna.hello())
    with pytest.raises(HandshakeError):
        boris.receive(anna.hello())


@given(st.binary(max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5) | st.binary(max_size=33),
    lambda inner: st.lists(inner, max_size=7)).map(lambda rest: encode(["azi", 1, "answer", rest])))
def test_whatever_comes_only_handshake_errors_leave(data: bytes) -> None:
    anna, boris = pair()
    for receive in (anna.receive, boris.receive):
        with contextlib.suppress(HandshakeError):
            assert receive(data) is None


@pytest.mark.parametrize("body", [
    replace(OFFER_B, session=b"short").to_body(),
    replace(OFFER_B, founding=b"x" * (MAX_FOUNDING + 1)).to_body(),
    replace(OFFER_B, founding=b"").to_body(),
    replace(OFFER_B, addresses=(Address("host.example", 1),)).to_body(),
    replace(OFFER_B, listing=replace(LISTING, seats_taken=5)).to_body(),
    replace(OFFER_B, listing=replace(LISTING, seats_of=99)).to_body(),
    replace(OFFER_B, listing=replace(LISTING, state="\x1b[2J")).to_body(),
    [*OFFER_B.to_body()[:3], ["10.0.0.1:1"] * (MAX_ADDRESSES + 1), None, None, []],
    [*OFFER_B.to_body()[:6], [[EVE.public, []]] * (MAX_PEERS + 1)],
    [*OFFER_B.to_body()[:6], [[b"short", []]]],
    [*OFFER_B.to_body()[:3], ["fe80::1%eth0"], None, None, []],
])
def test_an_offer_beyond_its_limits_is_refused(body: list[Any]) -> None:
    class Crooked:
        def to_body(self) -> list[Any]:
            return body

    offer: Any = Crooked()
    anna, _ = pair()
    boris = Answerer(BORIS, lambda: offer, counted())
    with pytest.raises(HandshakeError, match="cannot be read"):
        anna.receive(boris.receive(anna.hello()) or b"")


def test_the_largest_offer_fits() -> None:
    six = tuple(Address(f"fe80::{n:x}:1111:2222:3333:{n:x}", 65535) for n in range(1, MAX_ADDRESSES + 1))
    peers = tuple((bytes([n]) * 32, six) for n in range(MAX_PEERS))
    offer = Offer("9" * 24, "n" * 63, b"s" * 8, six, LISTING, b"f" * MAX_FOUNDING, peers)
    assert Offer.from_body(decode(encode(offer.to_body()), handshake.MAX_HANDSHAKE - 300)) == offer
