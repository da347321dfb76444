from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.node.errors import HomeError
from azi_p2p.web.kept import DEFAULTS, MAX_MUTED, MAX_SETTINGS, Kept, sound_settings

if TYPE_CHECKING:
    from pathlib import Path


def test_session_port_settings_and_muted_survive(tmp_path: Path) -> None:
    first = Kept(tmp_path / "page.json")
    first.set_port(8047)
    first.set_settings({"language": "kk", "sound": False})
    first.mute("ab" * 32, on=True)
    again = Kept(tmp_path / "page.json")
    assert (again.session, again.port, again.muted) == (first.session, 8047, ["ab" * 32])
    assert again.settings == {**DEFAULTS, "language": "kk", "sound": False}
    again.mute("ab" * 32, on=False)
    assert Kept(tmp_path / "page.json").muted == []


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    Kept(tmp_path / "page.json").set_port(1)
    assert stat.S_IMODE((tmp_path / "page.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["page.json"]


def test_homes_have_sessions_of_their_own(tmp_path: Path) -> None:
    one, other = Kept(tmp_path / "1.json"), Kept(tmp_path / "2.json")
    assert one.session != other.session
    assert len(one.session) == 64


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', "null", "[" * 100_000, '{"session": "short"}',
                                     '{"session": 7}',
                                     json.dumps({"session": "x" * 64, "port": "1", "settings": 3, "muted": [3]})])
def test_a_damaged_file_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "page.json").write_text(content)
    kept = Kept(tmp_path / "page.json")
    assert len(kept.session) == 64
    assert (kept.port, kept.settings, kept.muted) == (0, DEFAULTS, [])
    assert Kept(tmp_path / "page.json").session == kept.session


def test_a_home_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "page.json").mkdir()
    with pytest.raises(HomeError, match="cannot be used"):
        Kept(tmp_path / "page.json")


@pytest.mark.parametrize("given", [
    [], "x", {"Upper": 1}, {"a b": 1}, {"": 1}, {"deck": []}, {"deck": {}}, {"deck": "x" * 65}, {"x" * 33: 1},
    {"zoom": float("inf")}, {"zoom": float("nan")},     # no page could read them
    {f"s{number}": 1 for number in range(MAX_SETTINGS + 1)},
])
def test_settings_are_words_and_plain_values(tmp_path: Path, given: Any) -> None:
    with pytest.raises(ValueError):
        sound_settings(given)
    kept = Kept(tmp_path / "page.json")
    with pytest.raises(ValueError):
        kept.set_settings(given)
    assert kept.settings == DEFAULTS


def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "page.json")
    with pytest.raises(ValueError):
        for number in range(MAX_SETTINGS + 1):
            kept.set_settings({f"n{number}": number})
    kept.muted = [f"{number:064x}" for number in range(MAX_MUTED)]
    kept.mute("f" * 64, on=True)
    assert len(kept.muted) == MAX_MUTED
    assert kept.muted[-1] == "f" * 64
    with pytest.raises(ValueError):
        kept.mute("F" * 64, on=True)
