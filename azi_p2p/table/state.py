"""The state of a table: a pure function of its record. It says who may write what next, and takes the steps in.

It checks nothing that it is given: `admission.admit` does that, entry by entry, before a step is complete.
"""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.game.actions import Call, Decline, Enter, Fold, Look, Raise
from azi_p2p.game.cards import deck
from azi_p2p.game.errors import MatchError
from azi_p2p.game.match import Match
from azi_p2p.game.state import Phase
from azi_p2p.table.bodies import Founding, Opening, Request, check_invitation
from azi_p2p.table.kinds import PARTS, Stage
from protocol.codec import encode
from protocol.context import Context
from protocol.deal import Deal
from protocol.deck import slots_of, turned_slot
from protocol.digest import digest
from protocol.errors import NotAllowed
from protocol.record import step_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.game.cards import Card
    from azi_p2p.game.events import Event
    from azi_p2p.game.hand import Hand
    from protocol.deal import Keys, Reveal, Shares, Shuffle
    from protocol.entry import Entry

CARDS: Final = 27


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the game as its entry says it: the action, and what the deal needs beside it."""

    action: Action
    slot: int | None = None           # of the card played or put away
    shares: Shares | None = None      # the played card's own share, or a folder's for the closed slots
    slots: tuple[int, ...] = ()       # the slots that `shares` are for


@dataclass(frozen=True, slots=True)
class Admitted:
    """An entry that has been checked against the state it stands on, with its body read."""

    entry: Entry
    chair: int
    body: Any     # Opening | None (close) | Keys | None (declined) | Shuffle | Reveal | Shares | Move


@dataclass
class TableState:
    """The table after `step` steps. Everything here follows from the record alone."""

    founding: Founding
    match: Match
    names: dict[bytes, str]
    step: int = 1
    parent: bytes = b""                     # digest of the record so far
    stage: Stage = Stage.OPEN
    deal: Deal | None = None
    deals: int = 0                          # deals begun at this table, void ones too
    opened: int = 0                         # hands opened, those that too few joined as well
    asked: tuple[int, ...] = ()             # chairs that the keys step asks
    keys_parent: bytes = b""                # of the keys step of the current deal
    passed: frozenset[int] = frozenset()    # chairs passed over as proposers of the next hand
    electorate: frozenset[int] = frozenset()  # between hands: the last hand's seats that had not forfeited
    spent: frozenset[int] = frozenset()     # slots of this deal that were played or put away
    hand_deals: int = 0                     # deals begun in this hand
    code_seed: bytes = b""                  # what the short code is drawn from
    events: list[Event] = field(default_factory=list)   # of this hand, or of the last one
    finished: int = 0                       # hands played to their end
    cards: tuple[Card, ...] = ()

    @classmethod
    def begin(cls, founding: Founding) -> TableState:
        """The state after the founding entry: the founder sits alone, or those of the old table with him."""
        match = Match(founding.options)
        names = {founding.founder: founding.founder_name}
        for player in founding.continued.players if founding.continued is not None else ():
            match.sit(player.key, player.stack, player.taken)
            match.leave(player.key)      # his chips wait for him until he sits down
        match.sit(founding.founder)
        return cls(founding=founding, match=match, names=names,
                   parent=step_digest(founding.table_id, [founding.entry], []),
                   cards=deck(founding.options.dropped))

    def copy(self) -> TableState:
        """An independent copy; what never changes is shared."""
        return dataclasses.replace(
            self, match=copy.deepcopy(self.match), names=dict(self.names),
            deal=None if self.deal is None else self.deal.copy(), events=list(self.events))

    @property
    def hand(self) -> Hand | None:
        """The hand that is played, or None between hands."""
        return self.match.hand

    # --- who may write what ---

    def due(self) -> tuple[int, ...]:
        """The chairs that this step waits for, ascending. Empty where nobody can go on, or all is over."""
        match self.stage:
            case Stage.OPEN:
                proposers = [chair for chair in self.match.proposers() if chair not in self.passed]
                return tuple(proposers[:1])
            case Stage.KEYS:
                return self.asked
            case Stage.SHUFFLE:
                assert self.deal is not None
                assert self.deal.next_shuffler is not None
                return (self.deal.next_shuffler,)
            case Stage.REVEAL:
                assert self.deal is not None
                return self.deal.seats
            case Stage.SHARES:
                return tuple(sorted(self.shares_due()))
            case Stage.DISCARD | Stage.BID | Stage.PLAY | Stage.ENTER:
                assert self.hand is not None
                return tuple(sorted(self.hand.to_act()))
            case Stage.CLOSED:
                return ()

    def kinds(self) -> tuple[str, ...]:
        """The kinds of entry that fill a place of this step."""
        return PARTS[self.stage].kinds

    def voters(self) -> frozenset[int]:
        """The chairs that n counts in a vote at this parent, the accused among them (DESIGN, section 5)."""
        if self.stage is Stage.OPEN:
            return self.electorate
        if self.stage is Stage.KEYS:
            return frozenset(self.asked)
        if self.stage is Stage.CLOSED or self.deal is None or self.hand is None:
            return frozenset()
        return frozenset(self.deal.seats) - frozenset(self.hand.forfeited)

    def chair_of(self, player: bytes) -> int | None:
        """The chair of a key, or None where it has none."""
        chairs = self.match.chairs
        return chairs.index(player) if player in chairs else None

    def key_of(self, chair: int) -> bytes | None:
        """The key at a chair, or None where it is free."""
        return self.match.chairs[chair]

    def context(self, chair: int) -> Context:
        """What the proofs of an entry by this chair at this parent are bound to."""
        author = self.key_of(chair)
        assert author is not None
        return Context(self.founding.table_id, self.deals, self.parent, chair, author)

    # --- slots and shares ---

    def slots(self, chair: int) -> tuple[int, ...]:
        """The slots of the deck that this chair of the deal holds (protocol/README.md, "Slots")."""
        assert self.deal is not None
        return slots_of(self.deal.seats.index(chair), self.founding.options.cards)

    @property
    def trump_slot(self) -> int:
        """The slot behind everybody's cards."""
        assert self.deal is not None
        return turned_slot(len(self.deal.seats), self.founding.options.cards)

    def held(self, chair: int) -> tuple[int, ...]:
        """The slots whose cards are still in this chair's hand."""
        return tuple(slot for slot in self.slots(chair) if slot not in self.spent)

    def dealt(self) -> bool:
        """Has the current deal's trump been turned?"""
        return self.deal is not None and self.hand is not None and self.hand.phase is not Phase.DEAL

    def shares_due(self) -> dict[int, tuple[int, ...]]:
        """Which chair owes shares for which slots now: the trump's, and those of everyone who may see his cards."""
        assert self.deal is not None
        assert self.hand is not None
        wanted: list[tuple[int, int | None]] = [(self.trump_slot, None)]
        for chair in self.hand.live:
            if not self.founding.options.blind or chair in self.hand.looked:
                wanted += [(slot, chair) for slot in self.slots(chair)]
        owed: dict[int, list[int]] = {}
        for slot, holder in sorted(wanted):
            given = self.deal.share_givers(slot)
            for chair in self.deal.seats:
                if chair != holder and chair not in given:
                    owed.setdefault(chair, []).append(slot)
        return {chair: tuple(slots) for chair, slots in owed.items()}

    def closed_slots(self, folder: int) -> tuple[int, ...]:
        """The slots whose shares a fold carries: the live others' cards for which the folder has given none."""
        assert self.deal is not None
        assert self.hand is not None
        others = [chair for chair in self.hand.live if chair != folder]
        if len(others) == 1:
            return ()    # the hand ends with this fold: nobody needs to see anything
        return tuple(sorted(
            slot for chair in others for slot in self.slots(chair)
            if folder not in self.deal.share_givers(slot)))

    def claim(self, chair: int, card: Card) -> tuple[int, ...] | None:
        """The card numbers that a player of `card` proves his other cards to be among; None: no proof needed."""
        assert self.hand is not None
        ruled_out = self.hand.allowed_claim(chair, card)
        if ruled_out is None:
            return None
        return tuple(number for number, other in enumerate(self.cards) if other.suit not in ruled_out)

    # --- taking a step in ---

    def take(self, entries: Sequence[Admitted], absent: Sequence[int]) -> list[Event]:
        """Take in one complete step: admitted entries in seat order, and who was absent. Returns what happened.

        Raises NotProven where the turned card is no card: the proofs behind it were not checked, or do not hold.
        """
        everyone = bool(absent) and frozenset(absent) >= self.voters()
        self.parent = step_digest(self.parent, [one.entry for one in entries], absent)
        self.step += 1
        if everyone:
            return []      # all voted all absent: nobody is, and the step is asked for again
        happened: list[Event] = []
        for chair in absent:
            self.match.set_away(self._player(chair), away=True)
        stage = self.stage
        match stage:
            case Stage.OPEN:
                self._take_opening(entries, absent)
            case Stage.KEYS:
                happened += self._take_keys(entries, absent)
            case Stage.SHUFFLE:
                for one in entries:
                    shuffle: Shuffle = one.body
                    self._deal.add_shuffle(self._context_of(one), shuffle)
                if not absent and self._deal.next_shuffler is None:
                    self.stage = Stage.REVEAL
            case Stage.REVEAL:
                for one in entries:
                    reveal: Reveal = one.body
                    self._deal.add_reveal(self._context_of(one), reveal)
                if not absent:
                    self._deal.close_reveal(entries[0].entry.parent)
                    self.code_seed = self.code_seed or self._code()
                    self.stage = Stage.SHARES
            case Stage.SHARES:
                due = self.shares_due()
                for one in entries:
                    shares: Shares = one.body
                    self._deal.add_shares(self._context_of(one), due[one.chair], shares)
            case _:
                for one in entries:
                    happened += self._take_move(one)
        if absent and stage not in (Stage.OPEN, Stage.KEYS):
            happened += self._without(absent)
        happened += self._advance()
        self.events += happened
        return happened

    @property
    def _deal(self) -> Deal:
        assert self.deal is not None
        return self.deal

    @property
    def _hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def _player(self, chair: int) -> bytes:
        player = self.key_of(chair)
        assert player is not None
        return player

    def _context_of(self, one: Admitted) -> Context:
        return Context(self.founding.table_id, self.deals, one.entry.parent, one.chair, one.entry.author)

    def _take_opening(self, entries: Sequence[Admitted], absent: Sequence[int]) -> None:
        self.passed |= frozenset(absent)
        for one in entries:
            opening: Opening | None = one.body
            if opening is None:
                self.stage = Stage.CLOSED
                return
            take_requests(self.founding, self.match, self.names, opening.requests)
            self.opened = opening.hand
            self.events = []
            self.hand_deals = 0
            self._ask(self.match.payers())

    def _ask(self, chairs: Sequence[int]) -> None:
        """Begin a new deal: ask these chairs for their keys."""
        self.asked = tuple(sorted(chairs))
        self.deals += 1
        self.hand_deals += 1
        self.deal = Deal(CARDS, self.founding.table_id, self.deals)
        self.spent = frozenset()
        self.stage = Stage.KEYS

    def _take_keys(self, entries: Sequence[Admitted], absent: Sequence[int]) -> list[Event]:
        happened: list[Event] = []
        givers = []
        for one in entries:
            keys: Keys | None = one.body
            if keys is None:
                self.match.set_away(one.entry.author, away=True)   # until he signs that he is back
                continue
            self.keys_parent = one.entry.parent
            self._deal.add_keys(self._context_of(one), keys)
            givers.append(one.chair)
        if self.match.hand is None:
            if len(givers) < 2:
                self._between_hands()
                return happened
            happened += self.match.start_hand(givers).events
        else:
            for chair in absent:
                happened += self._hand.forfeit(chair)
        if self._hand.phase is not Phase.OVER:
            try:
                self._deal.close_keys()
            except NotAllowed:      # they add up to the identity: all in this deal are in league. Dealt anew.
                self._ask(sorted(self._hand.live))
            else:
                self.stage = Stage.SHUFFLE
        return happened

    def _take_move(self, one: Admitted) -> list[Event]:
        move: Move = one.body
        if move.shares is not None:
            self._deal.add_shares(self._context_of(one), move.slots, move.shares)
        if move.slot is not None:
            self.spent |= {move.slot}
        return list(self._hand.apply(one.chair, move.action))

    def _without(self, absent: Sequence[int]) -> list[Event]:
        """Go on without these chairs: they forfeit, or the deal is void where it needs them."""
        hand = self._hand
        remaining = [chair for chair in hand.live if chair not in absent]
        if not self.dealt() or (len(remaining) > 1 and self._needed(absent, remaining)):
            events = list(hand.void_deal(absent))
            if hand.phase is Phase.DEAL:
                self._ask(sorted(hand.live))
            return events
        happened: list[Event] = []
        for chair in absent:
            if hand.phase is not Phase.OVER:
                happened += hand.forfeit(chair)
        return happened

    def _needed(self, absent: Sequence[int], remaining: Sequence[int]) -> bool:
        """Does anybody who goes on lack a share that only the absent could give?"""
        return any(chair not in self._deal.share_givers(slot)
                   for chair in absent for other in remaining for slot in self.held(other))

    def _advance(self) -> list[Event]:
        """Move on to the stage that the hand and the deal now wait in."""
        happened: list[Event] = []
        if self.hand is None or self.stage is Stage.CLOSED:
            return happened
        if self.stage is Stage.SHARES and self.hand.phase is Phase.DEAL and not self.shares_due():
            trump = self.cards[self._deal.open(self.trump_slot)]
            drawn = self._deal.seats[self._deal.draw("opener", len(self._deal.seats))]
            happened += self.hand.begin_deal(trump, drawn)
        if self.hand.phase is Phase.OVER:
            self._end_hand()
        elif self.hand.phase is Phase.DEAL:
            if self.stage not in (Stage.KEYS, Stage.SHUFFLE, Stage.REVEAL, Stage.SHARES):
                self._ask(sorted(self.hand.live))     # it was Azi
        elif self.hand.phase is Phase.ENTRY:
            self.stage = Stage.ENTER
        elif self.shares_due():
            self.stage = Stage.SHARES
        elif self.hand.phase is Phase.TRICKS:
            self.stage = Stage.PLAY
        else:
            self.stage = Stage.DISCARD if self.hand.phase is Phase.DISCARD else Stage.BID
        return happened

    def _end_hand(self) -> None:
        hand = self._hand
        self.electorate = frozenset(hand.stacks) - frozenset(hand.forfeited)
        self.match.finish_hand()
        self.finished += 1
        self._between_hands()

    def _between_hands(self) -> None:
        self.stage = Stage.OPEN
        self.passed = frozenset()

    def _code(self) -> bytes:
        keys = [self._player(chair) for chair in self._deal.seats]
        return digest("short code", self.founding.table_id, encode(keys), self._deal.seed)


def take_requests(
    founding: Founding, game: Match, names: dict[bytes, str], requests: Sequence[Request],
) -> None:
    """Apply the requests of an opening to a match, in their order. Raises NotAllowed at the first that may not be."""
    for request in requests:
        if request.kind == "sit":
            if founding.options.seating == "invite" and request.author != founding.founder:
                check_invitation(request.invitation, founding, request.author)
            names[request.author] = request.name
        try:
            match request.kind:
                case "sit":
                    game.sit(request.author)
                case "leave":
                    game.leave(request.author)
                case "return":
                    game.set_away(request.author, away=False)
                case _:
                    game.rebuy(request.author)
        except MatchError as error:
            raise NotAllowed(f"{request.kind}: {error}") from error


def game_digest(match: Match) -> bytes:
    """32 bytes: the digest of a match between hands."""
    return digest("game", encode(match.snapshot()))


def opening_result(state: TableState, opening: Opening) -> tuple[Match, dict[bytes, str]]:
    """The match and names as they would be after the requests of `opening`. Raises NotAllowed."""
    match, names = copy.deepcopy(state.match), dict(state.names)
    take_requests(state.founding, match, names, opening.requests)
    return match, names


def chosen_action(kind: str, words: Sequence[Any]) -> Action | None:
    """The game action that a bid or enter body names, without what the deal needs; None where it names none."""
    match kind, list(words):
        case "bid", ["look"]:
            return Look()
        case "bid", ["fold", *_]:
            return Fold()
        case "bid", ["call"]:
            return Call()
        case "bid", ["raise", int(amount)] if type(amount) is int:
            return Raise(amount)
        case "enter", [True]:
            return Enter()
        case "enter", [False]:
            return Decline()
        case _:
            return None

