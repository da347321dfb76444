"""Makes the golden vectors in protocol/vectors: `python -m tests.protocol.make_vectors`. Not a test itself.

The same code runs in the tests, which compare: a vector changes only when somebody means it to.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocol.commitment import commit
from protocol.deal import Deal, Secrets
from protocol.deck import deck_digest, encode_deck
from protocol.generators import MAX_CARDS, card_points, chain_generator, permutation_generators
from protocol.group import GENERATOR, ONE, ORDER, Scalar, join, times_base
from protocol.hashing import Uniform, expand_message_xmd, hash_to_element, hash_to_scalar, shake_stream, tag_of
from protocol.shuffle_proof import _Challenges
from protocol.transcript import Transcript
from tests.protocol.record_vectors import record
from tests.protocol.seats import TABLE, Stream, context

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.context import Context

DIRECTORY = Path(__file__).parents[2] / "protocol" / "vectors"
CARDS = 6
CHAIRS = (0, 2)
HANDS = {0: (0, 1), 2: (2, 3)}
TURNED = 4


class Recorded:
    """Entropy that remembers what was taken, so that a vector can carry it."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed)
        self.taken = b""

    def __call__(self, count: int) -> bytes:
        part = self._stream(count)
        self.taken += part
        return part


def plain(part: Any) -> Any:
    """A message's body with its byte strings in hex."""
    return part.hex() if isinstance(part, bytes) else [plain(item) for item in part]


def place(here: Context) -> dict[str, Any]:
    return {"table_id": here.table_id.hex(), "deal": here.deal, "parent": here.parent.hex(), "seat": here.seat,
            "author": here.author.hex()}


def recorded(make: Callable[[Recorded], Any], seed: str) -> tuple[Any, str]:
    """What `make` made, and the entropy that it took, in hex."""
    entropy = Recorded(seed)
    return make(entropy), entropy.taken.hex()


def generators() -> dict[str, Any]:
    numbers = (0, 1, 2, 26, MAX_CARDS - 1)
    return {
        "chain": chain_generator().data.hex(),
        "cards": {str(j): card_points(MAX_CARDS)[j].data.hex() for j in numbers},
        "permutation": {str(j): permutation_generators(MAX_CARDS)[j].data.hex() for j in numbers},
    }


def hashing() -> dict[str, Any]:
    message = bytes(range(64))
    state = Transcript.at("example", context(5, 7))
    state.text("word").number(2**40).octets(b"bytes").element(GENERATOR).scalar(ONE)
    state.elements([GENERATOR, times_base(Scalar.of(2))]).numbers([0, 1, 2])
    seed = bytes(range(32))
    return {
        "message": message.hex(),
        "expanded": expand_message_xmd(message, tag_of("H2S", "example"), 100).hex(),
        "scalar": hash_to_scalar(message, tag_of("H2S", "example")).data.hex(),
        "element": hash_to_element(message, tag_of("H2G", "example")).data.hex(),
        "transcript": {
            "context": place(context(5, 7)),
            "digest": state.digest().hex(),
            "challenge": state.challenge("example").data.hex(),
            "challenges": [s.data.hex() for s in state.challenges("example", 3)],
        },
        "stream": {
            "seed": seed.hex(),
            "label": "example",
            "below": [[n, shake_stream(seed, "example").below(n)] for n in (1, 2, 6, 27, 2**64)],
            "permutation_of_27": list(shake_stream(seed, "example").permutation(27)),
        },
    }


def deal() -> dict[str, Any]:
    state = Deal(CARDS, TABLE, 3)
    secrets = {}
    seats: dict[str, Any] = {}
    for chair in CHAIRS:
        secrets[chair], taken = recorded(Secrets.generate, f"vector secrets {chair}")
        data = secrets[chair].to_bytes()
        seats[str(chair)] = {"entropy": taken, "secret": data[:32].hex(), "contribution": data[32:].hex()}
    result: dict[str, Any] = {"cards": CARDS, "table_id": TABLE.hex(), "deal": 3, "seats": seats}
    result["keys"] = [keys_of(state, chair, secrets[chair]) for chair in CHAIRS]
    state.close_keys()
    result["joint_key"] = state.key.data.hex()
    result["shuffles"] = [shuffle_of(state, chair, secrets[chair]) for chair in CHAIRS]
    result["deck_digest"] = deck_digest(state.deck).hex()
    result["reveals"] = []
    for chair in CHAIRS:
        reveal = secrets[chair].make_reveal()
        state.add_reveal(context(chair, 20), reveal)
        result["reveals"].append({"context": place(context(chair, 20)), "body": plain(reveal.to_body())})
    state.close_reveal(context(0, 20).parent)
    result |= {
        "seed": state.seed.hex(), "cut": list(shake_stream(state.seed, "cut").permutation(CARDS)),
        "opener_of_6": state.draw("opener", 6), "dealt_deck": encode_deck(state.deck).hex(),
    }
    slots = range(TURNED + 1)
    result["shares"] = [
        shares_of(state, chair, secrets[chair], [s for s in slots if s not in HANDS[chair]], 21) for chair in CHAIRS
    ]
    held = {chair: [secrets[chair].peek(state, slot, chair) for slot in HANDS[chair]] for chair in CHAIRS}
    result["turned_card"] = state.open(TURNED)
    result["hands"] = {str(chair): cards for chair, cards in held.items()}
    allowed = sorted({held[0][1], held[0][0], (held[0][1] + 1) % CARDS})
    here = context(0, 22)
    suit, taken = recorded(lambda e: secrets[0].make_suit_proof(state, here, [1], allowed, e), "vector suit")
    result["suit"] = {"context": place(here), "slots": [1], "allowed": allowed, "entropy": taken,
                      "body": plain(suit.to_body())}
    result["played"] = shares_of(state, 0, secrets[0], [0], 22)
    result["played_card"] = state.open(0)
    return result | {"refused": refused(result)}


def keys_of(state: Deal, chair: int, own: Secrets) -> dict[str, Any]:
    here = context(chair, 1)
    keys, taken = recorded(lambda e: own.make_keys(here, e), f"vector keys {chair}")
    state.add_keys(here, keys)
    assert keys.commitment == commit(here, own.to_bytes()[32:])
    return {"context": place(here), "entropy": taken, "body": plain(keys.to_body())}


def shuffle_of(state: Deal, chair: int, own: Secrets) -> dict[str, Any]:
    here = context(chair, 2 + chair)
    inputs = state.deck
    shuffle, taken = recorded(lambda e: own.make_shuffle(state, here, e), f"vector shuffle {chair}")
    again = Stream(f"vector shuffle {chair}")
    permutation = Uniform(again).permutation(CARDS)
    factors = Scalar.some(CARDS, again)
    challenges = _Challenges(here, state.key, inputs, shuffle.deck, shuffle.proof.commitments)
    state.add_shuffle(here, shuffle)
    return {
        "context": place(here), "entropy": taken, "permutation": list(permutation), "factors": join(factors).hex(),
        "u": join([challenges.u0, *challenges.u]).hex(), "z": join(challenges.links(shuffle.proof.chain)).hex(),
        "body": plain(shuffle.to_body()),
    }


def shares_of(state: Deal, chair: int, own: Secrets, slots: list[int], step: int) -> dict[str, Any]:
    here = context(chair, step)
    shares, taken = recorded(lambda e: own.make_shares(state, here, slots, e), f"vector shares {chair} {step}")
    state.add_shares(here, slots, shares)
    return {"context": place(here), "slots": slots, "entropy": taken, "body": plain(shares.to_body())}


def refused(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Bodies that differ from those above in one thing, and must be refused in their place."""
    key, proof, commitment = result["keys"][0]["body"]
    deck, *rest = result["shuffles"][0]["body"]
    other = result["shuffles"][1]["body"]
    shares, equality = result["shares"][0]["body"]
    return [
        {"why": "the response of the key's proof has the order added", "message": "keys",
         "body": [key, proof[:64] + unreduced(proof[64:]), commitment]},
        {"why": "the key is the identity", "message": "keys", "body": ["00" * 32, proof, commitment]},
        {"why": "the key is not canonical", "message": "keys", "body": ["ff" * 32, proof, commitment]},
        {"why": "the proof is of another seat", "message": "keys", "body": result["keys"][1]["body"]},
        {"why": "two cards have changed places", "message": "shuffle",
         "body": [deck[128:256] + deck[:128] + deck[256:], *rest]},
        {"why": "one card stands twice", "message": "shuffle", "body": [deck[:128] + deck[:128] + deck[256:], *rest]},
        {"why": "the first card is not masked", "message": "shuffle", "body": ["00" * 32 + deck[64:], *rest]},
        {"why": "the shuffle is of another deck and seat", "message": "shuffle", "body": other},
        {"why": "a card is missing", "message": "shuffle", "body": [deck[:-128], *rest]},
        {"why": "two shares have changed places", "message": "shares",
         "body": [shares[64:128] + shares[:64] + shares[128:], equality]},
        {"why": "a share is the identity", "message": "shares", "body": ["00" * 32 + shares[64:], equality]},
    ]


def unreduced(scalar: str) -> str:
    return (int.from_bytes(bytes.fromhex(scalar), "little") + ORDER).to_bytes(32, "little").hex()


MAKERS: dict[str, Callable[[], dict[str, Any]]] = {
    "generators": generators, "hashing": hashing, "deal": deal, "record": record,
}


def main() -> None:
    for name, make in MAKERS.items():
        (DIRECTORY / f"{name}.json").write_text(json.dumps(make(), indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
