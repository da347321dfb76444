"""Browsers and nodes for the page's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.person import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Ended with each file: while it runs, no other event loop can in this thread."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = launch(playwright)
    yield launched
    launched.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start `azi page` with more arguments; each call is another home, unless `home` is given."""
    started: list[Served] = []

    def start(*arguments: str, home: str | None = None, **options: Any) -> Served:
        served = Served(tmp_path / (home or f"home{len(started)}"), *arguments, **options)
        started.append(served)
        return served

    yield start
    for served in started:
        served.stop()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Open a node's page: what the context takes (viewport, has_touch, …) may be given."""
    people: list[Person] = []

    def come(served: Served, **context: Any) -> Person:
        person = Person(browser, **context)
        people.append(person)
        person.open(served.address)
        return person

    yield come
    for person in people:
        person.close()
