"""Who gets in, and what becomes of a page when another is opened or the node starts again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.person import PATIENCE_S, Person

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.served import Served


def test_a_token_opens_once_and_leaves_the_address(
    serve: Callable[..., Served], visit: Callable[..., Person], browser: Browser,
) -> None:
    served = serve()
    person = visit(served)
    assert "token" not in person.page.url
    stranger = Person(browser)
    for address in (served.address, served.root):       # used; none
        answer = stranger.page.goto(address)
        assert answer is not None
        assert answer.status == 403
        assert stranger.page.locator("#app").count() == 0
    stranger.close()


def test_a_second_page_takes_over_and_the_first_is_told(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    served = serve()
    person = visit(served)
    other = person.context.new_page()
    other.goto(served.root)
    other.wait_for_selector("#nickname")
    person.shows(".line-lost")
    person.page.get_by_role("button", name="Use it here").click()
    person.page.wait_for_selector(".line-lost", state="detached")
    other.wait_for_selector(".line-lost")


def test_a_page_left_open_over_a_restart_comes_back(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    served = serve()
    person = visit(served)
    person.page.fill("#nickname", "Жанар")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("() => document.querySelector('.avatar.big').textContent === 'Ж'")
    served.stop()
    person.shows(".line-lost")
    served.start()
    person.page.wait_for_selector(".line-lost", state="detached", timeout=PATIENCE_S * 1000)
    assert person.page.input_value("#nickname") == "Жанар"


def test_another_site_gets_nothing(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """A page of another origin, in the very browser that holds the cookie, opens no socket and reads no file."""
    served = serve()
    person = visit(served)
    foreign = person.context.new_page()
    foreign.route("http://evil.example/",
                  lambda route: route.fulfill(body="<title>evil</title>", content_type="text/html"))
    foreign.goto("http://evil.example/")
    got = foreign.evaluate("""async (root) => {
      const socket = await new Promise((resolve) => {
        const tried = new WebSocket(root.replace("http", "ws") + "socket");
        tried.onopen = () => resolve("open");
        tried.onclose = () => resolve("closed");
      });
      const read = await fetch(root + "static/js/main.js", { credentials: "include" })
        .then((answer) => answer.ok, () => false);
      return [socket, read];
    }""", served.root)
    assert got == ["closed", False]
    assert person.page.locator(".line-lost").count() == 0
