"""What the figures are measured on is a sound deal, and the work that they name."""

from __future__ import annotations

import pytest

from azi_p2p.cli.figures import SEATS, _SixSeats
from protocol.errors import NotProven


def test_every_proof_of_a_six_seat_deal_is_among_the_checks() -> None:
    fixture = _SixSeats()
    kinds = [check.kind for check in fixture.checks]
    assert {kind: kinds.count(kind) for kind in kinds} == {"key": SEATS, "shuffle": SEATS, "share": SEATS}
    for check in fixture.checks:
        check.run()
    prove, verify = fixture.suit_proof()
    prove()
    verify()
    fixture.shuffle_pass()


def test_a_wrong_proof_would_be_noticed() -> None:
    fixture = _SixSeats()
    first, second = (check for check in fixture.checks if check.kind == "share" and check.arguments[0].seat < 2)
    mixed = (first.arguments[0], *second.arguments[1:])
    with pytest.raises(NotProven):
        first.verify(*mixed)
