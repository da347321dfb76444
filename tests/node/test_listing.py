from __future__ import annotations

from typing import Any

import pytest

from azi_p2p.node.listing import Listing
from protocol.errors import Malformed

BODY = [b"T" * 32, "Friday", 2, 6, "open"]


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


def test_names_are_cleaned() -> None:
    assert Listing.from_body([b"T" * 32, "Fri\nday\u202e", 2, 6, "open"]).name == "Fri day"
