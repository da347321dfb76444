"""The table as its node drives it: what comes in never raises, what is kept brings it back, and it acts in time."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azi_p2p.table.actions import Leave, SitDown
from azi_p2p.table.effects import Changed, Keep, Send, Suspect, Wipe
from azi_p2p.table.kinds import STEP_KINDS, Stage
from azi_p2p.table.limits import BEHIND_SECONDS
from azi_p2p.table.wire import Entries, Evidence, Status, pack, unpack
from protocol.entry import Entry
from protocol.errors import LocalError
from tests.table.chronicle import NAMES, founded, identity
from tests.table.room import Room


def sent(room: Room, number: int) -> list[object]:
    """The messages that this player's table asks to send now; whatever else it asks for is dropped."""
    return [unpack(effect.data) for effect in room.tables[number].poll_effects() if isinstance(effect, Send)]


# --- what comes in ---

@pytest.fixture(scope="module", name="busy")
def _busy() -> Room:
    room = Room(3)
    room.reach(Stage.BID)
    return room.calm()


@given(st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_suspected_and_change_nothing(busy: Room, data: bytes) -> None:
    table = busy.tables[0]
    before = table.chain.state.parent
    table.poll_effects()
    table.receive(identity(1).public, data, busy.now)
    assert table.chain.state.parent == before
    assert table.chain.cheats == {}
    assert not any(isinstance(effect, Suspect) and effect.proof for effect in table.poll_effects())


def test_entries_of_another_table_or_without_a_signature_are_not_taken(busy: Room) -> None:
    table, state = busy.tables[0], busy.tables[0].chain.state
    (due,) = state.due()
    good = Entry.sign(identity(due), table_id=state.founding.table_id, step=state.step, parent=state.parent, kind="bid",
                      body=["raise", 10])
    other = Entry.sign(identity(due), table_id=bytes(32), step=state.step, parent=state.parent, kind="bid",
        body=["raise", 10])
    forged = Entry(good.table_id, good.step, good.parent, good.author, good.kind, good.body, bytes(64), good.content,
        good.digest)
    table.poll_effects()
    for entry in (other, forged):
        for message in (Entries((entry,)), Evidence((entry,))):
            table.receive(identity(due).public, pack(message), busy.now)
    assert table.chain.state.parent == state.parent
    assert table.chain.cheats == {}
    suspects = [effect for effect in table.poll_effects() if isinstance(effect, Suspect)]
    assert len(suspects) == 3, "a foreign entry is passed over, a foreign accusation and two forgeries are not"
    assert not any(suspect.proof for suspect in suspects)


# --- restarts ---

@pytest.mark.parametrize("stage", [Stage.OPEN, Stage.BID, Stage.PLAY])
def test_switched_off_and_on_it_goes_on_where_it_was(stage: Stage) -> None:
    room = Room(3, blind=True)
    room.reach(stage, hands=1 if stage is Stage.OPEN else None)
    before = [table.chain.state.parent for table in room.tables]
    cards = room.tables[1].view(room.now).cards
    room.restart(1)
    assert room.tables[1].chain.state.parent == before[1]
    assert room.tables[1].view(room.now).cards == cards
    room.reach(Stage.OPEN, hands=2)
    assert not any(table.chain.cheats for table in room.tables)


def test_after_a_restart_the_stored_entry_is_sent_and_never_another() -> None:
    """The player's shuffle was kept, and nobody got it."""
    room = Room(3)
    room.silent = {0, 2}
    for number in (0, 2):
        room.part(1, number)
    room.silent = set()
    room.join(0, 1)
    room.join(1, 2)
    room.reach(Stage.BID)
    own = {entry.digest for data in room.kept[1] for entry in unpack(data).entries
           if entry.author == identity(1).public and entry.kind in STEP_KINDS}
    room.restart(1)
    room.rest(3)
    again = {entry.digest for effect in room.effects[1] if isinstance(effect, Send)
             for message in [unpack(effect.data)] if isinstance(message, Entries)
             for entry in message.entries if entry.author == identity(1).public and entry.kind in STEP_KINDS}
    assert own <= again | own
    places = [(entry.parent, entry.kind) for data in room.kept[1] for entry in unpack(data).entries
              if entry.author == identity(1).public and entry.kind in STEP_KINDS]
    assert len(places) == len(set(places)), "two entries were signed for one place"


def test_what_was_kept_and_damaged_is_not_taken_back() -> None:
    room = Room(2)
    room.reach(Stage.BID)
    table = room.make(0)
    with pytest.raises(LocalError, match="damaged"):
        table.restore([*room.kept[0], b"junk"], room.secrets[0], room.now)


# --- secrets ---

def test_secrets_are_wiped_when_the_hand_is_final() -> None:
    room = Room(3, pause=5.0)
    room.reach(Stage.OPEN, hands=1)
    room.rest(2)
    assert room.secrets == [{}, {}, {}]
    assert all(any(isinstance(effect, Wipe) for effect in effects) for effects in room.effects)


def test_secrets_of_past_hands_are_wiped_while_the_next_is_played() -> None:
    room = Room(3, pause=0.1)
    room.reach(Stage.BID, hands=2)
    assert [list(secrets) for secrets in room.secrets] == [[room.tables[0].chain.state.keys_parent]] * 3


def test_no_secret_is_in_a_message() -> None:
    room = Room(2)
    room.reach(Stage.BID)
    secrets = [secret[at:at + 32] for kept in room.secrets for secret in kept.values() for at in (0,)]
    assert len(secrets) == 2
    for effects in room.effects:
        for effect in effects:
            if isinstance(effect, Send):
                assert not any(secret in effect.data for secret in secrets)


# --- peers ---

def test_a_new_peer_is_told_how_far_this_node_is_and_what_it_holds_against_whom(busy: Room) -> None:
    table, state = busy.tables[0], busy.tables[0].chain.state
    while busy.deliver():
        pass
    table.peer_up(identity(2).public, "Chi", busy.now)
    assert table.sync.status(table.chain, ask=True) in sent(busy, 0)
    (cheat,) = state.due()
    pair = [Entry.sign(identity(cheat), table_id=state.founding.table_id, step=state.step, parent=state.parent,
        kind="bid",
                       body=["raise", amount]) for amount in (10, 20)]
    room = Room(3)
    room.reach(Stage.BID).calm()
    (cheat,), state = room.tables[0].chain.state.due(), room.tables[0].chain.state
    pair = [Entry.sign(identity(cheat), table_id=state.founding.table_id, step=state.step, parent=state.parent,
        kind="bid",
                       body=["raise", amount]) for amount in (10, 20)]
    holder = (cheat + 1) % 3
    room.tables[holder].receive(identity(cheat).public, pack(Entries(tuple(pair))), room.now)
    room.tables[holder].poll_effects()
    room.tables[holder].peer_up(identity(5).public, "late", room.now)
    told = [message for message in sent(room, holder) if isinstance(message, Evidence)]
    assert [{entry.digest for entry in message.entries} for message in told] == [{entry.digest for entry in pair}]


@pytest.mark.parametrize("watchers", [True, False])
def test_the_record_is_for_those_who_may_have_it(watchers: bool) -> None:
    room = Room(3, founding=founded(watchers=watchers))
    room.reach(Stage.BID).calm()
    table = room.tables[0]
    ask = pack(Status(1, table.chain.parents[1], (), ask=True))
    table.poll_effects()
    table.receive(identity(5).public, ask, room.now)
    assert any(isinstance(message, Entries) for message in sent(room, 0)) is watchers
    table.receive(identity(1).public, ask, room.now)
    assert any(isinstance(message, Entries) for message in sent(room, 0))


def test_one_who_comes_late_catches_up_and_is_dealt_in() -> None:
    room = Room(3, onlookers=1, pause=0.5)
    room.reach(Stage.OPEN, hands=1)
    room.tables[3].act(SitDown("Dana"), room.now)
    room.reach(Stage.BID, hands=2)
    assert room.tables[3].me == 3
    assert room.tables[3].chain.state.deal.seats == (0, 1, 2, 3)
    assert room.tables[3].view(room.now).unchecked == 0 or room.tables[3].next_deadline() <= room.now
    room.rest(3)
    assert room.tables[3].view(room.now).unchecked == 0, "the proofs of past hands are checked in the background"


# --- time ---

def test_whose_time_is_up_is_acted_for_and_sits_out_until_he_is_back() -> None:
    room = Room(3, turn_seconds=5, pause=0.5)
    room.reach(Stage.BID)
    room.choose = lambda actions: actions[0]
    room.calm()
    (late,) = room.tables[0].chain.state.due()
    room.rest(5.5)
    assert late not in room.tables[0].view(room.now).waits_for
    assert not room.tables[0].chain.state.hand.forfeited, "his node acted in time"
    assert room.tables[late].view(room.now).sitting_out


def test_it_asks_to_be_woken_and_comes_to_rest(busy: Room) -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    for table in room.tables:
        deadline = table.next_deadline()
        assert deadline is not None
        assert deadline > room.now
        table.poll_effects()
        table.handle_timer(room.now)
        assert not any(isinstance(effect, Keep) for effect in table.poll_effects())


def test_a_view_is_asked_for_again_only_when_something_changed() -> None:
    room = Room(2)
    room.reach(Stage.BID).calm()
    room.rest(0.5)
    table = room.tables[0]
    table.poll_effects()
    table.handle_timer(room.now)
    assert Changed() not in table.poll_effects()
    assert table.view(room.now).seats[1].name == NAMES[1]


def test_a_seat_whose_store_is_lost_signs_nothing_while_it_catches_up() -> None:
    room = Room(3, pause=0.5)
    room.reach(Stage.BID, hands=2)
    chain = room.tables[0].chain
    signed = {entry.parent: entry.digest for step in chain.steps for entry in step.entries
              if entry.author == identity(1).public}
    room.tables[1] = room.make(1)       # nothing is restored: only the identity is left
    room.tables[1].begin(room.now)
    room.link(1)
    for other in (0, 2):
        room.tables[other].peer_up(identity(1).public, "again", room.now)
    room.rest(5)
    assert room.tables[1].chain.tip >= chain.tip - 1
    assert [table.chain.cheats for table in room.tables] == [{}, {}, {}]
    written = [entry for effect in room.effects[1] if isinstance(effect, Keep) for _, data in effect.messages
               if isinstance(message := unpack(data), Entries) for entry in message.entries
               if entry.author == identity(1).public and entry.kind in STEP_KINDS]
    assert {entry.digest for entry in written if entry.parent in signed} <= set(signed.values())


def test_a_peer_that_says_it_is_ahead_and_gives_nothing_is_not_believed_for_long() -> None:
    room = Room(3, pause=0.5)
    room.reach(Stage.BID)
    liar = pack(Status(10**6, bytes(32), (), ask=False))
    for table in room.tables:
        table.receive(identity(9).public, liar, room.now)
    step = room.tables[0].chain.tip
    room.rest(2 * BEHIND_SECONDS)
    assert room.tables[0].chain.tip > step


def test_who_has_left_may_come_back_to_the_same_table() -> None:
    room = Room(3, pause=0.5)
    room.reach(Stage.BID)
    room.tables[2].act(Leave(), room.now)
    room.reach(Stage.BID, hands=1)
    assert room.tables[2].has_left
    room.tables[2] = room.make(2)
    room.tables[2].begin(room.now)
    room.tables[2].act(SitDown("back again"), room.now)
    room.link(2)
    for other in (0, 1):
        room.tables[other].peer_up(identity(2).public, "again", room.now)
    room.reach(Stage.BID, hands=3)
    assert not room.tables[2].has_left
    assert room.tables[2].me is not None
