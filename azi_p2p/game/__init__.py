"""The rules of Azi as pure functions of actions and turned cards; no deal, no network, no clock."""

from azi_p2p.game.actions import Action, Call, Decline, Discard, Enter, Fold, Look, Play, Raise, parse_action
from azi_p2p.game.cards import Card, Suit, deck
from azi_p2p.game.errors import ActionError, CardError, GameError, IllegalAction, MatchError, OptionsError
from azi_p2p.game.events import Event, describe
from azi_p2p.game.hand import Hand
from azi_p2p.game.legal import Legal
from azi_p2p.game.match import Match
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase, Result

__all__ = [
    "Action",
    "ActionError",
    "Call",
    "Card",
    "CardError",
    "Decline",
    "Discard",
    "Enter",
    "Event",
    "Fold",
    "GameError",
    "Hand",
    "IllegalAction",
    "Legal",
    "Look",
    "Match",
    "MatchError",
    "Options",
    "OptionsError",
    "Phase",
    "Play",
    "Raise",
    "Result",
    "Suit",
    "deck",
    "describe",
    "parse_action",
]
