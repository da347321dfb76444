"""The history: steps taken, the state at any of them again, and cutting back."""

from __future__ import annotations

import pytest

from azi_p2p.table.admission import admit
from azi_p2p.table.history import History, chair_in, footing_of
from azi_p2p.table.kinds import Stage
from azi_p2p.table.state import TableState
from protocol.errors import LocalError
from tests.table.chronicle import Chronicle, identity


def history_of(table: Chronicle) -> History:
    """The record of a chronicle, taken in again."""
    history = History(TableState.begin(table.founding))
    for entries, absent in table.steps:
        history.push([admit(history.state, entry)[0] for entry in entries], absent, ())
    return history


@pytest.fixture(scope="module", name="table")
def _table() -> Chronicle:
    """Two hands, somebody absent in the first, a third one bid for."""
    table = Chronicle(3).go(Stage.REVEAL)
    table.step(absent=[2])
    table.go(Stage.OPEN)
    table.take([table.open(table.request("return", 2))])
    return table.go(Stage.OPEN).go(Stage.BID)


def test_it_holds_what_was_pushed(table: Chronicle) -> None:
    history = history_of(table)
    assert history.tip == len(table.steps) + 1 == table.state.step
    assert history.state.parent == table.state.parent
    assert [(step.entries, step.absent) for step in history.steps[1:]] == table.steps
    assert history.steps[0].entries == (table.founding.entry,)
    for step, parent in enumerate(history.parents[1:], 1):
        assert history.index[parent] == step
        assert history.footings[step].parent == parent
        assert all(entry.parent == parent for entry in history.steps[step].entries) if step < history.tip else True


def test_every_state_comes_back(table: Chronicle) -> None:
    history, again = history_of(table), History(TableState.begin(table.founding))
    for step, (entries, absent) in enumerate(table.steps, 1):
        state = history.state_at(step)
        assert (state.step, state.parent, state.stage) == (step, again.state.parent, again.state.stage)
        assert (state.match.snapshot(), state.due()) == (again.state.match.snapshot(), again.state.due())
        again.push([admit(again.state, entry)[0] for entry in entries], absent, ())


def test_a_state_that_is_given_out_is_a_copy(table: Chronicle) -> None:
    history = history_of(table)
    for step in (1, history.openings[1], history.tip - 2, history.tip):
        state = history.state_at(step)
        state.match.set_away(identity(0).public, away=True)
        state.names.clear()
        state.events.clear()
        fresh = history.state_at(step)
        assert not fresh.match.is_away(identity(0).public)
        assert fresh.names


@pytest.mark.parametrize("step", [0, -1, 10_000])
def test_there_are_no_other_steps(table: Chronicle, step: int) -> None:
    with pytest.raises(LocalError):
        history_of(table).state_at(step)


def test_cut_back_it_goes_on_from_there(table: Chronicle) -> None:
    whole = history_of(table)
    for step in (2, whole.openings[1] + 1, whole.tip - 1):
        history = history_of(table)
        history.cut_back(step)
        assert (history.tip, history.state.parent) == (step, whole.parents[step])
        assert len(history.parents) == step + 1
        assert max(history.index.values()) == max(history.footings) == step
        assert history.openings == [opening for opening in whole.openings if opening <= step]
        for entries, absent in table.steps[step - 1:]:
            history.push([admit(history.state, entry)[0] for entry in entries], absent, ())
        assert history.state.parent == whole.state.parent


def test_where_hands_could_be_opened(table: Chronicle) -> None:
    history = history_of(table)
    opened = [step for step in range(1, history.tip) if any(one.kind == "open" for one in history.steps[step].entries)]
    assert history.openings == opened
    assert history.last_finished().finished == 2
    assert History(TableState.begin(table.founding)).last_finished() is None
    assert history.fork_start(history.tip) == opened[1]
    assert history.fork_start(opened[1]) == opened[0]
    assert history.fork_start(1) == history.fork_start(0) == 1


def test_a_footing_says_who_was_due_and_who_had_a_vote(table: Chronicle) -> None:
    footing = footing_of(table.state)
    assert (footing.step, footing.parent) == (table.state.step, table.state.parent)
    assert footing.due == {chair: table.state.key_of(chair) for chair in table.state.due()}
    assert footing.voters == {chair: table.state.key_of(chair) for chair in range(3)}
    assert chair_in(footing.voters, table.state.key_of(1)) == 1
    assert chair_in(footing.voters, identity(5).public) is None
