"""The page's server as browsers, and other programs and pages, meet it."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
import pytest_asyncio
import yarl

from azi_p2p.node.errors import PortInUse
from azi_p2p.web import policy
from azi_p2p.web.server import MAX_QUERY, STATIC
from tests.web.tables import Served, page, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

EVERYTHING = ("/static/index.html", "/static/js/main.js", "/catalogue/en.json", f"/record/{'0' * 64}",
              "/identity?confirm=x", "/socket")


@pytest_asyncio.fixture
async def one(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as server:
        yield server


async def got(one: Served, path: str, *, cookie: bool = True, **headers: str) -> tuple[int, str, Any]:
    async with aiohttp.ClientSession(cookies=one.cookies if cookie else None) as session, session.get(
            one.origin + path, headers=headers, allow_redirects=False) as answer:
        return answer.status, await answer.text(errors="replace"), answer.headers


async def test_the_address_opens_the_page_once(one: Served) -> None:
    address = one.server.new_address()
    async with aiohttp.ClientSession() as stranger, stranger.get(address, allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith(f"azi-{one.node.identity.public.hex()[:8]}={one.kept.session};")
        assert {part.strip().lower() for part in cookie.split(";")[1:]} == {"httponly", "path=/", "samesite=strict"}
    async with aiohttp.ClientSession() as other, other.get(address, allow_redirects=False) as answer:
        assert answer.status == 403
        assert "Set-Cookie" not in answer.headers
        assert "azi" in await answer.text()
    status, text, _ = await got(one, "/")
    assert status == 200
    assert text == (STATIC / "index.html").read_text()


async def test_after_an_import_the_page_gets_the_next_cookie_as_well(one: Served) -> None:
    one.server._desk.next_key = bytes(range(32))
    _, _, headers = await got(one, "/")
    assert headers["Set-Cookie"].startswith(f"azi-00010203={one.kept.session};")
    assert {part.strip().lower() for part in headers["Set-Cookie"].split(";")[1:]} == {
        "httponly", "path=/", "samesite=strict"}
    assert "Set-Cookie" not in (await got(one, "/", cookie=False))[2], "only for who is in already"


async def test_a_used_token_does_not_shut_out_its_own_page(one: Served) -> None:
    token = one.server.new_address().partition("?")[2]
    assert (await got(one, f"/?{token}", cookie=False))[0] == 303
    assert (await got(one, f"/?{token}"))[0] == 303
    assert (await got(one, "/?token=never", cookie=False))[0] == 403


async def test_a_browser_that_another_site_sent_steps_inside_by_itself(one: Served) -> None:
    """Chromium sends no SameSite=Strict cookie along a redirect of a navigation that began elsewhere."""
    path = "/?" + one.server.new_address().partition("?")[2]
    status, text, headers = await got(one, path, cookie=False, **{"Sec-Fetch-Site": "cross-site"})
    assert status == 200
    assert 'http-equiv="refresh" content="0; url=/"' in text
    assert one.kept.session in headers["Set-Cookie"]
    assert one.kept.session not in text


@pytest.mark.parametrize("path", EVERYTHING)
async def test_nothing_without_the_cookie(one: Served, path: str) -> None:
    status, text, _ = await got(one, path, cookie=False)
    assert (status, text) == (403, "only azi's own page may have this\n")
    one_of_another = dict.fromkeys(one.cookies, "0" * 64)
    async with aiohttp.ClientSession(cookies=one_of_another) as session, session.get(one.origin + path) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", ["/", *EVERYTHING])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1", "0.0.0.0:{port}"])
async def test_another_host_gets_nothing(one: Served, path: str, host: str) -> None:
    status, text, headers = await got(one, path, Host=host.format(port=one.server.port))
    assert (status, text) == (421, "this is not an address of azi's page\n")
    assert "Set-Cookie" not in headers


async def test_another_host_does_not_use_up_a_token(one: Served) -> None:
    path = "/?" + one.server.new_address().partition("?")[2]
    assert (await got(one, path, cookie=False, Host="evil.example"))[0] == 421
    assert (await got(one, path, cookie=False))[0] == 303


@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://localhost:1"},
    {"Origin": "null"}, {"Origin": "http://evil.example"},
])
@pytest.mark.parametrize("path", EVERYTHING)
async def test_no_other_page_is_served_though_the_browser_sends_the_cookie(
        one: Served, path: str, headers: dict[str, str]) -> None:
    assert (await got(one, path, **headers))[0] == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1", "https://{host}",
                                    "http://localhost:{port}"])
async def test_the_socket_wants_the_exact_origin(one: Served, origin: str | None) -> None:
    host = f"127.0.0.1:{one.server.port}"
    headers = {} if origin is None else {"Origin": origin.format(host=host, port=one.server.port)}
    async with aiohttp.ClientSession(cookies=one.cookies) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{one.origin}/socket", headers=headers)
        assert refused.value.status == 403


async def test_the_socket_opens_by_every_name_of_the_server(one: Served) -> None:
    for name in policy.NAMES:
        origin = f"http://{name}:{one.server.port}"
        if name == "[::1]" and not socket.has_ipv6:
            continue
        async with aiohttp.ClientSession(headers={"Cookie": "; ".join(f"{k}={v}" for k, v in one.cookies.items())}) as (
                session), session.ws_connect(f"{origin}/socket", headers={"Origin": origin}) as ws:
            assert (await ws.receive_json())["type"] == "hello"


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/nothing", "/record/zz", *EVERYTHING])
async def test_every_answer_carries_the_policy(one: Served, path: str) -> None:
    for cookie in (True, False):
        _, _, headers = await got(one, path, cookie=cookie)
        for name, value in policy.HEADERS.items():
            assert headers[name] == value
        assert "Server" not in headers
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", [
    "/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static/js/%2e%2e/%2e%2e/server.py",
    "/static//etc/passwd", "/static/%00", "/static/", "/static/js", "/static/js/", "/page.json", "/identity.seed",
    "/catalogue/../en.json", "/catalogue/xx.json",
])
async def test_only_its_own_files_are_served(one: Served, path: str) -> None:
    as_it_stands = yarl.URL(one.origin + path, encoded=True)      # without what a client makes of dots
    async with aiohttp.ClientSession(cookies=one.cookies) as session, session.get(as_it_stands) as answer:
        assert answer.status in (400, 404)
        assert "import" not in await answer.text()


async def test_files_are_asked_for_anew_and_not_sent_twice(one: Served) -> None:
    status, _, headers = await got(one, "/static/js/main.js")
    assert (status, headers["Content-Type"], headers["Cache-Control"]) == (
        200, "text/javascript; charset=utf-8", "no-cache")
    assert (await got(one, "/static/js/main.js", **{"If-None-Match": headers["ETag"]}))[0] == 304


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_nothing_changes_by_a_request(one: Served, method: str) -> None:
    async with aiohttp.ClientSession(cookies=one.cookies) as session:
        for path in ("/", "/identity", "/socket"):
            async with session.request(method, one.origin + path, data=b"x") as answer:
                assert answer.status in (403, 405, 413)


async def test_a_long_address_is_refused(one: Served) -> None:
    assert (await got(one, "/?token=" + "x" * MAX_QUERY))[0] == 414


@pytest.mark.parametrize("said", [
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"])
async def test_what_is_no_request_leaves_nothing_on_the_terminal(
        one: Served, said: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])     # pytest's own: without them it goes to standard error
    reader, writer = await asyncio.open_connection("127.0.0.1", one.server.port)
    writer.write(said)
    assert b" 400 " in await reader.read()
    writer.close()
    assert capsys.readouterr().err == ""


async def test_it_listens_on_loopback_only(one: Served) -> None:
    assert one.server._runner is not None
    assert {address[0] for address in one.server._runner.addresses} <= {"127.0.0.1", "::1"}
    assert len({address[1] for address in one.server._runner.addresses}) == 1


async def test_a_restart_keeps_address_and_session(tmp_path: Path) -> None:
    async with served(tmp_path) as first:
        before = first.origin, first.cookies
    async with served(tmp_path) as again:
        assert (again.origin, again.cookies) == before
        assert (await got(again, "/"))[0] == 200


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        one = Served(tmp_path / "a", web_port=taken)
        await one.node.start()
        try:
            with pytest.raises(PortInUse, match="--web-port"):
                await one.server.start()
        finally:
            await one.node.stop()
        (tmp_path / "b").mkdir()
        kept = Served(tmp_path / "b")
        kept.server._kept = taken      # where it was the last time: another port will do
        await kept.start()
        assert kept.server.port != taken
        await kept.stop()


async def test_the_identity_is_given_once_for_a_confirmation(one: Served) -> None:
    async with page(one) as client:
        path = (await client.ask("export-identity"))["path"]
        assert (await got(one, "/identity"))[0] == 403
        path = (await client.ask("export-identity"))["path"]
        status, text, headers = await got(one, path)
        assert status == 200
        assert one.node.identity.seed.hex() in text
        assert headers["Content-Disposition"].startswith("attachment; ")
        assert headers["Cache-Control"] == "no-store"
        assert (await got(one, path))[0] == 403


async def test_a_record_that_is_not_kept(one: Served) -> None:
    for name in ("0" * 64, "zz", "..%2f..%2fidentity"):
        status, text, _ = await got(one, f"/record/{name}")
        assert (status, text) == (409, "that table is not kept here\n")


async def test_stopping_closes_the_page_that_is_open(tmp_path: Path) -> None:
    one = Served(tmp_path)
    await one.start()
    async with page(one) as client:
        await client.until(lambda: "hello" in client.seen)
        await asyncio.gather(one.stop(), client.reading)
        assert client.socket.close_code == 1001


