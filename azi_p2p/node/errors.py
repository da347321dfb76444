"""The faults of a node's surroundings, each one line with what to do; not the faults of a peer's game.

    NodeError                   what happened, and what to do
    ├── HomeError               the directory or the identity in it
    ├── StoreError              the database of tables
    │   ├── StoreInUse          another azi has it open
    │   ├── StoreDamaged        it cannot be read as what it should be
    │   └── StoreFull           no room, or not writable
    ├── AddressError            an address, link or interface that was typed cannot be read
    ├── NicknameError           a name that was typed cannot be used
    ├── TableError              the table that was asked for: none, several, full, gone
    └── LinkError               a link to another node
        ├── PortInUse           our own port is taken
        ├── Unreachable         nobody answered
        ├── HandshakeError      somebody answered, and it is not a link
        │   ├── VersionMismatch one of the two has to be updated
        │   ├── WrongKey        the one who answered is not the one who was meant
        │   ├── OwnKey          the one who answered is this very identity
        │   └── TurnedAway      the other side refused, and said why

Any other exception that leaves `azi_p2p.node` is a bug in it.
"""

from __future__ import annotations


class NodeError(Exception):
    """Base of them all. `what` happened and what to `do`; str() is one line for a person."""

    def __init__(self, what: str, do: str = "") -> None:
        super().__init__(what, do)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}: {self.do}" if self.do else self.what


class HomeError(NodeError):
    """The home directory or the identity in it cannot be used."""


class StoreError(NodeError):
    """The database of tables cannot do what was asked."""


class StoreInUse(StoreError):
    """Another process has this store open."""


class StoreDamaged(StoreError):
    """The file is not a store of ours, or its contents are broken."""


class StoreFull(StoreError):
    """Nothing can be written: the disk is full, or read-only."""


class AddressError(NodeError):
    """An address, a link or an interface's name that cannot be read."""


class NicknameError(NodeError):
    """A name for a player or a table that cannot be used."""


class TableError(NodeError):
    """The table that was asked for cannot be sat down at."""


class LinkError(NodeError):
    """A link to another node cannot be made or kept."""


class PortInUse(LinkError):
    """The port to listen on is taken."""


class Unreachable(LinkError):
    """None of the addresses answered."""


class HandshakeError(LinkError):
    """Somebody answered, and what he sent is not the start of a link."""


class VersionMismatch(HandshakeError):
    """The two sides speak different versions of the protocol between nodes."""

    def __init__(self, ours: int, theirs: int) -> None:
        who = "update azi on this machine" if ours < theirs else "ask the other player to update azi"
        super().__init__(f"the other node speaks version {theirs} of the link, this one version {ours}", who)
        self.ours = ours
        self.theirs = theirs


class WrongKey(HandshakeError):
    """The node that answered holds another key than the one that was asked for."""


class OwnKey(HandshakeError):
    """The node that answered has this node's own identity."""


class TurnedAway(HandshakeError):
    """The other side refused the link and said why."""

    def __init__(self, reason: str, what: str, do: str = "") -> None:
        super().__init__(what, do)
        self.reason = reason
        self.key: bytes | None = None
        """Of the one who refused, where he had proven it by then."""
