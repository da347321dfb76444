"""The start of a link: both sides prove their keys to each other and say who they are; sans-IO, no sockets.

    dialler                                     answerer
    hello   key, nonce, table, purpose    ->
                                          <-    answer   key, nonce, offer, signature
    finish  offer, signature              ->
                                          <-    welcome

Either side may say `no`, with a reason, at any point, and close. Every message is canonical msgpack, an array
that starts with "azi" and the version of the link: these two are read before all else, so that any two versions can
tell each other which side to update. Each signature is over everything said so far: role, both versions, keys
and nonces, the table and purpose, and the offers. So nobody in between can change a word of it; what he can do
afterwards is for the record's own signatures to stop.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.node.errors import HandshakeError, OwnKey, TurnedAway, VersionMismatch, WrongKey
from azi_p2p.node.offer import Offer
from protocol.codec import decode, encode
from protocol.errors import Malformed
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, fingerprint, is_sound_key, verify

if TYPE_CHECKING:
    from collections.abc import Callable

LINK_VERSION: Final = 1
"""Raised with every change that an older node would misread, of the link or of the record it carries."""

MAX_HANDSHAKE: Final = 64 * 1024
"""Bytes of one message: an offer with 24 peers of 8 addresses and a founding entry takes up to 60 kB."""

NONCE_SIZE: Final = 32
PURPOSES: Final = ("probe", "table")
"""`probe` asks what is here and leaves; `table` stays, to play or to watch."""

_MAGIC: Final = "azi"
_LABEL: Final = "azi link"

_REASONS: Final = {
    "full": ("the other node has no room for another link", "wait for somebody to leave"),
    "duplicate": ("the other node has a link to this one already", ""),
    "own-key": ("the other node has this node's own identity", "give each node its own --home"),
    "wrong-key": ("the other node expected another key", "ask for a fresh link"),
    "version": ("the other node speaks another version", "update azi on both machines"),
    "malformed": ("the other node could not read what this one said", "update azi on both machines"),
    "closing": ("the other node is about to stop", "try again later"),
}


@dataclass(frozen=True, slots=True)
class PeerInfo:
    """Who is at the other end of a link, as proven (`key`) and as told (all the rest)."""

    key: bytes
    purpose: str
    table: bytes | None
    """The 32-byte id of the table that the dialler asked for."""
    offer: Offer
    dialled: bool
    """Did this side dial?"""
    remote: str = field(default="", compare=False)
    """The IP address that the link came from or went to, with its scope: filled in by the link layer."""

    @property
    def fingerprint(self) -> str:
        """Of the proven key."""
        return fingerprint(self.key)


class Dialler:
    """One try to reach a peer: `hello`, then `receive` until `peer` is set. After an error it is of no
    more use.
    """

    def __init__(
        self, identity: Identity, offer: Offer, entropy: Callable[[int], bytes], *,
        purpose: str, table: bytes | None = None, expected: str | None = None,
    ) -> None:
        """`expected` is the fingerprint that the peer has to have, if it is known."""
        self._identity = identity
        self._offer = offer
        self._expected = expected
        self._said = _Said(identity.public, entropy(NONCE_SIZE), purpose, table)
        self._answerer: PeerInfo | None = None
        self.peer: PeerInfo | None = None

    def hello(self) -> bytes:
        """The first message."""
        said = self._said
        return _message("hello", said.dialler, said.dialler_nonce, said.table, said.purpose)

    def receive(self, data: bytes) -> bytes | None:
        """The message to send next, or None when the link stands. Raises HandshakeError."""
        if self._answerer is not None:
            try:
                _parts(data, "welcome", 0)
            except TurnedAway as error:
                error.key = self._answerer.key
                raise
            self.peer = self._answerer
            return None
        key, nonce, body, signature = _parts(data, "answer", 4)
        _check_key(key, nonce, self._identity, self._expected)
        said = replace(self._said, answerer=key, answerer_nonce=nonce)
        offer = _read_offer(body)
        _check_signature(key, said.signed("answer", body), signature)
        self._answerer = PeerInfo(key, said.purpose, said.table, offer, dialled=True)
        ours = self._offer.to_body()
        return _message("finish", ours, self._identity.sign(_LABEL, said.signed("finish", body, ours)))


class Answerer:
    """One visitor: `receive` his messages until `peer` is set; then the link layer sends `welcome` or a
    refusal.
    """

    def __init__(
        self, identity: Identity, offer: Callable[[], Offer], entropy: Callable[[int], bytes],
    ) -> None:
        """`offer` is asked once, when somebody has said hello properly."""
        self._identity = identity
        self._make_offer = offer
        self._entropy = entropy
        self._body: list[Any] = []
        self._said: _Said | None = None
        self.peer: PeerInfo | None = None

    def receive(self, data: bytes) -> bytes | None:
        """The message to send next, or None when the visitor is known. Raises HandshakeError."""
        if self._said is None:
            return self._answer(data)
        body, signature = _parts(data, "finish", 2)
        offer = _read_offer(body)
        said = self._said
        _check_signature(said.dialler, said.signed("finish", self._body, body), signature)
        self.peer = PeerInfo(said.dialler, said.purpose, said.table, offer, dialled=False)
        return None

    def _answer(self, data: bytes) -> bytes:
        key, nonce, table, purpose = _parts(data, "hello", 4)
        _check_key(key, nonce, self._identity, None)
        if purpose not in PURPOSES or not (table is None or (isinstance(table, bytes) and len(table) == 32)):
            raise HandshakeError("a visitor's hello cannot be read", "update azi on both machines")
        said = _Said(key, nonce, purpose, table, self._identity.public, self._entropy(NONCE_SIZE))
        self._said, self._body = said, self._make_offer().to_body()
        signature = self._identity.sign(_LABEL, said.signed("answer", self._body))
        return _message("answer", said.answerer, said.answerer_nonce, self._body, signature)


@dataclass(frozen=True, slots=True)
class _Said:
    """What both sides sign."""

    dialler: bytes
    dialler_nonce: bytes
    purpose: str
    table: bytes | None
    answerer: bytes = b""
    answerer_nonce: bytes = b""

    def signed(self, role: str, *bodies: Any) -> bytes:
        """`bodies` are the offers exactly as they were sent: reading one cleans the names in it."""
        return encode([
            role, LINK_VERSION, LINK_VERSION, self.dialler, self.answerer,
            self.dialler_nonce, self.answerer_nonce, self.table, self.purpose, *bodies,
        ])


def welcome() -> bytes:
    """The answerer's last word: the link stands."""
    return _message("welcome")


def refusal(reason: str) -> bytes:
    """What a side says before it closes; `reason` is a key of the table above."""
    assert reason in _REASONS
    return _message("no", reason)


def reason_for(error: HandshakeError) -> str:
    """The reason to send to the peer at whose message `error` was raised."""
    match error:
        case VersionMismatch():
            return "version"
        case OwnKey():
            return "own-key"
        case WrongKey():
            return "wrong-key"
        case _:
            return "malformed"


def _message(kind: str, *parts: Any) -> bytes:
    return encode([_MAGIC, LINK_VERSION, kind, *parts])


def _parts(data: bytes, kind: str, count: int) -> list[Any]:
    try:
        message = decode(data, MAX_HANDSHAKE)
    except Malformed as error:
        raise HandshakeError(f"the other side does not speak azi ({error})", "check the address") from error
    match message:
        case ["azi", int(version), *_] if version != LINK_VERSION:
            raise VersionMismatch(LINK_VERSION, version)
        case ["azi", int(), "no", str(reason)]:
            reason = reason if reason in _REASONS else "malformed"
            if reason == "own-key":
                raise OwnKey(*_REASONS[reason])
            raise TurnedAway(reason, *_REASONS[reason])
        case ["azi", int(), str(found), *parts] if found == kind and len(parts) == count:
            return parts
    raise HandshakeError(f"the other side did not send the {kind} of a link", "check the address")


def _check_key(key: Any, nonce: Any, identity: Identity, expected: str | None) -> None:
    if not (isinstance(key, bytes) and len(key) == KEY_SIZE and is_sound_key(key)):
        raise HandshakeError("the other side's key is none", "check the address")
    if not (isinstance(nonce, bytes) and len(nonce) == NONCE_SIZE):
        raise HandshakeError("the other side's challenge cannot be read", "check the address")
    if expected is not None and fingerprint(key) != expected:
        raise WrongKey(
            f"the node there is {fingerprint(key)}, not {expected}",
            "ask for a fresh link: somebody else may have answered")
    if key == identity.public:
        raise OwnKey(*_REASONS["own-key"])


def _check_signature(key: bytes, signed: bytes, signature: Any) -> None:
    sound = isinstance(signature, bytes) and len(signature) == SIGNATURE_SIZE
    if not (sound and verify(key, _LABEL, signed, signature)):
        raise WrongKey(f"the node there did not prove to be {fingerprint(key)}", "ask for a fresh link")


def _read_offer(body: Any) -> Offer:
    try:
        return Offer.from_body(body)
    except Malformed as error:
        raise HandshakeError(f"what the other side says cannot be read ({error})", "update azi") from error
