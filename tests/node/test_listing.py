from __future__ import annotations

from typing import Any

import pytest

from azi_p2p.node.listing import Listing
from azi_p2p.table.kinds import Stage
from protocol.errors import Malformed
from tests.table.room import Room

BODY: list[Any] = [b"T" * 32, "Friday", 2, 6, "open"]


def test_round_trip() -> None:
    assert Listing.from_body(BODY).to_body() == BODY


@pytest.mark.parametrize(("at", "value"), [
    (0, b"T" * 31), (0, "T" * 32), (1, b"Friday"), (2, -1), (2, 7), (2, True), (3, 7), (3, 1), (3, False), (4, "Open"),
    (4, ""), (4, "o" * 13), (4, 1),
])
def test_every_field_is_checked(at: int, value: Any) -> None:
    body: list[Any] = list(BODY)
    body[at] = value
    with pytest.raises(Malformed):
        Listing.from_body(body)


@pytest.mark.parametrize("body", [None, [], BODY[:-1], [*BODY, 1], "Friday"])
def test_other_shapes(body: Any) -> None:
    with pytest.raises(Malformed):
        Listing.from_body(body)


def test_a_running_table_as_its_founder_and_its_players_tell_of_it() -> None:
    room = Room(3, onlookers=1, start_at=None)
    told = [Listing.of(table) for table in room.tables]
    assert told[0] == Listing(room.founding.table_id, "Chronicle", 1, 6, "waiting")
    assert told[1:] == [None, None, None], "who has not sat down, or looks on, does not speak for the table"
    room.rest()
    assert Listing.of(room.tables[0]).seats_taken == 3, "those who wait for a chair are counted"
    room = Room(3, onlookers=1)
    room.reach(Stage.BID)
    told = [Listing.of(table) for table in room.tables]
    assert told == [Listing(room.founding.table_id, "Chronicle", 3, 6, "playing")] * 3 + [None]


def test_names_are_cleaned() -> None:
    assert Listing.from_body([b"T" * 32, "Fri\nday\u202e", 2, 6, "open"]).name == "Fri day"
