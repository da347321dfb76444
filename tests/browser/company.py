"""Several people at one table of the page: one founds it, the others join by its link; all nodes on loopback."""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tests.browser.person import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.browser.person import Person
    from tests.browser.served import Served

ROUNDS_MS = 60
"""Between two looks of people who play, where none of them had anything to do."""


def nodes(serve: Callable[..., Served], *names: str) -> list[Served]:
    """A node for each name, started together."""
    with ThreadPoolExecutor() as starting:
        return list(starting.map(lambda name: serve("--name", name, home=f"home of {name}"), names))


def unique(name: str) -> str:
    """A table name that no other test of this machine has: they all hear each other on loopback."""
    return f"{name} {secrets.token_hex(4)}"


def sit_down(person: Person, table: str) -> None:
    """By the button beside the table's name in the lobby, once it is listed."""
    person.page.click(f".table-row:has(bdi:text-is('{table}')) button.primary", timeout=PATIENCE_S * 1000)


def found(person: Person, name: str | None = None, *, start_at: int | None = None, **options: Any) -> str:
    """Make a table with these options in the page; its link, as the page shows it."""
    person.go("#make", "#table-name")
    person.page.fill("#table-name", name or unique("kitchen"))
    if start_at is not None:
        person.page.click(f"label:has(input[name=start-at][value='{start_at}'])")
    for option, value in options.items():
        field = person.page.locator(f"#option-{option}")
        if not isinstance(value, bool) and field.count():
            field.fill(str(value))
        elif not isinstance(value, bool):
            person.page.click(f"label:has(input[name=option-{option}][value='{value}'])")
        elif field.is_checked() != value:
            person.page.click(f"label:has(#option-{option})")
    person.page.click("[data-do=found]")
    person.shows(".felt")
    return person.text(".poster .link-row code")


def ask_to_join(person: Person, target: str, *, watch: bool = False) -> None:
    """Type it into the lobby, and press the button."""
    if not person.page.locator("#target").count():
        person.go("#lobby", "#target")
    person.page.fill("#target", target)
    person.page.click(f"form:has(#target) button:nth-of-type({2 if watch else 1})")


def join(person: Person, target: str, *, watch: bool = False) -> None:
    """Sit down, or look on, by a link or address."""
    ask_to_join(person, target, watch=watch)
    person.shows(".felt")


def play(people: Sequence[Person], wanted: Callable[[dict[str, Any]], object], *, rounds: int = 4000) -> None:
    """They play, none of them ever folding, until all see it."""
    for _ in range(rounds):
        seen = [person.see() for person in people]
        if all(map(wanted, seen)):
            return
        acted = [person.act(one) for person, one in zip(people, seen, strict=True)]
        if not any(acted):
            people[0].page.wait_for_timeout(ROUNDS_MS)
    raise AssertionError(f"waited in vain; last seen: {[person.see() for person in people]}")


def stacks(person: Person) -> dict[str, int]:
    """Everybody's chips by name, as the table shows them."""
    shown: dict[str, str] = person.page.evaluate("""() => Object.fromEntries(
        [...document.querySelectorAll(".plate, .self:has(.name)")].map((el) => [
            el.querySelector(".name").textContent, el.querySelector(".stack").textContent]))""")
    return {name: int(re.findall(r"[\d,]+", text)[0].replace(",", "")) for name, text in shown.items()}


def toast(person: Person, words: str) -> None:
    """Wait for a line that says this."""
    person.page.locator(".toast", has_text=words).first.wait_for(timeout=PATIENCE_S * 1000)


def menu(person: Person, word: str) -> None:
    """A point of the table's menu."""
    person.page.click("[aria-label=More]")
    person.page.click(f"dialog [data-act={word}]")


def leave(person: Person, word: str) -> None:
    """Open the window that asks about leaving, and press a button of it."""
    person.page.click("[aria-label='Leave the table']")
    person.page.click(f"dialog [data-act={word}]")
