from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from protocol.errors import LocalError
from protocol.group import ORDER
from protocol.hashing import (
    Uniform,
    expand_message_xmd,
    hash_to_element,
    hash_to_scalar,
    hash_to_scalars,
    shake_stream,
    tag_of,
)
from tests.protocol.seats import Stream

RFC_9380 = json.loads((Path(__file__).parents[1] / "vectors" / "expand_message_xmd_sha512.json").read_text())


@pytest.mark.parametrize("case", RFC_9380["tests"])
def test_expansion_is_that_of_rfc_9380_k3(case: dict[str, object]) -> None:
    length = int(str(case["len_in_bytes"]))
    got = expand_message_xmd(str(case["msg"]).encode(), RFC_9380["DST"].encode(), length)
    assert got.hex() == case["uniform_bytes"]


@pytest.mark.parametrize(
    ("tag", "length"), [(b"", 64), (b"t" * 256, 64), (b"tag", 0), (b"tag", -1), (b"tag", 64 * 255 + 1)]
)
def test_expansion_refuses_what_rfc_9380_excludes(tag: bytes, length: int) -> None:
    with pytest.raises(LocalError):
        expand_message_xmd(b"", tag, length)


def test_a_scalar_is_the_little_endian_reduction() -> None:
    uniform = expand_message_xmd(b"message", b"tag", 64)
    assert int.from_bytes(hash_to_scalar(b"message", b"tag").data, "little") == int.from_bytes(
        uniform, "little"
    ) % ORDER


def test_many_scalars_come_from_one_expansion() -> None:
    uniform = expand_message_xmd(b"message", b"tag", 64 * 5)
    scalars = hash_to_scalars(b"message", b"tag", 5)
    assert [int.from_bytes(s.data, "little") for s in scalars] == [
        int.from_bytes(uniform[64 * i : 64 * i + 64], "little") % ORDER for i in range(5)
    ]
    assert len(set(hash_to_scalars(b"message", b"tag", 255))) == 255
    with pytest.raises(LocalError):
        hash_to_scalars(b"message", b"tag", 256)


def test_tags_separate() -> None:
    assert tag_of("H2G", "card") == b"fair-deal/1 H2G card"
    assert hash_to_element(b"", tag_of("H2G", "a")) != hash_to_element(b"", tag_of("H2G", "b"))
    assert hash_to_scalar(b"", tag_of("H2S", "a")) != hash_to_scalar(b"", tag_of("H2S", "b"))


def test_numbers_are_rejected_where_a_modulo_would_be_biased() -> None:
    span = 2**64
    words = [span - 1, span - span % 3, 5]  # the first two are above the last whole multiple of three
    feed = iter(word.to_bytes(8, "big") for word in words)
    assert Uniform(lambda _: next(feed)).below(3) == 5 % 3
    assert next(feed, None) is None


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_bounds_that_cannot_be_drawn_are_refused(bound: int) -> None:
    with pytest.raises(LocalError):
        Uniform(Stream("bound")).below(bound)


def test_a_permutation_is_fisher_yates_from_the_end() -> None:
    feed = iter([(2).to_bytes(8, "big"), (0).to_bytes(8, "big"), (1).to_bytes(8, "big")])
    # [0 1 2 3]: place 3 with 2, place 2 with 0, place 1 with 1
    assert Uniform(lambda _: next(feed)).permutation(4) == (3, 1, 0, 2)


def test_permutations_are_uniform() -> None:
    draw = Uniform(Stream("permutations"))
    counts = Counter(draw.permutation(4) for _ in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


def test_a_stream_is_shake_256_over_framed_parts() -> None:
    framed = b"\0\0\0\x0bfair-deal/1" + b"\0\0\0\4cut!" + b"\0\0\0\4seed"
    words = hashlib.shake_256(framed).digest(16)
    stream = shake_stream(b"seed", "cut!")
    assert [stream.below(2**64) for _ in range(2)] == [
        int.from_bytes(words[:8], "big"), int.from_bytes(words[8:], "big")
    ]
