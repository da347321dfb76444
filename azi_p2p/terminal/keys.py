"""The machine of keys: a key pressed at a view becomes an action, a question or a reason; no terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from azi_p2p.game.actions import Raise
from azi_p2p.table.actions import Chat, SitOut, VoteGone
from azi_p2p.terminal.advice import NO_COMMANDS, in_vain, time_ran_out, voters
from azi_p2p.terminal.menu import Choice, card_choice, choices, cost_of_leaving, leave_choices

if TYPE_CHECKING:
    from azi_p2p.game.actions import Action as GameAction
    from azi_p2p.game.legal import Legal
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.view import View
    from azi_p2p.terminal.advice import Commands

MAX_DIGITS: Final = 15
"""Digits of an amount: more chips than options allow."""

MAX_TALK: Final = 120
"""Characters of a line said at the table: two lines on a narrow terminal."""

Command = Literal["", "quit", "redraw", "suspend"]

_CYRILLIC: Final = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
"""The letters of a Russian layout by the key they share with a Latin one: nobody should have to switch."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Typing how much to raise by. A suggested amount is replaced by the first digit."""

    digits: str
    suggested: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """A question with answers by key; `again` marks one that Ctrl-C asked."""

    what: Literal["gone", "leave"]
    by_interrupt: bool = False
    chair: int | None = None       # whom the vote is about, once chosen


@dataclass(frozen=True, slots=True)
class Talking:
    """Typing a line for the table."""

    text: str


Page = Literal["", "help", "address"]
"""What is shown in the place of the table."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A page in the place of the table, until any key is pressed."""

    page: Page


Mode = Amount | Asking | Talking | Reading | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key led to: an action for the table, or a command for the program, or neither."""

    action: GameAction | TableAction | None = None
    command: Command = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands below the table: sentences, a line being typed (or None), what may be pressed."""

    sentences: tuple[str, ...]
    entry: str | None
    choices: tuple[Choice, ...]
    page: Page = ""


NOTHING: Final = Pressed()


class Keys:
    """One person's keys at one table. `press` and `prompt` take the view of the moment."""

    def __init__(self, commands: Commands = NO_COMMANDS) -> None:
        """`commands`: what to type in a shell where the table cannot go on."""
        self.mode: Mode = None
        self.notice = ""
        self._commands = commands
        self._out_by_wish = False
        self._ran_out = ""

    def press(self, key: str, view: View) -> Pressed:
        """The key's meaning now. Keys are named as `keyboard.Decoder` names them."""
        pressed = self._pressed(key, view)
        if isinstance(pressed.action, SitOut):
            self._out_by_wish = pressed.action.out
        return pressed

    def _pressed(self, key: str, view: View) -> Pressed:
        self.notice = ""
        self._drop_stale_mode(view)
        if key == "ctrl-c":
            return self._interrupted(view)
        if key == "ctrl-l":
            return Pressed(command="redraw")
        if key == "ctrl-z":
            return Pressed(command="suspend")
        match self.mode:
            case Amount():
                return self._amount(_latin(key), view, self.mode)
            case Asking():
                return self._answer(_latin(key), view, self.mode)
            case Talking():
                return self._talk(key, self.mode)
            case Reading():
                self.mode = None
                return NOTHING
        return self._plain(_latin(key), view)

    def refuse(self, reason: str) -> None:
        """Show why an action was not taken (the table's own words)."""
        self.notice = reason

    def prompt(self, view: View) -> Prompt:
        """What to show below the table."""
        self._drop_stale_mode(view)
        self._mind_time(view)
        notice = (self.notice,) if self.notice else ()
        match self.mode:
            case Amount(digits):
                return Prompt((*notice, _amount_sentence(view, digits)), digits, _amount_choices(view))
            case Asking("gone", _, chair):
                return _gone_prompt(view, chair, notice)
            case Asking(_, by_interrupt):
                answers = (*leave_choices(view), Choice("esc", "stay"))
                again = ("Ctrl-C again leaves now.",) if by_interrupt else ()
                return Prompt((*notice, cost_of_leaving(view), *again), None, answers)
            case Talking(text):
                return Prompt(notice, text, (Choice("enter", "say it"), Choice("esc", "back")))
            case Reading(page):
                return Prompt(notice, None, (Choice("any key", "back to the table"),), page)
        unasked = (in_vain(view, self._commands), self._ran_out)
        return Prompt((*filter(None, unasked), *notice), None, choices(view))

    def _mind_time(self, view: View) -> None:
        """Sitting out without having asked for it: his time ran out. What it cost is told until he is back."""
        if not view.sitting_out or self._out_by_wish:
            self._ran_out = ""
        else:
            self._ran_out = time_ran_out(view) or self._ran_out

    def _drop_stale_mode(self, view: View) -> None:
        """A question whose ground is gone is not asked any more: a late key must not answer it."""
        match self.mode:
            case Amount() if view.legal is None or view.legal.raise_least is None:
                self.mode = None
            case Asking("gone", _, chair) if not view.may_vote_gone or (
                chair is not None and chair not in view.may_vote_gone
            ):
                self.mode = None

    def _interrupted(self, view: View) -> Pressed:
        if isinstance(self.mode, Asking) and self.mode.by_interrupt:
            return Pressed(command="quit")
        self.mode = Asking("leave", by_interrupt=True)
        self.notice = ""
        del view
        return NOTHING

    def _plain(self, key: str, view: View) -> Pressed:
        if key.isascii() and key.isdigit() and key != "0":
            outcome = card_choice(view, int(key) - 1)
            if isinstance(outcome, str):
                self.notice = outcome
                return NOTHING
            return Pressed(outcome)
        for choice in choices(view):
            if key in (choice.key, "h" if choice.key == "?" else ""):
                return self._choose(choice, view)
        if key in _GAME_KEYS and view.legal is None:
            outcome = card_choice(view, 0)
            self.notice = outcome if isinstance(outcome, str) and view.cards else "It is not your turn."
        elif len(key) == 1:
            self.notice = "That key does nothing here; ? shows what does."
        return NOTHING

    def _choose(self, choice: Choice, view: View) -> Pressed:
        match choice.asks:
            case None:
                return Pressed(choice.action)
            case "amount":
                legal = view.legal
                self.mode = Amount(str(legal.raise_least) if legal is not None else "", suggested=True)
            case "gone":
                alone = view.may_vote_gone[0] if len(view.may_vote_gone) == 1 else None
                self.mode = Asking("gone", chair=alone)
            case "leave":
                self.mode = Asking("leave")
            case "talk":
                self.mode = Talking("")
            case "help" | "address":
                self.mode = Reading(choice.asks)
        return NOTHING

    def _amount(self, key: str, view: View, mode: Amount) -> Pressed:
        shortcuts = dict(_shortcuts(view))
        if key == "escape":
            self.mode = None
        elif key == "enter":
            amount = int(mode.digits or "0")
            if _amount_fault(view.legal, amount):
                return NOTHING
            self.mode = None
            return Pressed(Raise(amount))
        elif key in shortcuts:
            self.mode = Amount(str(shortcuts[key]), suggested=True)
        elif key in ("backspace", "ctrl-u"):
            self.mode = Amount("" if key == "ctrl-u" or mode.suggested else mode.digits[:-1], suggested=False)
        elif key.isascii() and key.isdigit():
            digits = (key if mode.suggested else mode.digits + key).lstrip("0")
            self.mode = Amount(digits[:MAX_DIGITS], suggested=False)
        return NOTHING

    def _answer(self, key: str, view: View, mode: Asking) -> Pressed:
        if mode.what == "gone":
            return self._vote(key, view, mode)
        for choice in leave_choices(view):
            if key == choice.key:
                self.mode = None
                return Pressed(choice.action, "" if choice.key == "a" else "quit")
        self.mode = None
        return NOTHING

    def _vote(self, key: str, view: View, mode: Asking) -> Pressed:
        if mode.chair is None:
            chosen = int(key) - 1 if key.isascii() and key.isdigit() else -1
            self.mode = replace(mode, chair=chosen) if chosen in view.may_vote_gone else None
            return NOTHING
        self.mode = None
        return Pressed(VoteGone(mode.chair)) if key == "y" else NOTHING

    def _talk(self, key: str, mode: Talking) -> Pressed:
        if key == "escape":
            self.mode = None
        elif key == "enter":
            self.mode = None
            if mode.text.strip():
                return Pressed(Chat(mode.text.strip()))
        elif key == "backspace":
            self.mode = Talking(mode.text[:-1])
        elif key == "ctrl-u":
            self.mode = Talking("")
        elif len(key) == 1:
            self.mode = Talking((mode.text + key)[:MAX_TALK])
        return NOTHING


_GAME_KEYS: Final = "lfcred"


def _latin(key: str) -> str:
    lower = key.lower() if len(key) == 1 else key
    return _CYRILLIC.get(lower, lower)


def _shortcuts(view: View) -> list[tuple[str, int]]:
    legal = view.legal
    if legal is None or legal.raise_least is None or legal.raise_most is None:
        return []
    least, most = legal.raise_least, legal.raise_most
    half, whole = (min(max(amount, least), most) for amount in (view.pot // 2, view.pot))
    return [("l", least), ("h", half), ("p", whole), ("m", most)]


def _amount_fault(legal: Legal | None, amount: int) -> str:
    if legal is None or legal.raise_least is None or legal.raise_most is None:
        return "there is nothing to raise now"
    if amount < legal.raise_least:
        return f"at least {legal.raise_least}"
    return f"at most {legal.raise_most}" if amount > legal.raise_most else ""


def _amount_sentence(view: View, digits: str) -> str:
    verb = "Raise" if view.level else "Bet"
    amount = int(digits or "0")
    fault = _amount_fault(view.legal, amount)
    if fault or view.legal is None:
        return f"{verb} by how much? It must be {fault}."
    level = f" to {view.level + amount}" if view.level else ""
    return f"{verb} by {amount}{level}: pays {view.legal.cost_of_raise(amount)}."


def _amount_choices(view: View) -> tuple[Choice, ...]:
    words = {"l": "least", "h": "half the pot", "p": "the pot", "m": "most"}
    offered = [Choice(key, words[key], str(amount)) for key, amount in _shortcuts(view)]
    return (Choice("enter", "do it"), *offered, Choice("esc", "back"))


def _gone_prompt(view: View, chair: int | None, notice: tuple[str, ...]) -> Prompt:
    if chair is None:
        who = tuple(Choice(str(one + 1), view.name_of(one)) for one in view.may_vote_gone)
        return Prompt((*notice, "Vote that who is gone?"), None, (*who, Choice("esc", "back")))
    sentence = f"Vote that {view.name_of(chair)} is gone? It binds: you will not accept that move any more."
    if len(voters(view)) == 2:
        sentence += " Between two it counts only once you leave, or play with somebody who sits down."
    return Prompt((*notice, sentence), None, (Choice("y", "vote"), Choice("esc", "back")))
