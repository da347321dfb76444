"""The usher: who wants to sit, leave, return or take a stack, and when the next hand is opened with these wishes."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.bodies import MAX_REQUESTS, Opening, Request, check_invitation
from azi_p2p.table.kinds import PARTS, REQUESTS, Stage
from azi_p2p.table.limits import GRACE_SECONDS, MAX_PENDING_SITTERS, REBUY_SECONDS, STEP_SECONDS
from azi_p2p.table.state import game_digest, take_requests
from protocol.entry import Entry
from protocol.errors import NotAllowed, Refused

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from azi_p2p.table.bodies import Founding
    from azi_p2p.table.clocks import Clocks
    from azi_p2p.table.state import TableState
    from protocol.identity import Identity

ORDER: Final = ("leave", "return", "rebuy", "sit")
"""In an opening: chairs are freed before they are taken."""

LEAVER_SECONDS: Final = 1.0
"""How long a seat is waited for that has signed that it leaves, and whose link is gone."""


class Usher:
    """The wishes of everybody for the next hand, this node's own among them."""

    def __init__(
        self, identity: Identity, founding: Founding, cheats: Collection[bytes] = (), *,
        pause: float, start_at: int | None, peers: Collection[bytes] | None = None,
    ) -> None:
        """`cheats`: the keys that are proven cheats, as they become known: their wishes are not heard. `peers`: who is
        linked now; who has asked for a chair and is not linked is not dealt in. None: everybody is."""
        self.identity = identity
        self.founding = founding
        self.pause = pause
        self.start_at = start_at
        self.start_now = False
        self._cheats = cheats
        self._peers = peers
        self.sitting_out = False     # as the player asked
        self.unattended = False      # his time ran out: this node acts for him, and sits out until he is back
        self.leaving = False
        self.was_seated = False
        self._seat_wish: tuple[str, bytes | None] | None = None
        self._rebuying = False
        self._pending: dict[tuple[bytes, str], Request] = {}
        self._openable_since: float | None = None
        self._drafts: dict[tuple[bytes, tuple[bytes, ...]], Opening | None] = {}

    # --- this player's own wishes ---

    def sit_down(self, name: str, invitation: bytes | None, state: TableState) -> None:
        """Ask for a chair from the next hand on. Raises IllegalAction where there can be none."""
        if state.chair_of(self.identity.public) is not None:
            raise IllegalAction("you have a seat already")
        if None not in state.match.chairs:
            raise IllegalAction("the table is full: all six chairs are taken")
        if self.founding.options.seating == "invite":
            if invitation is None:
                raise IllegalAction("this table is by invitation: ask its founder for one (azi whoami shows your key)")
            try:
                check_invitation(Entry.decode(invitation), self.founding, self.identity.public)
            except Refused as refusal:
                raise IllegalAction("this invitation is for another player or table, or damaged") from refusal
        self._seat_wish = (name, invitation)

    def leave(self) -> None:
        """Ask to be let go with the next hand."""
        self.leaving = True
        self._seat_wish = None

    def rebuy(self, state: TableState, me: int | None) -> None:
        """Ask for a fresh stack with the next hand. Raises IllegalAction where none is given."""
        if self._rebuying:
            return
        if me is None or not self.may_rebuy(state):
            raise IllegalAction("a fresh stack is for who has less than the ante, between hands, if the table has it")
        self._rebuying = True

    def may_rebuy(self, state: TableState) -> bool:
        """May this node's player ask for a fresh stack now, and has he not done so yet?"""
        mine = self.identity.public
        return not self._rebuying and state.chair_of(mine) is not None and state.match.may_rebuy(mine)

    def requests_due(self, state: TableState) -> list[Entry]:
        """Requests of our own that have to be signed (anew) for the next hand."""
        signed = []
        for kind in self._wishes(state):
            if (self.identity.public, kind) not in self._pending:
                name, invitation = self._seat_wish or ("", None)
                request = Request.make(
                    self.identity, self.founding.table_id, state.opened + 1, kind,
                    name=name if kind == "sit" else "", invitation=invitation if kind == "sit" else None)
                self._pending[self.identity.public, kind] = request
                signed.append(request.entry)
        return signed

    def _wishes(self, state: TableState) -> list[str]:
        mine = self.identity.public
        if state.stage is Stage.CLOSED:
            return []
        if state.chair_of(mine) is None:
            return ["sit"] if self._seat_wish is not None else []
        wishes = []
        if self.leaving:
            wishes.append("leave")
        elif state.match.is_away(mine) and not self.stays_out:
            wishes.append("return")
        if self._rebuying and not self.leaving:
            if state.match.hand is None and not state.match.may_rebuy(mine):
                self._rebuying = False
            else:
                wishes.append("rebuy")
        return wishes

    @property
    def stays_out(self) -> bool:
        """Does this node decline the next hand?"""
        return self.sitting_out or self.unattended

    # --- everybody's ---

    def hear(self, entry: Entry, state: TableState) -> bool:
        """A signed request, ours or another's. Raises Refused where it cannot be one. True where it counts."""
        request = Request.read(entry)
        place = (request.author, request.kind)
        seated = state.chair_of(request.author) is not None
        if request.hand != state.opened + 1 or place in self._pending or seated == (request.kind == "sit"):
            return False
        if request.author in self._cheats:
            return False
        if request.kind == "sit" and self.founding.options.seating == "invite":
            check_invitation(request.invitation, self.founding, request.author)
        if request.kind == "sit" and not self._has_room():
            return False
        self._pending[place] = request
        return True

    def _has_room(self) -> bool:
        """May one more ask for a chair? Keys cost nothing: one that has asked and is not here makes room."""
        sitters = [author for author, kind in self._pending if kind == "sit"]
        if len(sitters) < MAX_PENDING_SITTERS:
            return True
        here = set(sitters) if self._peers is None else {*self._peers, self.identity.public}
        absent = next((author for author in sitters if author not in here), None)
        if absent is not None:
            del self._pending[absent, "sit"]
        return absent is not None

    def watch(self, state: TableState, now: float) -> None:
        """The state may have changed: drop wishes that it has overtaken, note since when a hand could be opened."""
        self._pending = {place: request for place, request in self._pending.items()
                         if request.hand == state.opened + 1 and request.author not in self._cheats
                         and (state.chair_of(request.author) is None) == (request.kind == "sit")}
        if state.stage is not Stage.OPEN:
            self.start_now = False
            self._openable_since = None
        elif self.opening(state) is None:
            self._openable_since = None
        elif self._openable_since is None:
            self._openable_since = now

    def to_repeat(self) -> tuple[Entry, ...]:
        """All requests known for the next hand, for peers who may have missed them."""
        return tuple(request.entry for request in self._pending.values())

    def sitters(self, state: TableState) -> list[Request]:
        """Who waits to sit down with the next hand, and is here."""
        return [request for request in self._present()
                if request.kind == "sit" and state.chair_of(request.author) is None]

    def wanting(self) -> frozenset[bytes]:
        """The keys that have asked to sit down."""
        return frozenset(author for author, kind in self._pending if kind == "sit")

    def is_leaving(self, player: bytes) -> bool:
        """Has this player signed that he leaves after this hand?"""
        return (player, "leave") in self._pending

    def opening(self, state: TableState) -> Opening | None:
        """The opening of the next hand with all wishes that can be met, or None where fewer than two would play."""
        if state.stage is not Stage.OPEN:
            return None
        key = (state.parent, tuple(request.entry.digest for request in self._present()))
        if key not in self._drafts:
            self._drafts = {key: self._draft(state)}
        return self._drafts[key]

    def _present(self) -> list[Request]:
        """The wishes that can be met now: a chair is for one who is here."""
        return [request for request in self._pending.values()
                if request.kind != "sit" or self._peers is None or request.author in self._peers
                or request.author == self.identity.public]

    def _draft(self, state: TableState) -> Opening | None:
        game, names = copy.deepcopy(state.match), dict(state.names)
        met: list[Request] = []
        wishes = sorted(self._present(), key=lambda one: ORDER.index(one.kind))
        for request in wishes[:MAX_REQUESTS]:
            before = copy.deepcopy(game)
            try:
                take_requests(self.founding, game, names, [request])
            except NotAllowed:
                game = before
                continue
            met.append(request)
        if len(game.payers()) < 2:
            return None
        return Opening(state.opened + 1, tuple(met), game_digest(game))

    # --- time ---

    def opening_time(self, state: TableState, clocks: Clocks, peers: Mapping[bytes, str]) -> float | None:
        """When this node opens the next hand, if it is the one to open it; None where it does not (yet)."""
        me = state.chair_of(self.identity.public)
        opening = self.opening(state) if me is not None and me in state.due() else None
        if opening is None or self._openable_since is None:
            return None
        if self.start_now:
            return clocks.now
        if state.opened == 0:
            sitting = len(state.match.payers()) + sum(1 for one in opening.requests if one.kind == "sit")
            return clocks.now if self.start_at is not None and sitting >= self.start_at else None
        wait = max(self.pause, REBUY_SECONDS) if self._may_still_rebuy(state, peers) else self.pause
        return max(clocks.since + wait, self._openable_since)

    def _may_still_rebuy(self, state: TableState, peers: Mapping[bytes, str]) -> bool:
        for player in state.match.chairs:
            here = player is not None and (player in peers or player == self.identity.public)
            if player is not None and here and state.match.may_rebuy(player) and not state.match.is_away(player) and (
                not self.is_leaving(player) and (player, "rebuy") not in self._pending
            ):
                return True
        return False

    def limit(
        self, state: TableState, chair: int, clocks: Clocks, peers: Mapping[bytes, str], *, mine: bool,
    ) -> float | None:
        """When a due chair's time is up by this node's clock; None where it has no limit."""
        player = state.key_of(chair)
        if player is not None and not mine and self.is_leaving(player) and player not in peers:
            return clocks.since + LEAVER_SECONDS
        if state.stage is Stage.OPEN:
            if state.opened == 0 or self._openable_since is None:
                return None
            return max(self._openable_since, clocks.since) + STEP_SECONDS + REBUY_SECONDS
        if not PARTS[state.stage].choice:
            return clocks.since + STEP_SECONDS
        seconds = self.founding.options.turn_seconds
        if not seconds:
            return None
        return clocks.since + seconds + (0 if mine else GRACE_SECONDS)

    def has_left(self, state: TableState, me: int | None) -> bool:
        """Has this player gone: his chair is free and he wants none, or he may go now that nobody needs him?"""
        if me is None:
            return self.was_seated and self._seat_wish is None
        return self.leaving and state.stage is Stage.OPEN and self.nobody_needs_me(state, me)

    def nobody_needs_me(self, state: TableState, me: int | None) -> bool:
        """Between hands: may this leaver go? Not while it is his part to open the next hand for the others."""
        return me is not None and (self.identity.public, "leave") in self._pending and not (
            me in state.due() and self.opening(state) is not None)


assert frozenset(ORDER) == frozenset(REQUESTS)
