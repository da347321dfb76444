"""Ways to a table: an address, a link, the QR code; and what is no way, said in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import segno

from tests.browser.company import ask_to_join, found, join, leave, nodes
from tests.browser.person import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

NONSENSE = {
    "hello:there": "hello:there",
    "192.168.1.300": "192.168.1.300",
    "127.0.0.1:99999": "127.0.0.1:99999",
    "https://example.com/": "is not a link of azi",
    "azi://127.0.0.1:4747/damaged": "is not a fingerprint",
    "127.0.0.1:1": "nothing listens at",
    "kitchen or so": "no table called",
}

MODULES = """async () => {
  const picture = document.querySelector("img.qr");
  await picture.decode();
  const size = SIZE + 2 * BORDER;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 4 * size;
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const dark = (x, y) => paper.getImageData(4 * (x + BORDER) + 2, 4 * (y + BORDER) + 2, 1, 1).data[0] < 128;
  return Array.from({ length: SIZE }, (_, y) => Array.from({ length: SIZE }, (_, x) => Number(dark(x, y))));
}"""


def test_by_link_by_address_and_by_nonsense(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    first, second = people = [visit(one) for one in nodes(serve, "Aru", "Bek")]
    for typed, words in NONSENSE.items():
        second.page.fill("#target", typed)
        second.page.keyboard.press("Enter")
        second.page.locator(".toast", has_text=words).last.wait_for(timeout=PATIENCE_S * 1000)
        assert second.page.input_value("#target") == typed      # to be mended, not typed anew
    assert second.page.locator(".felt").count() == 0

    link = found(first)
    first.page.get_by_role("button", name="Show the QR code").click()
    first.shows("dialog img.qr")
    assert first.text("dialog .link-row code") == link
    code = segno.make(link, error="m")
    read = first.page.evaluate(MODULES.replace("SIZE", str(code.symbol_size(border=0)[0])).replace("BORDER", "3"))
    assert read == [[int(module) for module in row] for row in code.matrix]
    address = first.text("dialog .addresses code >> nth=0")
    first.page.keyboard.press("Escape")

    for target in (link, f"  {link}\n", address):
        join(second, target)
        first.page.locator(".poster", has_text="2 players are here").get_by_text("Bek").wait_for()
        second.page.locator(".poster").get_by_text("Aru").wait_for()
        leave(second, "leave-now")
        second.shows("#target")
        assert second.page.input_value("#target") == ""         # it was of use, and is gone
        first.page.locator(".poster", has_text="1 player is here").wait_for()
    stale = link[:-6] + ("abcdef" if link[-6:] != "abcdef" else "fedcba")
    ask_to_join(second, stale)
    second.page.locator(".toast", has_text="the table of this link is gone").wait_for(timeout=PATIENCE_S * 1000)
    somebody = link.replace(link.split("/")[3], link.split("/")[3][::-1])
    ask_to_join(second, somebody)
    second.page.locator(".toast", has_text="somebody else may have answered").wait_for()
    assert second.page.locator(".felt").count() == 0
    assert [person.complaints for person in people] == [[], []]
