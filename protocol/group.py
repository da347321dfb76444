"""ristretto255 (RFC 9496): its elements and scalars, and the one place where bytes become either. No hashing,
no proofs.

libsodium answers the identity for an invalid encoding in addition, subtraction and the
multiplication that allows zero, and reduces a scalar that is not below the order without a word. So an
`Element` or `Scalar` exists only if its encoding was checked or libsodium computed it from such, and nothing
else in this package takes bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NoReturn

from protocol.errors import LocalError, Malformed
from protocol.sodium import SODIUM

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime order q of the group (RFC 9496, section 4)."""

ELEMENT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
UNIFORM_BYTES: Final = 64
"""Input of the one-way map and of the reduction to a scalar: twice the size of the order, so that no bias is
left."""

Entropy = Callable[[int], bytes]
"""Called with a count, answers that many fresh secret bytes, uniform and independent."""

_reduce = SODIUM.crypto_core_ristretto255_scalar_reduce
_scalar_add = SODIUM.crypto_core_ristretto255_scalar_add
_scalar_sub = SODIUM.crypto_core_ristretto255_scalar_sub
_scalar_mul = SODIUM.crypto_core_ristretto255_scalar_mul
_scalar_negate = SODIUM.crypto_core_ristretto255_scalar_negate
_add = SODIUM.crypto_core_ristretto255_add
_sub = SODIUM.crypto_core_ristretto255_sub
_multiply = SODIUM.crypto_scalarmult_ristretto255
_multiply_base = SODIUM.crypto_scalarmult_ristretto255_base
_is_valid = SODIUM.crypto_core_ristretto255_is_valid_point
_one_way_map = SODIUM.crypto_core_ristretto255_from_hash

_ZERO: Final = bytes(32)


class _Immutable:
    """A value made of 32 checked bytes: compared, hashed and copied by them, and never changed."""

    __slots__ = ("data",)
    data: bytes

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise LocalError(f"{type(self).__name__} does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Immutable) and type(other) is type(self) and self.data == other.data

    def __hash__(self) -> int:
        return hash((type(self), self.data))

    def __copy__(self) -> _Immutable:
        return self

    def __deepcopy__(self, memo: object) -> _Immutable:
        return self


class Scalar(_Immutable):
    """An integer modulo ORDER, 32 bytes little-endian. Arithmetic is libsodium's, in constant time. Its repr
    hides it."""

    __slots__ = ()

    @classmethod
    def decode(cls, data: object) -> Scalar:
        """From 32 bytes, little-endian, below ORDER. Raises Malformed."""
        if type(data) is not bytes or len(data) != SCALAR_BYTES:
            raise Malformed(f"a scalar is {SCALAR_BYTES} bytes")
        if int.from_bytes(data, "little") >= ORDER:
            raise Malformed("a scalar is not below the order of the group")
        return _scalar(data)

    @classmethod
    def reduce(cls, uniform: bytes) -> Scalar:
        """64 bytes, little-endian, modulo ORDER."""
        if len(uniform) != UNIFORM_BYTES:
            raise LocalError(f"{UNIFORM_BYTES} bytes are reduced to a scalar")
        return _scalar(_reduce(uniform))

    @classmethod
    def random(cls, entropy: Entropy) -> Scalar:
        """A uniform secret scalar from 64 bytes of entropy. Zero (never, of sound entropy) raises
        LocalError."""
        scalar = cls.reduce(entropy(UNIFORM_BYTES))
        if scalar.data == _ZERO:
            raise LocalError("the source of entropy is broken: it gave zero")
        return scalar

    @classmethod
    def some(cls, count: int, entropy: Entropy) -> list[Scalar]:
        """`count` independent uniform secret scalars, from 64 bytes of entropy each, read in one call."""
        uniform = entropy(UNIFORM_BYTES * count)
        if len(uniform) != UNIFORM_BYTES * count:
            raise LocalError("the source of entropy is broken: it gave another count of bytes")
        starts = range(0, len(uniform), UNIFORM_BYTES)
        return [_scalar(_reduce(uniform[i : i + UNIFORM_BYTES])) for i in starts]

    @classmethod
    def of(cls, number: int) -> Scalar:
        """A public integer modulo ORDER."""
        return _scalar((number % ORDER).to_bytes(SCALAR_BYTES, "little"))

    # The type checks below are not for mypy: scalar * element has to find its way to Element.__rmul__.

    def __add__(self, other: Scalar) -> Scalar:
        if type(other) is not Scalar:
            return NotImplemented
        return _scalar(_scalar_add(self.data, other.data))

    def __sub__(self, other: Scalar) -> Scalar:
        if type(other) is not Scalar:
            return NotImplemented
        return _scalar(_scalar_sub(self.data, other.data))

    def __mul__(self, other: Scalar) -> Scalar:
        if type(other) is not Scalar:
            return NotImplemented
        return _scalar(_scalar_mul(self.data, other.data))

    def __neg__(self) -> Scalar:
        return _scalar(_scalar_negate(self.data))

    def __repr__(self) -> str:
        return "<Scalar>"

    def __reduce__(self) -> tuple[Callable[[bytes], Scalar], tuple[bytes]]:
        return _scalar, (self.data,)


class Element(_Immutable):
    """An element of ristretto255. Equal elements have equal bytes, so comparing encodings compares
    elements."""

    __slots__ = ()

    @classmethod
    def decode(cls, data: object, *, identity: bool = False) -> Element:
        """From 32 bytes in canonical form (RFC 9496, section 4.3.1); the identity only where allowed. Raises
        Malformed."""
        if type(data) is not bytes or len(data) != ELEMENT_BYTES:
            raise Malformed(f"an element is {ELEMENT_BYTES} bytes")
        if not _is_valid(data):
            raise Malformed("not the canonical encoding of a group element")
        if not identity and data == _ZERO:
            raise Malformed("the identity element is refused here")
        return _element(data)

    @classmethod
    def one_way_map(cls, uniform: bytes) -> Element:
        """64 uniform bytes to an element of unknown logarithm (RFC 9496, section 4.3.4)."""
        if len(uniform) != UNIFORM_BYTES:
            raise LocalError(f"{UNIFORM_BYTES} bytes are mapped to an element")
        return _element(_one_way_map(uniform))

    def __add__(self, other: Element) -> Element:
        if type(other) is not Element:
            return NotImplemented
        return _element(_add(self.data, other.data))

    def __sub__(self, other: Element) -> Element:
        if type(other) is not Element:
            return NotImplemented
        return _element(_sub(self.data, other.data))

    def __neg__(self) -> Element:
        return _element(_sub(_ZERO, self.data))

    def __rmul__(self, scalar: Scalar) -> Element:
        if type(scalar) is not Scalar:
            return NotImplemented
        # The multiplication that raises is used, and the two cases that it refuses are answered here: should
        # an unchecked encoding ever come this far, it stops there instead of becoming the identity.
        if _ZERO in (scalar.data, self.data):
            return IDENTITY
        return _element(_multiply(scalar.data, self.data))

    @property
    def is_identity(self) -> bool:
        return self.data == _ZERO

    def __repr__(self) -> str:
        return f"<Element {self.data[:6].hex()}>"

    def __reduce__(self) -> tuple[Callable[[bytes], Element], tuple[bytes]]:
        # Unchecked: whoever can feed us a pickle can run any code at all. Nothing from a peer is ever
        # unpickled.
        return _element, (self.data,)


# The slot itself, past the __setattr__ that refuses.
_set_data: Callable[[_Immutable, bytes], None] = vars(_Immutable)["data"].__set__


def _scalar(data: bytes) -> Scalar:
    scalar = Scalar.__new__(Scalar)
    _set_data(scalar, data)
    return scalar


def _element(data: bytes) -> Element:
    element = Element.__new__(Element)
    _set_data(element, data)
    return element


def times_base(scalar: Scalar) -> Element:
    """scalar * G, three times as fast as with any other element."""
    if scalar.data == _ZERO:
        return IDENTITY
    return _element(_multiply_base(scalar.data))


def total(elements: Iterable[Element]) -> Element:
    """The sum of some elements; of none, the identity."""
    result = _ZERO
    for element in elements:
        result = element.data if result == _ZERO else _add(result, element.data)
    return _element(result)


def combine(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """The sum of scalars[i] * elements[i]; lengths are equal. Terms that are zero cost nothing."""
    result = _ZERO
    for scalar, element in zip(scalars, elements, strict=True):
        if _ZERO in (scalar.data, element.data):
            continue
        term = _multiply(scalar.data, element.data)
        result = term if result == _ZERO else _add(result, term)
    return _element(result)


def total_scalar(scalars: Iterable[Scalar]) -> Scalar:
    """The sum of some scalars; of none, zero."""
    result = _ZERO
    for scalar in scalars:
        result = _scalar_add(result, scalar.data)
    return _scalar(result)


def inner(left: Sequence[Scalar], right: Sequence[Scalar]) -> Scalar:
    """The sum of left[i] * right[i]; lengths are equal."""
    result = _ZERO
    for a, b in zip(left, right, strict=True):
        result = _scalar_add(result, _scalar_mul(a.data, b.data))
    return _scalar(result)


IDENTITY: Final = _element(_ZERO)
ZERO: Final = _scalar(_ZERO)
ONE: Final = Scalar.of(1)
GENERATOR: Final = times_base(ONE)
"""G, the generator of RFC 9496, section 4."""


def split(data: object, count: int) -> list[bytes]:
    """`count` strings of 32 bytes that stand one behind the other in `data`. Raises Malformed for any other
    length."""
    if type(data) is not bytes or len(data) != count * ELEMENT_BYTES:
        raise Malformed(f"{count * ELEMENT_BYTES} bytes expected")
    return [data[i : i + ELEMENT_BYTES] for i in range(0, len(data), ELEMENT_BYTES)]


def decode_elements(data: object, count: int, *, identity: bool = False) -> tuple[Element, ...]:
    """`count` elements, one behind the other. Raises Malformed."""
    return tuple(Element.decode(part, identity=identity) for part in split(data, count))


def decode_scalars(data: object, count: int) -> tuple[Scalar, ...]:
    """`count` scalars, one behind the other. Raises Malformed."""
    return tuple(Scalar.decode(part) for part in split(data, count))


def join(values: Iterable[Element | Scalar]) -> bytes:
    """Encodings one behind the other: what `decode_elements` and `decode_scalars` read."""
    return b"".join([value.data for value in values])
