"""Every fault is one line and a code, whatever it is."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest

from azi_p2p.cli.faults import BROKEN_PIPE, BUG, FAILED, INTERRUPTED, MISUSED, Unreadable, run
from azi_p2p.game.errors import IllegalAction, OptionsError
from azi_p2p.node.errors import PortInUse, Unreachable, VersionMismatch
from protocol.errors import LocalError, NotProven
from tests.cli.program import AZI, ROOT, environment


def command_that_raises(error: BaseException) -> click.Command:
    @click.command()
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(("error", "code", "words"), [
    (OptionsError(["ante must be 1 or more, not -3", "cards must be 3 or 4, not 7"]), MISUSED, "cards must be"),
    (IllegalAction("it is not your turn"), FAILED, "it is not your turn"),
    (NotProven("step 7: the shuffle proof does not verify"), FAILED, "step 7"),
    (LocalError("no table"), FAILED, "no table"),
    (PortInUse("port 4747 is taken", "choose another with --port"), FAILED, "choose another"),
    (Unreachable("nobody answers at 10.0.0.9:4747", "check the address"), FAILED, "10.0.0.9"),
    (VersionMismatch(1, 2), FAILED, "update azi on this machine"),
    (FileNotFoundError(2, "No such file or directory", "x.azi"), FAILED, "x.azi: no such file or directory"),
    (Unreadable("x.azi is not a record"), MISUSED, "x.azi is not a record"),
    (Unreadable("README.md: this is not a record"), MISUSED, "azi: README.md: this"),
    (click.UsageError("No such option: --foo."), MISUSED, "no such option: --foo"),
    (KeyboardInterrupt(), INTERRUPTED, "stopped"),
    (click.Abort(), INTERRUPTED, "stopped"),
    (MemoryError(), FAILED, "memory"),
    (ValueError("oh\nno"), BUG, "bug"),
    (AssertionError(), BUG, "AssertionError"),
    (ExceptionGroup("two", [PortInUse("port 1 is taken"), PortInUse("port 2 is taken")]), FAILED, "port 1"),
    (ExceptionGroup("two", [PortInUse("port 1 is taken"), ValueError("x")]), BUG, "ValueError"),
    (BaseExceptionGroup("one", [ExceptionGroup("in", [LocalError("deep")])]), FAILED, "deep"),
    (SystemExit(3), 3, ""),
])
def test_one_line_and_a_code(error: BaseException, code: int, words: str, capsys) -> None:
    assert run(command_that_raises(error), []) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert "Traceback" not in told.err
    assert told.err.count("\n") == (1 if words else 0)


def test_what_a_peer_wrote_cannot_steer_the_terminal(capsys) -> None:
    run(command_that_raises(Unreachable("\x1b[2J\rfake", "\u202etry")), [])
    assert not set(capsys.readouterr().err) & set("\x1b\r\u202e")


def test_traceback_of_a_bug_on_demand(capsys, monkeypatch) -> None:
    monkeypatch.setenv("AZI_DEBUG", "1")
    assert run(command_that_raises(ValueError("x")), []) == BUG
    assert "Traceback" in capsys.readouterr().err


def test_a_command_may_return_its_code() -> None:
    @click.command()
    def command() -> int:
        return 1

    assert run(command, []) == 1


@pytest.mark.parametrize(("closed", "words", "code", "told"), [
    ((0,), ["whoami", "--json"], 0, ""), ((0,), ["verify", "-"], 2, "azi: standard input: "),
    ((0,), ["host", "x"], 2, "azi: this command needs a terminal"),
    ((1,), ["whoami"], 0, ""), ((2,), ["dael"], 2, ""), ((0, 1, 2), ["dael"], 2, ""), ((0, 1, 2), ["whoami"], 0, ""),
])
def test_standard_streams_that_are_closed(closed, words: list[str], code: int, told: str, tmp_path) -> None:
    done = subprocess.run(
        [*AZI, *words], env=environment(tmp_path / "home"), cwd=ROOT, capture_output=True, text=True, check=False,
        preexec_fn=lambda: [os.close(number) for number in closed])
    assert done.returncode == code
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == bool(told)


def test_broken_pipe_is_silent() -> None:
    code = (
        "import sys, click\n"
        "from azi_p2p.cli.faults import run\n"
        "@click.command()\n"
        "def talk():\n"
        "    for _ in range(100000): click.echo('x' * 100)\n"
        "sys.exit(run(talk, []))\n"
    )
    read, write = os.pipe()
    child = subprocess.Popen([sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    os.read(read, 10)
    os.close(read)
    _, err = child.communicate()
    assert err == b""
    assert child.returncode == BROKEN_PIPE
