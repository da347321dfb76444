"""`azi invite`: a token for a key. That it opens a table is in test_host."""

from __future__ import annotations

import base64

import click
import pytest

from azi_p2p.cli.invite import token_bytes
from azi_p2p.node.archive import Archive
from azi_p2p.table.bodies import Founding, check_invitation
from protocol.entry import Entry
from tests.cli.program import FAST, azi, new_name, one_line

GUEST = "ab" * 32


def test_signed_for_this_guest_and_table(program, tmp_path) -> None:
    name = new_name()
    host = program("bot", "--host", name, "--seating", "invite", *FAST)
    host.stdout.readline()
    done = azi(tmp_path / "home", "invite", GUEST, "--table", name)
    assert done.returncode == 0, done.stderr
    founding = Archive(tmp_path / "home" / "tables.sqlite3").find(name).founding
    assert isinstance(founding, Founding)
    check_invitation(Entry.decode(token_bytes(done.stdout)), founding, bytes.fromhex(GUEST))
    assert "azi join --invitation" in done.stderr


def test_where_anyone_may_sit(program, tmp_path) -> None:
    program("bot", "--host", new_name(), *FAST).stdout.readline()
    one_line(azi(tmp_path / "home", "invite", GUEST), 1, "anyone may sit down")


def test_without_a_table(tmp_path) -> None:
    one_line(azi(tmp_path / "home", "invite", GUEST), 1, "founded no such table")


@pytest.mark.parametrize("key", ["", "ab", "xy" * 32, "FAAK-3OKG-YSH5-ZJAH-4YIF"])
def test_what_is_no_key(key: str, tmp_path) -> None:
    one_line(azi(tmp_path / "home", "invite", key), 2, "64 hexadecimal digits")


@pytest.mark.parametrize("token", ["", "%", "AAAA", "A" * 5000, base64.urlsafe_b64encode(b"\xc0" * 80).decode()])
def test_damaged_tokens(token: str) -> None:
    with pytest.raises(click.UsageError, match="damaged"):
        token_bytes(token)


def test_no_token() -> None:
    assert token_bytes(None) is None
