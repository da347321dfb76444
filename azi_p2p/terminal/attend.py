"""A person at a table: draws what changes, gives the keys' actions to the table; not the table, not its node."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import TYPE_CHECKING, Final, Protocol

from rich.text import Text

from azi_p2p.game.errors import GameError
from azi_p2p.terminal.advice import NO_COMMANDS
from azi_p2p.terminal.display import Display
from azi_p2p.terminal.frame import Scene, draw
from azi_p2p.terminal.keyboard import Keyboard
from azi_p2p.terminal.keys import Keys
from azi_p2p.terminal.words import wrap
from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Sequence

    from azi_p2p.game.actions import Action as GameAction
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.view import View
    from azi_p2p.terminal.advice import Commands
    from azi_p2p.terminal.glyphs import Glyphs
    from azi_p2p.terminal.poster import Poster

TICK_SECONDS: Final = 1.0
"""How often the time left is drawn anew."""


class Attended(Protocol):
    """What is asked of a node: the view of its seat, its changes, and a way to act."""

    @property
    def view(self) -> View | None:
        """The view now, with the time left as of now; None before there is a table."""

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """The table's talk so far: (name, line), newest last."""

    @property
    def news(self) -> Sequence[str]:
        """The node's own lines for its player (who came, who lost the link), newest last."""

    @property
    def changes(self) -> AsyncIterable[None]:
        """Goes round at once, and then whenever any of these has changed since the last round began."""

    def act(self, action: GameAction | TableAction) -> None:
        """Do it, or raise GameError or LocalError with words for people."""


async def attend(
    table: Attended, waiting: Sequence[str] = (), poster: Callable[[], Poster | None] = lambda: None,
    commands: Commands = NO_COMMANDS,
) -> None:
    """Show the table and take the keys, until the player leaves or the table is closed and he presses a key.

    `waiting` are lines to show while there is no view yet, `poster` gives what stands on the table until the first
    hand and is read by a key from then on, `commands` are what to type where the table cannot go on. Cancelling it
    leaves the terminal as it was.
    """
    with Display() as display:
        person = _Person(table, display, waiting, poster, commands)
        with Keyboard(person.key, person.end) as keyboard:
            person.keyboard = keyboard
            await person.run()


class _Person:
    def __init__(
        self, table: Attended, display: Display, waiting: Sequence[str], poster: Callable[[], Poster | None],
        commands: Commands,
    ) -> None:
        self._table = table
        self._display = display
        self._waiting = waiting
        self._poster = poster
        self._keys = Keys(commands)
        self._left = asyncio.Event()
        self.keyboard: Keyboard | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGWINCH, self._redraw)
        follow = asyncio.create_task(self._follow())
        tick = asyncio.create_task(self._tick())
        left = asyncio.create_task(self._left.wait())
        try:
            self.draw()
            done, _ = await asyncio.wait({follow, tick, left}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()       # what failed in a task is raised here
        finally:
            for task in (follow, tick, left):
                task.cancel()
            with contextlib.suppress(ValueError):
                loop.remove_signal_handler(signal.SIGWINCH)

    def draw(self) -> None:
        self._display.show(self._frame)

    def key(self, key: str) -> None:
        """A key from the keyboard."""
        view = self._table.view
        if view is None:
            if key in ("ctrl-c", "q", "escape"):
                self._left.set()
            return
        if str(view.stage) == "closed":
            self._left.set()
            return
        pressed = self._keys.press(key, view)
        if pressed.action is not None:
            try:
                self._table.act(pressed.action)
            except (GameError, LocalError) as error:
                self._keys.refuse(str(error))
        match pressed.command:
            case "quit":
                self._left.set()
                return
            case "suspend":
                self._suspend()
            case "redraw":
                self._display.forget()
        self.draw()

    def end(self) -> None:
        """The terminal is gone."""
        self._left.set()

    def _frame(self, width: int, height: int, glyphs: Glyphs) -> list[Text]:
        view = self._table.view
        if view is None:
            lines = [part for line in self._waiting for part in wrap(glyphs.say(line), width)]
            return [Text(line) for line in [*lines, "", "[q] leave"]][:height]
        scene = Scene(view, self._keys.prompt(view), tuple(self._table.said), tuple(self._table.news), self._poster())
        return draw(scene, width, height, glyphs)

    async def _follow(self) -> None:
        async for _ in self._table.changes:
            self.draw()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.draw()

    def _redraw(self) -> None:
        self._display.forget()
        self.draw()

    def _suspend(self) -> None:
        """Stop as Ctrl-Z does elsewhere; go on from here when the shell continues us."""
        if self.keyboard is None:
            return
        self.keyboard.release()
        self._display.leave()
        os.kill(0, signal.SIGTSTP)
        self.keyboard.resume()
        self._display.enter()
