"""`azi page` as a process: its address, its end, its return after a crash, and what it does without a browser."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp

from azi_p2p.cli import page as page_command
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from tests.cli.program import LOCAL, azi, one_line, runs, until
from tests.web.tables import Client, plain_choice

if TYPE_CHECKING:
    import subprocess

WORDS = ("page", *LOCAL, "--no-browser")


def address_of(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    line = program.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", line), line
    return line


class Browser:
    """Opens addresses, keeps cookies, holds one socket."""

    def __init__(self) -> None:
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def open(self, address: str) -> int:
        async with self.session.get(address) as answer:
            return answer.status

    async def socket(self, address: str) -> Client:
        origin = address.partition("/?")[0]
        return Client(await self.session.ws_connect(f"{origin}/socket", headers={"Origin": origin}))

    async def close(self) -> None:
        await self.session.close()


async def test_straight_to_a_table_with_bots_that_end_with_it(program, tmp_path) -> None:
    served = program(*WORDS, "--bots", "2", home="aru")
    address = address_of(served)
    browser = Browser()
    try:
        assert await browser.open(address) == 200
        client = await browser.socket(address)
        view = await client.my_turn()
        assert view["table_name"] == "practice"
        assert len(view["seats"]) == 3
        assert (await client.ask("act", action=plain_choice(view)))["type"] == "done"
        bots = await asyncio.to_thread(children_of, served.pid)
        assert len(bots) == 2
        begun = time.monotonic()
        served.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(served.wait)
        assert code == 128 + signal.SIGTERM
        assert time.monotonic() - begun < 10
        await asyncio.to_thread(until, lambda: not any(map(runs, bots)))
        assert not list((tmp_path / "tmp").glob("azi-bot-*"))
        await client.reading
        assert client.socket.close_code == 1001
    finally:
        await browser.close()


def children_of(pid: int) -> list[int]:
    """From the numbers of /proc/PID/stat: the second after the name is the parent."""
    found = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit() and int((process / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(process.name))
    return found


async def test_killed_in_mid_hand_it_comes_back_to_the_same_hand_at_the_same_address(program, tmp_path: Path) -> None:
    other = Node(Home(tmp_path / "other"), port=0, interface=LOCAL[1], nickname="Bolot")
    await other.start()
    browser = Browser()
    try:
        first = program(*WORDS, home="aru")
        address = address_of(first)
        assert await browser.open(address) == 200
        client = await browser.socket(address)
        await client.ask("found", name="evening", options={"turn_seconds": 0}, start_at=2)
        await client.until(lambda: client.view is not None)
        await other.join(await client.until(
            lambda: client.seen["lobby"]["link"] if client.seen["lobby"]["link"].count("/") == 4 else None))
        view = await client.until(lambda: client.view if client.view["trump"] else None)
        first.kill()
        await asyncio.to_thread(first.wait)
        await client.reading
        again = program(*WORDS, home="aru")
        fresh = address_of(again)
        assert fresh.partition("?")[0] == address.partition("?")[0]
        client = await browser.socket(address)                       # the page that was left open, with its cookie
        # of the others' entries the last half second was not on the disk: they send it again
        now = await client.until(lambda: client.view if client.view and client.view["trump"] else None)
        assert (now["table_id"], now["hand_number"], now["trump"]) == (view["table_id"], 1, view["trump"])
        await client.until(lambda: all(seat["connected"] for seat in client.view["seats"]))
        assert await browser.open(fresh) == 200
    finally:
        await browser.close()
        await other.stop()


def test_without_browser_and_terminal_the_bots_play_a_demo(tmp_path: Path) -> None:
    done = azi(tmp_path / "home", "page", "--bots", "1", *LOCAL)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("azi: there is neither a browser nor a terminal here")
    assert "hand 1: " in done.stdout


def test_alone_and_unseen_azi_says_how_it_is_used(tmp_path: Path) -> None:
    done = azi(tmp_path / "home")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: azi")
    assert not (tmp_path / "home").exists()


def test_a_port_that_is_taken_is_one_line(program, tmp_path: Path) -> None:
    address = address_of(program(*WORDS, home="aru"))
    port = address.partition("/?")[0].rpartition(":")[2]
    one_line(azi(tmp_path / "home", *WORDS, "--web-port", port), 1, f"port {port} is in use", "--web-port")


def test_a_home_that_another_azi_uses_is_one_line(program, tmp_path: Path) -> None:
    address_of(program(*WORDS, home="home"))
    one_line(azi(tmp_path / "home", *WORDS), 1, "another azi uses this home")


def test_what_can_open_a_page(monkeypatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "TERMUX_VERSION"):
        monkeypatch.delenv(name, raising=False)
    assert not page_command.can_open()
    monkeypatch.setenv("BROWSER", "firefox")
    assert page_command.can_open()
