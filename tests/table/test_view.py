"""The view as a value: names, standings, and that nobody who is given one can change it."""

from __future__ import annotations

import dataclasses

import pytest

from azi_p2p.table.view import STANDINGS, CardView, DealProgress, SeatView, View
from tests.table.room import Room


def test_a_chair_has_its_players_name_or_its_number() -> None:
    view = Room(2).tables[0].view(100.0)
    assert view.name_of(0) == "Aru"
    assert view.name_of(4) == "seat 5"


def test_views_are_values() -> None:
    for kind in (View, SeatView, CardView, DealProgress):
        assert kind.__dataclass_params__.frozen
    view = Room(2).tables[0].view(100.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.pot = 5
    for field in dataclasses.fields(View):
        assert not isinstance(getattr(view, field.name), list | dict | set), f"{field.name} could be changed"


def test_standings_are_told_once_each() -> None:
    assert len(set(STANDINGS)) == len(STANDINGS)


def test_a_seat_says_nothing_of_the_cards_it_holds_but_how_many() -> None:
    assert [field.name for field in dataclasses.fields(SeatView) if "card" in field.name] == ["cards"]
    assert type(Room(2).tables[0].view(100.0).seats[0].cards) is int
