"""What the page shows of the proofs, held against the table's record; and records verified through the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.verify import verify
from protocol.record import read_record
from tests.browser.person import hand, my_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.person import Person
    from tests.browser.served import Served


def record_of(person: Person) -> bytes:
    """The table's record, as the page lets it be downloaded."""
    person.go("#history", ".past-row")
    person.page.click(".past-row")
    person.shows("[data-do=record]")
    with person.page.expect_download() as download:
        person.page.click("[data-do=record]")
    path = download.value.path()
    return path.read_bytes()


def test_the_panel_shows_what_the_record_holds(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Keys, sealed and opened numbers, deck and seed of the deal are those of the record; all parts are ticked."""
    person = visit(serve("--bots", "2"))
    person.wait(my_turn, playing=False)
    person.page.get_by_role("button", name="Why this deal is fair", exact=True).click()
    person.page.wait_for_function("() => document.querySelectorAll('.ticks td.done').length >= 9")
    person.page.click(".numbers summary")
    numbers = person.page.eval_on_selector_all(".numbers .hex dd", "all => all.map((one) => one.textContent)")
    code = str(person.page.get_attribute(".symbols", "aria-label")).replace(" ", "")
    assert person.text(".short-code") == code
    data = record_of(person)
    assert len(numbers) >= 2 + 3 * 4
    written = [bytes.fromhex(number) for number in numbers]
    entries = b"".join(entry for step in read_record(data).steps for entry in _bytes_of(step))
    keys_and_numbers = [number for number in written if number in entries]
    assert len(keys_and_numbers) >= 3 * 3       # key, sealed and opened number of each; the rest are digests of them


def _bytes_of(step: object) -> list[bytes]:
    """Whatever bytes a step of a record file holds, however deep."""
    if isinstance(step, bytes):
        return [step]
    if isinstance(step, list | tuple):
        return [part for item in step for part in _bytes_of(item)]
    if hasattr(step, "__slots__"):
        return [part for name in step.__slots__ for part in _bytes_of(getattr(step, name))]
    return []


def test_a_card_tells_who_helped_to_open_it(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "2"))
    person.wait(my_turn)
    person.page.click(".trump")
    person.shows(".chosen")
    assert person.page.locator(".chosen li.done").count() == 3      # the turned card: everybody
    hidden = person.page.locator(".slot[aria-label^='a hidden card']").last
    hidden.click()
    person.page.wait_for_function("() => document.querySelectorAll('.chosen li.done').length < 3")


def test_a_good_and_a_damaged_record(
    serve: Callable[..., Served], visit: Callable[..., Person], tmp_path: Path,
) -> None:
    person = visit(serve("--bots", "1"))
    person.wait(hand(2), playing=True, patience_s=120)
    data = record_of(person)
    report = verify(data, cores=1)
    assert report.ok
    damaged = bytearray(data)
    damaged[len(damaged) // 2] ^= 1
    for name, content in (("good.azi", data), ("damaged.azi", bytes(damaged)), ("none.azi", b"no record at all")):
        (tmp_path / name).write_bytes(content)
    person.go("#verify", "main.verify")
    person.page.set_input_files("#record", tmp_path / "good.azi")
    person.shows(".verdict.right")
    assert f"{report.checks['signature']:,} signatures" in " ".join(person.text(".checks").split())
    person.page.set_input_files("#record", tmp_path / "damaged.azi")
    person.shows(".verdict.wrong")
    person.page.set_input_files("#record", tmp_path / "none.azi")
    person.page.wait_for_function(
        "() => document.querySelector('.verdict.wrong h2')?.textContent.includes('no record')")
    person.go("#table", ".felt")
    person.wait(lambda seen: seen["mine"] or seen["stage"] != "open", playing=True)


def test_a_replay_goes_through_the_hand(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Its sentences are those of the log; one's own cards are there while azi runs, and gone after a restart."""
    served = serve("--bots", "1")
    person = visit(served)
    person.wait(hand(2), playing=True, patience_s=120)
    person.page.get_by_role("button", name="What happened", exact=True).click()
    person.shows(".log section")
    logged = person.page.eval_on_selector_all(
        ".log section:first-of-type .told", "all => all.map((one) => one.textContent)")
    person.go("#history", ".past-row")
    person.page.click(".past-row")
    person.page.get_by_role("link", name="replay hand 1", exact=True).click()
    person.shows(".replay-controls")
    told, held = _steps(person)
    assert held
    together = ("pay the ante", "The bidding is over")      # the log tells these of several at once
    assert [sentence for sentence in logged if not any(words in sentence for words in together)] == [
        sentence for sentence in told if not any(words in sentence for words in (*together, "pays the ante", "begins"))]
    place = person.page.evaluate("location.hash")
    served.stop()
    served.start()
    person.open(served.address)
    person.go(place, ".replay-controls")
    again, held = _steps(person)
    assert again == told
    assert not held


def _steps(person: Person) -> tuple[list[str], bool]:
    """The sentences of all steps, and whether one's own unplayed cards were seen at any."""
    told, held = [person.page.eval_on_selector(".replay-words", "el => el.textContent")], False
    while person.page.is_enabled("[data-do=step]"):
        person.page.click("[data-do=step]")
        person.page.wait_for_function(
            "n => document.querySelector('.replay-controls .count').textContent.startsWith(`${n} `)", arg=len(told) + 1)
        told.append(person.page.eval_on_selector(".replay-words", "el => el.textContent"))
        held = held or person.page.locator(".replay-hand").count() > 0
    return told, held
