"""One's identity as a file, out of one home and into another; and names, which are not who one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.company import found, join, leave, nodes, toast
from tests.browser.person import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.person import Person
    from tests.browser.served import Served


def key_of(person: Person) -> str:
    """As the settings show it, whole."""
    person.go("#settings", "main.settings code")
    return person.text("main.settings code")


def test_an_identity_moves_to_another_home(
    serve: Callable[..., Served], visit: Callable[..., Person], tmp_path: Path,
) -> None:
    old, new = served = nodes(serve, "Aru", "Bek")
    before, after = (visit(one) for one in served)
    key = key_of(before)
    before.page.click("[data-do=export]")
    with before.page.expect_download() as download:
        before.page.click("[data-do=export-now]")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert key in file.read_text()
    before.page.set_input_files("#identity", file)
    toast(before, "this is your identity already")
    old.stop()      # one key, one node

    own = key_of(after)
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)) * 1000)
    after.page.set_input_files("#identity", picture)
    toast(after, "this is not a file with an identity")
    assert after.page.locator(".line-lost").count() == 0
    found(after)
    after.go("#settings", "main.settings code")
    after.page.set_input_files("#identity", file)
    toast(after, "leave the table first")
    after.go("#table", ".felt")
    leave(after, "leave-now")
    after.shows("#target")
    assert key_of(after) == own
    after.page.set_input_files("#identity", file)
    after.page.locator(".problem", has_text=key[:9]).wait_for(timeout=PATIENCE_S * 1000)
    new.stop()
    after.shows(".line-lost")
    new.start()     # the page that was left open is let in again, though the node has another key
    after.page.wait_for_selector(".line-lost", state="detached", timeout=PATIENCE_S * 1000)
    after.page.locator("main.settings code", has_text=key).wait_for(timeout=PATIENCE_S * 1000)
    after.go("#lobby", "#nickname")
    assert after.page.locator(".resume").count() == 0
    assert after.complaints == []


def test_names_change_and_may_be_the_same(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    people = [visit(one) for one in nodes(serve, "Aru", "Bek")]
    first, second = people
    second.page.fill("#nickname", "aru")
    second.page.keyboard.press("Enter")
    second.page.wait_for_function("() => document.querySelector('.avatar.big').textContent === 'A'")
    assert second.page.locator(".toast").count() == 0       # Enter keeps the name, and does nothing else
    second.page.reload()
    second.page.wait_for_function("() => document.querySelector('#nickname')?.value === 'aru'")
    second.page.fill("#nickname", "a\u0300b\u202e")
    second.page.keyboard.press("Enter")
    second.page.wait_for_function("() => document.querySelector('#nickname').value === '\u00e0b'")
    second.page.fill("#nickname", "aru")
    second.page.keyboard.press("Enter")
    second.page.wait_for_function("() => document.querySelector('#nickname').value === 'aru'")
    keys = [person.text(".badge-key code")[:4] for person in people]
    join(second, found(first, start_at=2, blind=False))
    for person, name, key in ((first, "aru", keys[1]), (second, "Aru", keys[0])):
        person.shows(".seat")
        person.page.locator(".seat .name", has_text=f"{name} {key}").wait_for(timeout=PATIENCE_S * 1000)
    assert [person.complaints for person in people] == [[], []]
