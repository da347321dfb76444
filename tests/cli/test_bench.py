"""`azi bench`: every figure is there; how large they are is for the machine to say."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from azi_p2p.cli import figures, main
from azi_p2p.cli.bench import lines
from azi_p2p.cli.figures import Figures


@pytest.fixture
def short(monkeypatch) -> None:
    monkeypatch.setattr(figures, "ROUNDS", 1)
    monkeypatch.setattr(figures, "ENGINE_ACTIONS", 200)


@pytest.mark.usefixtures("short")
def test_json(capsys) -> None:
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {row.name for row in fields(Figures)}
    assert all(value > 0 for value in told.values())


def test_lines() -> None:
    told = "\n".join(lines(Figures(63.4, 30.2, 0.87, 8.0, 7.0, 160.0, 0.55, 31234.0, 2)))
    for words in ("63.4 us", "0.87", "at most 1.00", "160 ms", "31,234 a second", "2 cores"):
        assert words in told
