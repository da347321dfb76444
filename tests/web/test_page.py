"""The page's socket: one page at a time, what it is pushed, what it may send."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest_asyncio

from azi_p2p.web.page import LEAST_GAP_S, MAX_ANSWERING, MAX_MESSAGE, MAX_TEXT, TAKEN_OVER
from tests.web.tables import Served, page, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def one(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as server:
        yield server


async def test_a_page_is_told_everything_at_once(one: Served) -> None:
    async with page(one) as client:
        await client.until(lambda: {"hello", "lobby", "view", "fair"} <= set(client.seen))
        assert [told["type"] for told in client.all[:4]] == ["hello", "lobby", "view", "fair"]
        assert client.view is None
        assert client.seen["hello"]["nickname"] == "Aru"


async def test_a_second_page_takes_over_and_the_first_is_told(one: Served) -> None:
    async with page(one) as first:
        await first.until(lambda: "hello" in first.seen)
        async with page(one) as second:
            await first.reading
            assert first.all[-1] == {"type": "taken-over"}
            assert first.socket.close_code == TAKEN_OVER
            assert (await second.ask("nickname", name="Bolot"))["type"] == "done"
            await second.until(lambda: second.seen["hello"]["nickname"] == "Bolot")
        async with page(one) as third:
            await third.until(lambda: "hello" in third.seen)
            assert third.seen["hello"]["nickname"] == "Bolot"


async def test_what_did_not_change_is_not_sent_again(one: Served) -> None:
    async with page(one) as client:
        await client.until(lambda: "fair" in client.seen)
        for _ in range(3):
            await client.ask("settings", deck="four-colour")
        await asyncio.sleep(3 * LEAST_GAP_S)
        assert [told["type"] for told in client.all].count("hello") == 2
        assert [told["type"] for told in client.all].count("lobby") <= 2


async def test_many_changes_are_told_as_one(one: Served) -> None:
    async with page(one) as client:
        await client.until(lambda: "fair" in client.seen)
        before = len(client.all)
        for number in range(200):
            one.node.tell(f"line {number}")
            if number % 20 == 0:
                await asyncio.sleep(0)
        await client.until(lambda: [line["text"] for line in client.seen["view"]["news"]][-1:] == ["line 199"])
        assert len(client.all) - before <= 3


async def test_what_is_no_command_ends_the_socket(one: Served) -> None:
    for text in ("", "{", "[]", "3", '{"do": "act"}', '{"id": null, "do": "act"}', "[" * 100_000,
                 json.dumps({"id": 1, "do": "chat", "text": "x" * MAX_TEXT})):
        async with page(one) as client:
            await client.socket.send_str(text)
            await client.reading
            assert client.socket.close_code in (1003, 1009)
    async with page(one) as client:
        assert (await client.ask("settings", sound=True))["type"] == "done"


async def test_a_frame_that_is_too_long_ends_the_socket(one: Served) -> None:
    async with page(one) as client:
        await client.socket.send_bytes(bytes(MAX_MESSAGE + 1))
        await client.reading
        assert client.socket.close_code == 1009


async def test_an_unknown_command_is_refused_and_the_page_goes_on(one: Served) -> None:
    async with page(one) as client:
        for word in ("no such", "", "__init__", None, 3, ["act"], {}):
            refused = await client.ask(word)
            assert refused["type"] == "refused"
            assert refused["words"]["template"] == "this azi does not know that command: load the page again"
        assert (await client.ask("settings"))["type"] == "done"


async def test_every_command_refuses_nonsense_with_words(one: Served) -> None:
    async with page(one) as client:
        for word in one.desk._commands:
            if word in ("settings", "history", "dismiss", "look_around", "export-identity", "join"):
                continue
            for junk in ({},
                         {"name": 3, "options": [], "action": 3, "chair": "x", "count": "3", "table": 7, "size": "x"},
                         {"options": {"ante": -1}, "count": 9, "name": "\n", "text": None, "key": 1, "amount": True}):
                answer = await client.ask(word, **junk)
                assert answer["type"] == "refused", (word, junk)
                assert answer["words"]["text"], (word, junk)
                assert "bug" not in answer["words"]["text"], (word, junk, answer)
        assert client.view is None


async def test_too_much_at_once_is_refused(one: Served) -> None:
    async with page(one) as client:
        waiting = [client.send("join", target="nobody plays here") for _ in range(MAX_ANSWERING + 2)]
        answers = await asyncio.gather(*waiting[-2:])
        assert [answer["words"]["text"] for answer in answers] == ["too much at once"] * 2
        assert not any(asking.done() for asking in waiting[:-2])
        for asking in waiting[:-2]:
            asking.cancel()


async def test_a_bug_is_told_and_does_not_end_the_page(one: Served) -> None:
    async def fails(_command: object) -> dict[str, object]:
        raise ZeroDivisionError("nothing by nothing")

    one.desk._commands["fails"] = fails
    async with page(one) as client:
        told = (await client.ask("fails"))["words"]
        assert (told["template"], told["params"]) == ("this is a bug in azi: {text}", {"text": "nothing by nothing"})
        assert (await client.ask("settings"))["type"] == "done"
