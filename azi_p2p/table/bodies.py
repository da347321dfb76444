"""The bodies of entries that are this game's own: their layout, and what of it can be refused by itself.

The bodies of the deal (keys, shuffle, reveal, shares) are `protocol.deal`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import Options
from azi_p2p.table.kinds import INVITE, REQUESTS
from protocol.digest import DIGEST_SIZE, ZERO_DIGEST
from protocol.entry import Entry, founding_table_id, is_founding
from protocol.errors import Malformed, NotAllowed, NotProven
from protocol.identity import KEY_SIZE, Identity

MAX_NAME_SIZE: Final = 63
"""UTF-8 bytes of a player's or a table's name: a DNS label (RFC 1035, section 2.3.4) holds as many."""

MAX_CHAIRS: Final = 6
MAX_REQUESTS: Final = 24
"""Requests in one opening: six chairs with each of four wishes."""

MAX_REQUEST_SIZE: Final = 1024
"""Bytes of one request: the longest, with a name and an invitation, takes some 600; an opening holds 24 of them."""

MAX_CHIPS: Final = 2**53
"""Chips of one player: integers that every language and JSON reader holds exactly."""

NONCE_SIZE: Final = 16

_NOT_IN_NAMES: Final = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x061C, 0x061C), (0x180E, 0x180E), (0x200B, 0x200B),
    (0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB),
)
"""Controls, separators, direction marks and other invisible characters of Unicode 15; the joiners U+200C and U+200D
and the tags of flags stay."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A player's chips, carried from an old table into the one that continues it."""

    key: bytes
    stack: int
    taken: int     # chips that he took in stacks so far


@dataclass(frozen=True, slots=True)
class Continued:
    """The table that this one continues, the digest of its last finished hand, and the stacks it left."""

    table_id: bytes
    digest: bytes
    players: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Founding:
    """What a founding entry says."""

    entry: Entry
    table_id: bytes
    founder: bytes
    founder_name: str
    table_name: str
    options: Options
    continued: Continued | None

    @classmethod
    def make(
        cls, identity: Identity, *, founder_name: str, table_name: str, options: Options, nonce: bytes,
        continued: Continued | None = None,
    ) -> Founding:
        """Found a table. `nonce`: 16 random bytes, so that two tables are never the same."""
        old = None
        if continued is not None:
            old = [continued.table_id, continued.digest,
                   [[player.key, player.stack, player.taken] for player in continued.players]]
        entry = Entry.sign(
            identity, table_id=ZERO_DIGEST, step=0, parent=ZERO_DIGEST, kind="found",
            body=[options.to_plain(), table_name, founder_name, nonce, old])
        return cls.read(entry)

    @classmethod
    def read(cls, entry: Entry) -> Founding:
        """Read and check a founding entry, its signature too. Raises Malformed, NotProven or NotAllowed."""
        if not is_founding(entry) or entry.kind != "found":
            raise Malformed("this entry founds no table")
        entry.verify()
        match entry.body:
            case [list(plain), str(table_name), str(founder_name), bytes(nonce), old]:
                pass
            case _:
                raise Malformed("a founding entry says options, names, a nonce and what it continues")
        if len(nonce) != NONCE_SIZE:
            raise Malformed(f"the nonce takes {NONCE_SIZE} bytes")
        try:
            options = Options.from_plain(plain)
        except OptionsError as error:
            raise NotAllowed(str(error)) from error
        return cls(entry, founding_table_id(entry), entry.author, sound_name(founder_name),
                   sound_name(table_name), options, _continued(old))


def _continued(old: Any) -> Continued | None:
    match old:
        case None:
            return None
        case [bytes(table_id), bytes(digest), list(players)] if (
            len(table_id) == len(digest) == DIGEST_SIZE and 0 < len(players) <= MAX_CHAIRS
        ):
            carried = tuple(_carried(player) for player in players)
            if len({player.key for player in carried}) < len(carried):
                raise Malformed("a player's chips are carried once")
            return Continued(table_id, digest, carried)
        case _:
            raise Malformed("a continued table is named by its id, a digest and its players' chips")


def _carried(value: Any) -> Carried:
    match value:
        case [bytes(key), int(stack), int(taken)] if (
            len(key) == KEY_SIZE and 0 <= stack <= MAX_CHIPS and 0 <= taken <= MAX_CHIPS
            and type(stack) is int and type(taken) is int
        ):
            return Carried(key, stack, taken)
        case _:
            raise Malformed("carried chips are [key, stack, taken]")


def sound_name(name: str) -> str:
    """The name itself where it is one: 1 to 63 UTF-8 bytes, without blanks around it, nothing that hides or turns text.

    Raises Malformed. What is refused is a fixed list: every node must come to the same verdict, whatever version of
    Unicode it knows. Names are cleaned further before they are signed (node/names.py) and isolated where shown.
    """
    if not name or name != name.strip(" ") or len(name.encode()) > MAX_NAME_SIZE:
        raise Malformed(f"a name takes 1 to {MAX_NAME_SIZE} bytes, without blanks around it")
    if any(first <= ord(symbol) <= last for symbol in name for first, last in _NOT_IN_NAMES):
        raise Malformed("a name has no control characters and no invisible ones (but emoji joiners)")
    return name


@dataclass(frozen=True, slots=True)
class Request:
    """One signed wish for one hand at one table."""

    entry: Entry
    kind: str          # one of REQUESTS
    author: bytes
    hand: int
    name: str          # of who sits down, else empty
    invitation: Entry | None

    @classmethod
    def make(
        cls, identity: Identity, table_id: bytes, hand: int, kind: str, *, name: str = "",
        invitation: bytes | None = None,
    ) -> Request:
        """Sign a wish for hand number `hand`."""
        body = [name, invitation] if kind == "sit" else None
        entry = Entry.sign(identity, table_id=table_id, step=hand, parent=ZERO_DIGEST, kind=kind, body=body)
        return cls.read(entry)

    @classmethod
    def read(cls, entry: Entry) -> Request:
        """Read a request; its signature is checked. Raises Malformed or NotProven."""
        if entry.kind not in REQUESTS or entry.parent != ZERO_DIGEST:
            raise Malformed("this entry is no request")
        if len(entry.content) > MAX_REQUEST_SIZE:
            raise Malformed(f"a request takes at most {MAX_REQUEST_SIZE} bytes")
        name, invitation = "", None
        if entry.kind == "sit":
            match entry.body:
                case [str(said), None]:
                    name = sound_name(said)
                case [str(said), bytes(signed)]:
                    name, invitation = sound_name(said), Entry.decode(signed)
                case _:
                    raise Malformed("who sits down says a name and an invitation or none")
        elif entry.body is not None:
            raise Malformed(f"a {entry.kind} request has no body")
        entry.verify()
        return cls(entry, entry.kind, entry.author, entry.step, name, invitation)


def make_invitation(identity: Identity, table_id: bytes, guest: bytes) -> Entry:
    """The founder's signed word that the holder of key `guest` may sit down at this table."""
    return Entry.sign(identity, table_id=table_id, step=0, parent=ZERO_DIGEST, kind=INVITE, body=guest)


def check_invitation(invitation: Entry | None, founding: Founding, guest: bytes) -> None:
    """Raises NotAllowed or NotProven unless the founder invited this guest to this table."""
    if invitation is None:
        raise NotAllowed("this table is by invitation, and the request carries none")
    if (invitation.kind != INVITE or invitation.table_id != founding.table_id
            or invitation.author != founding.founder or invitation.body != guest):
        raise NotAllowed("the invitation is not the founder's for this player and table")
    try:
        invitation.verify()
    except NotProven as error:
        raise NotAllowed("the invitation is not signed by the founder") from error


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seat says of another at one parent. `entry`'s author and parent name the rest of the place.

    `absent`: chair `about` is gone. `ack`: its entry with digest `accepted` is accepted; about nobody
    (None) it accepts the record up to the parent. `settled` holds the acks that settled the matter, where
    the author had voted the other way before, and `without` the evidence against the cheats that it did not count;
    `pair` two versions of the accused's entry, where the author had accepted one of them before.
    """

    entry: Entry
    kind: str
    about: int | None
    accepted: bytes | None
    settled: tuple[Entry, ...] = ()
    without: tuple[tuple[Entry, ...], ...] = ()
    pair: tuple[Entry, ...] = ()

    @classmethod
    def read(cls, entry: Entry) -> Verdict:
        """Read a verdict. Its own signature is checked before; those of a pair here. Raises Malformed, NotProven."""
        match entry.kind, entry.body:
            case "absent", [int(about), None] if type(about) is int and 0 <= about < MAX_CHAIRS:
                return cls(entry, "absent", about, None)
            case "absent", [int(about), [bytes(one), bytes(other)]] if (
                type(about) is int and 0 <= about < MAX_CHAIRS
            ):
                return cls(entry, "absent", about, None, pair=_pair(Entry.decode(one), Entry.decode(other), entry))
            case "ack", [None]:
                return cls(entry, "ack", None, None)
            case "ack", [int(about), bytes(accepted), list(settled), list(without)] if (
                type(about) is int and 0 <= about < MAX_CHAIRS and len(accepted) == DIGEST_SIZE
                and len(settled) <= MAX_CHAIRS and len(without) <= MAX_CHAIRS
            ):
                return cls(entry, "ack", about, accepted, settled=_signed_entries(settled),
                           without=tuple(_evidence(proof) for proof in without))
            case _:
                raise Malformed("this entry is no verdict")


def _signed_entries(values: list[Any]) -> tuple[Entry, ...]:
    if not all(isinstance(value, bytes) for value in values):
        raise Malformed("an entry is a byte string")
    return tuple(Entry.decode(value) for value in values)


def _evidence(value: Any) -> tuple[Entry, ...]:
    if not isinstance(value, list) or len(value) not in (1, 2):
        raise Malformed("evidence is one entry or two")
    entries = _signed_entries(value)
    for entry in entries:
        entry.verify()
    return entries


def _pair(one: Entry, other: Entry, vote: Entry) -> tuple[Entry, Entry]:
    if (one.author, one.parent) != (other.author, other.parent) or one.parent != vote.parent or (
            one.digest == other.digest or one.kind in ("absent", "ack")):
        raise Malformed("a vote after an ack carries two versions of one entry")
    one.verify()
    other.verify()
    return one, other


@dataclass(frozen=True, slots=True)
class Opening:
    """The body of `open`: the hand's number, the requests it takes up, and the game state after them."""

    hand: int
    requests: tuple[Request, ...]
    game: bytes        # digest of the match after the requests, 32 bytes

    def to_body(self) -> list[Any]:
        """[hand, [request, ...], digest]."""
        return [self.hand, [request.entry.encode() for request in self.requests], self.game]

    @classmethod
    def from_body(cls, body: Any) -> Opening:
        """Raises Malformed or NotProven (a request with a wrong signature)."""
        match body:
            case [int(hand), list(requests), bytes(game)] if (
                type(hand) is int and len(game) == DIGEST_SIZE and len(requests) <= MAX_REQUESTS
            ):
                pass
            case _:
                raise Malformed("an opening says the hand, requests and a digest of 32 bytes")
        read = []
        for request in requests:
            if not isinstance(request, bytes):
                raise Malformed("a request is a byte string")
            read.append(Request.read(Entry.decode(request)))
        return cls(hand, tuple(read), game)
