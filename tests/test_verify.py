"""Records checked from nothing: right ones of every sort, and all that somebody might do to one."""

from __future__ import annotations

import dataclasses
import functools
import random
from typing import TYPE_CHECKING

import pytest

from azi_p2p.game.events import Azi, DealVoid, Folded, Forfeited
from azi_p2p.table.kinds import Stage
from azi_p2p.table.replay import Replay
from azi_p2p.table.state import TableState
from azi_p2p.verify import CHECKS, MAX_RECORD_SIZE, Report, verify, verify_record
from protocol.errors import Malformed
from protocol.record import MAGIC, RecordFile, Step, read_record, step_digest
from tests.records import abandoned, came_to_azi, cheated, conspired, file_of, heads_up_left, played, signed

if TYPE_CHECKING:
    from protocol.entry import Entry

FOUR_BLIND = {"seed": 3, "seats": 3, "hands": 3, "cards": 4}


def check(record: bytes | RecordFile) -> Report:
    return verify(record if isinstance(record, bytes) else file_of(record), cores=1)


def events_of(data: bytes) -> list[object]:
    return [event for walked in Replay(read_record(data)).walk() for event in walked.events]


def with_steps(record: RecordFile, steps: list[Step]) -> RecordFile:
    return dataclasses.replace(record, steps=tuple(steps))


def with_entry(record: RecordFile, step: int, index: int, entry: Entry) -> RecordFile:
    entries = list(record.steps[step].entries)
    entries[index] = entry
    steps = list(record.steps)
    steps[step] = dataclasses.replace(steps[step], entries=tuple(entries))
    return with_steps(record, steps)


def first(record: RecordFile, kind: str, where: object = lambda entry: True) -> tuple[int, int, Entry]:
    return next((number, index, entry) for number, step in enumerate(record.steps)
                for index, entry in enumerate(step.entries) if entry.kind == kind and where(entry))


# --- right records ---

def test_a_calm_table() -> None:
    data, keys = played()
    report = check(data)
    assert report.ok, report.error
    assert report.complete
    assert report.unfinished == ""
    assert report.hands == 2
    assert report.deals >= 2
    assert {player.key for player in report.players} == set(keys)
    assert sum(player.chips for player in report.players) == 3000
    assert sum(player.result for player in report.players) == 0
    assert report.entries == sum(len(step.entries) for step in read_record(data).steps)
    seats = 3
    assert report.checks["key"] == report.checks["commitment"] == report.checks["shuffle"] == seats * report.deals
    assert report.checks["cut"] == report.deals
    assert report.checks["step"] == report.steps - 1
    # every entry is signed, and so are the two who ask to sit down
    assert report.checks["signature"] == report.entries + 2
    assert tuple(report.checks) == CHECKS


def test_four_cards_blind() -> None:
    options = dict(FOUR_BLIND)
    report = check(played(**options)[0])
    assert report.ok, report.error
    assert report.checks["suit"] > 0


@pytest.mark.parametrize(("stage", "happened"), [(Stage.SHUFFLE, DealVoid), (Stage.BID, Forfeited)])
def test_an_absence(stage: Stage, happened: type) -> None:
    data = abandoned(stage)
    report = check(data)
    assert report.ok, report.error
    assert report.checks["vote"] == 3
    assert happened in {type(event) for event in events_of(data)}


def test_azi_and_folds() -> None:
    data = came_to_azi()
    report = check(data)
    assert report.ok, report.error
    assert {Azi, Folded} <= {type(event) for event in events_of(data)}
    assert report.deals > report.hands


def test_heads_up_the_pot_is_his_who_leaves() -> None:
    report = check(heads_up_left())
    assert report.ok, report.error
    assert report.complete
    assert report.checks["vote"] == 1


@pytest.mark.parametrize("how", ["false", "two"])
def test_a_cheat_is_named_with_what_he_did(how: str) -> None:
    data, key = cheated(how)
    report = check(data)
    assert report.ok, report.error
    assert [one.key for one in report.evidence] == [key]
    assert report.evidence[0].how
    assert [player.key for player in report.players if player.cheat] == [key]


@pytest.mark.parametrize("make", [lambda: played()[0], lambda: cheated("false")[0]], ids=["calm", "cheated"])
def test_every_beginning_of_a_record_is_right_as_far_as_it_goes(make) -> None:
    record = read_record(make())
    for length in range(1, len(record.steps), 5):
        report = check(RecordFile(record.steps[:length], ()))
        if any(step.absent for step in record.steps[:length]):
            break      # without the evidence, the votes may not be enough
        assert report.ok, report.error
        assert report.complete == (report.unfinished == "")
        assert report.steps == length
    unfinished = next(number for number, step in enumerate(record.steps) if step.entries[0].kind == "shuffle")
    told = check(RecordFile(record.steps[:unfinished], ())).unfinished
    assert "hand 1" in told
    assert "shuffle" in told


def test_cores_and_progress_make_no_difference() -> None:
    data, _ = played()
    seen: list[tuple[int, int]] = []
    assert verify(data, cores=2, progress=lambda done, of: seen.append((done, of))) == check(data)
    done, of = seen[-1]
    assert done == of
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


# --- what cannot be read ---

@pytest.mark.parametrize("data", [
    b"", b"x", MAGIC, MAGIC[:-1], MAGIC + b"\0\0\0\x05\x91\xa3en", MAGIC + b"\xff\xff\xff\xff", b"PK\x03\x04" * 99,
    MAGIC + b"\0\0\0\x01\xc0",
])
def test_no_record(data: bytes) -> None:
    with pytest.raises(Malformed):
        verify(data)


def test_cut_anywhere() -> None:
    data, _ = played()
    for size in (*range(0, len(data), 997), len(data) - 1):
        with pytest.raises(Malformed):
            verify(data[:size], cores=1)
    with pytest.raises(Malformed):
        verify(data + b"\0", cores=1)


def test_too_large_to_be_read() -> None:
    with pytest.raises(Malformed, match="too large"):
        verify(bytes(MAX_RECORD_SIZE + 1))


def test_a_record_of_no_steps_is_wrong() -> None:
    report = check(RecordFile((), ()))
    assert not report.ok
    assert "founding" in report.error


# --- flipped bytes, moved and missing parts ---

def refused(data: bytes) -> bool:
    try:
        return not verify(data, cores=1).ok
    except Malformed:
        return True


@pytest.mark.parametrize("make", [
    lambda: played(seed=4, seats=2, hands=1)[0], lambda: cheated("false")[0], heads_up_left,
], ids=["calm", "cheated", "heads-up"])
def test_no_byte_may_be_another(make) -> None:
    data = make()
    rng = random.Random(1)
    for _ in range(25):
        at = rng.randrange(len(data))
        altered = bytearray(data)
        altered[at] ^= 1 << rng.randrange(8)
        assert refused(bytes(altered)), f"byte {at} may be {altered[at]}"


def test_no_step_is_dropped_doubled_or_moved() -> None:
    record = read_record(played()[0])
    steps = list(record.steps)
    for number in (0, 1, 2, 5, len(steps) - 2):
        for altered in (
            steps[:number] + steps[number + 1:],
            steps[:number + 1] + steps[number:],
            [*steps[:number], steps[number + 1], steps[number], *steps[number + 2:]],
        ):
            assert not check(with_steps(record, altered)).ok, number


def test_an_empty_step_and_one_behind_the_end() -> None:
    record = read_record(heads_up_left())
    empty = check(with_steps(record, [*record.steps[:3], Step(()), *record.steps[3:]]))
    assert "is due" in empty.error
    assert empty.steps == 3
    behind = check(with_steps(record, [*record.steps, Step(())]))
    assert "nobody may write" in behind.error


def test_the_entries_of_a_step_stand_in_seat_order_once_each() -> None:
    record = read_record(played()[0])
    number = first(record, "keys")[0]
    one, two, three = record.steps[number].entries
    for entries, why in (((two, one, three), "order of the seats"), ((one, one, two, three), "second of its author"),
                         ((one, three), "is due")):
        steps = list(record.steps)
        steps[number] = dataclasses.replace(steps[number], entries=entries)
        report = check(with_steps(record, steps))
        assert report.error.startswith(f"step {number}, ")
        assert why in report.error


def test_signatures_do_not_fit_elsewhere() -> None:
    record = read_record(played()[0])
    number = first(record, "keys")[0]
    one, two, _ = record.steps[number].entries
    report = check(with_entry(record, number, 0, dataclasses.replace(one, signature=two.signature)))
    assert report.error.startswith(f"step {number}, the keys entry of p0 (")
    assert "signature" in report.error
    assert report.steps == number


def test_entries_of_another_table() -> None:
    record, other = read_record(played()[0]), read_record(played(seed=2)[0])
    for number in (1, 2, 5):
        report = check(with_steps(record, [*record.steps[:number], other.steps[number], *record.steps[number + 1:]]))
        assert report.error.startswith(f"step {number}, ")


def test_an_entry_that_names_another_table() -> None:
    data, keys = played()
    record = read_record(data)
    number, index, entry = first(record, "bid")
    report = check(with_entry(record, number, index, signed(keys[entry.author], entry, table_id=bytes(32))))
    assert "another table" in report.error


# --- by those who hold the keys: signed, and false ---

def nested(body: list, at: int, part: object) -> list:
    return [part if place == at else old for place, old in enumerate(body)]


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


FORGED = {
    "keys": (lambda body: nested(body, 1, flipped(body[1], 40)), "keys"),
    "shuffle": (lambda body: nested(body, 4, nested_scalars(body[4])), "shuffle"),
    "reveal": (lambda _: [bytes(32)], "reveal"),
    "shares": (lambda body: nested(body, 1, flipped(body[1], 40)), "shares"),
    "bid": (lambda _: ["raise", 10**9], "bid"),
    "open": (lambda body: nested(body, 2, bytes(32)), "open"),
}


def nested_scalars(part: bytes) -> bytes:
    return flipped(part, 0)


@pytest.mark.parametrize("kind", sorted(FORGED))
@pytest.mark.parametrize("cores", [1, 2])
def test_a_signed_falsehood_is_named(kind: str, cores: int) -> None:
    data, keys = played()
    record = read_record(data)
    number, index, entry = first(record, kind)
    forged = signed(keys[entry.author], entry, body=FORGED[kind][0](entry.body))
    report = verify(file_of(with_entry(record, number, index, forged)), cores=cores)
    assert not report.ok
    name = next(player.name for player in check(data).players if player.key == entry.author) if number > 1 else "p0"
    assert report.error.startswith(f"step {number}, the {kind} entry of {name} (")
    assert report.steps == number


def test_a_suit_proof_of_another_card_and_none_at_all() -> None:
    data, keys = played(**FOUR_BLIND)
    record = read_record(data)
    number, index, entry = first(record, "play", lambda entry: entry.body[2] is not None)
    slot, share, proofs = entry.body
    for body in ([slot, share, None], [slot, share, [flipped(proofs[0], 1), *proofs[1:]]],
                 [slot, [share[0], flipped(share[1], 40)], proofs]):
        report = check(with_entry(record, number, index, signed(keys[entry.author], entry, body=body)))
        assert report.error.startswith(f"step {number}, the play entry of ")


def test_of_two_falsehoods_the_first_is_named() -> None:
    data, keys = played()
    record = read_record(data)
    places = [(number, step.entries[0]) for number, step in enumerate(record.steps)
              if step.entries[0].kind == "shuffle"][:2]
    for number, entry in reversed(places):
        forged = signed(keys[entry.author], entry, body=FORGED["shuffle"][0](entry.body))
        record = with_entry(record, number, 0, forged)
    assert check(record).error.startswith(f"step {places[0][0]}, the shuffle entry")


def test_all_who_sat_there_may_have_agreed_on_it() -> None:
    report = check(conspired(4))
    assert report.error.startswith("step 3, the shuffle entry of p0 (")
    assert report.steps == 3


@pytest.mark.parametrize("proofs_are_right", [True, False])
def test_a_state_led_astray_is_blamed_on_the_proof_that_did_it(proofs_are_right: bool, monkeypatch) -> None:
    """Behind a false proof the rules may stumble; where every proof is right, stumbling is a bug of ours."""
    data, keys = played()
    record = read_record(data)
    if not proofs_are_right:
        number, index, entry = first(record, "shuffle")
        record = with_entry(record, number, index,
                            signed(keys[entry.author], entry, body=FORGED["shuffle"][0](entry.body)))
    number = first(record, "shuffle")[0]
    take = TableState.take

    def stumble(state: TableState, *arguments: object) -> object:
        if state.step == number + 1:
            raise ZeroDivisionError
        return take(state, *arguments)

    # what stands behind the false entry names it as its parent: here the rules are what stumbles first
    monkeypatch.setattr(Replay, "_admit", functools.partialmethod(_admit_on_any_history, Replay._admit))
    monkeypatch.setattr(TableState, "take", stumble)
    if proofs_are_right:
        with pytest.raises(ZeroDivisionError):
            check(record)
    else:
        assert check(record).error.startswith(f"step {number}, the shuffle entry")


def _admit_on_any_history(replay: Replay, admit, number: int, index: int, entry: Entry):
    if entry.parent != replay.state.parent:
        _, keys = played()
        entry = signed(keys[entry.author], entry, parent=replay.state.parent)
    return admit(replay, number, index, entry)


# --- absences ---

def absence(record: RecordFile) -> int:
    return next(number for number, step in enumerate(record.steps) if step.absent)


def with_votes(record: RecordFile, votes: tuple[Entry, ...], **changes: object) -> RecordFile:
    number = absence(record)
    steps = list(record.steps)
    steps[number] = dataclasses.replace(steps[number], votes=votes, **changes)
    return with_steps(record, steps)


def test_an_absence_needs_its_votes() -> None:
    record = read_record(abandoned(Stage.BID))     # of four, three votes
    votes = record.steps[absence(record)].votes
    assert len(votes) == 3
    where = f"step {absence(record)}, "
    for fewer in ((), votes[:1], votes[:2]):
        report = check(with_votes(record, fewer))
        assert report.error.startswith(where + "the absence of ")
        assert "majority" in report.error
    doubled = check(with_votes(record, (*votes[:2], votes[1])))
    assert doubled.error.startswith(where + "the absent entry of ")
    assert "once" in doubled.error


def test_a_vote_is_signed_by_one_who_has_it() -> None:
    record = read_record(abandoned(Stage.BID))
    votes = record.steps[absence(record)].votes
    forged = dataclasses.replace(votes[0], signature=votes[1].signature)
    assert "signature" in check(with_votes(record, (forged, *votes[1:]))).error
    _, keys = played()
    stranger = signed(next(iter(keys.values())), votes[0])
    assert "no vote here" in check(with_votes(record, (stranger, *votes[1:]))).error


def test_the_accused_his_own_votes_and_votes_about_others() -> None:
    data, keys = played(seed=6, seats=4, hands=1)
    record = read_record(data)
    number, _, entry = first(record, "shuffle")
    state = Replay(RecordFile(record.steps[:number], ()))
    for _ in state.walk():
        pass
    chair = state.state.chair_of(entry.author)
    others = [key for key in keys if key != entry.author]

    def judged(authors: list[bytes], about: int, **changes: object) -> Report:
        votes = tuple(signed(keys[author], entry, kind="absent", body=[about, None], **changes) for author in authors)
        return check(with_steps(record, [*record.steps[:number], Step((), (chair,), votes)]))

    assert judged(others, chair).ok
    assert judged([*others[:2]], chair).error.endswith("no strict majority of the seats has voted for it")
    assert "accused" in judged([*others[:2], entry.author], chair).error
    assert "called absent" in judged(others, (chair + 1) % 4).error
    assert "another place" in judged(others, chair, step=number + 1).error
    assert "another place" in judged(others, chair, parent=bytes(32)).error
    assert "no verdict" in judged(others, -1).error


@pytest.mark.parametrize(("seats", "voters", "where", "right"), [
    (4, "honest", 0, True),      # two of the three who are left when a cheat has been proven
    (4, "honest", -1, True),
    (4, "honest", None, True),   # on another branch: who can tell when
    (4, "honest", 1, False),     # two of four: he cheated only later
    (4, "one and the cheat", 0, False),
    (3, "one and the cheat", 0, True),      # two of three: what he did may have come up only later
])
def test_a_proven_cheat_may_have_left_n(seats: int, voters: str, where: int | None, right: bool) -> None:
    data, keys = played(seed=6, seats=seats, hands=1)
    record = read_record(data)
    number, _, entry = first(record, "shuffle")
    replay = Replay(RecordFile(record.steps[:number], ()))
    assert all(True for _ in replay.walk())
    chair = replay.state.chair_of(entry.author)
    *honest, cheat = [key for key in keys if key != entry.author]
    voting = honest if voters == "honest" else [honest[0], cheat]
    votes = tuple(signed(keys[key], entry, kind="absent", body=[chair, None]) for key in voting)
    steps = [*record.steps[:number], Step((), (chair,), votes)]
    after = step_digest(entry.parent, [], [chair])
    parent = {None: bytes(32), 0: entry.parent, -1: record.steps[number - 1].entries[0].parent, 1: after}[where]
    evidence = tuple(signed(keys[cheat], entry, kind="bid", body=[word], parent=parent, step=2**32 - 1)
                     for word in ("look", "call"))
    if where == 1:      # a step more, so that the record holds that parent
        steps.append(Step((signed(keys[honest[0]], entry, parent=after, step=number + 1),)))
    report = check(RecordFile(tuple(steps), evidence))
    if right:
        assert report.ok, report.error
        assert [one.step for one in report.evidence] == [None if where is None else number + where]
    else:
        assert report.error.startswith(f"step {number}, the absence of ")
        assert "majority" in report.error


def test_nobody_is_absent_where_nothing_is_due() -> None:
    record = read_record(played()[0])
    number = first(record, "shuffle")[0]
    steps = list(record.steps)
    for chair in (5, 63):      # a free one, and one that no table has
        steps[number] = dataclasses.replace(steps[number], absent=(chair,))
        assert f"nothing was due from chair {chair}" in check(with_steps(record, steps)).error


def test_absent_and_there_all_the_same() -> None:
    record = read_record(played()[0])
    number = first(record, "shuffle")[0]
    steps = list(record.steps)
    steps[number] = dataclasses.replace(steps[number], absent=(0,))
    assert "called absent" in check(with_steps(record, steps)).error


def test_heads_up_a_vote_is_not_enough() -> None:
    record = read_record(heads_up_left())
    number = absence(record)
    assert number == len(record.steps) - 2
    report = check(with_steps(record, list(record.steps[:-1])))
    assert report.error.startswith(f"step {number}, the absence of p1")
    assert "heads-up" in report.error


# --- evidence ---

def test_without_its_evidence_a_majority_is_still_one() -> None:
    data, _ = cheated("false")        # two votes of three who are left: of four, they are none
    record = read_record(data)
    votes = record.steps[absence(record)].votes
    report = check(dataclasses.replace(record, evidence=()))
    assert report.ok == (2 * len(votes) > 4)
    assert report.evidence == ()


def test_evidence_that_proves_nothing_is_a_fault() -> None:
    data, keys = played()
    record = read_record(data)
    _, _, honest = first(record, "bid")
    for evidence, why in (
        ((honest,), "proves nothing"), ((honest, honest), "proves nothing"),
        ((honest, honest, honest), "one entry or two"),
        ((dataclasses.replace(honest, signature=bytes(64)),), "signature"),
        ((signed(keys[honest.author], honest, table_id=bytes(32)),), "another table"),
    ):
        report = check(dataclasses.replace(record, evidence=evidence))
        assert report.error.startswith("the evidence against p")
        assert why in report.error
        assert report.evidence == ()


def test_evidence_on_a_branch_that_is_not_here_convicts_nobody() -> None:
    data, keys = played()
    record = read_record(data)
    _, _, honest = first(record, "bid")
    elsewhere = signed(keys[honest.author], honest, parent=bytes(32))
    report = check(dataclasses.replace(record, evidence=(elsewhere,)))
    assert report.ok
    assert report.evidence == ()
    assert len(report.unproven) == 1


def test_plain_is_what_json_takes() -> None:
    plain = check(cheated("two")[0]).plain()
    assert plain["ok"] is True
    assert plain["error"] is None
    assert plain["evidence"][0]["name"] == "p1"
    assert {"complete", "entries", "hands", "deals", "players", "checks"} <= set(plain)


def test_a_read_record_is_checked_as_well() -> None:
    data, _ = played()
    assert verify_record(read_record(data), cores=1) == check(data)
