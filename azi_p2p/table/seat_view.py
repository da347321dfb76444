"""Builds the view of one seat from the table's parts. It reads everything and changes nothing."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.game.events import Played, TrickWon
from azi_p2p.table.kinds import PARTS, Stage
from azi_p2p.table.view import CardView, DealProgress, SeatView, View
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from azi_p2p.game.cards import Card
    from azi_p2p.game.events import Event
    from azi_p2p.game.legal import Legal
    from azi_p2p.table.author import Author
    from azi_p2p.table.chain import Chain
    from azi_p2p.table.clocks import Clocks
    from azi_p2p.table.jury import Jury
    from azi_p2p.table.usher import Usher

CODE_SYMBOLS: Final = 7


@dataclass(frozen=True, slots=True)
class ViewSources:
    """The parts of a table that a view is made of."""

    chain: Chain
    author: Author
    usher: Usher
    jury: Jury
    clocks: Clocks
    me: int | None
    peers: Mapping[bytes, str]
    limit: Callable[[int], float | None]
    trouble: str
    now: float
    behind: bool             # it is catching up, and may not write
    wants_names: Mapping[bytes, str]


def make_view(table: ViewSources) -> View:
    """What this seat may know of its table."""
    chain, state = table.chain, table.chain.state
    hand, founding = state.hand, state.founding
    place = chain.places.get(state.parent)
    written = frozenset() if place is None else frozenset(place.entries)
    waits_for = tuple(chair for chair in state.due() if chair not in written)
    cards = {} if table.me is None else table.author.hand(state, table.me)
    if state.stage is Stage.DISCARD and place is not None and table.me in place.entries:
        away = place.entries[table.me].entry.body      # of a step that waits for the others still
        cards = {card: slot for card, slot in cards.items() if slot != away}
    my_turn = table.me is not None and table.me in waits_for and PARTS[state.stage].choice and not table.behind
    legal = None
    if hand is not None and my_turn and table.me is not None:
        legal = hand.legal(table.me, tuple(cards) or None)
    last_trick, last_winner = _last_trick(state.events)
    mine = table.author.identity.public
    return View(
        table_id=founding.table_id, table_name=founding.table_name, founder=founding.founder,
        options=founding.options, me=table.me, my_key=mine,
        seats=_seats(table, waits_for), hand_number=state.opened,
        deal_number=state.hand_deals, stage=state.stage.value,
        pot=0 if hand is None else hand.pot_size, level=0 if hand is None else hand.level,
        trump=None if hand is None else hand.trump, shokha=hand is not None and hand.shokha,
        opener=None if hand is None else hand.opener, leader=None if hand is None else hand.leader,
        trick=() if hand is None else hand.trick, last_trick=last_trick,
        last_trick_winner=last_winner,
        cards=tuple(_card(card, legal) for card in sorted(cards, key=lambda one: (one.suit.name, one.rank))),
        legal=legal, progress=_progress(table), short_code=short_code(state.code_seed),
        events=tuple(state.events), hands=state.finished,
        may_start=table.me is not None and table.me in waits_for and state.stage is Stage.OPEN
        and table.usher.opening(state) is not None,
        may_rebuy=table.usher.may_rebuy(state), sitting_out=table.usher.stays_out, waits_for=waits_for,
        may_vote_gone=table.jury.may_accuse(chain), step=chain.tip, digest=state.parent,
        unchecked=len(chain.deferred), trouble=table.trouble)


def short_code(seed: bytes) -> str:
    """Seven base32 symbols of the keys and the first deal's seed (35 bits); empty before that deal."""
    return base64.b32encode(seed).decode("ascii")[:CODE_SYMBOLS] if seed else ""


def _last_trick(events: Sequence[Event]) -> tuple[tuple[tuple[int, Card], ...], int | None]:
    """The cards of the last finished trick, in the order of play, and who won it."""
    cards: list[tuple[int, Card]] = []
    done: tuple[tuple[tuple[int, Card], ...], int | None] = ((), None)
    for event in events:
        if isinstance(event, Played):
            cards.append((event.chair, event.card))
        elif isinstance(event, TrickWon):
            done, cards = (tuple(cards), event.chair), []
    return done


def _card(card: Card, legal: Legal | None) -> CardView:
    if legal is None or not (legal.may_play or legal.may_discard):
        return CardView(card, playable=False, why_not="it is not your turn to lay a card")
    why_not = legal.why_not(card)
    return CardView(card, playable=why_not is None, why_not=why_not or "")


def _seats(table: ViewSources, waits_for: tuple[int, ...]) -> tuple[SeatView, ...]:
    state = table.chain.state
    seats = [_seat(table, chair, key, waits_for)
             for chair, key in enumerate(state.match.chairs) if key is not None]
    mine, known = table.author.identity.public, state.match.players()
    for key, name in table.wants_names.items():
        seats.append(SeatView(
            chair=-1, key=key, name=name, badge=fingerprint(key)[:4],
            stack=state.match.stack(key) if key in known else state.founding.options.stack,
            result=state.match.result(key) if key in known else 0, standing="joining", blind=False, short=False,
            paid=0, stake=0, cards=0, tricks=0, connected=key in table.peers or key == mine, due=False,
            seconds_left=None))
    return tuple(seats)


def _seat(table: ViewSources, chair: int, key: bytes, waits_for: tuple[int, ...]) -> SeatView:
    state = table.chain.state
    hand = state.hand if state.hand is not None and chair in state.hand.stacks else None
    limit = table.limit(chair) if chair in waits_for else None
    live = hand is not None and chair in hand.live
    return SeatView(
        chair=chair, key=key, name=state.names.get(key, f"seat {chair + 1}"), badge=fingerprint(key)[:4],
        stack=state.match.stack(key), result=state.match.result(key), standing=_standing(table, chair, key),
        blind=hand is not None and live and state.dealt() and state.founding.options.blind
        and chair not in hand.looked,
        short=hand is not None and live and hand.is_short(chair),
        paid=0 if hand is None else hand.paid(chair), stake=0 if hand is None else hand.counted(chair),
        cards=0 if hand is None or not state.dealt() else hand.cards_held(chair),
        tricks=0 if hand is None else hand.tricks_won.get(chair, 0),
        connected=key in table.peers or key == table.author.identity.public,
        due=chair in waits_for, seconds_left=None if limit is None else max(0.0, limit - table.now))


def _standing(table: ViewSources, chair: int, key: bytes) -> str:
    state = table.chain.state
    hand = state.hand
    if key in table.chain.cheats:
        return "cheat"
    if hand is not None and chair in hand.stacks:
        if chair in hand.forfeited:
            return "gone"
        if chair in hand.live:
            return "leaving" if table.usher.is_leaving(key) else "playing"
        return "folded" if chair in hand.folded else "out"
    if state.match.is_away(key):
        return "away"
    if table.usher.is_leaving(key):
        return "leaving"
    return "out" if hand is not None else "seated"


def _progress(table: ViewSources) -> DealProgress | None:
    """Ticks of the current deal: parts that this node has checked and taken in, or holds for the step at the tip."""
    state = table.chain.state
    deal = state.deal
    if deal is None or state.stage in (Stage.OPEN, Stage.CLOSED):
        return None
    place = table.chain.places.get(state.parent)
    here = () if place is None else tuple(sorted(place.entries))
    seats = deal.seats or state.asked
    if state.stage is Stage.KEYS:
        return DealProgress(state.deals, seats, here, (), (), (), dealt=False)
    if state.stage is Stage.SHUFFLE:
        after = seats.index(deal.next_shuffler) if deal.next_shuffler is not None else len(seats)
        return DealProgress(state.deals, seats, seats, seats[:after], (), (), dealt=False)
    if state.stage is Stage.REVEAL:
        return DealProgress(state.deals, seats, seats, seats, here, (), dealt=False)
    owing = state.shares_due() if state.hand is not None else {}
    shares = tuple(chair for chair in seats if chair not in owing or chair in here)
    return DealProgress(state.deals, seats, seats, seats, seats, shares, dealt=state.dealt())
