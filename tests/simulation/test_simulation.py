"""200 seeds of whole tables under faults; any number by `python -m tests.simulation --seeds N`."""

from __future__ import annotations

import pytest

from tests.simulation.world import simulate


@pytest.mark.parametrize("seed", range(200))
def test_seed(seed: int) -> None:
    """Nothing that must hold breaks, and when the faults stop every hand is finished."""
    simulate(seed)
