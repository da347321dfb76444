"""Admission: is this entry what its author may write at this parent, and is it true? Changes nothing.

    admit(state, entry) -> (Admitted, checks)   raises Malformed, NotProven or NotAllowed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Discard, Fold, Play
from azi_p2p.table.bodies import Opening
from azi_p2p.table.kinds import Stage
from azi_p2p.table.state import CARDS, Admitted, Move, chosen_action, game_digest, opening_result
from protocol.deal import Keys, Reveal, Shares, Shuffle, SuitProof
from protocol.errors import Malformed, NotAllowed, NotProven

if TYPE_CHECKING:
    from azi_p2p.table.state import TableState
    from protocol.check import Check
    from protocol.entry import Entry

Checks = tuple["Check", ...]


def admit(state: TableState, entry: Entry) -> tuple[Admitted, Checks]:
    """Check `entry`, whose signature is checked already, against the state it names as its parent.

    Cheap faults raise at once: Malformed, NotProven, NotAllowed. The expensive proofs come back as checks,
    to be run before the entry counts.
    """
    assert entry.parent == state.parent
    if entry.step != state.step:
        raise NotAllowed(f"step {entry.step} does not stand on this parent, step {state.step} does")
    chair = state.chair_of(entry.author)
    if chair is None:
        raise NotAllowed("the author has no chair at this table")
    if entry.kind not in state.kinds():
        raise NotAllowed(f"a {entry.kind} entry, where the record waits for {' or '.join(state.kinds())}")
    if chair not in state.due():
        raise NotAllowed(f"chair {chair} is not asked to write now")
    body, checks = _READERS[state.stage](state, entry, chair)
    return Admitted(entry, chair, body), checks


def _opening(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    del chair    # that it proposes is checked already
    if entry.kind == "close":
        if entry.body is not None:
            raise Malformed("a close entry has no body")
        if len(state.match.payers()) > 1:
            raise NotAllowed("the table may be closed only where fewer than two can play on")
        return None, ()
    opening = Opening.from_body(entry.body)
    for request in opening.requests:
        if request.entry.table_id != entry.table_id or request.hand != opening.hand:
            raise NotAllowed("a request is for another table or hand")
    if opening.hand != state.opened + 1:
        raise NotAllowed(f"hand {opening.hand} is opened where hand {state.opened + 1} is next")
    after, _ = opening_result(state, opening)
    if game_digest(after) != opening.game:
        raise NotAllowed("the opening's digest is not that of the game after its requests")
    if len(after.payers()) < 2:
        raise NotAllowed("fewer than two could pay the ante")
    return opening, ()


def _keys(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    assert state.deal is not None
    if entry.body is None:
        if state.hand is not None:
            raise NotAllowed("only before the ante may a player sit out")
        return None, ()
    keys = Keys.from_body(entry.body)
    return keys, state.deal.checks_keys(state.context(chair), keys)


def _shuffle(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    assert state.deal is not None
    shuffle = Shuffle.from_body(entry.body, CARDS)
    return shuffle, state.deal.checks_shuffle(state.context(chair), shuffle)


def _reveal(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    assert state.deal is not None
    reveal = Reveal.from_body(entry.body)
    return reveal, state.deal.checks_reveal(state.context(chair), reveal)


def _shares(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    assert state.deal is not None
    slots = state.shares_due()[chair]
    shares = Shares.from_body(entry.body, len(slots))
    return shares, state.deal.checks_shares(state.context(chair), slots, shares)


def _choice(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    """A bid, or the answer to an Azi: the words of an action, and a folder's shares."""
    assert state.deal is not None
    words = entry.body
    action = chosen_action(entry.kind, words) if isinstance(words, list) else None
    if action is None:
        raise Malformed(f"this {entry.kind} entry names no action")
    _refuse_illegal(state, chair, Move(action))
    if not isinstance(action, Fold):
        return Move(action), ()
    slots = state.closed_slots(chair)
    if not slots:
        if words != ["fold", None]:
            raise Malformed("this fold carries no shares")
        return Move(action), ()
    if len(words) != 2:
        raise Malformed("a fold carries the shares of the slots that are still closed")
    shares = Shares.from_body(words[1], len(slots))
    return (Move(action, shares=shares, slots=slots),
            state.deal.checks_shares(state.context(chair), slots, shares))


def _discard(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    slot = _held_slot(state, chair, entry.body)
    move = Move(Discard(None), slot=slot)
    _refuse_illegal(state, chair, move)
    return move, ()


def _play(state: TableState, entry: Entry, chair: int) -> tuple[Any, Checks]:
    assert state.deal is not None
    match entry.body:
        case [slot, share_body, proof_body]:
            slot = _held_slot(state, chair, slot)
        case _:
            raise Malformed("a play says a slot, the share that opens it, and a suit proof or none")
    context = state.context(chair)
    share = Shares.from_body(share_body, 1)
    checks = state.deal.checks_shares(context, (slot,), share)
    others = state.deal.opened(slot, [seat for seat in state.deal.seats if seat != chair])
    card = state.cards[state.deal.card_at(others - share.elements[0])]
    move = Move(Play(card), slot=slot, shares=share, slots=(slot,))
    _refuse_illegal(state, chair, move)
    left = tuple(other for other in state.held(chair) if other != slot)
    allowed = state.claim(chair, card)
    if allowed is None or not left:
        if proof_body is not None:
            raise NotAllowed("a suit proof where none is needed")
        return move, checks
    if proof_body is None:
        raise NotProven(f"{card} does not follow suit, and no proof says that the player could not")
    proof = SuitProof.from_body(proof_body, len(left), len(allowed))
    return move, checks + state.deal.checks_suit(context, left, allowed, proof)


def _held_slot(state: TableState, chair: int, slot: Any) -> int:
    if type(slot) is not int:
        raise Malformed("a slot is a number")
    if slot not in state.held(chair):
        raise NotAllowed(f"slot {slot} is not a card in this player's hand")
    return slot


def _refuse_illegal(state: TableState, chair: int, move: Move) -> None:
    assert state.hand is not None
    refusal = state.hand.why_not(chair, move.action)
    if refusal is not None:
        raise NotAllowed(refusal)


_READERS = {
    Stage.OPEN: _opening,
    Stage.KEYS: _keys,
    Stage.SHUFFLE: _shuffle,
    Stage.REVEAL: _reveal,
    Stage.SHARES: _shares,
    Stage.DISCARD: _discard,
    Stage.BID: _choice,
    Stage.PLAY: _play,
    Stage.ENTER: _choice,
}
