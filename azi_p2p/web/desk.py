"""What the page may ask for and is told: one player's node, its lobby, its table, what is kept; no HTTP, no JSON text.

`do` carries out a command and gives what to answer; `messages` are the things that the page shows, each whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from azi_p2p import __version__
from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import Options
from azi_p2p.table.actions import Chat, Leave, Rebuy, SitOut, StartHand, VoteGone
from azi_p2p.table.bodies import make_invitation
from azi_p2p.table.fairness import deal_story
from azi_p2p.web import identity_file
from azi_p2p.web.archive_desk import ArchiveDesk
from azi_p2p.web.lobby import LobbyStory
from azi_p2p.web.memory import OwnCards
from azi_p2p.web.offered import offered_options, presets
from azi_p2p.web.plain import plain, plain_view, read_action
from azi_p2p.web.ran_out import RanOut
from azi_p2p.web.tokens import from_token, to_token
from azi_p2p.web.verifying import Verifying
from azi_p2p.web.words import words_of
from protocol.errors import LocalError
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from azi_p2p.node.node import Node
    from azi_p2p.table.view import View
    from azi_p2p.web.kept import Kept

PRACTICE: Final = "practice"
"""The name of a table of one's own with bots."""

MAX_SAID: Final = 100
MAX_NEWS: Final = 20
"""Lines that the page is told of."""


class Company(Protocol):
    """Bots for a table of one's own: processes that somebody else starts and ends."""

    async def sit_down(self, link: str, count: int) -> None:
        """So many bots come to the table of this link."""

    async def go(self) -> None:
        """They go, within a few seconds."""


class Desk:
    """One player's. `watch` runs for as long as the page is served, and ends with what has stopped the node."""

    def __init__(self, node: Node, kept: Kept, company: Company, catalogues: Mapping[str, bytes]) -> None:
        """The node runs already. `catalogues` are JSON texts by language."""
        self.node = node
        self.catalogues = catalogues
        self._kept = kept
        self._company = company
        self._lobby = LobbyStory(node)
        self._cards = OwnCards()
        self._ran_out = RanOut()
        self._looking_back = ArchiveDesk(node, self._cards, self.changed)
        self._verifying = Verifying(self.changed)
        self._confirmation = identity_file.Confirmation()
        self.next_key: bytes | None = None
        """The public key of an imported identity, who this node is from its next start on."""
        self._dismissed: bytes | None = None
        self._notify: Callable[[], None] | None = None
        self._commands: dict[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]] = {
            "nickname": self._nickname, "settings": self._settings, "mute": self._mute,
            "found": self._found, "bots": self._bots, "join": self._join, "resume": self._resume,
            "go_on": self._go_on, "go_along": self._go_along, "dismiss": self._dismiss,
            "look_around": self._look_around,
            "act": self._act, "cost": self._cost, "start": self._start, "leave": self._leave, "rebuy": self._rebuy,
            "sitout": self._sit_out, "vote": self._vote, "chat": self._chat, "invite": self._invite,
            "history": self._looking_back.tables, "table": self._looking_back.table,
            "replay": self._looking_back.replay, "delete": self._looking_back.delete,
            "verify-begin": self._verify_begin, "verify-end": self._verify_end, "verify-table": self._verify_table,
            "export-identity": self._export_identity, "import-identity": self._import_identity,
        }

    # --- for the server ---

    def listen(self, notify: Callable[[], None] | None) -> None:
        """Call this whenever `messages` may differ."""
        self._notify = notify

    async def watch(self) -> None:
        """Follow the node. Raises what has stopped it: a StoreError, or a bug."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._lobby.watch(self.changed))
            async for _ in self.node.changes:
                view = self.node.view
                if view is not None:
                    self._cards.see(view)
                    self._ran_out.see(view, unattended=self.node.pump.table.usher.unattended)
                self.changed()

    def changed(self) -> None:
        """Something has."""
        if self._notify is not None:
            self._notify()

    def page_gone(self) -> None:
        """The page was closed: what it had begun to send is forgotten."""
        self._verifying.drop()

    async def stop(self) -> None:
        """Wait for what cannot be broken off."""
        await self._looking_back.stop()
        await self._verifying.stop()

    def messages(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(type, fields) of everything that the page shows."""
        view = self.node.view      # made anew whenever it is asked for
        yield "hello", self._hello()
        yield "lobby", self._lobby.told(at_table=view is not None and not self.node.left)
        shown = view if view is not None and view.table_id != self._dismissed else None
        yield "view", self._view(shown)
        yield "fair", {"story": None if shown is None else plain(deal_story(self.node.pump.table.chain))}
        if self._looking_back.message is not None:
            yield "history", self._looking_back.message
        if self._verifying.message is not None:
            yield "verify", self._verifying.message

    async def do(self, command: dict[str, Any]) -> dict[str, Any]:
        """Carry out a command; what is answered. Raises GameError, NodeError, ProtocolError with words for people."""
        word = command.get("do")
        action = self._commands.get(word) if isinstance(word, str) else None
        if action is None:
            raise LocalError("this azi does not know that command: load the page again")
        answer = await action(command)
        self.changed()
        return answer

    def chunk(self, data: bytes) -> None:
        """A piece of a file to verify. Raises LocalError."""
        self._verifying.chunk(data)

    async def record(self, table: str) -> tuple[str, bytes]:
        """A kept table's record: file name and bytes. Raises LocalError, StoreError."""
        return await self._looking_back.record(table)

    def exported_identity(self, confirmation: str) -> tuple[str, bytes] | None:
        """File name and bytes, once for each confirmation given out."""
        if not self._confirmation.use(confirmation):
            return None
        identity = self.node.identity
        return f"azi-identity-{fingerprint(identity.public)[:4]}.txt", identity_file.to_text(identity).encode()

    # --- what is shown ---

    def _hello(self) -> dict[str, Any]:
        public = self.node.identity.public
        return {
            "version": __version__, "key": public.hex(), "fingerprint": fingerprint(public),
            "nickname": self.node.nickname, "languages": list(self.catalogues),
            "settings": {**self._kept.settings, "muted": list(self._kept.muted)},
            "options": offered_options(), "presets": presets(),
            "imported": None if self.next_key is None else fingerprint(self.next_key),
        }

    def _view(self, view: View | None) -> dict[str, Any]:
        if view is None:
            return {"view": None, "said": [], "news": self._news(), "left": "", "offline": False, "onward": None,
                    "ran_out": None}
        mine = self.node.identity.public
        self._ran_out.see(view, unattended=self.node.pump.table.usher.unattended)
        said = [{"name": self.node.name_of(key), "key": key.hex(), "text": text, "mine": key == mine}
                for key, text in self.node.pump.said[-MAX_SAID:]]
        return {"view": plain_view(view), "said": said, "news": self._news(), "left": self.node.left,
                "offline": self.node.is_offline, "onward": plain(self.node.onward),
                "ran_out": None if self.node.left else self._ran_out.told}

    def _news(self) -> list[dict[str, Any]]:
        return [words_of(line) for line in self.node.news[-MAX_NEWS:]]

    # --- oneself ---

    async def _nickname(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"nickname": self.node.rename(_text(command, "name"))}

    async def _settings(self, command: dict[str, Any]) -> dict[str, Any]:
        given = {name: value for name, value in command.items() if name not in ("id", "do", "settings")}
        with _as_local():
            self._kept.set_settings(command.get("settings", given))
        return {}

    async def _mute(self, command: dict[str, Any]) -> dict[str, Any]:
        with _as_local():
            self._kept.mute(_text(command, "key"), on=command.get("on") is True)
        return {}

    # --- tables ---

    async def _found(self, command: dict[str, Any]) -> dict[str, Any]:
        start_at = command.get("start_at")
        if start_at is not None and not (type(start_at) is int and 2 <= start_at <= 6):
            raise LocalError("a hand begins with 2 to 6 players")
        await self.node.found(_text(command, "name"), _options(command), start_at=start_at)
        await self._company.go()      # those of a table that was left
        return {}

    async def _bots(self, command: dict[str, Any]) -> dict[str, Any]:
        count = command.get("count")
        if type(count) is not int or not 1 <= count <= 5:
            raise LocalError("1 to 5 bots can sit down")
        await self.node.found(PRACTICE, _options(command), start_at=count + 1, announce=False)
        await self._company.sit_down(self.node.local_invitation(), count)
        return {}

    async def _join(self, command: dict[str, Any]) -> dict[str, Any]:
        target = command.get("target")
        if target is not None and not isinstance(target, str):
            raise LocalError("a table is named by its name, address or link")
        await self.node.join(target.strip() or None if target else None, watch=command.get("watch") is True,
                             invitation=_token(command))
        await self._company.go()
        return {}

    async def _resume(self, _command: dict[str, Any]) -> dict[str, Any]:
        row = self.node.unfinished()
        if row is None:
            raise LocalError("there is no table to go on with")
        await self.node.resume(row.table_id)
        return {}

    async def _go_on(self, command: dict[str, Any]) -> dict[str, Any]:
        name = command.get("name")
        await self.node.go_on(name if isinstance(name, str) and name.strip() else None)
        return {}

    async def _go_along(self, _command: dict[str, Any]) -> dict[str, Any]:
        await self.node.go_along()
        return {}

    async def _dismiss(self, _command: dict[str, Any]) -> dict[str, Any]:
        """Back to the lobby from a table that was left."""
        view = self.node.view
        if view is not None and not self.node.left:
            raise LocalError("leave the table first")
        self._dismissed = None if view is None else view.table_id
        await self._company.go()
        return {}

    async def _look_around(self, _command: dict[str, Any]) -> dict[str, Any]:
        return {"findings": await self._lobby.examine()}

    # --- at the table ---

    async def _act(self, command: dict[str, Any]) -> dict[str, Any]:
        self.node.act(read_action(command.get("action")))
        return {}

    async def _cost(self, command: dict[str, Any]) -> dict[str, Any]:
        view, amount = self.node.view, command.get("amount")
        if view is None or view.legal is None or type(amount) is not int:
            raise LocalError("it is not your turn")
        refusal = view.legal.refusal(read_action({"kind": "raise", "amount": amount}))
        if refusal is not None:
            raise LocalError(refusal)
        return {"cost": view.legal.cost_of_raise(amount)}

    async def _start(self, command: dict[str, Any]) -> dict[str, Any]:
        """Open the hand after this one; nothing is to do where it has opened by itself before the page was told."""
        view, after = self.node.view, command.get("after")
        if view is None or type(after) is not int or view.hand_number <= after:
            self.node.act(StartHand())
        return {}

    async def _leave(self, command: dict[str, Any]) -> dict[str, Any]:
        """After this hand; at once with "now": others wait for one who goes so, bots do not."""
        if command.get("now") is True:
            self.node.step_away()
            await self._company.go()
        else:
            self.node.act(Leave())
        return {}

    async def _rebuy(self, _command: dict[str, Any]) -> dict[str, Any]:
        self.node.act(Rebuy())
        return {}

    async def _sit_out(self, command: dict[str, Any]) -> dict[str, Any]:
        self.node.act(SitOut(command.get("out") is True))
        return {}

    async def _vote(self, command: dict[str, Any]) -> dict[str, Any]:
        chair = command.get("chair")
        if type(chair) is not int:
            raise LocalError("a vote names a chair")
        self.node.act(VoteGone(chair))
        return {}

    async def _chat(self, command: dict[str, Any]) -> dict[str, Any]:
        self.node.act(Chat(_text(command, "text")))
        return {}

    async def _invite(self, command: dict[str, Any]) -> dict[str, Any]:
        key = _text(command, "key").strip().lower()
        founding = self.node.pump.table.founding
        if founding.founder != self.node.identity.public or founding.options.seating != "invite":
            raise LocalError("this is no table of yours by invitation")
        if not re.fullmatch(r"[0-9a-f]{64}", key):
            raise LocalError("a key has 64 hexadecimal digits: the guest's page shows it")
        signed = make_invitation(self.node.identity, founding.table_id, bytes.fromhex(key))
        return {"token": to_token(signed.encode())}

    # --- files ---

    async def _verify_begin(self, command: dict[str, Any]) -> dict[str, Any]:
        self._verifying.begin(command.get("size"))
        return {}

    async def _verify_end(self, _command: dict[str, Any]) -> dict[str, Any]:
        self._verifying.end()
        return {}

    async def _verify_table(self, command: dict[str, Any]) -> dict[str, Any]:
        _name, data = await self._looking_back.record(_text(command, "table"))
        self._verifying.check(data)
        return {}

    async def _export_identity(self, _command: dict[str, Any]) -> dict[str, Any]:
        return {"path": f"/identity?confirm={self._confirmation.give()}"}

    async def _import_identity(self, command: dict[str, Any]) -> dict[str, Any]:
        """From the next start on: the running node is who it is."""
        if self.node.view is not None and not self.node.left:
            raise LocalError("leave the table first")
        identity = identity_file.from_text(_text(command, "text"))
        if identity.public == self.node.identity.public:
            raise LocalError("this is your identity already")
        self.node.home.replace_identity(identity)
        self.next_key = identity.public
        return {"fingerprint": fingerprint(identity.public)}


def _text(command: dict[str, Any], name: str) -> str:
    value = command.get(name)
    if not isinstance(value, str):
        raise LocalError(f"{name} is a text")
    return value


def _options(command: dict[str, Any]) -> Options:
    given = command.get("options", {})
    if not isinstance(given, dict):
        raise OptionsError(["options are names with values"])
    return Options.checked(**given)


def _token(command: dict[str, Any]) -> bytes | None:
    token = command.get("invitation")
    return None if not isinstance(token, str) or not token.strip() else from_token(token)


@contextlib.contextmanager
def _as_local() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise LocalError(str(error)) from error
