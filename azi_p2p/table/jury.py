"""The jury: what this node says of the others. It accuses who is late, and accepts by a signed word when asked.

A vote binds: once cast, the entry of the accused is taken only when so many accept it that it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.table.kinds import Stage
from azi_p2p.table.verdicts import electors, stands

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from azi_p2p.table.author import Author
    from azi_p2p.table.chain import Chain
    from azi_p2p.table.history import Footing
    from azi_p2p.table.pool import Place
    from azi_p2p.table.state import TableState
    from protocol.entry import Entry


class Jury:
    """The verdicts of one node at one table."""

    def __init__(self, me: bytes) -> None:
        self.me = me
        self._fork: tuple[bytes, TableState] | None = None

    def verdict_due(
        self, chain: Chain, author: Author, overdue: Sequence[int], peers: Collection[bytes], *, alone: bool,
    ) -> Entry | None:
        """One verdict that this node has to sign now, or None. `alone`: heads-up, its player wants to go on."""
        return (self._ack_of_the_hand(chain, author) or self._ack_asked_for(chain, author)
                or self._vote_due(chain, author, overdue, peers, alone=alone))

    def accuse(self, chain: Chain, author: Author, chair: int) -> Entry:
        """A signed vote that this chair, due at the tip, is gone."""
        place = chain.place(chain.state.parent)
        pair = None
        if self._mine(chain.footings[chain.tip]) in place.acks.get(chair, {}) and chair in place.pairs:
            pair = [one.encode() for one in place.pairs[chair]]
        return author.sign(chain.state, "absent", [chair, pair])

    def may_accuse(self, chain: Chain) -> tuple[int, ...]:
        """The chairs that are due, silent, and not yet judged by this node, where it has a vote."""
        footing = chain.footings[chain.tip]
        mine = self._mine(footing)
        place = chain.place(footing.parent)
        if mine is None or mine not in electors(footing, chain.cheats) or chain.state.stage is Stage.CLOSED:
            return ()
        return tuple(chair for chair in sorted(footing.due)
                     if chair != mine and chair not in place.entries and mine not in place.absent.get(chair, {})
                     and mine not in place.acks.get(chair, {}))

    def without_the_missing(self, chain: Chain) -> TableState | None:
        """Heads-up, this node having voted the other absent: the state as it would be without him."""
        footing = chain.footings[chain.tip]
        mine, voters = self._mine(footing), electors(footing, chain.cheats)
        if mine is None or len(voters) != 2 or mine not in voters:
            return None
        other = next(chair for chair in voters if chair != mine)
        place = chain.place(footing.parent)
        if other not in footing.due or mine not in place.absent.get(other, {}) or other in place.entries:
            return None
        entries = [place.entries[chair] for chair in sorted(footing.due) if chair in place.entries]
        if len(entries) + 1 < len(footing.due):
            return None
        if self._fork is None or self._fork[0] != footing.parent:
            fork = chain.state.copy()
            fork.take(entries, [other])
            self._fork = (footing.parent, fork)
        return self._fork[1]

    def _mine(self, footing: Footing) -> int | None:
        return next((chair for chair, key in footing.voters.items() if key == self.me), None)

    def _ack_of_the_hand(self, chain: Chain, author: Author) -> Entry | None:
        """The hand is over: accept the record as it stands, so that it becomes final."""
        if chain.state.stage is not Stage.OPEN or not chain.state.finished:
            return None
        mine = self._mine(chain.footings[chain.tip])
        if mine is None or mine in chain.place(chain.state.parent).acks.get(None, {}):
            return None
        return author.sign(chain.state, "ack", [None])

    def _ack_asked_for(self, chain: Chain, author: Author) -> Entry | None:
        for parent, place in list(chain.places.items()):
            step = chain.index.get(parent) if place.absent else None
            if step is None or step < chain.floor:
                continue
            footing = chain.footings[step]
            mine = self._mine(footing)
            if mine is None:
                continue
            for chair in list(place.absent):
                body = self._ack_of(chain, place, footing, mine, chair)
                if body is not None:
                    return author.sign_at(step, parent, "ack", body)
        return None

    def _ack_of(
        self, chain: Chain, place: Place, footing: Footing, mine: int, chair: int,
    ) -> list[object] | None:
        """The body of an ack that this node owes about `chair`, or None."""
        entry = place.entries.get(chair)
        if chair == mine or entry is None or chair in place.versions or mine in place.acks.get(chair, {}):
            return None
        if footing.step < chain.tip and chair in chain.steps[footing.step].absent:
            return None
        if mine not in place.absent[chair]:
            return [chair, entry.entry.digest, [], []]
        if not stands(place, footing, chair, chain.cheats):
            return None
        acks = [ack.entry.encode() for ack in place.acks.get(chair, {}).values()
                if ack.accepted == entry.entry.digest]
        voters = electors(footing, chain.cheats)
        without = [[proof.encode() for proof in chain.cheats[key].entries]
                   for voter, key in sorted(footing.voters.items()) if voter not in voters]
        return [chair, entry.entry.digest, acks, without]

    def _vote_due(
        self, chain: Chain, author: Author, overdue: Sequence[int], peers: Collection[bytes], *, alone: bool,
    ) -> Entry | None:
        footing = chain.footings[chain.tip]
        mine = self._mine(footing)
        voters = electors(footing, chain.cheats)
        if mine is None or mine not in voters:
            return None
        here = [chair for chair in voters if chair == mine or footing.voters[chair] in peers]
        place = chain.place(footing.parent)
        for chair, key in sorted(footing.due.items()):
            if chair == mine or mine in place.absent.get(chair, {}):
                continue
            proven = key in chain.cheats and (chair in place.versions or chair not in place.entries)
            late = chair in overdue and chair in self.may_accuse(chain)
            if not proven and not late:
                continue
            # Heads-up there is no majority: the player decides. Else, cut off from the others, this node could not
            # be right, and its vote would only bind itself.
            if proven or (alone if len(voters) == 2 else 2 * len(here) > len(voters)):
                return self.accuse(chain, author, chair)
        return None
