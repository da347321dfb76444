"""The golden vectors: the product makes them byte for byte, and accepts them from the file alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol.deal import Check, Context, Deal, Keys, Reveal, Secrets, Shares, Shuffle, SuitProof
from protocol.errors import Refused
from tests.protocol.make_vectors import DIRECTORY, MAKERS
from tests.protocol.seats import run


def stored(name: str) -> dict[str, Any]:
    return dict(json.loads((DIRECTORY / f"{name}.json").read_text(encoding="ascii")))


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_the_product_makes_them_again(name: str) -> None:
    assert json.loads(json.dumps(MAKERS[name]())) == stored(name)


def test_every_file_has_its_maker() -> None:
    assert {path.stem for path in DIRECTORY.glob("*.json")} == set(MAKERS)


def raw(part: Any) -> Any:
    return bytes.fromhex(part) if isinstance(part, str) else [raw(item) for item in part]


def place(fields: dict[str, Any]) -> Context:
    return Context(**{name: bytes.fromhex(v) if isinstance(v, str) else v for name, v in fields.items()})


class Replay:
    """A deal fed from the file. Each step takes the message of the file, or another in its place."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.vector = vector
        self.deal = Deal(vector["cards"], bytes.fromhex(vector["table_id"]), vector["deal"])

    def check_keys(self, step: dict[str, Any], body: Any) -> tuple[Check, ...]:
        return self.deal.checks_keys(place(step["context"]), Keys.from_body(body))

    def keys(self) -> None:
        for step in self.vector["keys"]:
            run(self.check_keys(step, raw(step["body"])))
            self.deal.add_keys(place(step["context"]), Keys.from_body(raw(step["body"])))
        self.deal.close_keys()
        assert self.deal.key.data.hex() == self.vector["joint_key"]

    def check_shuffle(self, step: dict[str, Any], body: Any) -> tuple[Check, ...]:
        return self.deal.checks_shuffle(place(step["context"]), Shuffle.from_body(body, self.deal.cards))

    def shuffles(self) -> None:
        for step in self.vector["shuffles"]:
            run(self.check_shuffle(step, raw(step["body"])))
            self.deal.add_shuffle(place(step["context"]), Shuffle.from_body(raw(step["body"]), self.deal.cards))

    def reveals(self) -> None:
        for step in self.vector["reveals"]:
            self.deal.add_reveal(place(step["context"]), Reveal.from_body(raw(step["body"])))
        self.deal.close_reveal(bytes.fromhex(self.vector["reveals"][0]["context"]["parent"]))
        assert self.deal.seed.hex() == self.vector["seed"]

    def check_shares(self, step: dict[str, Any], body: Any) -> tuple[Check, ...]:
        return self.deal.checks_shares(
            place(step["context"]), step["slots"], Shares.from_body(body, len(step["slots"]))
        )

    def shares(self, step: dict[str, Any]) -> None:
        run(self.check_shares(step, raw(step["body"])))
        shares = Shares.from_body(raw(step["body"]), len(step["slots"]))
        self.deal.add_shares(place(step["context"]), step["slots"], shares)


def test_the_deal_of_the_file_is_accepted() -> None:
    vector = stored("deal")
    replay = Replay(vector)
    replay.keys()
    replay.shuffles()
    replay.reveals()
    for step in vector["shares"]:
        replay.shares(step)
    deal = replay.deal
    assert deal.draw("opener", 6) == vector["opener_of_6"]
    assert deal.open(4) == vector["turned_card"]
    for place_, (chair, seat) in enumerate(vector["seats"].items()):
        own = Secrets.from_bytes(bytes.fromhex(seat["secret"] + seat["contribution"]))
        slots = (2 * place_, 2 * place_ + 1)
        assert [own.peek(deal, slot, int(chair)) for slot in slots] == vector["hands"][chair]
    suit = vector["suit"]
    proof = SuitProof.from_body(raw(suit["body"]), len(suit["slots"]), len(suit["allowed"]))
    run(deal.checks_suit(place(suit["context"]), suit["slots"], suit["allowed"], proof))
    replay.shares(vector["played"])
    assert deal.open(0) == vector["played_card"] == vector["hands"]["0"][0]


def test_every_refused_body_of_the_file_is_refused() -> None:
    vector = stored("deal")
    before_keys, before_shuffle, before_shares = Replay(vector), Replay(vector), Replay(vector)
    before_shuffle.keys()
    before_shares.keys()
    before_shares.shuffles()
    before_shares.reveals()
    checks = {
        "keys": lambda body: before_keys.check_keys(vector["keys"][0], body),
        "shuffle": lambda body: before_shuffle.check_shuffle(vector["shuffles"][0], body),
        "shares": lambda body: before_shares.check_shares(vector["shares"][0], body),
    }
    assert {case["message"] for case in vector["refused"]} == set(checks)
    for case in vector["refused"]:
        with pytest.raises(Refused):
            run(checks[case["message"]](raw(case["body"])))
            pytest.fail(case["why"])
