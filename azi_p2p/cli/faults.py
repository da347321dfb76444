"""Every fault as one clear line and an exit code, never a traceback; not the faults themselves.

    0    done
    1    it could not be done, or a record is wrong
    2    wrong words on the command line, or a file that cannot be read as what it should be
    70   a bug in this program (EX_SOFTWARE)
    130  interrupted (128 + SIGINT)
    141  the reader of the output is gone (128 + SIGPIPE)
    143  told to end (128 + SIGTERM)
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.game.errors import GameError, OptionsError
from azi_p2p.node.errors import NodeError
from azi_p2p.terminal.glyphs import glyphs_for
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED: Final = 1
MISUSED: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
SIGNALLED: Final = 128
"""And the signal's number, as shells have it."""

DEBUG: Final = "AZI_DEBUG"
"""Environment variable that asks for the traceback of a bug."""


class Ended(Exception):
    """A signal has told this process to end, and it has said goodbye."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Unreadable(click.ClickException):
    """A file that cannot be read as what it should be."""

    exit_code = MISUSED


def run(command: click.Command, words: Sequence[str] | None) -> int:
    """Run a command; its exit code. Nothing is raised."""
    _open_streams()
    try:
        # not command.main(): it answers a lost reader and Ctrl-C with codes and lines of its own
        with command.make_context("azi", list(sys.argv[1:] if words is None else words)) as context:
            outcome = command.invoke(context)
        sys.stdout.flush()
    except BrokenPipeError:
        return _without_reader()
    except BaseException as error:  # noqa: BLE001  the outermost place: whatever is left becomes a line and a code
        return _told(_first_leaf(error))
    return outcome if isinstance(outcome, int) else 0


def _open_streams() -> None:
    """Put nothing in the place of standard streams that are closed: else the next file or socket would be one."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):
                descriptor = os.open(os.devnull, os.O_RDWR)
                if descriptor != number:
                    os.dup2(descriptor, number)
                    os.close(descriptor)
                setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w", encoding="utf-8"))


def _told(error: BaseException) -> int:
    """Say it; the exit code."""
    if isinstance(error, BrokenPipeError):
        return _without_reader()
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else FAILED
    code, line = presented(error)
    with contextlib.suppress(OSError):
        if code == BUG and os.environ.get(DEBUG):
            traceback.print_exception(error)
        if line:
            click.echo(glyphs_for(sys.stderr.encoding).say(line), err=True)
    return code


def presented(error: BaseException) -> tuple[int, str]:
    """The exit code for an error and the line that tells it, with what to do."""
    match error:
        case click.exceptions.Exit():
            return error.exit_code, ""
        case click.UsageError():
            path = error.ctx.command_path if error.ctx is not None else "azi"
            return MISUSED, f"azi: {_sentence(error.format_message())} ({path} --help shows how)"
        case click.ClickException():
            return error.exit_code, f"azi: {_line(error.format_message())}"
        case OptionsError():
            return MISUSED, f"azi: {error}"
        case NodeError() | GameError() | ProtocolError():
            return FAILED, f"azi: {error}"
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED, "azi: stopped"
        case Ended():
            return SIGNALLED + error.number, "azi: stopped"
        case MemoryError():
            return FAILED, "azi: there is not enough memory: close other programs and try again"
        case OSError():
            return FAILED, f"azi: {_of_system(error)}"
    what = f"{type(error).__name__}: {error}".split("\n", 1)[0]
    return BUG, f"azi: this is a bug in azi, please report it ({what}); {DEBUG}=1 shows where it is"


def _of_system(error: OSError) -> str:
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {reason}" if error.filename else reason


def _sentence(text: str) -> str:
    """A message of click on one line, without its capital and full stop."""
    line = _line(text)
    return line[:1].lower() + line[1:]


def _line(text: str) -> str:
    """One of ours, which may begin with a file's name."""
    return " ".join(text.split()).removesuffix(".")


def _first_leaf(error: BaseException) -> BaseException:
    """Of a group of errors the one to tell: a bug hides behind none of the others."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    leaves = [_first_leaf(inner) for inner in error.exceptions]
    return max(leaves, key=lambda leaf: presented(leaf)[0] == BUG)


def _without_reader() -> int:
    """The reader of our output is gone: say nothing, and keep the interpreter from trying again at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
