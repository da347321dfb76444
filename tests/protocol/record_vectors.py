"""Golden vectors of encodings, identities, entries and the record file. Not a test itself: see make_vectors."""

from __future__ import annotations

import hashlib
from typing import Any

from protocol.codec import MAX_DEPTH, encode
from protocol.digest import ZERO_DIGEST, digest
from protocol.entry import MAX_KIND_SIZE, MAX_STEP, Entry, founding_table_id
from protocol.identity import Identity, fingerprint
from protocol.record import Step, step_digest, write_record

SEEDS = tuple(hashlib.sha256(b"vector identity %d" % number).digest() for number in range(2))
ANN, BEN = (Identity.from_seed(seed) for seed in SEEDS)
LABEL, MESSAGE = "vector", b"what is signed"


def nested(depth: int) -> Any:
    """The number 1 with so many arrays around it."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


VALUES: tuple[Any, ...] = (
    None, False, True, 0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1, -1, -32, -33, -128, -129,
    -32768, -32769, -2**31, -2**31 - 1, -2**63, "", "card", "\u043a\u0430\u0440\u0442\u0430", "x" * 31, "x" * 32,
    "x" * 256, b"", bytes(range(32)), bytes(256), [], [1, [b"2", "3"], None], list(range(16)), nested(MAX_DEPTH),
)

REFUSED_ENCODINGS = {
    "empty": "", "a number in two bytes that takes one": "cc01", "a number in three bytes that takes two": "cd00ff",
    "a number in nine bytes that takes five": "cf00000000ffffffff", "a positive number as a signed one": "d001",
    "a negative number in two bytes that takes one": "d0ff", "text in the longer form": "d90161",
    "bytes in the longer form": "c5000100", "an array in the longer form": "dc000101", "a map": "80",
    "a map with something in it": "810102", "a float": "cb3ff0000000000000", "a short float": "ca3f800000",
    "an extension": "d40100", "a timestamp": "d6ff00000000", "a byte behind the value": "c0c0", "cut off": "9201",
    "text that is not UTF-8": "a1ff", "a surrogate in text": "a3eda080", "a byte that means nothing": "c1",
    "nested too deep": "91" * (MAX_DEPTH + 1) + "01", "an array of 4097 items": "dc1001" + "c0" * 4097,
}


def plain(value: Any) -> Any:
    """A value of the encoding as JSON: byte strings are {"bytes": hex}."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def raw(value: Any) -> Any:
    """What `plain` was given."""
    if isinstance(value, dict):
        return bytes.fromhex(value["bytes"])
    return [raw(item) for item in value] if isinstance(value, list) else value


def steps() -> tuple[list[Step], tuple[Entry, ...]]:
    """A record of three steps at a table of two, the last with one of them absent, and evidence against the other."""
    def write(who: Identity, step: int, parent: bytes, kind: str, body: Any) -> Entry:
        return Entry.sign(who, table_id=table, step=step, parent=parent, kind=kind, body=body)

    table = ZERO_DIGEST
    founding = write(ANN, 0, ZERO_DIGEST, "found", ["a table of two"])
    table = founding_table_id(founding)
    first = step_digest(table, [founding], [])
    both = (write(ANN, 1, first, "say", [1, b"\x01\x02", None, True]),
            write(BEN, 1, first, "say", "\u043f\u0430\u0441"))
    second = step_digest(first, both, [])
    alone = write(ANN, 2, second, "say", -1)
    vote = write(ANN, 2, second, "absent", [1, None])
    other = write(ANN, 2, second, "say", -2)
    return [Step((founding,)), Step(both), Step((alone,), (1,), (vote,))], (alone, other)


def entry_vector(entry: Entry) -> dict[str, Any]:
    return {
        "step": entry.step, "parent": entry.parent.hex(), "author": entry.author.hex(), "kind": entry.kind,
        "body": plain(entry.body), "content": entry.content.hex(), "signature": entry.signature.hex(),
        "digest": entry.digest.hex(), "bytes": entry.encode().hex(),
    }


def refused_contents() -> dict[str, list[Any]]:
    """Contents of wrong layout, each different from a good one in one thing."""
    good = [1, bytes(32), 5, bytes(32), ANN.public, "say", None]

    def but(at: int, value: Any) -> list[Any]:
        return [*good[:at], value, *good[at + 1:]]

    return {
        "another version": but(0, 2), "the version is true": but(0, True),
        "a table id of 31 bytes": but(1, bytes(31)), "a table id of 33 bytes": but(1, bytes(33)),
        "a step below zero": but(2, -1), "a step above the last": but(2, MAX_STEP + 1),
        "the step is true": but(2, True),
        "a parent of 33 bytes": but(3, bytes(33)), "no parent": but(3, None),
        "an author of 31 bytes": but(4, bytes(31)), "the author is text": but(4, "a" * 32),
        "no kind": but(5, ""), "a kind of 17 letters": but(5, "k" * (MAX_KIND_SIZE + 1)),
        "a kind in capitals": but(5, "Say"), "a kind with a line feed": but(5, "say\n"),
        "a kind that is not ASCII": but(5, "\u00e9"), "a kind that is bytes": but(5, b"say"),
        "a field too few": good[:-1], "a field too many": [*good, None],
    }


def refused_entries() -> dict[str, str]:
    """Entries of wrong layout; whether their signatures would verify is never asked."""
    content = encode([1, bytes(32), 5, bytes(32), ANN.public, "say", None])
    signature = ANN.sign("entry", content)
    cases = {why: encode([encode(fields), ANN.sign("entry", encode(fields))])
             for why, fields in refused_contents().items()}
    cases |= {
        "a signature of 63 bytes": encode([content, signature[:-1]]), "no signature": encode([content]),
        "the content is no bytes": encode([[1], signature]),
        "the content is not canonical": encode([content + b"\xc0", signature]),
        "three parts": encode([content, signature, b""]),
    }
    return {why: data.hex() for why, data in cases.items()}


def refused_files() -> dict[str, str]:
    """Files that are no record."""
    record, evidence = steps()
    pieces = list(write_record(record, evidence))
    whole = b"".join(pieces)

    def frame(value: Any) -> bytes:
        return len(encode(value)).to_bytes(4, "big") + encode(value)

    def with_step(*value: Any) -> bytes:
        return pieces[0] + frame(["step", *value]) + pieces[-1]

    entry = record[1].entries[0].encode()
    cases = {
        "empty": b"", "only the first line": pieces[0], "no last frame": whole[:-len(pieces[-1])],
        "another first line": b"fair-deal record 2\n" + whole[len(pieces[0]):],
        "a byte behind the end": whole + b"\0", "a frame behind the end": whole + pieces[1],
        "an unknown frame": pieces[0] + frame(["stop"]) + pieces[-1],
        "the end with a word": pieces[0] + frame(["end", 1]),
        "a frame of 4194305 bytes": pieces[0] + (4 * 2**20 + 1).to_bytes(4, "big") + bytes(4 * 2**20 + 1)[:64],
        "chairs descending": with_step([entry], [2, 1], []), "a chair twice": with_step([entry], [1, 1], []),
        "chair 64": with_step([entry], [64], []), "chair true": with_step([entry], [True], []),
        "65 entries": with_step([entry] * 65, [], []),
        "an entry that is text": with_step(["entry"], [], []), "an entry that is none": with_step([b"\xc0"], [], []),
        "a step without votes": pieces[0] + frame(["step", [entry], []]) + pieces[-1],
    }
    return {why: data.hex() for why, data in cases.items()}


def record() -> dict[str, Any]:
    """All of record.json."""
    parts, evidence = steps()
    table = founding_table_id(parts[0].entries[0])
    digests, at = [], table
    for step in parts:
        at = step_digest(at, step.entries, step.absent)
        digests.append(at)
    return {
        "encodings": [{"value": plain(value), "encoding": encode(value).hex()} for value in VALUES],
        "refused_encodings": [{"why": why, "encoding": data} for why, data in REFUSED_ENCODINGS.items()],
        "digests": [{"label": "vector", "parts": [part.hex() for part in of], "digest": digest("vector", *of).hex()}
                    for of in ((), (b"",), (b"ab", b"c"), (b"a", b"bc"))],
        "identities": [{"seed": one.seed.hex(), "public": one.public.hex(), "fingerprint": fingerprint(one.public),
                        "label": LABEL, "message": MESSAGE.hex(), "signature": one.sign(LABEL, MESSAGE).hex()}
                       for one in (ANN, BEN)],
        "table_id": table.hex(),
        "steps": [{"entries": [entry_vector(entry) for entry in step.entries], "absent": list(step.absent),
                   "votes": [entry_vector(vote) for vote in step.votes], "digest_after": after.hex()}
                  for step, after in zip(parts, digests, strict=True)],
        "evidence": [entry_vector(entry) for entry in evidence],
        "file": b"".join(write_record(parts, evidence)).hex(),
        "refused_entries": [{"why": why, "bytes": data} for why, data in refused_entries().items()],
        "refused_files": [{"why": why, "file": data} for why, data in refused_files().items()],
    }
