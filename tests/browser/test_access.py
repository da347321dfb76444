"""The page for everyone: in no language is anything cut, in Arabic nothing is out of reach, by keyboard and by ear one
can play, and colours may be the reader's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.web.catalogues import NAMES
from tests.browser.person import PATIENCE_S
from tests.browser.test_match import PHONE
from tests.browser.test_screens import LAPTOP, check, faults, without_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

SIZES: Final = {"laptop": (1280, 720), "phone": (360, 640), "phone across": (640, 360), "tablet": (768, 1024)}
PANELS: Final = {"fair": 1, "log": 2, "talk": 3}
"""Which of the table's tools opens it."""

CUT: Final = """() => {
  const cut = [], words = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode, within = text.parentElement;
    if (!text.data.trim() || within.closest(".sr, svg, .name, .table-name, dialog:not([open])")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    if (!at.width) continue;
    const told = `${within.className || within.tagName}: ${text.data}`;
    let scrolls = false;
    for (let box = within; box.id !== "app" && !scrolls; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      scrolls = ["auto", "scroll"].includes(style.overflowX) && box.tagName !== "DIALOG";
      const holds = !scrolls && (style.overflowX !== "visible" || box.tagName === "BUTTON");
      if (holds && (at.left < edge.left - 1 || at.right > edge.right + 1)) cut.push(told);
    }
    if (!scrolls && (at.left < -1 || at.right > innerWidth + 1)) cut.push(told);
  }
  return [...new Set(cut)];
}"""
"""Texts that reach beyond the box that clips them, their button or the window. Names may be shortened: they are told
in full where one asks for the player."""


def untimed(person: Person, bots: int = 3) -> None:
    """At a table with bots where everybody may think as long as he likes; one's own turn has come."""
    person.page.click(f".bot-count button:nth-child({bots})")
    person.go("#make", "#option-turn_seconds")
    person.page.fill("#option-turn_seconds", "0")
    person.page.click("[data-do=found-bots]")
    person.shows(".felt")
    person.wait(lambda seen: seen["mine"] and seen["stage"] == "bid" and len(seen["chips"]) > bots,
                playing=True, patience_s=5 * PATIENCE_S)        # all of them are dealt in


def speak(person: Person, language: str) -> None:
    """Choose it in the settings, and go back to the table."""
    person.go("#settings", "main.settings")
    person.page.locator(f"input[name=language][value={language}]").check(force=True)
    person.page.wait_for_function("wanted => document.documentElement.lang === wanted", arg=language)


def size(person: Person, name: str) -> None:
    width, height = SIZES[name]
    person.page.set_viewport_size({"width": width, "height": height})


def open_panel(person: Person, panel: str) -> None:
    person.page.click(f".tools button:nth-child({PANELS[panel]})")
    person.shows(f".panel .{panel}")


def close_panel(person: Person) -> None:
    person.page.click(".panel-head button")
    person.page.wait_for_selector(".panel", state="detached")


def test_nothing_is_cut_in_any_language_or_shape(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--name", "Константин-Александр"), **PHONE, reduced_motion="reduce")
    untimed(person, 5)
    found = []

    def look(where: str) -> None:
        found.extend((where, text) for text in person.page.evaluate(CUT))
        wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert (where, wide) == (where, 0)

    for language in NAMES:
        speak(person, language)
        size(person, "phone")
        for place in ("lobby", "make", "verify", "rules", "settings"):
            person.go(f"#{place}", f"main.{place}")
            look(f"{place} {language}")
            bar = person.page.evaluate("(el => el.scrollWidth - el.clientWidth)(document.querySelector('.navigation'))")
            assert (place, language, bar) == (place, language, 0)
        person.go("#table", ".felt")
        for shape in SIZES:
            size(person, shape)
            look(f"table {shape} {language}")
        for shape in ("phone", "laptop"):
            size(person, shape)
            open_panel(person, "fair")
            look(f"fairness {shape} {language}")
            close_panel(person)
        size(person, "phone")
        for opening in (".bar > .icon-button", ".tools button:last-child"):
            person.page.click(opening)
            person.shows("dialog[open]")
            look(f"{opening} {language}")
            person.page.keyboard.press("Escape")
            person.page.wait_for_selector("dialog", state="detached")
    assert found == []


def test_screens_without_a_table_in_arabic(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve(), **PHONE, locale="ar", reduced_motion="reduce")
    person.page.wait_for_function("() => document.documentElement.dir === 'rtl'")
    without_table(person)


def test_panels_and_windows_of_a_table_in_arabic(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve(), **LAPTOP, locale="ar", reduced_motion="reduce")
    person.page.wait_for_function("() => document.documentElement.dir === 'rtl'")
    untimed(person)
    check(person, "bidding")
    for panel in PANELS:
        open_panel(person, panel)
        check(person, panel)
        close_panel(person)
    for opening in (".bar > .icon-button", ".tools button:last-child", ".seat .plate"):
        person.page.click(opening)
        person.shows("dialog[open]")
        check(person, opening)
        person.page.keyboard.press("Escape")
        person.page.wait_for_selector("dialog", state="detached")


def test_other_colours(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """A colour for each suit, more contrast, and the system's own colours: what is chosen still looks chosen."""
    person = visit(serve(), **LAPTOP, reduced_motion="reduce")
    person.go("#settings", "main.settings")
    person.page.locator("input[name=deck][value=four-colour]").check(force=True)
    person.page.wait_for_function("() => document.documentElement.dataset.deck === 'four-colour'")
    inks = person.page.evaluate("""() => [...document.querySelectorAll(".sample .card use")].map((el) =>
        [el.closest(".card").dataset.suit, getComputedStyle(el).fill])""")
    assert len({ink for _, ink in inks}) == 4
    assert faults(person) == []
    looks = "on => getComputedStyle(document.querySelector(`input[name=deck]${on} + span`)).backgroundColor"
    person.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    chosen, other = (person.page.evaluate(looks, on) for on in (":checked", ":not(:checked)"))
    assert chosen != other
    person.page.emulate_media(forced_colors="none", contrast="more", reduced_motion="reduce")
    check(person, "more contrast")


def focused(person: Person) -> str:
    """What has the focus, by its label or words; and whether that shows."""
    told: str = person.page.evaluate("""() => { const el = document.activeElement;
        return el === document.body ? "nothing" : el.getAttribute("aria-label") ?? el.className; }""")
    if told != "nothing":
        assert person.page.evaluate("document.activeElement.matches(':focus-visible')"), told
    return told


def test_by_keyboard_the_focus_stays_where_one_was(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    person = visit(serve(), **LAPTOP, reduced_motion="reduce")
    untimed(person, 1)
    keyboard = person.page.keyboard
    person.page.focus(".tools button:last-child")
    keyboard.press("Enter")
    person.shows("dialog[open]")
    inside = "() => document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
    for _ in range(12):
        keyboard.press("Tab")
        assert person.page.evaluate(inside)                     # the page behind is out of reach
    keyboard.press("Escape")
    person.page.wait_for_selector("dialog", state="detached")
    person.page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'More'")
    keyboard.press("Enter")
    person.page.focus("dialog [data-act=keys]")
    keyboard.press("Enter")                                     # from one window into another
    person.shows("dialog .keys")
    assert focused(person) != "nothing"
    keyboard.press("Escape")
    person.page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'More'")
    person.page.focus("[data-act=look]")
    keyboard.press("Enter")                                     # the button is gone, and the focus beside the choice
    person.shows(".own[data-card]")
    assert focused(person) == "decide"
    person.page.focus(".tools button:nth-child(2)")
    if "call" in person.see()["acts"]:
        keyboard.press("c")
    else:
        keyboard.press("r")                                     # to the amount, where Enter raises by it
        keyboard.press("Enter")
        person.page.focus(".tools button:nth-child(2)")
    person.wait(lambda seen: not seen["mine"])
    assert focused(person) == "What happened"                   # through all that was drawn meanwhile


def test_by_ear_one_knows_the_cards_and_whose_turn_it_is(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    person = visit(serve(), **LAPTOP, reduced_motion="reduce")
    untimed(person, 1)
    told = person.page.locator("#told")
    assert told.get_attribute("aria-live") == "polite"
    assert "Your turn" in told.inner_text()
    person.page.click("[data-act=look]")
    person.shows(".own[data-card]")
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    for card in person.see()["cards"]:
        name = f"{ranks.get(card[:-1], card[:-1])} of {suits[card[-1]]}"
        assert person.page.locator(f'.own[data-card="{card}"]').get_attribute("aria-label") == name
    person.page.get_by_role("button", name="trump: ").wait_for()
    for seat in person.page.locator(".seat .plate").all():
        assert "chips" in (seat.get_attribute("aria-label") or "")
    person.page.wait_for_function("() => document.getElementById('told').textContent.includes(' looks at the cards')")
