from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.context import MAX_CHAIRS, MAX_DEALS, Context
from protocol.errors import LocalError
from tests.protocol.seats import context


@pytest.mark.parametrize(
    "fault",
    [
        {"table_id": bytes(31)}, {"table_id": "0" * 32}, {"parent": bytes(33)}, {"author": b""},
        {"author": bytearray(32)}, {"seat": -1}, {"seat": MAX_CHAIRS}, {"seat": True}, {"seat": "1"},
        {"deal": -1}, {"deal": MAX_DEALS}, {"deal": 1.0},
    ],
)
def test_what_is_no_context_is_refused(fault: dict[str, Any]) -> None:
    with pytest.raises(LocalError):
        replace(context(0, 1), **fault)


def test_the_bounds_belong_to_it() -> None:
    place = Context(bytes(32), MAX_DEALS - 1, bytes(32), MAX_CHAIRS - 1, bytes(32))
    assert place.seat == 255
