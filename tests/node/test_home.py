from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.errors import HomeError, NicknameError
from azi_p2p.node.home import Home

if TYPE_CHECKING:
    from pathlib import Path

AS_ROOT = os.geteuid() == 0


def entropy(n: int) -> bytes:
    return bytes(range(n))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_identity_is_made_once_and_kept_private(tmp_path: Path) -> None:
    home = Home(tmp_path / "a" / "home")
    first = home.identity(entropy)
    again = Home(home.directory).identity(lambda n: b"\xff" * n)
    assert first.public == again.public
    assert mode(home.directory) == 0o700
    assert mode(home.directory / "identity") == 0o600
    assert sorted(p.name for p in home.directory.iterdir()) == ["identity"]


def test_who_comes_second_takes_the_identity_of_the_first(tmp_path: Path) -> None:
    """Two processes make the identity at once: entropy is drawn while the other one's file appears."""
    home = Home(tmp_path)
    other = Home(tmp_path).identity

    def slow(n: int) -> bytes:
        other(entropy)
        return b"\x07" * n

    assert home.identity(slow).public == other(entropy).public


def test_open_modes_are_tightened(tmp_path: Path) -> None:
    home = Home(tmp_path / "h")
    home.identity(entropy)
    home.directory.chmod(0o755)
    (home.directory / "identity").chmod(0o644)
    Home(home.directory).identity(entropy)
    assert mode(home.directory) == 0o700
    assert mode(home.directory / "identity") == 0o600


def test_a_directory_with_other_things_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").write_text("not ours")
    for _ in range(2):
        Home(tmp_path).identity(entropy)      # the second finds our own file there as well
    assert mode(tmp_path) == 0o755


def test_damaged_identity_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"short")
    with pytest.raises(HomeError, match="damaged") as caught:
        Home(tmp_path).identity(entropy)
    assert "restore" in caught.value.do
    assert (tmp_path / "identity").read_bytes() == b"short"


def test_a_file_where_the_home_should_be(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("")
    with pytest.raises(HomeError):
        Home(tmp_path / "f")
    with pytest.raises(HomeError):
        Home(tmp_path / "f" / "below")


@pytest.mark.skipif(AS_ROOT, reason="root may write everywhere")
def test_not_writable(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(HomeError, match="permission denied"):
        Home(tmp_path / "x")
    with pytest.raises(HomeError, match="permission denied"):
        Home(tmp_path).identity(entropy)


def test_locate_order(tmp_path: Path) -> None:
    environment = {"AZI_HOME": str(tmp_path / "env")}
    assert Home.locate(str(tmp_path / "given"), environment).directory == tmp_path / "given"
    assert Home.locate(None, environment).directory == tmp_path / "env"
    with pytest.raises(HomeError):
        Home.locate("zero\0byte", {})


def test_nickname(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.nickname is None
    assert home.set_nickname("  Айгуль  ") == "Айгуль"
    assert Home(tmp_path).nickname == "Айгуль"
    with pytest.raises(NicknameError):
        home.set_nickname("a\nb")
    assert home.nickname == "Айгуль"
    (tmp_path / "nickname").write_bytes(b"\xff\xfe\x00")
    assert "\x00" not in (home.nickname or "")
