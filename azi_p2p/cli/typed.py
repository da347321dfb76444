"""What is typed on the command line as numbers and names, refused in words that say what fits; no rules, no files."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.node import names
from azi_p2p.node.errors import NicknameError
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from typing import NoReturn

    _Text = click.ParamType[str]
else:
    _Text = click.ParamType      # which click 8.1 cannot subscript

_WHOLE: Final = re.compile(r"-?[0-9]{1,20}")
_DECIMAL: Final = re.compile(r"-?([0-9]{1,20}(\.[0-9]*)?|\.[0-9]+)")
"""No exponents, no «nan», no digits of other scripts: what a person types as a number of seconds."""

_SHOWN: Final = 40
"""Characters of a wrong word that a message repeats."""


class Whole(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """What was typed, or a default."""
        if isinstance(value, int):
            return value
        if not _WHOLE.fullmatch(value.strip()) or not _is_within(self, int(value)):
            _refuse(self, f"a whole number {_bounds(self)}", value, param, ctx)
        return int(value)


class Seconds(click.FloatRange):
    """A number of seconds within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """What was typed, or a default."""
        if isinstance(value, int | float):
            return float(value)
        if not _DECIMAL.fullmatch(value.strip()) or not _is_within(self, float(value)):
            _refuse(self, f"a number of seconds {_bounds(self)}", value, param, ctx)
        return float(value)


class Name(_Text):
    """The name of a player or a table. Raises NicknameError: nothing of it is cut off silently."""

    name = "name"

    def __init__(self, what: str) -> None:
        """`what`: whose name it is, in words."""
        self._what = what

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        """The name as it will be shown."""
        name = names.checked(value, self._what)
        size = len(names.clean(value, sys.maxsize).encode())
        if size > names.MAX_NAME_BYTES or len(value) > names.MAX_RAW_CHARACTERS:
            raise NicknameError(
                f"the {self._what} is too long",
                f"at most {counted(names.MAX_NAME_BYTES, 'byte')} fit ({names.MAX_NAME_BYTES} Latin letters, "
                f"or {names.MAX_NAME_BYTES // 2} Cyrillic ones)")
        return name


def _is_within(bounds: click.IntRange | click.FloatRange, value: float) -> bool:
    return (bounds.min is None or value >= bounds.min) and (bounds.max is None or value <= bounds.max)


def _bounds(bounds: click.IntRange | click.FloatRange) -> str:
    return f"of {bounds.min} or more" if bounds.max is None else f"from {bounds.min} to {bounds.max}"


def _refuse(
    kind: click.IntRange | click.FloatRange, wanted: str, value: str, param: click.Parameter | None,
    ctx: click.Context | None,
) -> NoReturn:
    said = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
    kind.fail(f"{wanted} is wanted, not {said!r}", param, ctx)
