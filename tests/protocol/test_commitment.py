from __future__ import annotations

import pytest

from protocol.commitment import COMMITMENT_BYTES, commit, verify_opening
from protocol.errors import LocalError, NotProven
from protocol.transcript import Transcript
from tests.protocol.seats import altered, context

HERE = context(1, 1)
CONTRIBUTION = bytes(range(32))


def test_it_opens() -> None:
    commitment = commit(HERE, CONTRIBUTION)
    assert len(commitment) == COMMITMENT_BYTES
    assert commitment == Transcript.at("commitment", HERE).octets(CONTRIBUTION).digest()[:32]
    verify_opening(HERE, commitment, CONTRIBUTION)


def test_it_opens_to_nothing_else() -> None:
    commitment = commit(HERE, CONTRIBUTION)
    for i in range(32):
        other = CONTRIBUTION[:i] + bytes([CONTRIBUTION[i] ^ 1]) + CONTRIBUTION[i + 1 :]
        with pytest.raises(NotProven):
            verify_opening(HERE, commitment, other)
        false = commitment[:i] + bytes([commitment[i] ^ 1]) + commitment[i + 1 :]
        with pytest.raises(NotProven):
            verify_opening(HERE, false, CONTRIBUTION)
    with pytest.raises(NotProven):
        verify_opening(HERE, commitment[:31], CONTRIBUTION)


def test_copied_to_another_place_it_does_not_open() -> None:
    commitment = commit(HERE, CONTRIBUTION)
    for place in altered(HERE):
        with pytest.raises(NotProven):
            verify_opening(place, commitment, CONTRIBUTION)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_contribution_has_32_bytes(length: int) -> None:
    with pytest.raises(LocalError):
        commit(HERE, bytes(length))
