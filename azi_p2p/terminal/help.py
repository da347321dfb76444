"""The help page of a table: its keys and, in short, its rules. No layout beyond line breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.terminal.words import wrap

if TYPE_CHECKING:
    from azi_p2p.game.options import Options
    from azi_p2p.table.view import View
    from azi_p2p.terminal.glyphs import Glyphs

_KEYS = (
    "1-4  play that card, or put it away      l  look at your cards",
    "f  fold      c  call      r  bet or raise: type an amount, then Enter",
    "e  enter the Azi      d  stay out of it",
    "s  start a hand      b  buy a fresh stack      o  sit out, or play again",
    "v  vote that somebody is gone      t  talk      q or Ctrl-C  leave",
    "i  your address and link, and the table's code to compare",
)


def help_lines(view: View, width: int, glyphs: Glyphs) -> list[str]:
    """The page in lines of at most `width` cells; the rules are those of this table."""
    lines: list[str] = []
    for keys in _KEYS:
        lines += wrap(keys, width, "     ")
    lines.append("")
    for sentence in _rules(view.options):
        lines += wrap(glyphs.own(sentence), width, "  ")
    return lines


def _rules(options: Options) -> list[str]:
    most = "without limit" if options.max_raise is None else f"by {options.ante} to {options.max_raise}"
    bids = "" if options.max_bids is None else f", {options.max_bids} times a deal"
    rules = [
        "Two tricks win the pot. Three tricks, three winners: Azi! The pot stays and new cards are dealt.",
        "Follow suit; if you cannot, trump; else play anything. The last to bet or raise leads.",
        "An ace turned as trump is shokha: the six of trumps is then the highest.",
        f"The opener must bet. Bets and raises go {most}{bids}.",
    ]
    if options.blind:
        rules.append("Until you look you are blind and pay half of what counts.")
    if options.cards == 4:
        rules.append("Of four cards you put one away.")
    return rules
