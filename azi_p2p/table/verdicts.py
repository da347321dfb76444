"""Counting verdicts: when is a seat absent, and when does its entry stand? Pure functions of the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.table.bodies import Verdict
from protocol.errors import NotAllowed, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azi_p2p.table.evidence import Cheat
    from azi_p2p.table.history import Footing
    from azi_p2p.table.pool import Place
    from protocol.entry import Entry


BROKEN_PROMISE: Final = "voted a seat absent and accepted its entry too"


def electors(footing: Footing, cheats: Mapping[bytes, Cheat]) -> tuple[int, ...]:
    """The chairs that count as n: those with a vote at this parent, less the cheats proven at it or before."""
    return tuple(chair for chair, key in sorted(footing.voters.items())
                 if key not in cheats or cheats[key].step > footing.step)


def is_absent(place: Place, footing: Footing, chair: int, cheats: Mapping[bytes, Cheat]) -> bool:
    """Has a strict majority of n voted this chair absent? The accused has no vote."""
    voters = electors(footing, cheats)
    votes = [voter for voter in place.absent.get(chair, {}) if voter in voters and voter != chair]
    return 2 * len(votes) > len(voters)


def needed_to_stand(electors_count: int) -> int:
    """So many must accept that no strict majority against can come: n less floor(n/2). A tie goes to the entry."""
    return electors_count - electors_count // 2


def stands(place: Place, footing: Footing, chair: int, cheats: Mapping[bytes, Cheat]) -> bool:
    """Have so many accepted this chair's entry that it can no longer be voted absent?"""
    admitted = place.entries.get(chair)
    if admitted is None:
        return False
    voters = electors(footing, cheats)
    accepting = {voter for voter, ack in place.acks.get(chair, {}).items()
                 if ack.accepted == admitted.entry.digest and voter in voters}
    if chair in voters:
        accepting.add(chair)    # whose entry has been shown accepts it
    return len(accepting) >= needed_to_stand(len(voters))


def read_verdict(entry: Entry, footing: Footing) -> Verdict:
    """A verdict on this footing: an ack may leave out of n only seats that have a vote there. Raises Refused."""
    verdict = Verdict.read(entry)
    if any(proof[0].author not in footing.voters.values() for proof in verdict.without):
        raise NotAllowed("this ack leaves out one who has no vote here")
    return verdict


def is_broken_promise(ack: Verdict, vote: Verdict, footing: Footing, cheats: Mapping[bytes, Cheat]) -> bool:
    """Has their one author voted a seat absent and accepted its entry too?

    He may where the vote carries two versions of that entry, or the ack what settled it.
    """
    accused = None if vote.about is None else footing.due.get(vote.about)
    free = any(version.author == accused for version in vote.pair)
    return ack.about == vote.about and not free and not is_settled(ack, footing, cheats)


def is_settled(ack: Verdict, footing: Footing, cheats: Mapping[bytes, Cheat]) -> bool:
    """Does this ack carry signed acks of so many others that its author was free to accept after his vote?

    It leaves out of n the cheats whose evidence it carries, as far as that convinces this node (`cheats`).
    """
    if ack.about is None:
        return False
    keys = {key: chair for chair, key in footing.voters.items()}
    accepting = {ack.about} if ack.about in footing.voters else set()
    for entry in ack.settled:
        chair = keys.get(entry.author)
        if chair is None or entry.author == ack.entry.author or entry.parent != footing.parent:
            continue
        try:
            other = Verdict.read(entry)
            entry.verify()
        except Refused:
            continue
        if other.kind == "ack" and other.about == ack.about and other.accepted == ack.accepted:
            accepting.add(chair)
    left_out = {proof[0].author for proof in ack.without}
    gone = [key for key in footing.voters.values() if key in left_out and key in cheats]
    return len(accepting) >= needed_to_stand(len(footing.voters) - len(gone))
