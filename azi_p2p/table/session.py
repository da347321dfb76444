"""The table: one node's part in one table, sans-IO. Bytes and time go in, effects and the next deadline come out.

    receive(peer, data, now)   act(action, now)   handle_timer(now)   peer_up / peer_down(peer, now)
    next_deadline()            poll_effects()     view(now)

What a peer sends never raises out of `receive`; what the caller asks wrongly raises IllegalAction or LocalError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.actions import Chat, Leave, Rebuy, SitDown, SitOut, StartHand, TableAction, VoteGone
from azi_p2p.table.author import Author
from azi_p2p.table.bodies import Founding, sound_name
from azi_p2p.table.chain import Advanced, Chain, DroppedBack
from azi_p2p.table.clocks import Clocks
from azi_p2p.table.effects import Changed, Effect, Keep, Left, Said, Send, Suspect, Wipe
from azi_p2p.table.evidence import Cheat
from azi_p2p.table.fairness import DealStory, deal_story
from azi_p2p.table.jury import Jury
from azi_p2p.table.kinds import PARTS, REQUESTS, Stage
from azi_p2p.table.limits import BACKGROUND_CHECKS, MAX_CHAT_SIZE, PAUSE_SECONDS
from azi_p2p.table.seat_view import ViewSources, make_view
from azi_p2p.table.state import TableState
from azi_p2p.table.sync import Sync
from azi_p2p.table.usher import Usher
from azi_p2p.table.wire import ChatLine, Entries, Evidence, Status, pack, unpack
from protocol.digest import digest
from protocol.errors import LocalError, Malformed, NotProven, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.table.view import View
    from protocol.entry import Entry
    from protocol.identity import Identity

GAME_ACTIONS: Final = (Look, Fold, Call, Raise, Discard, Play, Enter, Decline)
MAX_ROUNDS: Final = 400
"""Own entries written in one go: a bound that only a bug could reach."""


class Table:
    """One identity at one table: seated, about to sit down, or looking on."""

    def __init__(
        self, identity: Identity, founding: Founding, entropy: Callable[[int], bytes], now: float, *,
        pause: float = PAUSE_SECONDS, start_at: int | None = None, stopwatch: Callable[[], float] | None = None,
    ) -> None:
        """`entropy(n)` gives n random bytes. `pause`: seconds between hands that this seat opens.
        `start_at`: open the first hand by itself once so many sit, where that is this seat's part.
        `stopwatch`: a clock by which checks are timed, for the story of the deal."""
        self.identity = identity
        self.founding = founding
        self.chain = Chain(TableState.begin(founding), identity.public, stopwatch)
        self.author = Author(identity, founding.table_id, entropy)
        self.clocks = Clocks(now)
        self.peers: dict[bytes, str] = {}
        self.usher = Usher(
            identity, founding, self.chain.cheats.keys(), pause=pause, start_at=start_at, peers=self.peers)
        self.jury = Jury(identity.public)
        self.sync = Sync(now)
        self.trouble = ""
        self._effects: list[Effect] = []
        self._left = False
        self._was_behind = False
        self._clock_of: bytes = b""
        self._watch_clock(now)

    # --- what goes in ---

    def begin(self, now: float) -> None:
        """Keep the founding entry of a new table and begin the clocks. Call once, before anything else."""
        self._keep([self.founding.entry])
        self._work(now)

    def restore(self, messages: Sequence[bytes], secrets: Mapping[bytes, bytes], now: float) -> None:
        """Take in what was kept before a restart, in its order. Nothing is sent. Raises LocalError if damaged."""
        self.author.restore(secrets)
        for data in messages:
            try:
                message = unpack(data)
            except Malformed as error:
                raise LocalError(f"a stored message is damaged: {error}") from error
            match message:
                case Entries(entries):
                    for entry in entries:
                        self.author.remember(entry)
                        self._take(entry, trust=True)
                case Evidence(entries):
                    self.chain.offer_evidence(entries)
                case _:
                    pass
        self.chain.news.clear()
        self.chain.settle()
        self._work(now)

    def receive(self, peer: bytes, data: bytes, now: float) -> None:
        """A message from an authenticated peer. Never raises on what the peer chose."""
        self._awake(now)
        try:
            message = unpack(data)
        except Malformed as error:
            self._effects.append(Suspect(peer, str(error), proof=False))
            return
        match message:
            case Entries(entries):
                self._receive_entries(peer, entries, now)
            case Evidence(entries):
                self._receive_evidence(peer, entries)
            case Status() as status:
                self.sync.heard(status, now)
                self._answer(peer, status, now)
            case ChatLine(text):
                if self.chain.state.chair_of(peer) is not None:
                    self._effects.append(Said(peer, _one_line(text)))
        self._work(now)

    def peer_up(self, peer: bytes, name: str, now: float) -> None:
        """A link to this peer stands: tell it how far we are, what we ask for, and what we hold against whom."""
        self._awake(now)
        self.peers[peer] = name
        self._send(pack(self.sync.status(self.chain, ask=True)), peer)
        for cheat in self.chain.cheats.values():
            self._send(pack(Evidence(cheat.entries)), peer)
        requests = self.usher.to_repeat()
        if requests:
            self._send(pack(Entries(requests)), peer)
        self._effects.append(Changed())
        self._work(now)

    def peer_down(self, peer: bytes, now: float) -> None:
        """The link to this peer is gone."""
        self.peers.pop(peer, None)
        self._effects.append(Changed())
        self._work(now)

    def act(self, action: Action | TableAction, now: float) -> None:
        """Do what the player asks. Raises IllegalAction or LocalError, in words, and then changes nothing."""
        self._awake(now)
        if isinstance(action, GAME_ACTIONS):
            self._play(action)
        else:
            self._act_at_table(action)
        self._effects.append(Changed())
        self._work(now)

    def handle_timer(self, now: float) -> None:
        """Time has passed: votes, statuses, pauses and background checks that are due."""
        self._awake(now)
        self._check_background()
        if self.sync.is_due(now):
            self.sync.told(now)
            self._send(pack(self.sync.status(self.chain, ask=True)))
            requests = self.usher.to_repeat()
            if requests:
                self._send(pack(Entries(requests)))
        self._work(now)

    # --- what comes out ---

    def poll_effects(self) -> list[Effect]:
        """What the node has to do, in this order; each is handed out once."""
        effects, self._effects = self._effects, []
        return effects

    def next_deadline(self) -> float | None:
        """When `handle_timer` wants to be called, in the seconds of `now`; None: only when something comes in."""
        if self._left:
            return None
        times: list[float | None] = [self.sync.deadline(stalled=self._stalled())]
        if self.chain.deferred:
            times.append(self.clocks.now)
        times.append(self.sync.behind_until(self.chain.tip, self.clocks.now))
        opening = self.usher.opening_time(self.chain.state, self.clocks, self.peers)
        if opening is not None:
            times.append(opening)
        for chair in self._waiting_for():
            limit = self._limit(chair)
            if limit is not None and limit > self.clocks.now:
                times.append(limit)
        return min((time for time in times if time is not None), default=None)

    @property
    def me(self) -> int | None:
        """This node's chair, or None."""
        return self.chain.state.chair_of(self.identity.public)

    @property
    def has_left(self) -> bool:
        """Has this node left for good, or is the table closed?"""
        return self._left

    def story(self) -> DealStory | None:
        """How the current deal came to be fair, for people to read."""
        return deal_story(self.chain)

    def view(self, now: float) -> View:
        """What this seat may see, now."""
        return make_view(ViewSources(
            chain=self.chain, author=self.author, usher=self.usher, jury=self.jury, clocks=self.clocks,
            me=self.me, peers=self.peers, limit=self._limit, trouble=self.trouble, now=now,
            behind=self._is_behind(now),
            wants_names={request.author: request.name for request in self.usher.sitters(self.chain.state)}))

    # --- entries ---

    def _receive_entries(self, peer: bytes, entries: Sequence[Entry], now: float) -> None:
        before, waiting = self.chain.tip, len(self.chain.orphans)
        kept = []
        for entry in entries:
            if entry.table_id != self.founding.table_id or self._knows(entry):
                continue
            try:
                entry.verify()
                if self._take(entry, trust=False):
                    kept.append(entry)
            except Refused as refusal:
                self._effects.append(Suspect(peer, str(refusal), proof=False))
                break
        if kept:
            self._keep(kept, urgent=False)
            self._effects.append(Changed())
        behind = len(entries) > 1 and self.chain.tip > before
        if behind:
            self.sync.supplied(now)
        if behind or len(self.chain.orphans) > waiting:
            self._ask(peer, now, at_once=behind)

    def _knows(self, entry: Entry) -> bool:
        """Has this very entry been taken in? (Saves checking its signature again.)"""
        step = self.chain.index.get(entry.parent)
        if step is None:
            return False
        if step < self.chain.tip and any(entry.digest == done.digest for done in self.chain.steps[step].entries):
            return True
        place = self.chain.places.get(entry.parent)
        return place is not None and (
            any(entry.digest == one.entry.digest for one in place.admitted())
            or any(entry.digest == verdict.entry.digest for verdict in place.verdicts()))

    def _take(self, entry: Entry, *, trust: bool) -> bool:
        if entry.kind in REQUESTS:
            return self.usher.hear(entry, self.chain.state)
        old = self.me is None     # of hands without this seat the proofs are checked in the background
        return self.chain.offer(entry, trust=trust, defer=old)

    def _receive_evidence(self, peer: bytes, entries: Sequence[Entry]) -> None:
        try:
            for entry in entries:
                if entry.table_id != self.founding.table_id:
                    raise NotProven("evidence of another table")
                entry.verify()
        except Refused as refusal:
            self._effects.append(Suspect(peer, str(refusal), proof=False))
            return
        self.chain.offer_evidence(entries)

    def _answer(self, peer: bytes, status: Status, now: float) -> None:
        if not self._may_read(peer):
            return
        entries = self.sync.answer(self.chain, status)
        if entries and self.sync.may_answer(peer, now):
            self._send(pack(Entries(tuple(entries))), peer)
        if status.ask and self.sync.lacks(self.chain, status):
            self._ask(peer, now, at_once=False)

    def _may_read(self, peer: bytes) -> bool:
        """May this peer have the record: who sits or wants to sit down, and watchers where the table takes them?"""
        if self.founding.options.watchers or self.chain.state.chair_of(peer) is not None:
            return True
        return peer in self.usher.wanting() or peer == self.founding.founder

    def _ask(self, peer: bytes, now: float, *, at_once: bool) -> None:
        if at_once or self.sync.may_ask(peer, now):
            self._send(pack(self.sync.status(self.chain, ask=True)), peer)

    def _put(self, entry: Entry, secrets: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        """An entry of our own: kept first, then taken in, then sent."""
        self.author.remember(entry)
        data = pack(Entries((entry,)))
        self._effects.append(Keep(((entry.digest, data),), secrets, urgent=True))
        self.chain.offer(entry, trust=True)
        self._send(data)

    def _keep(self, entries: Sequence[Entry], *, urgent: bool = True) -> None:
        self._effects.append(Keep(tuple((entry.digest, pack(Entries((entry,)))) for entry in entries), urgent=urgent))

    def _send(self, data: bytes, peer: bytes | None = None) -> None:
        self._effects.append(Send(peer, data))

    # --- the player's actions ---

    def _play(self, action: Action) -> None:
        chair, state = self.me, self.chain.state
        if chair is None:
            raise IllegalAction("you have no seat at this table")
        if state.hand is None:
            raise IllegalAction("no hand is being played")
        if chair not in state.due() or not PARTS[state.stage].choice or self._written(chair):
            raise IllegalAction("it is not your turn")
        if self._is_behind(self.clocks.now):
            raise IllegalAction("the table is still being caught up with: one moment")
        self._put(self.author.move(state, chair, action))
        self.usher.unattended = False

    def _act_at_table(self, action: TableAction) -> None:
        state = self.chain.state
        match action:
            case SitDown(name, invitation):
                try:
                    self.usher.sit_down(sound_name(name), invitation, state)
                except Malformed as error:
                    raise LocalError(str(error)) from error
            case StartHand():
                if self.me is None or self.me not in state.due() or state.stage is not Stage.OPEN:
                    raise IllegalAction("it is not yours to open the next hand")
                if self.usher.opening(state) is None:
                    raise IllegalAction("a hand needs two who can pay the ante")
                self.usher.start_now = True
            case Leave():
                if self.me is None:
                    self._leave("you have left the table")
                else:
                    self.usher.leave()
            case Rebuy():
                self.usher.rebuy(state, self.me)
            case SitOut(out):
                self.usher.sitting_out, self.usher.unattended = out, False
            case VoteGone(chair):
                self._vote_gone(chair)
            case Chat(text):
                if self.me is None:
                    raise IllegalAction("only who sits at the table can talk")
                line = _one_line(text)
                if len(line.encode()) > MAX_CHAT_SIZE:
                    raise LocalError(f"a line takes at most {MAX_CHAT_SIZE} bytes: say it in two")
                if line:
                    self._send(pack(ChatLine(line)))

    def _vote_gone(self, chair: int) -> None:
        if chair not in self.jury.may_accuse(self.chain):
            raise IllegalAction("nobody waits for that seat, or you have accepted its move")
        self._put(self.jury.accuse(self.chain, self.author, chair))

    def _leave(self, reason: str) -> None:
        if not self._left:
            self._left = True
            self._forget(self.chain.tip + 1)
            self._effects += [Changed(), Left(reason)]

    def _forget(self, floor: int) -> None:
        forgotten = self.author.forget(floor)
        if forgotten:
            self._effects.append(Wipe(forgotten))

    # --- going on ---

    def _work(self, now: float) -> None:
        """Do whatever follows from what is known now, until nothing more does."""
        for _ in range(MAX_ROUNDS):
            self._hear_news(now)
            if self._left or not self._one_more(now):
                break
        else:
            raise AssertionError("the table does not come to rest")
        self._hear_news(now)
        behind = self._is_behind(now)
        if self._was_behind and not behind:
            self._effects.append(Changed())      # the player may act again
        self._was_behind = behind

    def _one_more(self, now: float) -> bool:
        """Write one entry or request of our own, if one is due."""
        if self._is_behind(now):
            return False
        state = self.chain.state
        for request in self.usher.requests_due(state):
            self._keep([request], urgent=False)
            self._send(pack(Entries((request,))))
        verdict = self.jury.verdict_due(
            self.chain, self.author, self._overdue(now), self.peers, alone=self.usher.leaving)
        if verdict is not None:
            self._put(verdict)
            return True
        return self._write_due(now) or self._go_on_alone()

    def _write_due(self, now: float) -> bool:
        chair, state = self.me, self.chain.state
        if chair is None or chair not in state.due() or self._written(chair) or self.trouble:
            return False
        signed = self.author.signed_on(state.parent)
        if signed is not None:
            return self.chain.offer(signed, trust=True)     # never another one
        if PARTS[state.stage].choice:
            return self._act_for_player(chair, now)
        if state.stage is Stage.OPEN:
            opening = self.usher.opening(state)
            time = self.usher.opening_time(state, self.clocks, self.peers)
            if opening is None or time is None or now < time:
                return False
            self._put(self.author.sign(state, "open", opening.to_body()))
        elif state.stage is Stage.KEYS:
            if state.hand is None and self.usher.stays_out:
                self._put(self.author.sign(state, "keys", None))
            else:
                entry, secret = self.author.keys(state, chair)
                self._put(entry, (secret,))
        else:
            self._put(self.author.dealing(state, chair))
        return True

    def _act_for_player(self, chair: int, now: float) -> bool:
        """His time is up: fold, or do the least that the rules let him do; and sit out until he is back."""
        state, seconds = self.chain.state, self.founding.options.turn_seconds
        if not seconds or now < self.clocks.since + seconds or state.hand is None:
            return False
        cards = tuple(self.author.hand(state, chair))
        legal = state.hand.legal(chair, cards or None)
        preferred = (Fold, Decline, Raise, Look, Discard, Play)
        choices = sorted(legal.actions(), key=lambda one: preferred.index(type(one)) if type(one) in preferred else 9)
        if not choices:
            return False
        self._put(self.author.move(state, chair, choices[0]))
        self.usher.unattended = True
        return True

    def _go_on_alone(self) -> bool:
        """Heads-up with somebody who is gone: open a hand with others, or close the table, on his absence."""
        fork = self.jury.without_the_missing(self.chain)
        if fork is None or self.me is None or self.me not in fork.due() or fork.stage is not Stage.OPEN or (
            self.author.signed_on(fork.parent) is not None
        ):
            return False
        opening = self.usher.opening(fork)
        if opening is not None:
            self._put(self.author.sign(fork, "open", opening.to_body()))
            return True
        if self.usher.leaving:
            self._put(self.author.sign(fork, "close", None))
            return True
        return False

    def _hear_news(self, now: float) -> None:
        news, self.chain.news = self.chain.news, []
        for one in news:
            match one:
                case Advanced() | DroppedBack():
                    self._effects.append(Changed())
                case Cheat(key, _, entries, reason):
                    data = pack(Evidence(entries))
                    self._effects += [Keep(((digest("evidence", data), data),), urgent=True), Send(None, data),
                                      Suspect(key, reason, proof=True), Changed()]
        if news:
            self.sync.moved(now)
        if self.chain.settle():
            self._forget(self.chain.floor)
        if self.chain.broken and not self.trouble:
            self._distrust(self.chain.broken)
        self._watch_clock(now)
        self._notice_leaving()

    def _notice_leaving(self) -> None:
        state = self.chain.state
        if state.stage is Stage.CLOSED:
            self._leave("the table is closed")
        elif self.usher.has_left(state, self.me) and not self._is_behind(self.clocks.now):
            self._leave("you have left the table")
        self.usher.was_seated = self.usher.was_seated or self.me is not None

    # --- time ---

    def _awake(self, now: float) -> None:
        self.clocks.tick(now)

    def _is_behind(self, now: float) -> bool:
        return self.sync.behind_until(self.chain.tip, now) is not None

    def _watch_clock(self, now: float) -> None:
        """A new step is waited for: its clock begins."""
        if self._clock_of != self.chain.state.parent:
            self._clock_of = self.chain.state.parent
            self.clocks.begin(now)
        self.usher.watch(self.chain.state, now)

    def _written(self, chair: int) -> bool:
        place = self.chain.places.get(self.chain.state.parent)
        return place is not None and (chair in place.entries or chair in place.versions)

    def _waiting_for(self) -> list[int]:
        return [chair for chair in self.chain.state.due() if not self._written(chair)]

    def _limit(self, chair: int) -> float | None:
        """When this due chair's time is up, by this node's clock; None where it is untimed."""
        state = self.chain.state
        return self.usher.limit(state, chair, self.clocks, self.peers, mine=chair == self.me)

    def _overdue(self, now: float) -> list[int]:
        late = []
        for chair in self._waiting_for():
            limit = self._limit(chair)
            if chair != self.me and limit is not None and now >= limit:
                late.append(chair)
        return late

    def _stalled(self) -> bool:
        return bool(self._waiting_for()) or self.chain.state.stage is Stage.OPEN

    def _check_background(self) -> None:
        for _ in range(min(BACKGROUND_CHECKS, len(self.chain.deferred))):
            entry, check = self.chain.deferred.popleft()
            try:
                check.run()
            except Refused as refusal:
                if not self.chain.refute(entry, refusal):
                    self._distrust(f"step {entry.step} is false: {refusal}")

    def _distrust(self, why: str) -> None:
        """A majority has signed what is false: nobody should play on with them."""
        self.trouble = f"this table's record does not hold ({why}). Do not sit down at it."
        self.chain.deferred.clear()
        self._effects += [Suspect(self.founding.founder, self.trouble, proof=False), Changed()]


def _one_line(text: str) -> str:
    """A chat line without control characters."""
    return "".join(symbol if symbol.isprintable() or symbol in "\u200d\u200c" else " " for symbol in text).strip()
