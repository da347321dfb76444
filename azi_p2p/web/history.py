"""Looking back at a table: its hands, results, figures and replays, read from its record; it checks no proofs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azi_p2p.game.events import (
    AntePaid,
    Azi,
    Bet,
    Called,
    Dealt,
    Discarded,
    Folded,
    HandWon,
    Played,
    TrickWon,
)
from azi_p2p.table.replay import RecordFault, Replay
from azi_p2p.verify import told
from azi_p2p.web.picture import Picture
from azi_p2p.web.plain import plain, plain_event
from azi_p2p.web.words import words_of
from protocol.errors import LocalError
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from azi_p2p.game.cards import Card
    from azi_p2p.game.events import Event
    from azi_p2p.table.state import TableState
    from azi_p2p.web.memory import OwnCards
    from protocol.record import RecordFile


@dataclass(slots=True)
class HandStory:
    """One hand of a record, as far as it goes. Chairs are those of this hand; players are keys."""

    number: int
    seats: dict[int, bytes]
    before: dict[int, int]                      # stacks by chair before the antes
    taken: dict[int, int]                       # chips of the stacks that each had taken by then
    events: list[Event] = field(default_factory=list)
    results: dict[bytes, int] = field(default_factory=dict)   # chips less stacks taken, after it
    chips: dict[bytes, int] = field(default_factory=dict)
    ended: bool = False

    @property
    def winner(self) -> bytes | None:
        """Who took the pot."""
        return next((self.seats[event.chair] for event in self.events if isinstance(event, HandWon)), None)


@dataclass(slots=True)
class TableStory:
    """A whole table."""

    table_id: bytes
    name: str
    options: Any
    continues: bytes | None
    names: dict[bytes, str]
    hands: list[HandStory]
    chips: dict[bytes, int]
    results: dict[bytes, int]
    cheats: frozenset[bytes]
    fault: str


def read(record: RecordFile) -> TableStory:
    """Follow a record to its end, or to where it is wrong. Raises LocalError where it has no beginning."""
    try:
        replay = Replay(record)
    except RecordFault as wrong:
        raise LocalError(f"this table's record cannot be followed: {told(wrong.fault, {})}") from wrong
    hands: list[HandStory] = []
    fault = ""
    try:
        for walked in replay.walk():
            if walked.opens:
                hands.append(_begun(replay.state))
            if hands:
                hands[-1].events += walked.events
            if walked.ends:
                _ended(hands[-1], replay.state)
    except RecordFault as wrong:
        fault = told(wrong.fault, replay.state.names)
    match, founding = replay.state.match, replay.founding
    chips = {player: match.stack(player) for player in match.players()}
    results = {player: match.result(player) for player in match.players()}
    for chair, player in hands[-1].seats.items() if hands and not hands[-1].ended else ():
        chips[player] = hands[-1].before[chair]     # what lies in an open pot is nobody's yet
        results[player] = hands[-1].before[chair] - hands[-1].taken[chair]
    return TableStory(
        table_id=founding.table_id, name=founding.table_name, options=founding.options,
        continues=None if founding.continued is None else founding.continued.table_id,
        names=dict(replay.state.names), hands=[hand for hand in hands if hand.events],
        chips=chips, results=results, cheats=frozenset(replay.cheats), fault=fault)


def _begun(state: TableState) -> HandStory:
    seats = {chair: key for chair, key in enumerate(state.match.chairs) if key is not None}
    return HandStory(state.opened, seats, {chair: state.match.stack(key) for chair, key in seats.items()},
                     {chair: state.match.taken(key) for chair, key in seats.items()})


def _ended(hand: HandStory, state: TableState) -> None:
    hand.ended = True
    hand.chips = {player: state.match.stack(player) for player in state.match.players()}
    hand.results = {player: state.match.result(player) for player in state.match.players()}


def plain_table(story: TableStory) -> dict[str, Any]:
    """The table for the page: players, hands with everybody's result after each, who owes whom, figures."""
    figures = statistics(story)
    return {
        "table_id": story.table_id.hex(), "name": story.name, "options": plain(story.options),
        "continues": None if story.continues is None else story.continues.hex(),
        "fault": words_of(story.fault) if story.fault else "",
        "players": [
            {"key": key.hex(), "name": story.names.get(key, fingerprint(key)[:4]), "badge": fingerprint(key)[:4],
             "fingerprint": fingerprint(key), "chips": story.chips[key], "result": story.results[key],
             "cheat": key in story.cheats, "statistics": figures[key]}
            for key in sorted(story.results, key=lambda key: (-story.results[key], key))],
        "hands": [
            {"number": hand.number, "ended": hand.ended, "winner": None if hand.winner is None else hand.winner.hex(),
             "pot": _pot(story, hand),
             "deals": sum(isinstance(event, Dealt) for event in hand.events),
             "azi": sum(isinstance(event, Azi) for event in hand.events),
             "players": [hand.seats[chair].hex() for chair in sorted(hand.seats)],
             "results": {key.hex(): result for key, result in hand.results.items()}}
            for hand in story.hands],
        "owes": [{"from": debtor.hex(), "to": creditor.hex(), "chips": chips}
                 for debtor, creditor, chips in owes(story.results)],
    }


def _pot(story: TableStory, hand: HandStory) -> int:
    """What was won; in a hand that is still played, what lies in the pot."""
    won = next((event.pot for event in hand.events if isinstance(event, HandWon)), None)
    if won is not None:
        return won
    picture = Picture.begin(story.options, hand.before)
    for event in hand.events:
        picture.take(event)
    return picture.pot


def summary(story: TableStory, mine: bytes) -> dict[str, Any]:
    """The table in a line: hands that ended, everybody's name, one's own result (None for who only looked on)."""
    return {"hands": sum(hand.ended for hand in story.hands), "result": story.results.get(mine),
            "players": [story.names.get(key, fingerprint(key)[:4]) for key in story.results]}


def owes(results: Mapping[bytes, int]) -> list[tuple[bytes, bytes, int]]:
    """(from, to, chips) that even everybody out, the greatest first; at most one fewer than there are players.

    Where a hand is under way the results are short of its pot, and so are the debts.
    """
    debts = Counter({player: -result for player, result in results.items() if result < 0})
    claims = Counter({player: result for player, result in results.items() if result > 0})
    paid: list[tuple[bytes, bytes, int]] = []
    while +debts and +claims:
        debtor = min(debts, key=lambda player: (-debts[player], player))
        creditor = min(claims, key=lambda player: (-claims[player], player))
        chips = min(debts[debtor], claims[creditor])
        paid.append((debtor, creditor, chips))
        debts[debtor] -= chips
        claims[creditor] -= chips
    return paid


def statistics(story: TableStory) -> dict[bytes, dict[str, int]]:
    """Figures of each player: hands he was dealt into, hands and tricks won, and so on.

    `blind_bets` are hands in which he bet or called blind; `biggest_pot` is the most that he got out of one.
    """
    figures: dict[bytes, Counter[str]] = {player: Counter() for player in story.results}
    for hand in story.hands:
        _count(hand, figures)
    names = ("hands", "won", "tricks", "azi", "bets", "folds", "blind_bets", "blind_won", "biggest_pot")
    return {player: {name: counted[name] for name in names} for player, counted in figures.items()}


def _count(hand: HandStory, figures: Mapping[bytes, Counter[str]]) -> None:
    blind: set[int] = set()         # in this deal
    ever_blind: set[int] = set()    # in this hand
    for chair in {event.chair for event in hand.events if isinstance(event, AntePaid)}:
        figures[hand.seats[chair]]["hands"] += 1
    for event in hand.events:
        match event:
            case Bet(chair=chair) | Called(chair=chair):
                figures[hand.seats[chair]]["bets"] += isinstance(event, Bet)
                if event.blind:
                    figures[hand.seats[chair]]["blind_bets"] += chair not in ever_blind
                    blind.add(chair)
                    ever_blind.add(chair)
            case Folded(chair, _):
                figures[hand.seats[chair]]["folds"] += 1
            case TrickWon(chair, _, _):
                figures[hand.seats[chair]]["tricks"] += 1
            case Azi(_, _, free):
                blind.clear()
                for chair in free:
                    figures[hand.seats[chair]]["azi"] += 1
            case HandWon(chair, _, payouts):
                counted = figures[hand.seats[chair]]
                counted["won"] += 1
                counted["blind_won"] += chair in blind
                counted["biggest_pot"] = max(counted["biggest_pot"], dict(payouts).get(chair, 0))
            case _:
                pass


def plain_replay(story: TableStory, number: int, mine: bytes, memory: OwnCards) -> dict[str, Any]:
    """A hand step by step: {"numbers" of all hands, "steps": [{"event", "view"}]}. Raises LocalError.

    A step's view has the fields of table/view.py. Its `cards` are one's own as they were held then, where this process
    saw them; before they were looked at none are shown. Its `events` are left out: those of the steps up to it.
    """
    hand = next((one for one in story.hands if one.number == number), None)
    if hand is None:
        raise LocalError("there is no such hand")
    me = next((chair for chair, key in hand.seats.items() if key == mine), None)
    picture = Picture.begin(story.options, hand.before)
    own = _Own(story.table_id, hand.number, me, memory)
    frame = _frame(story, hand, mine, me)
    steps = []
    for event in hand.events:
        picture.take(event)
        own.take(event, blind=me is not None and picture.seats[me].blind)
        view = {**frame, **picture.plain()}
        for seat in view["seats"]:
            key = hand.seats[seat["chair"]]
            seat |= {"key": key.hex(), "name": story.names.get(key, ""), "badge": fingerprint(key)[:4],
                     "result": seat["stack"] - hand.taken[seat["chair"]]}
        view["cards"] = [{"card": card, "playable": False, "why": None} for card in own.shown]
        steps.append({"event": plain_event(event), "view": view})
    return {"table_id": story.table_id.hex(), "hand": number, "ended": hand.ended, "remembered": own.is_remembered,
            "numbers": [one.number for one in story.hands], "steps": steps}


def _frame(story: TableStory, hand: HandStory, mine: bytes, me: int | None) -> dict[str, Any]:
    """What stays the same in a replay's views."""
    return {
        "table_id": story.table_id.hex(), "table_name": story.name, "founder": "", "options": plain(story.options),
        "me": me, "my_key": mine.hex(), "hand_number": hand.number, "legal": None, "progress": None, "short_code": "",
        "events": [], "hands": len(story.hands), "may_start": False, "may_rebuy": False, "sitting_out": False,
        "waits_for": [], "may_vote_gone": [], "step": 0, "digest": "", "unchecked": 0, "trouble": "",
    }


class _Own:
    """One's own cards as a hand goes on."""

    def __init__(self, table_id: bytes, hand: int, me: int | None, memory: OwnCards) -> None:
        self._table_id, self._hand, self._me, self._memory = table_id, hand, me, memory
        self._cards: Sequence[Card] | None = None
        self._kept: Sequence[Card] = ()
        self._blind = False
        self._deal = 0
        self._any = False

    def take(self, event: Event, *, blind: bool) -> None:
        self._blind = blind
        match event:
            case Dealt():
                self._deal += 1
                held = None if self._me is None else self._memory.held(self._table_id, self._hand, self._deal)
                self._cards, self._kept = (None, ()) if held is None else (held.dealt, held.kept)
                self._any = self._any or held is not None
            case Discarded(chair) if chair == self._me and self._cards is not None:
                self._cards = self._kept
            case Folded(chair, _) if chair == self._me:
                pass      # what one folded may be looked at again
            case Played(chair, card, _) if chair == self._me and self._cards is not None:
                self._cards = [other for other in self._cards if other != card]
            case _:
                pass

    @property
    def is_remembered(self) -> bool:
        """Was any of them seen by this process?"""
        return self._any

    @property
    def shown(self) -> list[str]:
        """What one could see then."""
        if self._cards is None or self._blind:
            return []
        return [str(card) for card in self._cards]
