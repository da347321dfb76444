"""Entries: what is signed, what is refused before its signature is looked at, and that no altered byte passes."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import encode
from protocol.digest import ZERO_DIGEST, digest
from protocol.entry import MAX_ENTRY_SIZE, MAX_KIND_SIZE, MAX_STEP, VERSION, Entry, founding_table_id, is_founding
from protocol.errors import LocalError, Malformed, NotProven, Refused
from protocol.identity import Identity, verify
from tests.protocol.record_vectors import ANN, BEN, refused_entries

PLACE: dict[str, Any] = {
    "table_id": b"t" * 32, "step": 7, "parent": b"p" * 32, "kind": "say", "body": [1, b"two", None],
}


def sign(who: Identity = ANN, **other: Any) -> Entry:
    return Entry.sign(who, **(PLACE | other))


def test_it_comes_back_as_it_was() -> None:
    entry = sign()
    again = Entry.decode(entry.encode())
    again.verify()
    assert again == entry
    assert (again.table_id, again.step, again.parent, again.author, again.kind, again.body) == (
        b"t" * 32, 7, b"p" * 32, ANN.public, "say", [1, b"two", None])


def test_what_is_signed_and_hashed_is_the_content() -> None:
    entry = sign()
    content = encode([VERSION, b"t" * 32, 7, b"p" * 32, ANN.public, "say", [1, b"two", None]])
    assert entry.content == content
    assert entry.digest == digest("entry", content)
    assert verify(ANN.public, "entry", content, entry.signature)


def test_a_body_is_the_same_before_and_after_the_wire() -> None:
    assert sign(body=(1, (2,))).body == [1, [2]]


@pytest.mark.parametrize("other", [
    {"table_id": b"u" * 32}, {"step": 8}, {"parent": b"q" * 32}, {"kind": "said"}, {"body": [1, b"two", False]},
])
def test_every_field_is_signed(other: dict[str, Any]) -> None:
    entry, altered = sign(), sign(**other)
    assert altered.digest != entry.digest
    with pytest.raises(NotProven):
        Entry.decode(encode([altered.content, entry.signature])).verify()


def test_the_author_is_signed() -> None:
    mine, theirs = sign(), sign(BEN)
    assert mine.digest != theirs.digest
    for content, signature in ((mine.content, theirs.signature), (theirs.content, mine.signature)):
        with pytest.raises(NotProven):
            Entry.decode(encode([content, signature])).verify()


def test_every_altered_byte_is_refused() -> None:
    data = sign().encode()
    for at in range(len(data)):
        for bit in (0x01, 0x80):
            altered = data[:at] + bytes([data[at] ^ bit]) + data[at + 1:]
            with pytest.raises(Refused):
                Entry.decode(altered).verify()


def test_every_cut_is_refused_as_malformed() -> None:
    data = sign().encode()
    for at in range(len(data)):
        with pytest.raises(Malformed):
            Entry.decode(data[:at])
    with pytest.raises(Malformed):
        Entry.decode(data + b"\0")


@pytest.mark.parametrize("why", refused_entries())
def test_refused_by_its_layout(why: str) -> None:
    with pytest.raises(Malformed):
        Entry.decode(bytes.fromhex(refused_entries()[why]))


def test_signed_by_a_key_that_proves_nothing() -> None:
    key = b"\1" + bytes(31)    # the neutral point: R = S B fits every message
    content = encode([VERSION, b"t" * 32, 7, b"p" * 32, key, "say", None])
    with pytest.raises(NotProven):
        Entry.decode(encode([content, key + bytes(32)])).verify()


def test_the_largest() -> None:
    room = MAX_ENTRY_SIZE - len(sign(body=bytes(60_000)).encode()) + 60_000
    entry = sign(body=bytes(room))
    assert len(entry.encode()) == MAX_ENTRY_SIZE
    Entry.decode(entry.encode()).verify()
    with pytest.raises(Malformed):
        Entry.decode(sign(body=bytes(room + 1)).encode())


@pytest.mark.parametrize("other", [{"kind": "k" * MAX_KIND_SIZE}, {"kind": "k"}, {"step": 0}, {"step": MAX_STEP}])
def test_what_just_fits(other: dict[str, Any]) -> None:
    assert Entry.decode(sign(**other).encode()) == sign(**other)


def test_what_cannot_be_encoded_is_not_signed() -> None:
    for body in (1.5, {"a": 1}, [object()]):
        with pytest.raises(LocalError):
            sign(body=body)


def test_founding_entries_stand_nowhere_and_name_their_table() -> None:
    nowhere = {"table_id": ZERO_DIGEST, "step": 0, "parent": ZERO_DIGEST}
    founding = sign(**nowhere)
    assert is_founding(founding)
    assert founding_table_id(founding) == digest("table", founding.content)
    assert founding_table_id(founding) != founding.digest
    for name in nowhere:
        assert not is_founding(sign(**(nowhere | {name: PLACE[name]})))
