"""`azi show`: the hands of a record in words. It follows the record, and leaves the proofs to `azi verify`."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.cli.record_file import load
from azi_p2p.cli.telling import ToldHand, tell
from azi_p2p.cli.typed import Whole
from azi_p2p.game.events import describe
from azi_p2p.table.replay import RecordFault, Replay
from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.verify import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.table.state import TableState
    from protocol.record import RecordFile

EXAMPLES: Final = """\b
Examples:
  azi show evening.azi              every hand, in words
  azi show evening.azi --hand 3     one of them
"""

MOST_COLUMNS: Final = 100
"""Longer lines are hard to read."""


@dataclass(frozen=True, slots=True)
class Story:
    """The hands of a record, as far as it can be followed."""

    table: str
    hands: tuple[ToldHand, ...]
    fault: str      # why it cannot be followed further; empty where it can


@click.command(epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option("--hand", "number", type=Whole(1), metavar="N", help="Only this hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show(file: str, number: int | None, as_json: bool) -> None:
    """The hands of a record in words (azi verify says whether it is right)."""
    story = read(load(file))
    hands = [hand for hand in story.hands if number in (None, hand.number)]
    if number is not None and not hands and not story.fault:
        raise click.UsageError(f"there is no hand {number} in this record, {_range(story.hands)}")
    if as_json:
        click.echo(json.dumps({"table": story.table, "hands": [plain(hand) for hand in hands],
                               "error": story.fault or None}))
    else:
        for line in _lines(hands):
            click.echo(line)
    if story.fault:
        raise click.ClickException(f"this record is wrong, and cannot be followed further: {story.fault}")


def read(record: RecordFile) -> Story:
    """Follow a record."""
    hands: list[ToldHand] = []
    fault, table = "", ""
    names: dict[bytes, str] = {}
    try:
        replay = Replay(record)
        table, names = replay.founding.table_name, replay.state.names
        for hand in _hands(replay):
            hands = [*hands[:-1], hand] if hands and hands[-1].number == hand.number else [*hands, hand]
    except RecordFault as wrong:
        fault = told(wrong.fault, names)
    return Story(table, tuple(hand for hand in hands if hand.events), fault)


def _hands(replay: Replay) -> Iterator[ToldHand]:
    """Each hand when it has begun, when it has gone on, and when it has ended: the last one counts."""
    events: list[Event] = []
    for walked in replay.walk():
        if walked.opens:
            events = []
        events += walked.events
        if walked.opens or walked.events:
            yield _told_hand(replay.state, events, ended=walked.ends)


def _told_hand(state: TableState, events: Sequence[Event], *, ended: bool) -> ToldHand:
    seated = {chair: key for chair, key in enumerate(state.match.chairs) if key is not None}
    names = {chair: state.names.get(key, f"seat {chair + 1}") for chair, key in seated.items()}
    stacks = {chair: state.match.stack(key) for chair, key in seated.items()} if ended else {}
    return ToldHand(state.opened, names, tuple(events), stacks)


def plain(hand: ToldHand) -> dict[str, Any]:
    """A hand for JSON: chairs are counted from 0."""
    return {
        "hand": hand.number, "finished": bool(hand.stacks), "names": {str(at): name for at, name in hand.names.items()},
        "events": [describe(event, hand.names) for event in hand.events],
        "stacks": {str(at): chips for at, chips in hand.stacks.items()} if hand.stacks else None,
    }


def _lines(hands: Sequence[ToldHand]) -> Iterator[str]:
    glyphs = glyphs_for(sys.stdout.encoding)
    width = min(MOST_COLUMNS, shutil.get_terminal_size().columns)
    for place, hand in enumerate(hands):
        if place:
            yield ""
        yield from tell(hand, width, glyphs)
    if not hands:
        yield "No hand has begun in this record."


def _range(hands: Sequence[ToldHand]) -> str:
    if not hands:
        return "in which none has begun"
    if len(hands) == 1:
        return f"which has hand {hands[0].number} alone"
    return f"which has hands {hands[0].number} to {hands[-1].number}"
