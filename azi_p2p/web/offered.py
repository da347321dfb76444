"""The options of a table as the page offers them: values to choose from, sentences, presets; the rules hold them."""

from __future__ import annotations

from typing import Any, Final

from azi_p2p.game.options import EXPLAINED, NAMES, VALUES, Options
from azi_p2p.web.sentences import N_

CHOICES: Final[dict[str, list[Any]]] = {
    "dropped_suit": ["c", "s", "h", "d"], "cards": [3, 4], "blind": [True, False], "max_bids": [3, None],
    "short_stack": ["share", "matched"], "azi_entry": ["full", "half", "closed"], "seating": ["open", "invite"],
    "watchers": [True, False], "rebuy": [True, False],
}
"""Of the options that are chosen from a few values; the others are numbers."""

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
    defaults = Options()
    return [
        {"name": name, "default": getattr(defaults, name), "values": VALUES[name], "explained": EXPLAINED[name],
         "choices": CHOICES.get(name), "or_none": name in ("max_bids", "max_raise")}
        for name in NAMES]


def presets() -> list[dict[str, Any]]:
    """{"name", "about", "options"}: options that differ from the defaults."""
    return [{"name": name, "about": about, "options": options} for name, about, options in PRESETS]
