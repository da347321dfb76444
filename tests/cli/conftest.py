"""Persons at terminals and bots in processes, ended with their test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.program import Person, start

if TYPE_CHECKING:
    import subprocess


@pytest.fixture
def person(tmp_path):
    """Seats a person: person("host", …, home="aru")."""
    seated: list[Person] = []

    def seat(*words: str, home: str = "home", **settings) -> Person:
        seated.append(Person(tmp_path / home, *words, **settings))
        return seated[-1]

    yield seat
    for one in seated:
        one.ends_at_last()


@pytest.fixture
def program(tmp_path):
    """Starts azi without a terminal: program("bot", …, home="aru")."""
    started: list[subprocess.Popen[str]] = []

    def begin(*words: str, home: str = "home", **options) -> subprocess.Popen[str]:
        started.append(start(tmp_path / home, *words, **options))
        return started[-1]

    yield begin
    for one in started:
        if one.poll() is None:
            one.kill()
        one.communicate()
