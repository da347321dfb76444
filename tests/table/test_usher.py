"""The usher: wishes heard, kept, dropped and met, and when the next hand is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.actions import Rebuy
from azi_p2p.table.bodies import MAX_CHAIRS, Carried, Continued, Request, make_invitation
from azi_p2p.table.clocks import Clocks
from azi_p2p.table.kinds import Stage
from azi_p2p.table.limits import GRACE_SECONDS, MAX_PENDING_SITTERS, REBUY_SECONDS, STEP_SECONDS
from azi_p2p.table.state import game_digest, opening_result
from azi_p2p.table.usher import LEAVER_SECONDS, Usher
from protocol.entry import Entry
from protocol.errors import Refused
from tests.table.chronicle import Chronicle, founded, identity
from tests.table.room import Room

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NOW = 100.0


def usher_of(
    table: Chronicle, number: int = 0, *, pause: float = 2.0, start_at: int | None = None, cheats: Sequence[bytes] = (),
    peers: Collection[bytes] | None = None,
) -> Usher:
    usher = Usher(identity(number), table.founding, pause=pause, start_at=start_at, cheats=cheats, peers=peers)
    usher.was_seated = table.state.chair_of(identity(number).public) is not None
    return usher


def hear(usher: Usher, table: Chronicle, kind: str, player: int, **other: object) -> bool:
    hand = int(str(other.get("hand", table.state.opened + 1)))
    request = Request.make(identity(player), table.founding.table_id, hand, kind,
        name=f"P{player}" if kind == "sit" else "")
    return usher.hear(request.entry, table.state)


def between(seats: int = 3, **options: object) -> Chronicle:
    return Chronicle(seats, **options).go(Stage.OPEN)


# --- one's own wishes ---

def test_the_wish_to_sit_is_signed_for_the_next_hand_and_once() -> None:
    table = Chronicle(1)
    usher = usher_of(table, 1)
    assert usher.requests_due(table.state) == []
    usher.sit_down("Bek", None, table.state)
    (entry,) = usher.requests_due(table.state)
    request = Request.read(entry)
    assert (request.kind, request.name, request.hand, request.entry.table_id) == ("sit", "Bek", 1,
        table.founding.table_id)
    assert usher.requests_due(table.state) == []


def test_a_wish_that_was_not_met_is_signed_anew_for_the_hand_after() -> None:
    table = Chronicle(2)
    usher = usher_of(table, 3)
    usher.sit_down("Dana", None, table.state)
    usher.requests_due(table.state)
    table.step()
    usher.watch(table.state, NOW)
    (entry,) = usher.requests_due(table.state)
    assert entry.step == 2


def test_who_may_not_sit_down_is_told_why() -> None:
    table = Chronicle(MAX_CHAIRS)
    with pytest.raises(IllegalAction, match="a seat already"):
        usher_of(table, 0).sit_down("Aru", None, table.state)
    table.step()
    with pytest.raises(IllegalAction, match="full"):
        usher_of(table, 7).sit_down("Late", None, table.state)
    invited = Chronicle(1, seating="invite")
    with pytest.raises(IllegalAction, match="invitation"):
        usher_of(invited, 1).sit_down("Bek", None, invited.state)
    other = make_invitation(identity(0), invited.state.founding.table_id, identity(2).public).encode()
    for wrong in (b"something", other):
        with pytest.raises(IllegalAction, match="another player or table"):
            usher_of(invited, 1).sit_down("Bek", wrong, invited.state)
    right = make_invitation(identity(0), invited.state.founding.table_id, identity(1).public).encode()
    usher_of(invited, 1).sit_down("Bek", right, invited.state)


def test_who_leaves_or_was_absent_says_so_for_the_next_hand() -> None:
    table = between()
    usher = usher_of(table, 1)
    usher.leaving = True
    assert [entry.kind for entry in usher.requests_due(table.state)] == ["leave"]
    away = usher_of(table, 2)
    table.state.match.set_away(identity(2).public, away=True)
    away.sitting_out = True
    assert away.requests_due(table.state) == []
    away.sitting_out = False
    assert [entry.kind for entry in away.requests_due(table.state)] == ["return"]


def test_a_fresh_stack_is_asked_for_when_there_may_be_one() -> None:
    table = between(2, ante=10, stack=10)
    match = table.state.match
    loser = next(number for number in range(2) if match.stack(identity(number).public) == 0)
    rich, poor = usher_of(table, 1 - loser), usher_of(table, loser)
    assert (rich.may_rebuy(table.state), poor.may_rebuy(table.state)) == (False, True)
    with pytest.raises(IllegalAction):
        rich.rebuy(table.state, 1 - loser)
    with pytest.raises(IllegalAction):
        poor.rebuy(table.state, None)
    poor.rebuy(table.state, loser)
    assert [entry.kind for entry in poor.requests_due(table.state)] == ["rebuy"]
    table.take([table.open(table.request("rebuy", loser))])
    poor.watch(table.state, NOW)
    assert poor.requests_due(table.state) == []


# --- everybody's ---

def test_requests_that_count() -> None:
    table = between()
    usher = usher_of(table)
    assert hear(usher, table, "sit", 4)
    assert hear(usher, table, "leave", 1)
    assert hear(usher, table, "return", 2)
    assert [one.name for one in usher.sitters(table.state)] == ["P4"]
    assert usher.wanting() == {identity(4).public}
    assert (usher.is_leaving(identity(1).public), usher.is_leaving(identity(2).public)) == (True, False)
    assert len(usher.to_repeat()) == 3


def test_who_has_gone_again_does_not_wait_for_a_chair() -> None:
    table = between()
    peers = {identity(4).public}
    usher = Usher(identity(0), table.founding, pause=1.0, start_at=None, peers=peers)
    assert hear(usher, table, "sit", 4)
    assert [one.name for one in usher.sitters(table.state)] == ["P4"]
    peers.clear()
    assert usher.sitters(table.state) == []


def test_requests_that_do_not_count() -> None:
    table = between()
    usher = usher_of(table)
    hear(usher, table, "leave", 1)
    assert not hear(usher, table, "leave", 1), "known"
    assert not hear(usher, table, "sit", 2), "has a chair"
    assert not hear(usher, table, "leave", 4), "has none"
    for hand in (table.state.opened, table.state.opened + 2):
        assert not hear(usher, table, "leave", 2, hand=hand)
    good = Request.make(identity(2), table.founding.table_id, table.state.opened + 1, "leave").entry
    forged = Entry(good.table_id, good.step, good.parent, good.author, good.kind, good.body, bytes(64), good.content,
        good.digest)
    with pytest.raises(Refused):
        usher.hear(forged, table.state)
    assert len(usher.to_repeat()) == 1


def test_strangers_are_bounded() -> None:
    table = between()
    usher = usher_of(table)
    heard = [hear(usher, table, "sit", 10 + number) for number in range(MAX_PENDING_SITTERS + 3)]
    assert heard == [True] * MAX_PENDING_SITTERS + [False] * 3
    assert hear(usher, table, "leave", 1), "who sits is heard all the same"


def test_invented_keys_do_not_keep_out_who_is_here() -> None:
    table = between()
    here = [identity(number).public for number in range(30, 30 + MAX_PENDING_SITTERS)]
    usher = usher_of(table, peers=here)
    assert all(hear(usher, table, "sit", 10 + number) for number in range(MAX_PENDING_SITTERS))
    assert all(hear(usher, table, "sit", 30 + number) for number in range(MAX_PENDING_SITTERS))
    assert {request.author for request in usher.sitters(table.state)} == set(here)
    assert not hear(usher, table, "sit", 10), "and no invented one takes the place of who is here"


def test_overtaken_wishes_are_dropped() -> None:
    table = between()
    usher = usher_of(table)
    hear(usher, table, "leave", 1)
    table.step()
    usher.watch(table.state, NOW)
    assert usher.to_repeat() == ()


# --- openings ---

def test_an_opening_meets_what_can_be_met_and_frees_chairs_first() -> None:
    table = Chronicle(MAX_CHAIRS).go(Stage.OPEN)
    usher = usher_of(table)
    hear(usher, table, "sit", 8)
    hear(usher, table, "sit", 9)
    hear(usher, table, "rebuy", 2)
    hear(usher, table, "leave", 1)
    opening = usher.opening(table.state)
    assert opening is not None
    assert [(one.kind, one.author) for one in opening.requests] == [("leave", identity(1).public),
        ("sit", identity(8).public)]
    match, names = opening_result(table.state, opening)
    assert opening.game == game_digest(match)
    assert (match.chairs[1], names[identity(8).public]) == (identity(8).public, "P8")
    assert opening.hand == table.state.opened + 1


def test_without_two_payers_there_is_no_opening() -> None:
    table = between(2)
    usher = usher_of(table)
    assert usher.opening(table.state) is not None
    hear(usher, table, "leave", 1)
    assert usher.opening(table.state) is None
    assert usher.opening(Chronicle(2).go(Stage.BID).state) is None


def test_an_uninvited_wish_is_not_heard() -> None:
    table = Chronicle(1, founding=founded(seating="invite"))
    usher = usher_of(table)
    with pytest.raises(Refused):
        hear(usher, table, "sit", 1)
    assert (usher.to_repeat(), usher.wanting(), usher.opening(table.state)) == ((), frozenset(), None)


def test_a_proven_cheat_is_not_heard_and_what_he_wished_before_is_dropped() -> None:
    table = between()
    cheats: list[bytes] = []
    usher = usher_of(table, cheats=cheats)
    assert hear(usher, table, "return", 1)
    cheats.append(identity(1).public)
    assert not hear(usher, table, "leave", 1)
    usher.watch(table.state, NOW)
    assert usher.to_repeat() == ()


def test_one_whose_time_ran_out_sits_out_as_one_who_asked_for_it() -> None:
    table = between()
    usher = usher_of(table, 1)
    table.state.match.set_away(identity(1).public, away=True)
    usher.unattended = True
    assert usher.stays_out
    assert usher.requests_due(table.state) == []
    usher.unattended = False
    assert [entry.kind for entry in usher.requests_due(table.state)] == ["return"]


# --- time ---

def clocks(since: float = NOW) -> Clocks:
    return Clocks(since)


def test_the_first_hand_waits_for_its_seats_or_its_founder() -> None:
    table = Chronicle(1)
    usher = usher_of(table, start_at=3)
    for player in (1, 2):
        usher.watch(table.state, NOW)
        assert usher.opening_time(table.state, clocks(), {}) is None
        hear(usher, table, "sit", player)
    usher.watch(table.state, NOW)
    assert usher.opening_time(table.state, clocks(), {}) == NOW
    by_hand = usher_of(table)
    hear(by_hand, table, "sit", 1)
    by_hand.watch(table.state, NOW)
    assert by_hand.opening_time(table.state, clocks(), {}) is None
    by_hand.start_now = True
    assert by_hand.opening_time(table.state, clocks(), {}) == NOW


def test_later_hands_are_opened_after_a_pause_by_who_is_due() -> None:
    table = between()
    (due,) = table.state.due()
    for number in range(3):
        usher = usher_of(table, number, pause=2.0)
        usher.watch(table.state, NOW)
        expected = NOW + 2.0 if number == due else None
        assert usher.opening_time(table.state, clocks(), {}) == expected


def test_a_hand_is_held_back_for_one_who_may_take_a_stack() -> None:
    poor = 2
    players = tuple(Carried(identity(number).public, 5 if number == poor else 100, 100) for number in range(3))
    founding = founded(ante=10, continued=Continued(bytes(32), bytes(32), players))
    for number in range(20):
        table = Chronicle(3, salt=number, founding=founding).go(Stage.OPEN)
        (due,) = table.state.due()
        if due == 1:
            break
    usher = usher_of(table, due, pause=2.0)
    usher.watch(table.state, NOW)
    here = {identity(poor).public: "poor"}
    assert usher.opening_time(table.state, clocks(), here) == NOW + REBUY_SECONDS
    assert usher.opening_time(table.state, clocks(), {}) == NOW + 2.0, "not for one who is not here"
    hear(usher, table, "rebuy", poor)
    usher.watch(table.state, NOW)
    assert usher.opening_time(table.state, clocks(), here) == NOW + 2.0, "he has said so"


def test_limits_of_steps_and_turns() -> None:
    table = Chronicle(3, turn_seconds=20)
    usher = usher_of(table)
    assert usher.limit(table.state, 0, clocks(), {}, mine=False) is None, "the first hand is the founder's to start"
    table.step()
    assert usher.limit(table.state, 1, clocks(), {}, mine=False) == NOW + STEP_SECONDS
    table.go(Stage.BID)
    (due,) = table.state.due()
    assert usher.limit(table.state, due, clocks(), {}, mine=True) == NOW + 20
    assert usher.limit(table.state, due, clocks(), {}, mine=False) == NOW + 20 + GRACE_SECONDS
    table.go(Stage.OPEN)
    usher.watch(table.state, NOW + 7)
    assert usher.limit(table.state, due, clocks(), {}, mine=False) == NOW + 7 + STEP_SECONDS + REBUY_SECONDS


def test_untimed_people_have_no_limit_and_nodes_have() -> None:
    table = Chronicle(3, turn_seconds=0)
    usher = usher_of(table)
    table.step()
    assert usher.limit(table.state, 1, clocks(), {}, mine=False) == NOW + STEP_SECONDS
    table.go(Stage.BID)
    assert usher.limit(table.state, table.state.due()[0], clocks(), {}, mine=False) is None


def test_one_who_has_said_that_he_leaves_and_is_gone_is_not_waited_for() -> None:
    table = Chronicle(3).go(Stage.BID)
    usher = usher_of(table)
    hear(usher, table, "leave", 1)
    assert usher.limit(table.state, 1, clocks(), {}, mine=False) == NOW + LEAVER_SECONDS
    assert usher.limit(table.state, 1, clocks(), {identity(1).public: "Bek"}, mine=False) is None


def test_a_leaver_stays_while_it_is_his_to_open_for_the_others() -> None:
    table = between()
    (due,) = table.state.due()
    for number in range(3):
        usher = usher_of(table, number)
        assert not usher.nobody_needs_me(table.state, number)
        usher.leaving = True
        usher.requests_due(table.state)
        assert usher.nobody_needs_me(table.state, number) is (number != due)


def test_who_asks_for_a_chair_and_is_not_linked_is_not_dealt_in() -> None:
    table = between()
    peers: dict[bytes, str] = {}
    usher = Usher(identity(0), table.founding, pause=1.0, start_at=None, peers=peers)
    guest = Request.make(identity(5), table.founding.table_id, table.state.opened + 1, "sit", name="Guest")
    assert usher.hear(guest.entry, table.state)
    opening = usher.opening(table.state)
    assert opening is not None
    assert opening.requests == ()
    peers[identity(5).public] = "Guest"
    opening = usher.opening(table.state)
    assert opening is not None
    assert [request.author for request in opening.requests] == [identity(5).public]


def test_a_fresh_stack_is_offered_once_until_it_is_taken() -> None:
    room = Room(2, pause=50.0, stack=10, ante=10)
    room.reach(Stage.OPEN, hands=1)
    poor = next(table for table in room.tables if table.view(room.now).may_rebuy)
    poor.act(Rebuy(), room.now)
    assert not poor.view(room.now).may_rebuy     # else a bot would ask again, and again
    poor.act(Rebuy(), room.now)
    assert [kind for _, kind in poor.usher._pending] == ["rebuy"]
