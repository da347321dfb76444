"""Identities: Wycheproof's Ed25519 cases, keys that prove nothing, labels, and fingerprints."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol import identity
from protocol.digest import digest
from protocol.errors import LocalError
from protocol.identity import Identity, fingerprint, is_sound_key, verify
from tests.protocol.seats import Stream

WYCHEPROOF: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "ed25519.json").read_text(encoding="utf-8"))["tests"]

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
L = 2**252 + 27742317777372353535851937790883648493
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)

Point = tuple[int, int]


def add(one: Point, other: Point) -> Point:
    """The group law of edwards25519 (RFC 8032, section 5.1.4), affine: slow, and independent of the library."""
    (x1, y1), (x2, y2) = one, other
    both = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + both, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - both, -1, P) % P)


def times(scalar: int, point: Point) -> Point:
    total: Point = (0, 1)
    for bit in f"{scalar:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def point_of_order_8() -> Point:
    """L times a point that is not in the base point's subgroup leaves what lies outside of it."""
    for y in range(2, 100):
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        if x * x % P != square:
            x = x * pow(2, (P - 1) // 4, P) % P
        if x * x % P == square:
            torsion = times(L, (x, y))
            if times(4, torsion) != (0, 1):
                return torsion
    raise AssertionError("none below 100")


TORSION = [times(k, point_of_order_8()) for k in range(8)]
SMALL_ORDER = {encoded(point) for point in TORSION}


@pytest.mark.parametrize("case", WYCHEPROOF, ids=lambda case: f"{case['tcId']}")
def test_wycheproof(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_signed", lambda label, message: message)    # theirs are signed without a label
    pk, message, signature = (bytes.fromhex(case[name]) for name in ("pk", "msg", "sig"))
    assert verify(pk, "", message, signature) is (case["result"] == "valid")


def test_the_set_is_whole() -> None:
    assert len(WYCHEPROOF) == 151
    assert sum(case["result"] == "valid" for case in WYCHEPROOF) == 88


def test_no_key_of_small_order_is_sound() -> None:
    assert len(SMALL_ORDER) == 8
    for key in SMALL_ORDER:
        assert not is_sound_key(key)
        assert not is_sound_key(key[:31] + bytes([key[31] ^ 0x80]))    # with the other sign


def test_no_key_that_is_not_canonical_is_sound() -> None:
    for y in range(P, 2**255):
        assert not is_sound_key(y.to_bytes(32, "little"))
        assert not is_sound_key((y | 1 << 255).to_bytes(32, "little"))
    assert not is_sound_key(bytes(31))
    assert not is_sound_key(bytes([9]) * 33)


def test_a_signature_that_fits_every_message_under_a_key_of_small_order_is_refused() -> None:
    key = encoded((0, 1))
    signature = encoded(times(5, BASE)) + (5).to_bytes(32, "little")
    for message in (b"one", b"another"):
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)    # the library takes it for good
        assert not verify(key, "entry", message, signature)


def test_a_signature_that_holds_only_with_the_cofactor_is_refused() -> None:
    """R moved by a point of small order: a verifier that multiplies by the cofactor takes it, and all have to agree."""
    secret = 12345
    public = encoded(times(secret, BASE))
    label, message = "entry", b"message"
    signed = b"fair-deal/1 signature " + bytes([len(label)]) + label.encode() + message
    for r_point, fits in ((times(777, BASE), True), (add(times(777, BASE), TORSION[1]), False)):
        r = encoded(r_point)
        k = int.from_bytes(hashlib.sha512(r + public + signed).digest(), "little") % L
        s = (777 + k * secret) % L
        assert verify(public, label, message, r + s.to_bytes(32, "little")) is fits
        assert not verify(public, label, message, r + (s + L).to_bytes(32, "little"))


def test_a_signature_is_bound_to_label_message_and_key() -> None:
    one, other = Identity.generate(Stream("one")), Identity.generate(Stream("other"))
    signature = one.sign("entry", b"message")
    assert verify(one.public, "entry", b"message", signature)
    assert not verify(one.public, "entr", b"ymessage", signature)
    assert not verify(one.public, "vote", b"message", signature)
    assert not verify(one.public, "entry", b"message.", signature)
    assert not verify(other.public, "entry", b"message", signature)


def test_no_altered_byte_of_a_signature_or_key_verifies() -> None:
    one = Identity.generate(Stream("one"))
    signature = one.sign("entry", b"message")
    for at in range(64):
        altered = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1:]
        assert not verify(one.public, "entry", b"message", altered)
    for at in range(32):
        key = one.public[:at] + bytes([one.public[at] ^ 1]) + one.public[at + 1:]
        assert not verify(key, "entry", b"message", signature)
    for wrong in (b"", signature[:-1], signature + b"\0"):
        assert not verify(one.public, "entry", b"message", wrong)
    assert not verify(one.public[:-1], "entry", b"message", signature)


def test_the_seed_makes_the_identity_again() -> None:
    one = Identity.generate(Stream("one"))
    again = Identity.from_seed(one.seed)
    assert again.public == one.public
    assert again.sign("entry", b"m") == one.sign("entry", b"m")
    assert Identity.generate(Stream("other")).public != one.public
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(LocalError):
            Identity.from_seed(wrong)


def test_a_fingerprint_is_100_bits_of_the_keys_digest() -> None:
    one = Identity.generate(Stream("one"))
    shown = fingerprint(one.public)
    assert [len(group) for group in shown.split("-")] == [4] * 5
    assert base64.b32encode(digest("fingerprint", one.public)).decode().startswith(shown.replace("-", ""))
    assert shown != fingerprint(Identity.generate(Stream("other")).public)


def test_the_repr_shows_no_secret() -> None:
    one = Identity.generate(Stream("one"))
    assert repr(one) == f"Identity({fingerprint(one.public)})"
    assert one.seed.hex() not in repr(one)
