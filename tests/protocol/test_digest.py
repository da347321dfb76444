"""The hash of the record: as the specification writes it, and no two lists of parts alike."""

from __future__ import annotations

import hashlib
import itertools

from protocol.digest import DIGEST_SIZE, ZERO_DIGEST, digest


def test_it_is_what_the_specification_says() -> None:
    hashed = b"fair-deal/1 digest " + b"\0\0\0\0\0\0\0\5label" + b"\0\0\0\0\0\0\0\3one" + b"\0\0\0\0\0\0\0\0"
    assert digest("label", b"one", b"") == hashlib.sha512(hashed).digest()[:32]


def test_every_list_of_parts_has_its_own() -> None:
    lists = [parts for count in range(4) for parts in itertools.product((b"", b"a", b"ab", b"b"), repeat=count)]
    made = {digest(label, *parts) for label in ("a", "ab", "b") for parts in lists}
    assert len(made) == 3 * len(lists)


def test_sizes() -> None:
    assert len(digest("x")) == DIGEST_SIZE == len(ZERO_DIGEST)
    assert not any(ZERO_DIGEST)
