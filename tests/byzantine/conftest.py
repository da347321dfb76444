"""Proofs are verified once a test, as all its nodes run in one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol.check import Check
from tests.byzantine import ring

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _each_proof_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Check, "run", ring.verify_once)
    yield
    ring.verified.clear()
