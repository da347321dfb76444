"""`azi bot`: two of them play, leave, keep a record; what is typed wrongly; how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import threading
import time

import pytest

from azi_p2p.verify import verify
from tests.cli.program import FAST, LOCAL, azi, new_name, one_line, runs, until


def events(process) -> list[dict]:
    return [json.loads(line) for line in process.communicate()[0].splitlines()]


def test_two_play_two_hands_and_leave_a_right_record(program, tmp_path) -> None:
    table, record = new_name(), tmp_path / "match.azi"
    host = program("bot", "--host", table, "--hands", "2", "--json", "--record", str(record), *FAST, home="host")
    guest = program("bot", "--join", table, "--hands", "2", "--json", *FAST, home="guest")
    said, heard = events(host), events(guest)
    assert host.returncode == guest.returncode == 0
    for each in (said, heard):
        assert [event["event"] for event in each] == ["ready", "hand", "hand", "left"]
    assert [event["line"] for event in said if event["event"] == "hand"] == [
        event["line"] for event in heard if event["event"] == "hand"]
    assert len(said[-1]["deal_ms"]) >= 2
    assert min(said[-1]["deal_ms"]) > 1
    report = verify(record.read_bytes(), cores=1)
    assert (report.ok, report.complete, report.hands) == (True, True, 2)
    assert report.deals == len(said[-1]["deal_ms"])


def test_join_by_link_without_a_name_on_the_network(program, tmp_path) -> None:
    host = program("bot", "--host", new_name(), "--hands", "1", "--json", *FAST, home="host")
    link = json.loads(host.stdout.readline())["link"]
    guest = azi(tmp_path / "guest", "bot", "--join", link, "--hands", "1", *FAST)
    assert guest.returncode == 0, guest.stderr
    assert "hand 1: " in guest.stdout
    host.communicate()
    assert host.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order_and_soon(program, number) -> None:
    bot = program("bot", "--host", new_name(), *FAST)
    assert "sits at" in bot.stdout.readline()
    begun = time.monotonic()
    bot.send_signal(number)
    _, told = bot.communicate()
    assert time.monotonic() - begun < 10     # 2 s by itself; machines of tests are busy
    assert bot.returncode == 128 + number
    assert told == "azi: stopped\n"


def test_nobody_reads_what_it_says(program) -> None:
    bot = program("bot", "--host", new_name(), "--json", *FAST)
    bot.stdout.close()
    bot.wait()
    assert bot.returncode == 141
    assert bot.stderr.read() == ""
    bot.stdout = None      # communicate would read it


def test_the_home_of_another_process(program, tmp_path) -> None:
    bot = program("bot", "--host", new_name(), *FAST)
    bot.stdout.readline()
    one_line(azi(tmp_path / "home", "bot", "--host", "other", *FAST), 1, f"PID {bot.pid}", "--home")


def test_a_port_that_is_taken(program, tmp_path) -> None:
    bot = program("bot", "--host", new_name(), "--json", *FAST)
    port = json.loads(bot.stdout.readline())["link"].partition("/" + "/")[2].partition(",")[0].rpartition(":")[2]
    done = azi(tmp_path / "other", "bot", "--host", "x", *LOCAL[:2], "--port", port)
    one_line(done, 1, port)


@pytest.mark.parametrize(("words", "told"), [
    ([], "--host NAME or --join"),
    (["--host", "a", "--join"], "--host NAME or --join"),
    (["--join", "--ante", "5"], "leave them out with --join"),
    (["--join", "--start-at", "3"], "leave them out with --join"),
    (["--host", "a", "--ante", "0"], "--ante must be"),
    (["--host", "a", "--port", "70000"], "70000"),
    (["--join", "a", "--invitation", "%%%"], "damaged"),
])
def test_wrong_words(words: list[str], told: str, tmp_path) -> None:
    one_line(azi(tmp_path, "bot", *words, *LOCAL[:2]), 2, told)


@pytest.mark.parametrize(("words", "told"), [
    (["--host", "a\nb"], "line break"),
    (["--host", "a", "--interface", "nosuch0"], "no interface"),
    (["--join", "127.0.0.1:1"], "nothing listens"),
    (["--join", "256.1.1.1:99"], "not an address"),
    (["--join", "no-such-table", "--wait", "0"], "no table called no-such-table"),
    (["--host", "a", "--record", "/nonexistent/r.azi"], "/nonexistent"),
])
def test_what_cannot_be_done(words: list[str], told: str, tmp_path) -> None:
    network = [] if "--interface" in words else LOCAL
    one_line(azi(tmp_path, "bot", *words, *network), 1, told)


def test_a_home_that_is_there_is_not_taken_for_a_temporary_one(tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    one_line(azi(tmp_path, "bot", "--host", "a", "--temporary", str(tmp_path / "mine"), *LOCAL), 1, "mine")
    assert (tmp_path / "mine").is_dir()


def test_who_is_no_azi(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            visitor, _ = server.accept()
            visitor.recv(1000)
            visitor.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            visitor.close()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        one_line(azi(tmp_path, "bot", "--join", f"127.0.0.1:{server.getsockname()[1]}", *LOCAL), 1, "is not azi")
        thread.join(10)


def test_it_goes_with_the_end_of_its_input(program, tmp_path) -> None:
    home = tmp_path / "short-lived"
    bot = program("bot", "--host", new_name(), "--while-stdin", "--temporary", str(home), *FAST, stdin=subprocess.PIPE)
    bot.stdout.readline()
    assert (home / "identity").exists()
    bot.stdin.close()
    bot.stdin = None      # communicate would flush it
    until(lambda: not runs(bot.pid))
    assert not home.exists()
