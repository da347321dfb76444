"""Looks for tables on the LAN, under an identity of the moment, and sits at none; it needs no home and no store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from azi_p2p.node.changes import Changes
from azi_p2p.node.lan import Lan
from azi_p2p.node.links import Callbacks
from protocol.identity import Identity

if TYPE_CHECKING:
    from azi_p2p.node.handshake import PeerInfo


def _unheard(_peer: bytes, _data: bytes) -> None:
    pass


def _unseen(_peer: bytes, _info: PeerInfo) -> None:
    pass


def _ungone(_peer: bytes, _reason: str) -> None:
    pass


IGNORED: Final = Callbacks(on_message=_unheard, on_up=_unseen, on_down=_ungone, belongs=lambda _key: False)
"""Nobody has a reason to dial this node: what arrives is not read."""


class Browser(Lan):
    """`start` it, follow its `changes`, read `tables`, `stop` it."""

    def __init__(self, interface: str | None = None) -> None:
        """Raises AddressError if there is no such interface."""
        super().__init__(Identity.generate(os.urandom), "", IGNORED, Changes(), interface=interface, port=0)
