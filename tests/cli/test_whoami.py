"""`azi whoami`."""

from __future__ import annotations

import json

import pytest

from azi_p2p.cli import main
from protocol.identity import fingerprint


def test_the_same_key_each_time_and_another_in_another_home(tmp_path, capsys) -> None:
    facts = []
    for home in ("one", "one", "two"):
        assert main(["--home", str(tmp_path / home), "whoami", "--json"]) == 0
        facts.append(json.loads(capsys.readouterr().out))
    assert facts[0] == facts[1]
    assert facts[0]["key"] != facts[2]["key"]
    assert facts[0]["name"] is None
    assert facts[0]["fingerprint"] == fingerprint(bytes.fromhex(facts[0]["key"]))


def test_name_is_kept_and_azi_home_is_heeded(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("AZI_HOME", str(tmp_path / "home"))
    assert main(["whoami", "--name", "  Ару "]) == 0
    assert main(["whoami"]) == 0
    told = capsys.readouterr().out
    assert told.count("Ару") == 2
    assert str(tmp_path / "home") in told


@pytest.mark.parametrize("name", ["", "a\nb", "\u200b"])
def test_bad_names(name: str, tmp_path, capsys) -> None:
    assert main(["--home", str(tmp_path), "whoami", "--name", name]) == 1
    told = capsys.readouterr().err
    assert told.startswith("azi: the nickname")
    assert told.count("\n") == 1


def test_a_name_that_does_not_fit_is_refused_with_the_limit_and_the_old_one_stays(tmp_path, capsys) -> None:
    assert main(["--home", str(tmp_path), "whoami", "--name", "Aru"]) == 0
    for name in ("a" * 64, "ж" * 32, "a" * 2000):
        assert main(["--home", str(tmp_path), "whoami", "--name", name]) == 1
        told = capsys.readouterr().err
        assert told == ("azi: the nickname is too long: at most 63 bytes fit (63 Latin letters, "
                        "or 31 Cyrillic ones)\n")
    assert main(["--home", str(tmp_path), "whoami", "--name", "ж" * 31]) == 0
    assert main(["--home", str(tmp_path), "whoami"]) == 0
    assert "ж" * 31 in capsys.readouterr().out


def test_a_home_that_is_none(tmp_path, capsys) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["--home", str(tmp_path / "file"), "whoami"]) == 1
    assert "--home" in capsys.readouterr().err
