"""The vectors of the record, read from the file alone as a second implementation would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol.codec import decode, encode
from protocol.digest import digest
from protocol.entry import MAX_ENTRY_SIZE, Entry, founding_table_id
from protocol.errors import Malformed
from protocol.identity import Identity, fingerprint, verify
from protocol.record import RecordFile, read_record, step_digest
from tests.protocol.make_vectors import DIRECTORY
from tests.protocol.record_vectors import raw

VECTOR: dict[str, Any] = json.loads((DIRECTORY / "record.json").read_text(encoding="ascii"))


def entry_of(stored: dict[str, Any]) -> Entry:
    """The entry of these bytes; everything that the file says of it holds."""
    entry = Entry.decode(bytes.fromhex(stored["bytes"]))
    entry.verify()
    assert entry.content.hex() == stored["content"]
    assert entry.signature.hex() == stored["signature"]
    assert entry.digest.hex() == stored["digest"]
    assert (entry.step, entry.kind, entry.body) == (stored["step"], stored["kind"], raw(stored["body"]))
    assert (entry.parent.hex(), entry.author.hex()) == (stored["parent"], stored["author"])
    return entry


def test_encodings() -> None:
    for case in VECTOR["encodings"]:
        assert encode(raw(case["value"])).hex() == case["encoding"]
        assert decode(bytes.fromhex(case["encoding"]), MAX_ENTRY_SIZE) == raw(case["value"])
    for case in VECTOR["refused_encodings"]:
        with pytest.raises(Malformed):
            decode(bytes.fromhex(case["encoding"]), MAX_ENTRY_SIZE)
            pytest.fail(case["why"])


def test_digests_and_identities() -> None:
    for case in VECTOR["digests"]:
        assert digest(case["label"], *map(bytes.fromhex, case["parts"])).hex() == case["digest"]
    for case in VECTOR["identities"]:
        one = Identity.from_seed(bytes.fromhex(case["seed"]))
        assert one.public.hex() == case["public"]
        assert fingerprint(one.public) == case["fingerprint"]
        assert verify(one.public, case["label"], bytes.fromhex(case["message"]), bytes.fromhex(case["signature"]))


def test_the_record_of_the_file() -> None:
    record = read_record(bytes.fromhex(VECTOR["file"]))
    at = founding_table_id(entry_of(VECTOR["steps"][0]["entries"][0]))
    assert at.hex() == VECTOR["table_id"]
    for step, stored in zip(record.steps, VECTOR["steps"], strict=True):
        assert step.entries == tuple(map(entry_of, stored["entries"]))
        assert step.votes == tuple(map(entry_of, stored["votes"]))
        assert list(step.absent) == stored["absent"]
        at = step_digest(at, step.entries, step.absent)
        assert at.hex() == stored["digest_after"]
    assert record == RecordFile(record.steps, tuple(map(entry_of, VECTOR["evidence"])))


def test_what_must_be_refused() -> None:
    for case in VECTOR["refused_entries"]:
        with pytest.raises(Malformed):
            Entry.decode(bytes.fromhex(case["bytes"]))
            pytest.fail(case["why"])
    for case in VECTOR["refused_files"]:
        with pytest.raises(Malformed):
            read_record(bytes.fromhex(case["file"]))
            pytest.fail(case["why"])
