"""Runs one scenario (tests/scenarios/README.md) against the rules; knows the hands, and is no test itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from azi_p2p.game import Card, Discard, Hand, IllegalAction, Match, Options, Phase, Play, parse_action

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = ("none", "nobody", "null", "-")


class Scenario:
    """A match of the scenario's players, and the cards they hold."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        options = Options.checked(**told.get("rules", {}))
        self.match = Match(options)
        self.chair: dict[str, int] = {}
        for number, (name, stack) in enumerate(told["stacks"].items()):
            player = name.encode()
            self.chair[name] = self.match.sit(player, 0 if stack is None else stack)
            assert self.chair[name] == number
        for name, stack in told["stacks"].items():
            if stack is None:  # an empty chair
                self.match.leave(name.encode())
                del self.chair[name]
        if "previous_winner" in told:
            self.match.previous_winner = list(told["stacks"]).index(told["previous_winner"])
        self.deals = iter(told["deals"])
        self.cards: dict[int, list[Card]] = {}
        self.hand: Hand | None = None
        self.finished: Hand | None = None

    def run(self) -> None:
        self.start_hand()
        for line in self.told["actions"]:
            try:
                self.step(line)
            except AssertionError as error:
                raise AssertionError(f"at {line!r}: {error}") from error
            self.settle()
        self.check_end(self.told.get("expect", {}))

    def start_hand(self) -> None:
        self.match.start_hand(self.match.payers())
        self.hand = self.match.hand
        self.settle()

    def settle(self) -> None:
        """Deals where a deal is awaited and told, and keeps the last hand that ended."""
        hand = self.hand
        assert hand is not None
        self.match.check()
        if self.match.hand is not None and hand.phase is Phase.OVER:
            self.match.finish_hand()
        if hand.phase is Phase.DEAL and (deal := next(self.deals, None)) is not None:
            self.deal(hand, deal)

    def deal(self, hand: Hand, deal: dict[str, Any]) -> None:
        dealt = {self.chair[name]: held.split() for name, held in deal["hands"].items()}
        hands = {chair: [Card.parse(text) for text in held] for chair, held in dealt.items()}
        self.cards = {chair: cards for chair, cards in hands.items() if chair in hand.live}
        assert set(self.cards) == hand.live, f"dealt in are {self.names(hand.live)}"
        known = [card for cards in self.cards.values() for card in cards] + [Card.parse(deal["trump"])]
        assert len(set(known)) == len(known), "a card is dealt twice"
        assert all(len(cards) == hand.options.cards for cards in self.cards.values()), "wrong number of cards"
        opener = deal.get("opener", self.told.get("opener"))
        hand.begin_deal(Card.parse(deal["trump"]), self.chair.get(opener, min(hand.live)))
        self.settle()

    def step(self, line: str) -> None:
        words = line.split()
        if words[0] == "=":
            self.mark(words[1], words[2:])
        elif line.startswith("!"):
            self.refused(*line[1:].split(maxsplit=1))
        elif words[0] in ("void", "next"):
            self.between(words[0], words[1:])
        elif words[1] in ("forfeit", "leave", "sit", "rebuy", "away", "back"):
            self.around(words[0], words[1], words[2:])
        else:
            self.act(words[0], line.split(maxsplit=1)[1])

    def between(self, word: str, names: list[str]) -> None:
        if word == "next":
            self.start_hand()
        else:
            self.running.void_deal([self.chair[name] for name in names])

    def around(self, name: str, verb: str, rest: list[str]) -> None:
        player = name.encode()
        match verb:
            case "forfeit":
                self.running.forfeit(self.chair[name])
            case "leave":
                self.match.leave(player)
                del self.chair[name]
            case "sit":
                self.chair[name] = self.match.sit(player, int(rest[0]) if rest else None)
            case "rebuy":
                self.match.rebuy(player)
            case _:
                self.match.set_away(player, verb == "away")

    @property
    def running(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def act(self, name: str, text: str) -> None:
        chair, action = self.chair[name], parse_action(text)
        held = self.cards.get(chair, [])
        self.running.apply(chair, action, held)
        if isinstance(action, Play | Discard) and action.card is not None:
            held.remove(action.card)

    def refused(self, name: str, text: str) -> None:
        before = self.match.snapshot(), self.running.snapshot()
        try:
            self.act(name, text)
        except IllegalAction:
            assert (self.match.snapshot(), self.running.snapshot()) == before, "refused, and changed"
            return
        raise AssertionError("it was not refused")

    def mark(self, key: str, values: list[str]) -> None:
        hand = self.running
        match key, values:
            case "pot", [chips]:
                same(hand.pot_size, int(chips))
            case "level", [level]:
                same(hand.level, int(level))
            case "stack", [name, chips]:
                same(self.match.stack(name.encode()), int(chips))
            case "turn", names:
                same(self.names(hand.to_act()), [] if names[0] in NOBODY else sorted(names))
            case "leader", [name]:
                same(hand.leader, None if name in NOBODY else self.chair[name])
            case "opener", [name]:
                same(hand.opener, self.chair[name])
            case "entry", [name, fee]:
                same(hand.entry_prices.get(self.chair[name]), None if fee in NOBODY else int(fee))
            case "legal", [name, *cards]:
                chair = self.chair[name]
                plays = hand.legal(chair, self.cards[chair]).plays
                same(sorted(map(str, plays)), sorted(cards))
            case "phase", [phase]:
                same(hand.phase.value, phase)
            case "azi", [count]:
                same(hand.azi, int(count))
            case "live", names:
                same(self.names(hand.live), sorted(names))
            case "seats", names:
                same(self.names(self.match.seated), sorted(names))
            case "counted", [name, chips]:
                same(hand.counted(self.chair[name]), int(chips))
            case "result", [name, chips]:
                same(self.match.result(name.encode()), int(chips))
            case _:
                raise AssertionError(f"there is no mark {key!r} of {len(values)} words")

    def check_end(self, expect: dict[str, Any]) -> None:
        hand = self.running
        if "winner" in expect:
            winner = None if hand.result is None else hand.result.winner
            same(winner, None if expect["winner"] is None else self.chair[expect["winner"]])
        for name, chips in expect.get("stacks", {}).items():
            assert self.match.stack(name.encode()) == chips, f"{name} has {self.match.stack(name.encode())}"
        if "azi" in expect:
            same(hand.azi, expect["azi"])
        if "next_opener" in expect:
            opener = self.match.next_opener()
            same(opener, None if expect["next_opener"] is None else self.chair[expect["next_opener"]])

    def names(self, chairs: Any) -> list[str]:
        return sorted(name for name, chair in self.chair.items() if chair in chairs)


def same(found: Any, wanted: Any) -> None:
    assert found == wanted, f"found {found}, wanted {wanted}"


def run_file(path: Path) -> None:
    Scenario(json.loads(path.read_text(encoding="utf-8"))).run()
