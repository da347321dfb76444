"""Founding, requests, invitations, verdicts, openings: their layout as docs/record.md has it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from azi_p2p.game.options import Options
from azi_p2p.table.bodies import (
    MAX_CHAIRS,
    MAX_CHIPS,
    MAX_NAME_SIZE,
    MAX_REQUEST_SIZE,
    MAX_REQUESTS,
    Carried,
    Continued,
    Founding,
    Opening,
    Request,
    Verdict,
    check_invitation,
    make_invitation,
    sound_name,
)
from protocol.digest import ZERO_DIGEST, digest
from protocol.entry import Entry
from protocol.errors import Malformed, NotAllowed, NotProven
from tests.table.chronicle import founded, identity

ANN, BEN, CEM = identity(0), identity(1), identity(2)
TABLE, PARENT = b"t" * 32, b"p" * 32


def signed(kind: str, body: Any, *, who: Any = ANN, table_id: bytes = TABLE, step: int = 5,
    parent: bytes = PARENT) -> Entry:
    return Entry.sign(who, table_id=table_id, step=step, parent=parent, kind=kind, body=body)


def forged(entry: Entry) -> Entry:
    """The same content with a signature that is not its author's."""
    return Entry.decode(Entry(entry.table_id, entry.step, entry.parent, entry.author, entry.kind, entry.body,
                              bytes(64), entry.content, entry.digest).encode())


# --- names ---

@pytest.mark.parametrize("name", [
    "A", "x" * 63, "\u0428" * 31, "Aru Bek", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e",
    "-", "a.b"])
def test_names(name: str) -> None:
    assert sound_name(name) == name


@pytest.mark.parametrize("name", [
    "", " ", " A", "A ", "x" * 64, "\u0428" * 32, "a\nb", "a\0b", "a\x1b[2J", "a\x7f", "a\x9b", "a\xadb", "a\u200bb",
    "a\u202eb", "a\u2066b", "\ufeffa", "a\u2028b", "a\u061cb"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Malformed):
        sound_name(name)


# --- founding ---

CONTINUED = Continued(b"o" * 32, b"d" * 32, (Carried(BEN.public, 70, 100), Carried(CEM.public, 0, MAX_CHIPS)))


def test_a_founding_entry_is_laid_out_as_specified() -> None:
    founding = founded(ante=5, continued=CONTINUED)
    options = Options.checked(ante=5, blind=False, turn_seconds=0)
    assert founding.entry.body == [
        options.to_plain(), "Chronicle", "Aru", bytes(range(16)),
        [b"o" * 32, b"d" * 32, [[BEN.public, 70, 100], [CEM.public, 0, MAX_CHIPS]]]]
    assert founding.table_id == digest("table", founding.entry.content)
    assert Founding.read(Entry.decode(founding.entry.encode())) == founding
    assert (founding.founder, founding.options, founding.continued) == (ANN.public, options, CONTINUED)


def test_every_nonce_founds_another_table() -> None:
    one, two = (Founding.make(ANN, founder_name="A", table_name="T", options=Options(),
        nonce=bytes([n]) * 16) for n in (1, 2))
    assert one.table_id != two.table_id


def founding_entry(at: int = 0, value: Any = None, *, change: bool = True, **place: Any) -> Entry:
    body = [Options().to_plain(), "Table", "Ann", bytes(16), None]
    if change:
        body[at] = value
    return signed("found", body, **({"table_id": ZERO_DIGEST, "step": 0, "parent": ZERO_DIGEST} | place))


@pytest.mark.parametrize(("at", "value"), [
    (0, None), (1, ""), (1, b"Table"), (1, "a\nb"), (2, " Ann"), (2, 7), (3, bytes(15)), (3, bytes(17)), (3, None),
    (4, []), (4, 1),
    (4, [bytes(32), bytes(32), []]), (4, [bytes(31), bytes(32), [[bytes(32), 1, 1]]]),
    (4, [bytes(32), bytes(33), [[bytes(32), 1, 1]]]),
    (4, [bytes(32), bytes(32), [[bytes([n]) * 32, 1, 1] for n in range(MAX_CHAIRS + 1)]]),
    (4, [bytes(32), bytes(32), [[bytes(31), 1, 1]]]), (4, [bytes(32), bytes(32), [[bytes(32), -1, 1]]]),
    (4, [bytes(32), bytes(32), [[bytes(32), 1, MAX_CHIPS + 1]]]), (4, [bytes(32), bytes(32), [[bytes(32), True, 1]]]),
    (4, [bytes(32), bytes(32), [[bytes(32), 1, 1], [bytes(32), 2, 2]]]), (4, [bytes(32), bytes(32), [[bytes(32), 1]]]),
    (4, [bytes(32), bytes(32), [None]]),
])
def test_a_founding_body_that_cannot_be_read(at: int, value: Any) -> None:
    with pytest.raises(Malformed):
        Founding.read(founding_entry(at, value))


@pytest.mark.parametrize("place", [{"table_id": TABLE}, {"parent": PARENT}, {"step": 1}])
def test_a_founding_entry_stands_nowhere(place: dict[str, Any]) -> None:
    assert Founding.read(founding_entry(change=False)).table_name == "Table"
    with pytest.raises(Malformed):
        Founding.read(founding_entry(change=False, **place))


def test_a_founding_entry_of_another_kind_or_hand() -> None:
    good = founding_entry(change=False)
    with pytest.raises(Malformed):
        Founding.read(signed("open", good.body, table_id=ZERO_DIGEST, step=0, parent=ZERO_DIGEST))
    with pytest.raises(NotProven):
        Founding.read(forged(good))


def test_options_that_make_no_table() -> None:
    plain = Options().to_plain()
    for wrong in (plain[:-1], plain[::-1], [["dropped_suit", "x"], *plain[1:]], [*plain[:-1], ["turn_seconds", 4]]):
        with pytest.raises(NotAllowed):
            Founding.read(founding_entry(0, wrong))


# --- requests and invitations ---

@pytest.mark.parametrize("kind", ["leave", "return", "rebuy"])
def test_a_request_says_table_and_hand(kind: str) -> None:
    request = Request.make(BEN, TABLE, 9, kind)
    assert (request.entry.table_id, request.entry.step, request.entry.parent, request.entry.body) == (TABLE, 9,
        ZERO_DIGEST, None)
    assert Request.read(Entry.decode(request.entry.encode())) == request
    assert (request.author, request.hand, request.kind) == (BEN.public, 9, kind)


def test_who_sits_down_says_his_name_and_brings_his_invitation() -> None:
    invitation = make_invitation(ANN, TABLE, BEN.public)
    bare = Request.make(BEN, TABLE, 1, "sit", name="Ben")
    invited = Request.make(BEN, TABLE, 1, "sit", name="Ben", invitation=invitation.encode())
    assert bare.entry.body == ["Ben", None]
    assert invited.entry.body == ["Ben", invitation.encode()]
    assert (bare.invitation, invited.invitation, invited.name) == (None, invitation, "Ben")


def test_a_request_is_short() -> None:
    invitation = make_invitation(ANN, TABLE, BEN.public).encode()
    Request.make(BEN, TABLE, 1, "sit", name="x" * MAX_NAME_SIZE, invitation=invitation)
    long = Entry.sign(ANN, table_id=TABLE, step=0, parent=ZERO_DIGEST, kind="invite", body=bytes(MAX_REQUEST_SIZE))
    with pytest.raises(Malformed):
        Request.make(BEN, TABLE, 1, "sit", name="Ben", invitation=long.encode())


@pytest.mark.parametrize(("kind", "body"), [
    ("leave", []), ("return", 1), ("rebuy", ["Ben", None]), ("sit", None), ("sit", ["Ben"]), ("sit", ["", None]),
    ("sit", ["a\nb", None]),
    ("sit", [b"Ben", None]), ("sit", ["Ben", b"no entry"]), ("sit", ["Ben", 5]), ("invite", BEN.public),
    ("absent", [0, None]),
])
def test_what_is_no_request(kind: str, body: Any) -> None:
    with pytest.raises(Malformed):
        Request.read(signed(kind, body, parent=ZERO_DIGEST))


def test_a_request_stands_on_no_parent_and_is_signed() -> None:
    with pytest.raises(Malformed):
        Request.read(signed("leave", None))
    with pytest.raises(NotProven):
        Request.read(forged(signed("leave", None, parent=ZERO_DIGEST)))


def test_an_invitation_is_the_founders_for_one_guest_and_one_table() -> None:
    founding = founded(seating="invite")
    good = make_invitation(ANN, founding.table_id, BEN.public)
    check_invitation(good, founding, BEN.public)
    for wrong in (
        None, make_invitation(BEN, founding.table_id, BEN.public), make_invitation(ANN, TABLE, BEN.public),
        make_invitation(ANN, founding.table_id, CEM.public), forged(good),
        signed("leave", BEN.public, table_id=founding.table_id, step=0, parent=ZERO_DIGEST),
    ):
        with pytest.raises(NotAllowed):
            check_invitation(wrong, founding, BEN.public)


# --- verdicts ---

def test_verdicts_as_specified() -> None:
    one, two = signed("bid", ["call"], who=BEN), signed("bid", ["look"], who=BEN)
    ack = signed("ack", [1, one.digest, [], []], who=CEM)
    assert Verdict.read(signed("absent", [1, None])).about == 1
    assert Verdict.read(signed("absent", [1, [one.encode(), two.encode()]])).pair == (one, two)
    assert Verdict.read(signed("ack", [None])).about is None
    read = Verdict.read(signed("ack", [1, one.digest, [ack.encode()], [[one.encode(), two.encode()], [ack.encode()]]]))
    assert (read.kind, read.about, read.accepted, read.settled) == ("ack", 1, one.digest, (ack,))
    assert read.without == ((one, two), (ack,))


@pytest.mark.parametrize(("kind", "body"), [
    ("absent", None), ("absent", [1]), ("absent", [MAX_CHAIRS, None]), ("absent", [-1, None]), ("absent", [True, None]),
    ("absent", [None, None]), ("absent", [1, []]), ("absent", [1, [b""]]), ("absent", [1, [b"", b""]]),
    ("absent", [1, None, 0]),
    ("ack", None), ("ack", []), ("ack", [1]), ("ack", [1, bytes(31), [], []]), ("ack", [1, bytes(32)]),
    ("ack", [1, bytes(32), []]), ("ack", [6, bytes(32), [], []]), ("ack", [False, bytes(32), [], []]),
    ("ack", [1, bytes(32), [5], []]), ("ack", [1, bytes(32), [b""], []]), ("ack", [1, bytes(32), [], [[]]]),
    ("ack", [1, bytes(32), [], [None]]), ("ack", [1, bytes(32), [b""] * (MAX_CHAIRS + 1), []]),
    ("ack", [1, bytes(32), [], [[b""]]]), ("ack", [1, bytes(32), [], [[b"", b"", b""]]]), ("bid", [1, None]),
])
def test_what_is_no_verdict(kind: str, body: Any) -> None:
    with pytest.raises(Malformed):
        Verdict.read(signed(kind, body))


def test_what_an_ack_carries_against_cheats_is_bounded_and_signed() -> None:
    proof = signed("bid", ["call"], who=BEN)
    assert len(Verdict.read(signed("ack", [1, bytes(32), [], [[proof.encode()]] * MAX_CHAIRS])).without) == MAX_CHAIRS
    with pytest.raises(Malformed):
        Verdict.read(signed("ack", [1, bytes(32), [], [[proof.encode()]] * (MAX_CHAIRS + 1)]))
    with pytest.raises(NotProven):
        Verdict.read(signed("ack", [1, bytes(32), [], [[forged(proof).encode()]]]))


@pytest.mark.parametrize("about", [MAX_CHAIRS, -1, True, None, "1"])
def test_no_such_chair(about: Any) -> None:
    pair = [signed("bid", [word], who=BEN).encode() for word in ("call", "look")]
    for kind, body in (("absent", [about, None]), ("absent", [about, pair]), ("ack", [about, bytes(32), [], []])):
        with pytest.raises(Malformed):
            Verdict.read(signed(kind, body))


def test_a_pair_is_two_signed_versions_at_the_votes_own_parent() -> None:
    one, two = signed("bid", ["call"], who=BEN), signed("bid", ["look"], who=BEN)
    elsewhere = signed("bid", ["look"], who=BEN, parent=b"q" * 32)
    for pair in ((one, one), (one, signed("bid", ["look"], who=CEM)), (one, elsewhere), (elsewhere, elsewhere),
                 (signed("absent", [0, None], who=BEN), signed("absent", [2, None], who=BEN))):
        with pytest.raises(Malformed):
            Verdict.read(signed("absent", [1, [part.encode() for part in pair]]))
    with pytest.raises(NotProven):
        Verdict.read(signed("absent", [1, [one.encode(), forged(two).encode()]]))


# --- openings ---

def test_an_opening_comes_back() -> None:
    requests = (Request.make(BEN, TABLE, 3, "sit", name="Ben"), Request.make(CEM, TABLE, 3, "leave"))
    opening = Opening(3, requests, b"g" * 32)
    assert opening.to_body() == [3, [request.entry.encode() for request in requests], b"g" * 32]
    assert Opening.from_body(opening.to_body()) == opening


@pytest.mark.parametrize("body", [
    None, [], [1, []], [True, [], bytes(32)], ["1", [], bytes(32)], [1, [], bytes(31)], [1, None, bytes(32)],
    [1, [b""], bytes(32)],
    [1, [[]], bytes(32)], [1, [], bytes(32), None],
])
def test_what_is_no_opening(body: Any) -> None:
    with pytest.raises(Malformed):
        Opening.from_body(body)


def test_an_opening_takes_so_many_requests_and_only_signed_ones() -> None:
    request = Request.make(CEM, TABLE, 1, "leave").entry
    assert len(Opening.from_body([1, [request.encode()] * MAX_REQUESTS, bytes(32)]).requests) == MAX_REQUESTS
    with pytest.raises(Malformed):
        Opening.from_body([1, [request.encode()] * (MAX_REQUESTS + 1), bytes(32)])
    with pytest.raises(NotProven):
        Opening.from_body([1, [forged(request).encode()], bytes(32)])
