"""The chain: one record out of whatever comes in whatever order, forks decided, the floor raised, cheats convicted."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.table.chain import Advanced, Chain, DroppedBack
from azi_p2p.table.evidence import MAX_EVIDENCE, Cheat
from azi_p2p.table.kinds import STEP_KINDS, Stage
from azi_p2p.table.state import TableState
from protocol.check import Check
from protocol.entry import Entry
from tests.table.chronicle import Chronicle, founded, identity

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.fixture(autouse=True, name="checked")
def _checked(monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    """Proofs are counted here, not verified: every entry of a chronicle is right, and admission has its own tests."""
    run: list[Check] = []

    def note(check: Check) -> None:
        run.append(check)

    monkeypatch.setattr(Check, "run", note)
    return run


def chain_of(table: Chronicle, me: int = 0) -> Chain:
    return Chain(TableState.begin(table.founding), identity(me).public)


def entries(table: Chronicle) -> list[Entry]:
    return [entry for step, _ in table.steps for entry in step]


def fill(chain: Chain, what: Sequence[Entry]) -> Chain:
    for entry in what:
        chain.offer(entry)
    return chain


def signed(who: int, chain: Chain, kind: str, body: Any, *, step: int | None = None) -> Entry:
    """An entry by player `who` that stands on this step's parent (default: the tip's)."""
    at = chain.tip if step is None else step
    return Entry.sign(identity(who), table_id=chain.state.founding.table_id, step=at, parent=chain.parents[at],
                      kind=kind, body=body)


def vote(who: int, chain: Chain, about: int, *, step: int | None = None) -> Entry:
    return signed(who, chain, "absent", [about, None], step=step)


def ack(who: int, chain: Chain, about: int, entry: Entry, *, step: int | None = None) -> Entry:
    return signed(who, chain, "ack", [about, entry.digest, [], []], step=step)


@pytest.fixture(scope="module", name="played")
def _played() -> Chronicle:
    """A hand of three, and the next one bid for."""
    return Chronicle(3).go(Stage.OPEN).go(Stage.BID)


@pytest.fixture(scope="module", name="four")
def _four() -> Chronicle:
    """Four seats, the first hand bid for."""
    return Chronicle(4).go(Stage.BID)


# --- taking in ---

def test_the_record_comes_out_of_its_entries(played: Chronicle, checked: list[Check]) -> None:
    chain = fill(chain_of(played), entries(played))
    assert chain.state.parent == played.state.parent
    assert [(step.entries, step.absent) for step in chain.steps[1:]] == played.steps
    assert (chain.orphans, chain.cheats, chain.broken) == (chain.orphans, {}, "")
    assert len(chain.orphans) == 0
    assert {check.kind for check in checked} >= {"key", "shuffle", "share"}
    assert [one.step for one in chain.news] == list(range(1, chain.tip))


@pytest.mark.parametrize("seed", range(5))
def test_in_any_order_it_is_the_same_record(seed: int) -> None:
    table = Chronicle(3).go(Stage.BID)
    opening, *rest = entries(table)      # before it nobody but the founder has a chair, and is heard
    shuffled = rest * 2
    random.Random(seed).shuffle(shuffled)
    chain = fill(chain_of(table), [opening, *shuffled])
    assert chain.state.parent == table.state.parent
    assert not chain.cheats
    assert len(chain.orphans) == 0


def test_what_is_known_is_not_new(played: Chronicle) -> None:
    chain = fill(chain_of(played), entries(played))
    tip, news = chain.state.parent, len(chain.news)
    assert not any(chain.offer(entry) for entry in entries(played))
    assert (chain.state.parent, len(chain.news), chain.cheats) == (tip, news, {})


def test_strangers_and_other_kinds_do_nothing(played: Chronicle) -> None:
    chain = fill(chain_of(played), entries(played))
    for entry in (signed(5, chain, "bid", ["call"]), signed(5, chain, "absent", [0, None]),
        signed(5, chain, "ack", [None]),
                  signed(0, chain, "found", None), signed(0, chain, "sit", None), signed(0, chain, "invite", None)):
        assert not chain.offer(entry)
    stranger = Entry.sign(identity(5), table_id=played.founding.table_id, step=9, parent=b"x" * 32, kind="bid",
        body=["call"])
    assert not chain.offer(stranger), "no orphan of one who has no chair"
    assert (len(chain.orphans), chain.cheats) == (0, {})


def test_trusted_entries_are_not_checked_and_deferred_ones_later(played: Chronicle, checked: list[Check]) -> None:
    trusted, deferred = chain_of(played), chain_of(played)
    for entry in entries(played):
        trusted.offer(entry, trust=True)
        deferred.offer(entry, defer=True)
    assert checked == []
    assert trusted.state.parent == deferred.state.parent == played.state.parent
    assert not trusted.deferred
    assert {check.kind for _, check in deferred.deferred} >= {"key", "shuffle", "share"}


# --- absence ---

def due(chain: Chain) -> int:
    return chain.state.due()[0]


def others(chain: Chain, chair: int) -> list[int]:
    return [other for other in range(4) if other != chair]


def test_a_strict_majority_makes_an_absence_and_the_votes_stand_beside_it(four: Chronicle) -> None:
    chain = fill(chain_of(four), entries(four))
    gone, step = due(chain), chain.tip
    votes = [vote(who, chain, gone) for who in others(chain, gone)]
    for given in votes[:2]:
        assert chain.offer(given)
        assert chain.tip == step
    chain.offer(votes[2])
    assert chain.tip == step + 1
    assert (chain.steps[step].entries, chain.steps[step].absent) == ((), (gone,))
    assert {given.digest for given in chain.steps[step].votes} == {given.digest for given in votes}


def test_other_votes_for_one_absence_leave_the_same_digest() -> None:
    table = Chronicle(5).go(Stage.BID)
    digests = set()
    for voters in ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0)):
        chain = fill(chain_of(table), entries(table))
        gone = due(chain)
        for who in [who for who in voters if who != gone][:3]:
            chain.offer(vote(who, chain, gone))
        digests.add(chain.state.parent)
    assert len(digests) == 1
    assert digests != {table.state.parent}


def test_verdicts_that_do_not_count(four: Chronicle) -> None:
    chain = fill(chain_of(four), entries(four))
    gone = due(chain)
    one, other, third = others(chain, gone)
    shuffle = next(step for step, footing in chain.footings.items() if footing.due.keys() == {other})
    for entry in (
        vote(gone, chain, gone), vote(one, chain, other), vote(one, chain, gone, step=shuffle),
        Entry.sign(identity(one), table_id=four.founding.table_id, step=chain.tip + 1, parent=chain.state.parent,
                   kind="absent", body=[gone, None]),
    ):
        assert not chain.offer(entry)
    assert chain.offer(vote(one, chain, gone))
    assert not chain.offer(vote(one, chain, gone)), "once"
    assert chain.offer(vote(third, chain, gone))
    assert chain.cheats == {}


def raise_by(chain: Chain, chair: int, amount: int = 10) -> Entry:
    return signed(chair, chain, "bid", ["raise", amount])


def test_a_majority_undoes_an_entry_that_was_built_on(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    gone, step = due(chain), chain.tip
    chain.offer(raise_by(chain, gone))
    assert chain.tip == step + 1
    for who in others(chain, gone):
        chain.offer(vote(who, chain, gone, step=step))
    assert DroppedBack(step) in chain.news
    assert chain.steps[step].absent == (gone,)
    assert chain.cheats == {}


def test_an_entry_that_so_many_accept_stands_against_votes(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    actor, step = due(chain), chain.tip
    entry = raise_by(chain, actor)
    one, other, third = others(chain, actor)
    chain.offer(entry)
    chain.offer(ack(one, chain, actor, entry, step=step))
    for who in (other, third):
        chain.offer(vote(who, chain, actor, step=step))
    assert chain.tip == step + 1
    assert chain.steps[step].entries == (entry,)


def test_who_has_voted_takes_the_entry_when_it_stands(four: Chronicle) -> None:
    table = chain_of(four)
    fill(table, entries(four))
    actor, step = due(table), table.tip
    me, one, other = others(table, actor)
    chain = fill(chain_of(four, me=me), entries(four))
    entry = raise_by(chain, actor)
    chain.offer(vote(me, chain, actor))
    chain.offer(entry)
    assert chain.tip == step, "bound by its own vote"
    chain.offer(ack(one, chain, actor, entry))
    assert chain.tip == step + 1, "two of four accept it: no majority against it can come"
    del other


def test_a_majority_that_has_gone_on_is_followed(four: Chronicle) -> None:
    """This node voted; the others, who saw the entry in time, went on: what they built shows that it stands."""
    ahead = fill(chain_of(four, me=9), entries(four))
    actor, step = due(ahead), ahead.tip
    entry = raise_by(ahead, actor)
    ahead.offer(entry)
    late = []
    for _ in range(3):
        later = signed(due(ahead), ahead, "bid", ["call"])
        ahead.offer(later)
        late.append(later)
    voter = next(who for who in others(ahead, actor) if identity(who).public != late[0].author)
    chain = fill(chain_of(four, me=voter), entries(four))
    chain.offer(vote(voter, chain, actor))
    chain.offer(entry)
    assert chain.tip == step
    fill(chain, [one for one in late if one.author != identity(voter).public])
    assert chain.tip > step
    assert chain.steps[step].entries == (entry,)


def test_voting_and_accepting_too_is_a_cheat_unless_it_is_explained(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    actor, step = due(chain), chain.tip
    one, other, third = others(chain, actor)
    entry = raise_by(chain, actor)
    acks = [ack(who, chain, actor, entry, step=step) for who in (other, third)]
    explained = signed(one, chain, "ack", [actor, entry.digest, [given.encode() for given in acks], []], step=step)
    chain.offer(vote(one, chain, actor))
    chain.offer(entry)
    for given in (*acks, explained):
        chain.offer(given)
    assert chain.cheats == {}
    chain.offer(vote(other, chain, actor, step=step))
    assert chain.cheats.keys() == {identity(other).public}
    assert {given.kind for given in chain.cheats[identity(other).public].entries} == {"ack", "absent"}


# --- heads-up ---

def test_heads_up_a_vote_waits_until_its_author_has_built_on_it() -> None:
    table = Chronicle(2).go(Stage.BID)
    chain = fill(chain_of(table, me=9), entries(table))
    gone, step = due(chain), chain.tip
    chain.offer(vote(1 - gone, chain, gone))
    assert chain.tip == step
    fork = table.copy()
    fork.take([], [gone])
    opening = Entry.sign(identity(1 - gone), table_id=table.founding.table_id, step=fork.state.step,
                         parent=fork.state.parent, kind="close", body=None)
    chain.offer(opening)
    assert chain.steps[step].absent == (gone,)
    assert chain.state.stage is Stage.CLOSED


def test_heads_up_the_due_entry_cancels_the_vote() -> None:
    table = Chronicle(2).go(Stage.BID)
    chain = fill(chain_of(table, me=9), entries(table))
    actor, step = due(chain), chain.tip
    chain.offer(vote(1 - actor, chain, actor))
    chain.offer(raise_by(chain, actor))
    assert chain.tip == step + 1
    assert chain.steps[step].absent == ()


# --- cheats ---

def test_two_versions_convict_in_either_order(four: Chronicle) -> None:
    for turned in (False, True):
        chain = fill(chain_of(four, me=9), entries(four))
        cheat, step = due(chain), chain.tip
        pair = [raise_by(chain, cheat, amount) for amount in (10, 20)]
        fill(chain, pair[::-1] if turned else pair)
        convicted = chain.cheats[identity(cheat).public]
        assert {entry.digest for entry in convicted.entries} == {entry.digest for entry in pair}
        assert convicted.step == step
        assert chain.tip == step, "neither version is taken"
        assert [one.key for one in chain.news if isinstance(one, Cheat)] == [identity(cheat).public]


def test_a_false_entry_convicts_and_fills_no_place(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    cheat, step = due(chain), chain.tip
    assert not chain.offer(raise_by(chain, cheat, 7))
    assert chain.cheats[identity(cheat).public].reason.startswith("NotAllowed")
    assert not chain.offer(raise_by(chain, cheat, 10)) or chain.tip == step, "a right one afterwards does not undo it"
    assert chain.tip == step
    for who in others(chain, cheat)[:2]:
        chain.offer(vote(who, chain, cheat))
    assert chain.steps[step].absent == (cheat,), "he does not count: two of three are a majority"


def test_a_version_that_the_others_have_built_on_stays(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    cheat, step = due(chain), chain.tip
    first, second = (raise_by(chain, cheat, amount) for amount in (10, 20))
    chain.offer(first)
    for _ in range(3):
        chain.offer(signed(due(chain), chain, "bid", ["call"]))
    tip = chain.tip
    assert chain.state.stage is Stage.PLAY
    chain.offer(second)
    assert identity(cheat).public in chain.cheats
    assert chain.steps[step].entries == (first,)
    assert chain.tip == tip


def test_evidence_convicts_whoever_did_it_and_nobody_else(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    cheat = due(chain)
    honest = entries(four)
    pair = [raise_by(chain, cheat, amount) for amount in (10, 20)]
    mixed = [pair[0], signed(others(chain, cheat)[0], chain, "bid", ["call"])]
    elsewhere = [pair[0], signed(cheat, chain, "bid", ["raise", 20], step=chain.tip - 1)]
    for evidence in ([honest[-1]], honest[-2:], [pair[0], pair[0]], mixed, elsewhere, [], [*pair, pair[0]]):
        assert not chain.offer_evidence(evidence)
    assert chain.cheats == {}
    assert chain.offer_evidence(pair)
    assert chain.cheats.keys() == {identity(cheat).public}


def test_evidence_of_a_history_that_is_not_known_yet_waits(four: Chronicle) -> None:
    whole = fill(chain_of(four, me=9), entries(four))
    cheat = due(whole)
    false = raise_by(whole, cheat, 7)
    chain = chain_of(four, me=9)
    fill(chain, entries(four)[:1])     # the seats are known, no more
    chain.offer_evidence([false])
    assert chain.cheats == {}
    fill(chain, entries(four))
    assert chain.cheats.keys() == {identity(cheat).public}


def test_late_entries_are_dropped_without_blame(four: Chronicle) -> None:
    chain = fill(chain_of(four, me=9), entries(four))
    gone, step = due(chain), chain.tip
    late = raise_by(chain, gone)
    for who in others(chain, gone):
        chain.offer(vote(who, chain, gone))
    assert chain.steps[step].absent == (gone,)
    tip = chain.state.parent
    chain.offer(late)
    assert (chain.cheats, chain.state.parent) == ({}, tip)


def test_cheats_are_bounded() -> None:
    assert MAX_EVIDENCE >= 2 * 6


# --- finality ---

@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_final_when_a_majority_has_signed_beyond_it(seats: int) -> None:
    table = Chronicle(seats).go(Stage.OPEN)
    chain = fill(chain_of(table, me=9), entries(table))
    last = {entry.author for entry in chain.steps[-1].entries} if seats > 2 else set()
    at, signed_beyond = chain.tip, 0
    assert not chain.settle()
    for who in range(seats):
        chain.offer(signed(who, chain, "ack", [None]))
        signed_beyond += identity(who).public not in last
        if 2 * signed_beyond > seats:
            assert chain.settle()
            break
        assert not chain.settle()
    assert chain.floor == at
    assert not chain.settle()


def test_below_the_floor_nothing_changes_any_more(played: Chronicle) -> None:
    chain = fill(chain_of(played, me=9), entries(played))
    assert chain.settle()
    step = next(number for number in range(1, chain.floor) if chain.steps[number].entries[0].kind == "bid")
    author = next(who for who in range(3) if identity(who).public == chain.steps[step].entries[0].author)
    before = chain.state.parent
    other = signed(author, chain, "bid", ["raise", 33], step=step)
    assert not chain.offer(other)
    assert not chain.offer(vote((author + 1) % 3, chain, author, step=step))
    assert (chain.state.parent, chain.cheats) == (before, {})
    assert chain.offer_evidence([chain.steps[step].entries[0], other]), "it still expels"
    assert chain.steps[step].entries[0].kind == "bid"
    assert all(parent in chain.parents[chain.floor:] for parent in chain.places)


def test_only_what_fills_places_is_a_step(played: Chronicle) -> None:
    assert {entry.kind for entry in entries(played)} <= STEP_KINDS
    assert Advanced(1, ()) == Advanced(1, ())
    assert founded().table_id == played.founding.table_id
