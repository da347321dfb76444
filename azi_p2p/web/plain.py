"""A view of the table as plain JSON for the page: names as in table/view.py, cards as text, keys in hexadecimal.

What a page needs beyond the view is worked out here by the rules' own functions, so that the page holds none.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from azi_p2p.game.actions import Call, Discard, Fold, Look, parse_action
from azi_p2p.game.cards import Card
from azi_p2p.game.errors import ActionError
from azi_p2p.game.match import LEAST_PAYERS
from azi_p2p.game.options import Options
from azi_p2p.table.limits import REBUY_SECONDS
from azi_p2p.web.words import words_of

if TYPE_CHECKING:
    from azi_p2p.game.actions import Action
    from azi_p2p.game.legal import Legal
    from azi_p2p.table.view import SeatView, View


def plain(value: Any) -> Any:
    """Any of the table's dataclasses as JSON has it."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Options):
        return dict(value.to_plain())
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    return value.value if isinstance(value, Enum) else value


def plain_view(view: View) -> dict[str, Any]:
    """The whole view."""
    told = {field.name: plain(getattr(view, field.name)) for field in fields(view)
            if field.name not in ("legal", "events", "cards")}
    told["over"] = is_over(view)
    told["missing"] = missing(view)
    told["rebuy_seconds"] = int(REBUY_SECONDS) if view.may_rebuy and not told["over"] else None
    told["trouble_words"] = words_of(view.trouble) if view.trouble else None
    told["legal"] = None if view.legal is None else plain_legal(view.legal, view.pot)
    told["cards"] = [
        {"card": str(one.card), "playable": one.playable, "why": words_of(one.why_not) if one.why_not else None}
        for one in view.cards]
    told["events"] = [plain_event(event) for event in view.events]
    return told


def is_over(view: View) -> bool:
    """Have fewer than two the next ante, as things stand? Who takes a stack or sits down ends that.

    Who sits out or is away has his chips still, and is waited for; where others have only left, players are.
    """
    able = [seat for seat in _chairs(view) if seat.stack >= view.options.ante]
    broke = [seat for seat in view.seats if seat.chair >= 0 and seat.stack < view.options.ante]
    between = view.stage in ("open", "closed") and view.hands > 0
    return between and bool(broke) and len(able) < LEAST_PAYERS


def _chairs(view: View) -> list[SeatView]:
    """Those at the table who have not left it for good."""
    return [seat for seat in view.seats if seat.chair >= 0 and seat.standing not in ("cheat", "leaving")]


def missing(view: View) -> dict[str, list[int]]:
    """Without whom no hand can be opened, by chair: who sits out (`out`), who has no link (`away`), who left (`left`).

    All empty where two can play, or where nobody has played yet.
    """
    told: dict[str, list[int]] = {"out": [], "away": [], "left": []}
    ready = [seat for seat in view.seats if seat.standing in ("seated", "joining") and seat.stack >= view.options.ante]
    if view.stage != "open" or not view.hands or is_over(view) or len(ready) >= LEAST_PAYERS:
        return told
    for seat in view.seats:
        if seat.standing == "away" and seat.stack >= view.options.ante:
            told["out" if seat.connected else "away"].append(seat.chair)
        elif seat.standing == "leaving":
            told["left"].append(seat.chair)
    return told


def plain_event(event: Any) -> dict[str, Any]:
    """{"kind": its name, and its fields}."""
    told: dict[str, Any] = {"kind": type(event).__name__}
    told.update(plain(event))
    return told


def plain_legal(legal: Legal, pot: int) -> dict[str, Any]:
    """What may be done, with amounts as they count and what each costs in chips."""
    amounts: dict[str, int | None] = {"raise_least": legal.raise_least, "raise_most": legal.raise_most,
                                      "half_pot": None, "pot": None}
    if legal.raise_least is not None and legal.raise_most is not None:
        for name, wanted in (("half_pot", pot // 2), ("pot", pot)):
            amounts[name] = min(max(wanted, legal.raise_least), legal.raise_most)
    return {
        "look": legal.look, "fold": legal.fold, "call": legal.call, "call_is_short": legal.call_is_short, **amounts,
        "costs": {str(amount): legal.cost_of_raise(amount) for amount in amounts.values() if amount is not None},
        "to_match": legal.to_match, "blind": legal.blind, "may_discard": legal.may_discard,
        "may_play": legal.may_play, "enter": legal.enter, "decline": legal.decline,
        "opening": legal.raise_least is not None and legal.call is None and not legal.fold,
        "why": {str(action): words_of(refusal) for action in (Look(), Fold(), Call(), Discard())
                if (refusal := legal.refusal(action)) is not None},
    }


def read_action(given: Any) -> Action:
    """The action that the page asks for: {"kind", "amount", "card"}. Raises ActionError."""
    match given:
        case {"kind": "raise", "amount": int(amount)} if type(amount) is int:
            return parse_action(f"raise {amount}")
        case {"kind": "discard" | "play" as kind, "card": str(card)}:
            return parse_action(f"{kind} {card}")
        case {"kind": "look" | "fold" | "call" | "enter" | "decline" as kind}:
            return parse_action(str(kind))
    raise ActionError("that is no action")
