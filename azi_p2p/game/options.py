"""The options of a table, fixed when it is founded, not the rules that read them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final

from azi_p2p.game.cards import Suit
from azi_p2p.game.errors import OptionsError

MAX_CHIPS: Final = 10**12
"""Largest ante, stack or raise: a million rebuys of it by six players still fit a signed 64-bit integer."""

MAX_BIDS: Final = 3
LEAST_TURN_SECONDS: Final = 5
MOST_TURN_SECONDS: Final = 600
RAISE_IN_ANTES: Final = 10
"""The default of `max_raise`, in antes."""

_MOST: Final = {"ante": MAX_CHIPS, "stack": MAX_CHIPS, "max_raise": RAISE_IN_ANTES * MAX_CHIPS}

_SHOWN: Final = 40
"""Characters of a wrong value that a problem repeats: a peer chooses how long it is."""


class _TenAntes(int):
    """Stands for ten antes until the ante is known; compared by identity, so no number is mistaken for it."""


_TEN_ANTES: Final = _TenAntes(-1)


def _row(default: Any, values: str, explained: str) -> Any:
    return field(default=default, metadata={"values": values, "explained": explained})


@dataclass(frozen=True, slots=True)
class Options:
    """Every row of the rules' table of options. A wrong value can be held, to be named by `problems`."""

    dropped_suit: str = _row("c", "s, h, d or c", "The suit left out of the deck.")
    cards: int = _row(3, "3 or 4", "Cards dealt to each player; of four, each puts one away.")
    blind: bool = _row(True, "true or false", "Whether one may bet without looking, for half the chips.")
    max_bids: int | None = _row(
        MAX_BIDS, "3 or none", "How often a player may bet or raise in a deal; none: until all are equal."
    )
    ante: int = _row(10, "1 or more", "What each player pays into the pot before the cards are dealt.")
    stack: int = _row(1000, "at least the ante", "The chips that a player sits down with.")
    max_raise: int | None = _row(
        _TEN_ANTES, "none, or at least the ante", "How far a bet may lift the level (default: ten antes)."
    )
    short_stack: str = _row(
        "share", "share or matched",
        "What a short winner gets: a fraction of the pot, or what he matched of each stake.",
    )
    azi_entry: str = _row(
        "full", "full, half or closed",
        "Who buys in after Azi: the folded for the pot, the trickless for half; both for half; or nobody.",
    )
    seating: str = _row("open", "open or invite", "Who may sit down: anyone on the LAN, or those invited.")
    watchers: bool = _row(True, "true or false", "Whether others may look on, seeing what is public.")
    rebuy: bool = _row(
        True, "true or false", "Whether who has less than the ante may take a fresh stack between hands."
    )
    turn_seconds: int = _row(30, "0 (untimed) or 5 to 600", "Seconds that a player has for a decision.")

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
        fits = {
            "dropped_suit": _is_one_of(self.dropped_suit, "s", "h", "d", "c"),
            "cards": _is_one_of(self.cards, 3, 4),
            "blind": type(self.blind) is bool,
            "max_bids": _is_one_of(self.max_bids, MAX_BIDS, None),
            "ante": _is_within(self.ante, 1, _MOST["ante"]),
            "stack": _is_within(self.stack, 1, _MOST["stack"]),
            "max_raise": self.max_raise is None or _is_within(self.max_raise, 1, _MOST["max_raise"]),
            "short_stack": _is_one_of(self.short_stack, "share", "matched"),
            "azi_entry": _is_one_of(self.azi_entry, "full", "half", "closed"),
            "seating": _is_one_of(self.seating, "open", "invite"),
            "watchers": type(self.watchers) is bool,
            "rebuy": type(self.rebuy) is bool,
            "turn_seconds": _is_one_of(self.turn_seconds, 0)
            or _is_within(self.turn_seconds, LEAST_TURN_SECONDS, MOST_TURN_SECONDS),
        }
        if fits["ante"]:
            fits["stack"] = fits["stack"] and self.stack >= self.ante
            fits["max_raise"] = fits["max_raise"] and (self.max_raise is None or self.max_raise >= self.ante)
        elif type(self.max_raise) is int:
            fits["max_raise"] = True  # what it may be depends on the ante: one fault, said once
        return [self._problem(name) for name, fit in fits.items() if not fit]

    def _problem(self, name: str) -> str:
        value, wanted = getattr(self, name), VALUES[name]
        if name in _MOST and type(value) is int and value > _MOST[name]:
            wanted = f"at most {_MOST[name]}"
        elif name in ("stack", "max_raise") and _is_within(self.ante, 1, MAX_CHIPS):
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


def _is_one_of(value: Any, *allowed: Any) -> bool:
    return any(type(value) is type(one) and value == one for one in allowed)


def _is_within(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


NAMES: Final[tuple[str, ...]] = tuple(row.name for row in fields(Options))
VALUES: Final[dict[str, str]] = {row.name: row.metadata["values"] for row in fields(Options)}
EXPLAINED: Final[dict[str, str]] = {row.name: row.metadata["explained"] for row in fields(Options)}
"""One sentence for each option, for help texts and interfaces."""
