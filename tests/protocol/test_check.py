from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from protocol.check import Check
from protocol.errors import NotProven
from tests.protocol.seats import Seats, context


def test_every_check_of_a_deal_survives_pickling_and_still_decides() -> None:
    seats = Seats(4, (0, 1)).keys()
    deal, here = seats.deal, context(0, 2)
    shuffle = seats.secrets[0].make_shuffle(deal, here, seats.entropy[0])
    (check,) = deal.checks_shuffle(here, shuffle)
    assert check.kind == "shuffle"
    twin = pickle.loads(pickle.dumps(check))
    assert twin == check
    twin.run()
    outputs = (*shuffle.deck[1:], shuffle.deck[0])
    (false,) = deal.checks_shuffle(here, replace(shuffle, deck=outputs))
    with pytest.raises(NotProven):
        pickle.loads(pickle.dumps(false)).run()


def test_checks_run_in_threads() -> None:
    seats = Seats(4, (0, 1))
    checks: list[Check] = []
    for chair in seats.chairs:
        keys = seats.secrets[chair].make_keys(context(chair, 1), seats.entropy[chair])
        checks += seats.deal.checks_keys(context(chair, 1), keys)
    assert [check.kind for check in checks] == ["key", "key"]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(Check.run, checks)) == [None, None]
