"""The options of a table as the page offers them: values to choose from, sentences, presets; the rules hold them."""

from __future__ import annotations

from typing import Any, Final

from azi_p2p.game.options import ALLOWED, EXPLAINED, NAMES, OneOf, Options
from azi_p2p.web.sentences import N_

PRESETS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    (N_("Classic"), N_("Three cards, blind bets, Azi for everyone: the game as it is mostly played."), {}),
    (N_("Quick"), N_("Short stacks and 15 seconds a decision."), {"stack": 300, "turn_seconds": 15}),
    (N_("Open eyes"), N_("Everyone sees his cards at once: the easiest to learn."),
     {"blind": False, "turn_seconds": 60}),
    (N_("Four cards"), N_("Four are dealt, and each puts one away."), {"cards": 4}),
    (N_("Strict"), N_("Bidding until all are equal, no limit to a raise, and Azi for those alone who won a trick."),
     {"max_bids": None, "max_raise": None, "azi_entry": "closed"}),
    (N_("No clock"), N_("Nobody is hurried: you decide together whether somebody is gone."), {"turn_seconds": 0}),
)


def offered_options() -> list[dict[str, Any]]:
    """In the order of the rules' table. `choices` is None for a number; `or_none` says that there may be none."""
    return [_offered(name) for name in NAMES]


def _offered(name: str) -> dict[str, Any]:
    allowed = ALLOWED[name]
    return {
        "name": name, "default": getattr(Options(), name), "values": str(allowed), "explained": EXPLAINED[name],
        "choices": list(allowed.values) if isinstance(allowed, OneOf) else None, "or_none": allowed.admits(None)}


def presets() -> list[dict[str, Any]]:
    """{"name", "about", "options"}: options that differ from the defaults."""
    return [{"name": name, "about": about, "options": options} for name, about, options in PRESETS]
