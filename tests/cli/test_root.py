"""The program by itself: help, version, wrong words."""

from __future__ import annotations

import subprocess
import sys

import pytest

from azi_p2p.cli import main
from azi_p2p.cli.root import COMMANDS, Settings


@pytest.mark.parametrize("words", [["--help"], ["-h"], []])
def test_help_names_every_command_with_examples(words: list[str], capsys) -> None:
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "Examples:" in told
    for command in COMMANDS:
        assert f"\n  {command} " in told


def test_version(capsys) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("azi 0")


def test_unknown_command(capsys) -> None:
    assert main(["dael"]) == 2
    told = capsys.readouterr().err
    assert "no such command" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_what_it_does_not_know_in_a_line(command: str, capsys) -> None:
    for words in (["--nonsense"], ["a", "b", "c", "--nonsense"]):
        assert main([command, *words]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("azi: no such option")
        assert told.err.endswith(f" (azi {command} --help shows how)\n")
        assert told.err.count("\n") == 1


def test_an_option_without_its_value_leads_to_the_help_of_its_command(capsys) -> None:
    assert main(["play", "--ante"]) == 2
    assert capsys.readouterr().err == "azi: option '--ante' requires an argument (azi play --help shows how)\n"
    assert main(["--home"]) == 2
    assert "(azi --help shows how)" in capsys.readouterr().err


LOADING = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from azi_p2p.cli import main
sys.exit(main(["whoami"]))
"""


@pytest.mark.parametrize("module", ["azi_p2p.cli.faults", "azi_p2p.cli.root", "azi_p2p.cli.whoami"])
def test_interrupted_while_it_is_loaded(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOADING, module], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "azi: stopped\n")


def test_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "azi_p2p", "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("azi ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys) -> None:
    assert main([command, "--help"]) == 0
    assert f"azi {command}" in capsys.readouterr().out


def test_the_program_is_told_with_its_home() -> None:
    assert Settings(None).program == "azi"
    assert Settings("my home").program == "azi --home 'my home'"
