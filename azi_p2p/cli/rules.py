"""The options of a table as options of a command: names, values and help are those of the rules."""

from __future__ import annotations

import functools
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.game.errors import OptionsError
from azi_p2p.game.options import ALLOWED, EXPLAINED, Options

if TYPE_CHECKING:
    from collections.abc import Callable

PREFIX: Final = "rule_"
"""Before the names of these parameters, apart from a command's own."""

_WORDS: Final[dict[str, Any]] = {"none": None, "true": True, "false": False, "yes": True, "no": False}
_MOST_DIGITS: Final = 30
"""Digits that are read as a number: more than any value that options allow."""

_TOO_LONG: Final = 10**31
"""Stands for a number of more digits, which the options refuse as they would refuse it."""

_NUMBERS: Final = frozenset(row.name for row in fields(Options) if type(getattr(Options(), row.name)) is int)


def _value(typed: str) -> Any:
    """A number, or one of none, true and false; any other word stays as it is, for the options to name."""
    text = typed.strip().lower()
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        return int(text) if len(digits) <= _MOST_DIGITS else -_TOO_LONG if text.startswith("-") else _TOO_LONG
    return _WORDS.get(text, text)


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds an option a rule to a command, which gets them as `options: Options`, checked.

    Raises click.UsageError that names every fault at once.
    """

    @functools.wraps(command)
    def with_options(*args: Any, **given: Any) -> Any:
        chosen = {name.removeprefix(PREFIX): given.pop(name) for name in list(given) if name.startswith(PREFIX)}
        values = {name: value for name, value in chosen.items() if value is not _NOT_GIVEN}
        return command(*args, options=checked(values), **given)

    decorated: Callable[..., Any] = with_options
    for row in reversed(fields(Options)):
        decorated = _option(row.name)(decorated)
    return decorated


def checked(values: dict[str, Any]) -> Options:
    """The options of these values and else the defaults. Raises click.UsageError, in the words of the command line."""
    try:
        return Options.checked(**values)
    except OptionsError as error:
        problems = [_in_flags(problem, values) for problem in error.problems]
        raise click.UsageError("; ".join(problems)) from error


def flag(name: str) -> str:
    """The option's name on the command line."""
    return "--" + name.replace("_", "-")


class _NotGiven:
    """What a rule holds that was not typed: None is a value of its own."""

    def __str__(self) -> str:
        return ""


_NOT_GIVEN: Final = _NotGiven()


class _RuleOption(click.Option):
    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        return value if value is _NOT_GIVEN else super().type_cast_value(ctx, value)


def _option(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    default = getattr(Options(), name)
    shown = str(default).lower()
    explained = EXPLAINED[name].rstrip(".")
    return click.option(
        flag(name), PREFIX + name, type=_value, default=_NOT_GIVEN, cls=_RuleOption, metavar="V",
        help=f"{explained} ({ALLOWED[name]}; else {shown}).", show_default=False,
    )


def _in_flags(problem: str, values: dict[str, Any]) -> str:
    """A problem with the option's name and value as they were typed."""
    name, _, rest = problem.partition(" ")
    if name not in ALLOWED:
        return problem
    wanted, _, value = rest.partition(", not ")
    typed = values.get(name)
    if typed in (_TOO_LONG, -_TOO_LONG):
        value = f"a number of more than {_MOST_DIGITS} digits"
    elif name in _NUMBERS and isinstance(typed, str):
        wanted += ", a whole number in the digits 0 to 9"
    return f"{flag(name)} {wanted}, not {value}"
