"""Every worked game of the scenarios' directory (AZI_SCENARIOS, default tests/scenarios/)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.game.scenario import run_file

DIRECTORY = Path(os.environ.get("AZI_SCENARIOS") or Path(__file__).parent.parent / "scenarios")
FILES = sorted(DIRECTORY.glob("*.json"))


def test_there_are_scenarios() -> None:
    assert FILES, f"no scenarios in {DIRECTORY}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    run_file(path)
