"""Looking back and starting again: records downloaded, verified and deleted; pages over restarts of their node."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.company import found, join, leave, nodes, play
from tests.browser.person import PATIENCE_S, hand

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.person import Person
    from tests.browser.served import Served

NOUN = re.compile(r"\b(signature|proof|number|batch|cut|step|vote|opening|bid|sum)(e?s)?\b")
"""What a verdict counts."""


def back_again(person: Person, served: Served) -> None:
    """The node is killed and started anew; the page finds its way back by itself."""
    served.kill()
    person.shows(".line-lost")
    served.start()
    person.page.wait_for_selector(".line-lost", state="detached", timeout=PATIENCE_S * 1000)


def step_on(person: Person, number: int) -> None:
    """In a replay, to its step of this number, from the one before."""
    person.page.click("[data-do=step]")
    person.page.locator(".replay-controls .count", has_text=re.compile(rf"^{number} of")).wait_for()


def drop(person: Person, file: Path) -> None:
    """Drag a file onto the verify screen."""
    data = person.page.evaluate_handle("""async ([name, bytes]) => {
        const carried = new DataTransfer();
        carried.items.add(new File([Uint8Array.from(bytes)], name));
        return carried;
    }""", [file.name, list(file.read_bytes())])
    person.page.dispatch_event(".drop", "dragover", {"dataTransfer": data})
    person.page.dispatch_event(".drop", "drop", {"dataTransfer": data})


def counted(checks: list[str]) -> None:
    """Each check is named as one or as several."""
    assert any("batches of card shares" in line for line in checks)
    for line in checks:
        noun = NOUN.search(line)
        assert noun, line
        assert (noun[2] is None) == line.startswith("1 "), line


def test_a_table_is_exported_verified_and_deleted(
    serve: Callable[..., Served], visit: Callable[..., Person], tmp_path: Path,
) -> None:
    served = nodes(serve, "Aru", "Bek")
    first, second = people = [visit(one) for one in served]
    join(second, found(first, start_at=2, blind=False, turn_seconds=0))
    play(people, lambda seen: hand(2)(seen) and seen["stage"] == "bid")

    first.go("#history", ".past-row")
    assert "you sit here" in first.text(".past-row")
    first.page.click(".past-row")
    first.shows(".figures")
    assert first.page.locator("main .danger").count() == 0      # it is being played
    assert first.page.locator(".figures >> nth=0").locator("tbody tr").count() == 2
    first.go("#table", ".felt")
    play(people, hand(3))
    first.go("#history", ".past-row")
    first.page.click(".past-row")                       # as it stands now, not as it was looked at before
    first.page.wait_for_function("() => document.querySelector('.figures')?.querySelectorAll('tbody tr').length === 3")
    results = [int(text.replace("\u2212", "-").strip("\u2066\u2069\u00b1+"))
               for text in first.page.locator(".ends .result").all_inner_texts()]
    assert sum(results) == 0        # what lies in the open pot is nobody's yet

    with first.page.expect_download() as download:
        first.page.click("[data-do=record]")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    second.go("#verify", ".drop")
    drop(second, file)
    second.shows(".verdict.right")
    assert "Aru" in second.text(".verdict")
    counted(second.page.locator(".checks li").all_inner_texts())
    damaged = tmp_path / "damaged.azi"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(bytes(content))
    drop(second, damaged)
    second.shows(".verdict.wrong")

    first.go("#table", ".felt")
    leave(first, "leave-now")
    first.shows("#target")
    first.go("#history", ".past-row")
    first.page.click(".past-row")
    first.page.click("main .danger")
    first.page.keyboard.press("Escape")                 # asked first
    first.page.wait_for_selector("dialog", state="detached")
    assert first.page.locator(".figures").count()
    first.page.click("main .danger")
    first.page.click("dialog [data-do=delete]")
    first.page.locator("main.past").get_by_text("No table has been played here yet.").wait_for()
    first.go("#lobby", "#target")
    assert first.page.locator(".resume").count() == 0   # nothing is left of it
    assert [person.complaints for person in people] == [[], []]


def test_a_page_finds_its_way_back_from_wherever_it_was(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    served = nodes(serve, "Aru", "Bek")
    first, second = people = [visit(one) for one in served]
    join(second, found(first, start_at=2, blind=False, turn_seconds=0))
    play(people, hand(2))

    first.go("#history", ".past-row")
    back_again(first, served[0])                        # on the list
    first.shows(".past-row")
    first.page.click(".past-row")
    first.page.click(".figures a[aria-label='replay hand 1']")
    step_on(first, 2)
    step_on(first, 3)
    back_again(first, served[0])                        # in the middle of a replay
    step_on(first, 4)
    first.page.reload()                                 # and a page that begins there
    step_on(first, 2)

    first.go("#table", ".felt")                         # the hand that was played meanwhile goes on
    second_page = first.context.new_page()
    second_page.goto(served[0].root)
    second_page.wait_for_selector(".felt", timeout=PATIENCE_S * 1000)
    first.shows(".line-lost button")
    assert "another page" in first.text(".line-lost")
    first.page.click(".line-lost button")
    first.page.wait_for_selector(".line-lost", state="detached")
    second_page.wait_for_selector(".line-lost")
    second_page.close()
    play(people, hand(3))
    leave(first, "leave-now")
    first.shows("#target")
    back_again(first, served[0])                        # in the lobby: his seat waits for him, and he is at it
    first.shows(".felt")
    assert [person.complaints for person in people] == [[], []]
