"""The page before a node that the test plays: it pushes views as the server would, and hears what is asked."""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.web import catalogues
from azi_p2p.web.plain import plain_view
from tests.browser.person import PATIENCE_S, Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route, WebSocketRoute

    from azi_p2p.table.view import View

ORIGIN: Final = "http://azi.test"
STATIC: Final = Path(catalogues.__file__).parent / "static"
TEXTS: Final = catalogues.Catalogues()
HELLO: Final = {"version": "0", "key": "ab" * 32, "fingerprint": "ABCD", "nickname": "Aru", "languages": list(TEXTS),
                "settings": {"muted": []}, "options": [], "presets": [], "imported": None}


class Scripted(Person):
    """A person whose node is the test: `push` views; `asked_for` are the commands that the page sent, `answers` what
    it is told in return, by command."""

    def __init__(self, browser: Browser, **context: Any) -> None:
        super().__init__(browser, **context)
        self.asked_for: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self._sockets: list[WebSocketRoute] = []
        self.page.route(f"{ORIGIN}/**", self._serve)
        self.page.route_web_socket("**/socket", self._meet)
        self.page.goto(f"{ORIGIN}/")
        self.page.wait_for_selector(".navigation", timeout=PATIENCE_S * 1000)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if path.startswith("/catalogue/"):
            route.fulfill(body=TEXTS[Path(path).stem], content_type="application/json")
            return
        file = STATIC / (path.removeprefix("/static/") if path.startswith("/static/") else "index.html")
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file)[0] or "text/plain")

    def _meet(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.on_message(self._hear)
        socket.send(json.dumps({"type": "hello", **HELLO}))

    def _hear(self, text: str | bytes) -> None:
        command = json.loads(text)
        self.asked_for.append(command)
        self._sockets[-1].send(json.dumps({**self.answers.get(command["do"], {}), "type": "done", "id": command["id"]}))

    def push(self, view: View, **more: Any) -> None:
        """The table as it is now."""
        told = {"view": plain_view(view), "said": [], "news": [], "left": "", "offline": False, "onward": None,
                "ran_out": None, **more}
        self._sockets[-1].send(json.dumps({"type": "view", **told}))
