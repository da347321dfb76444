"""Makes this seat's own entries. It holds the secrets of its deals, and stores and sends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.kinds import STEP_KINDS, Stage
from protocol.deal import Secrets
from protocol.entry import Entry
from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from azi_p2p.game.actions import Action
    from azi_p2p.game.cards import Card
    from azi_p2p.table.state import TableState
    from protocol.identity import Identity


class Author:
    """The hand that signs: one identity at one table."""

    def __init__(self, identity: Identity, table_id: bytes, entropy: Callable[[int], bytes]) -> None:
        self.identity = identity
        self.table_id = table_id
        self._entropy = entropy
        self._secrets: dict[bytes, Secrets] = {}       # by the parent of the keys step
        self._signed: dict[bytes, Entry] = {}          # our own entries, by what they stand on
        self._seen: dict[tuple[bytes, int], int] = {}  # cards opened in private, by deal and slot

    def restore(self, secrets: Mapping[bytes, bytes]) -> None:
        """Take back stored secrets. Raises LocalError where they are damaged."""
        for parent, stored in secrets.items():
            self._secrets[parent] = Secrets.from_bytes(stored)

    def remember(self, entry: Entry) -> None:
        """An entry of our own that goes out, or went out before a restart. Raises LocalError for a second version."""
        if entry.author != self.identity.public or entry.kind not in STEP_KINDS:
            return
        if self._signed.setdefault(entry.parent, entry).digest != entry.digest:
            raise LocalError("this seat has signed another entry on this parent")

    def signed_on(self, parent: bytes) -> Entry | None:
        """What this seat has signed on a parent: there is never to be another."""
        return self._signed.get(parent)

    def forget(self, floor: int) -> tuple[bytes, ...]:
        """Let go of the secrets of all deals whose keys were given before step `floor`; their names in the store."""
        over = {parent for parent, entry in self._signed.items() if entry.step < floor}
        forgotten = tuple(parent for parent in self._secrets if parent in over or parent not in self._signed)
        for parent in forgotten:
            del self._secrets[parent]
        self._signed = {parent: entry for parent, entry in self._signed.items() if parent not in over}
        self._seen = {place: card for place, card in self._seen.items() if place[0] in self._secrets}
        return forgotten

    def sign(self, state: TableState, kind: str, body: Any) -> Entry:
        """An entry that stands on the state's parent."""
        return self.sign_at(state.step, state.parent, kind, body)

    def sign_at(self, step: int, parent: bytes, kind: str, body: Any) -> Entry:
        """A verdict on any parent."""
        return Entry.sign(self.identity, table_id=self.table_id, step=step, parent=parent, kind=kind, body=body)

    def keys(self, state: TableState, chair: int) -> tuple[Entry, tuple[bytes, bytes]]:
        """Fresh keys for the deal that is asked for, and the secret to be stored in the same transaction."""
        secrets = Secrets.generate(self._entropy)
        keys = secrets.make_keys(state.context(chair), self._entropy)
        entry = self.sign(state, "keys", keys.to_body())
        self._secrets[state.parent] = secrets
        return entry, (state.parent, secrets.to_bytes())

    def dealing(self, state: TableState, chair: int) -> Entry:
        """This seat's shuffle, reveal or shares, whichever the state waits for."""
        assert state.deal is not None
        secrets, context = self._of(state), state.context(chair)
        if state.stage is Stage.SHUFFLE:
            return self.sign(state, "shuffle", secrets.make_shuffle(state.deal, context, self._entropy).to_body())
        if state.stage is Stage.REVEAL:
            return self.sign(state, "reveal", secrets.make_reveal().to_body())
        assert state.stage is Stage.SHARES
        slots = state.shares_due()[chair]
        shares = secrets.make_shares(state.deal, context, slots, self._entropy)
        return self.sign(state, "shares", shares.to_body())

    def hand(self, state: TableState, chair: int) -> dict[Card, int]:
        """This seat's own cards, with their slots, as far as it may see them now: none while blind."""
        deal = state.deal
        if deal is None or state.hand is None or not state.dealt() or chair not in deal.seats or (
            chair not in state.hand.live or state.keys_parent not in self._secrets
        ):
            return {}
        if state.founding.options.blind and chair not in state.hand.looked:
            return {}
        cards: dict[Card, int] = {}
        others = frozenset(deal.seats) - {chair}
        for slot in state.held(chair):
            if not others <= deal.share_givers(slot):
                return {}
            place = (state.keys_parent, slot)
            if place not in self._seen:
                self._seen[place] = self._of(state).peek(deal, slot, chair)
            cards[state.cards[self._seen[place]]] = slot
        return cards

    def move(self, state: TableState, chair: int, action: Action) -> Entry:
        """The entry of a move of the game. Raises IllegalAction, in words, where it is against the rules."""
        assert state.hand is not None
        assert state.deal is not None
        cards = self.hand(state, chair)
        refusal = state.hand.why_not(chair, action, tuple(cards) or None)
        if refusal is not None:
            raise IllegalAction(refusal)
        match action:
            case Look():
                return self.sign(state, "bid", ["look"])
            case Fold():
                slots = state.closed_slots(chair)
                shares = None
                if slots:
                    shares = self._of(state).make_shares(
                        state.deal, state.context(chair), slots, self._entropy).to_body()
                return self.sign(state, "bid", ["fold", shares])
            case Call():
                return self.sign(state, "bid", ["call"])
            case Raise(amount):
                return self.sign(state, "bid", ["raise", amount])
            case Enter() | Decline():
                return self.sign(state, "enter", [isinstance(action, Enter)])
            case Discard(card):
                return self.sign(state, "discard", _slot(cards, card))
            case Play(card):
                return self._play(state, chair, card, cards)

    def _play(self, state: TableState, chair: int, card: Card, cards: Mapping[Card, int]) -> Entry:
        assert state.deal is not None
        secrets, context, slot = self._of(state), state.context(chair), _slot(cards, card)
        share = secrets.make_shares(state.deal, context, (slot,), self._entropy)
        left = tuple(sorted(other for other in cards.values() if other != slot))
        allowed = state.claim(chair, card)
        proof = None
        if allowed is not None and left:
            proof = secrets.make_suit_proof(state.deal, context, left, allowed, self._entropy).to_body()
        return self.sign(state, "play", [slot, share.to_body(), proof])

    def _of(self, state: TableState) -> Secrets:
        secrets = self._secrets.get(state.keys_parent)
        if secrets is None:
            raise LocalError("the secrets of this deal are not on this machine: the hand cannot be played on here")
        return secrets


def _slot(cards: Mapping[Card, int], card: Card | None) -> int:
    if card is None or card not in cards:
        raise IllegalAction(f"you do not hold {card}")
    return cards[card]
