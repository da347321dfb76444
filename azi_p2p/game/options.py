"""The options of a table, fixed when it is founded, not the rules that read them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final

from azi_p2p.game.cards import Suit
from azi_p2p.game.errors import OptionsError

MAX_CHIPS: Final = 10**12
"""Largest ante, stack or raise: a million rebuys of it by six players still fit a signed 64-bit integer."""

MAX_BIDS: Final = 3
RAISE_IN_ANTES: Final = 10
"""The default of `max_raise`, in antes."""

_SHOWN: Final = 40
"""Characters of a wrong value that a problem repeats: a peer chooses how long it is."""


class _TenAntes(int):
    """Stands for ten antes until the ante is known; compared by identity, so no number is mistaken for it."""


_TEN_ANTES: Final = _TenAntes(-1)


@dataclass(frozen=True, slots=True)
class OneOf:
    """What an option may be: one of a few values."""

    values: tuple[Any, ...]

    def admits(self, value: Any) -> bool:
        """Is it one of them, of the same type too?"""
        return any(type(value) is type(one) and value == one for one in self.values)

    def __str__(self) -> str:
        *others, last = [one if isinstance(one, str) else _shown(one) for one in self.values]
        return f"{', '.join(others)} or {last}"


@dataclass(frozen=True, slots=True)
class Whole:
    """What an option may be: a whole number from `least` to `most`, or one of `besides`; `said` in words."""

    said: str
    least: int
    most: int
    besides: tuple[Any, ...] = ()

    def admits(self, value: Any) -> bool:
        """Is it such a number, or one of those besides?"""
        return (type(value) is int and self.least <= value <= self.most) or OneOf(self.besides).admits(value)

    def __str__(self) -> str:
        return self.said


def _row(default: Any, allowed: OneOf | Whole, explained: str) -> Any:
    return field(default=default, metadata={"allowed": allowed, "explained": explained})


@dataclass(frozen=True, slots=True)
class Options:
    """Every row of the rules' table of options. A wrong value can be held, to be named by `problems`."""

    dropped_suit: str = _row("c", OneOf(("s", "h", "d", "c")), "The suit left out of the deck.")
    cards: int = _row(3, OneOf((3, 4)), "Cards dealt to each player; of four, each puts one away.")
    blind: bool = _row(True, OneOf((True, False)), "Whether one may bet without looking, for half the chips.")
    max_bids: int | None = _row(
        MAX_BIDS, OneOf((MAX_BIDS, None)), "How often a player may bet or raise in a deal; none: until all are equal."
    )
    ante: int = _row(
        10, Whole("1 or more", 1, MAX_CHIPS), "What each player pays into the pot before the cards are dealt."
    )
    stack: int = _row(1000, Whole("at least the ante", 1, MAX_CHIPS), "The chips that a player sits down with.")
    max_raise: int | None = _row(
        _TEN_ANTES, Whole("none, or at least the ante", 1, RAISE_IN_ANTES * MAX_CHIPS, (None,)),
        "How far a bet may lift the level (default: ten antes).",
    )
    short_stack: str = _row(
        "share", OneOf(("share", "matched")),
        "What a short winner gets: a fraction of the pot, or what he matched of each stake.",
    )
    azi_entry: str = _row(
        "full", OneOf(("full", "half", "closed")),
        "Who buys in after Azi: the folded for the pot, the trickless for half; both for half; or nobody.",
    )
    seating: str = _row(
        "open", OneOf(("open", "invite")), "Who may sit down: anyone on the LAN, or those invited."
    )
    watchers: bool = _row(True, OneOf((True, False)), "Whether others may look on, seeing what is public.")
    rebuy: bool = _row(
        True, OneOf((True, False)), "Whether who has less than the ante may take a fresh stack between hands."
    )
    turn_seconds: int = _row(
        30, Whole("0 (untimed) or 5 to 600", 5, 600, (0,)), "Seconds that a player has for a decision."
    )

    def __post_init__(self) -> None:
        if self.max_raise is _TEN_ANTES:
            ante = self.ante if type(self.ante) is int else 0
            object.__setattr__(self, "max_raise", RAISE_IN_ANTES * ante)

    @classmethod
    def checked(cls, **given: Any) -> Options:
        """Options of the given values, else the defaults. Raises OptionsError with all faults."""
        unknown = [f"there is no option {name[:_SHOWN]!r}" for name in given if name not in NAMES]
        options = cls(**{name: value for name, value in given.items() if name in NAMES})
        problems = unknown + options.problems()
        if problems:
            raise OptionsError(problems)
        return options

    @property
    def dropped(self) -> Suit:
        return Suit(self.dropped_suit)

    def problems(self) -> list[str]:
        """One sentence for each value that makes no table; empty when all is well."""
        fits = {name: allowed.admits(getattr(self, name)) for name, allowed in ALLOWED.items()}
        if fits["ante"]:
            fits["stack"] = fits["stack"] and self.stack >= self.ante
            fits["max_raise"] = fits["max_raise"] and (self.max_raise is None or self.max_raise >= self.ante)
        elif type(self.max_raise) is int:
            fits["max_raise"] = True  # what it may be depends on the ante: one fault, said once
        return [self._problem(name) for name, fit in fits.items() if not fit]

    def _problem(self, name: str) -> str:
        value, allowed = getattr(self, name), ALLOWED[name]
        wanted = str(allowed)
        if name in _CHIPS and isinstance(allowed, Whole) and type(value) is int and value > allowed.most:
            wanted = f"at most {allowed.most}"
        elif name in ("stack", "max_raise") and ALLOWED["ante"].admits(self.ante):
            wanted += f" ({self.ante})"
        return f"{name} must be {wanted}, not {_shown(value)}"

    def to_plain(self) -> list[list[Any]]:
        """[name, value] of every option in the order of the rules' table: int, str, bool or None."""
        return [[name, getattr(self, name)] for name in NAMES]

    @classmethod
    def from_plain(cls, plain: Any) -> Options:
        """What `to_plain` gave, from a peer. Raises OptionsError for what is missing or wrong."""
        if not isinstance(plain, list | tuple) or len(plain) != len(NAMES):
            raise OptionsError([f"options must be a list of {len(NAMES)} pairs"])
        for name, pair in zip(NAMES, plain, strict=True):
            if not isinstance(pair, list | tuple) or len(pair) != 2 or pair[0] != name:
                raise OptionsError([f"the option {name} is missing at its place"])
        return cls.checked(**{name: pair[1] for name, pair in zip(NAMES, plain, strict=True)})


def _shown(value: Any) -> str:
    if value is None or type(value) is bool:
        return "none" if value is None else str(value).lower()
    if type(value) is int and value.bit_length() > 100:
        return "a number of more than 100 bits"
    return repr(value[:_SHOWN] if isinstance(value, str | bytes) else value)[:_SHOWN]


NAMES: Final[tuple[str, ...]] = tuple(row.name for row in fields(Options))
ALLOWED: Final[dict[str, OneOf | Whole]] = {row.name: row.metadata["allowed"] for row in fields(Options)}
"""What each option may be; stack and raise are at least the ante besides."""

EXPLAINED: Final[dict[str, str]] = {row.name: row.metadata["explained"] for row in fields(Options)}
"""One sentence for each option, for help texts and interfaces."""

_CHIPS: Final = ("ante", "stack", "max_raise")
