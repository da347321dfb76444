"""`azi demo`: a whole match of bots, each a process and a node of its own, that leaves a record and verifies it."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.cli import record_out
from azi_p2p.cli.children import NAMES, Bot, company
from azi_p2p.cli.faults import FAILED
from azi_p2p.cli.report import DemoReport
from azi_p2p.cli.rules import rule_options
from azi_p2p.cli.running import run_node
from azi_p2p.cli.typed import Whole
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.terminal.words import counted
from azi_p2p.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.game.options import Options

PAUSE_S: Final = 0.05
"""Between hands: enough for each node to see how the last one ended."""

LOOK_S: Final = 30.0
"""For the others to find the host: six processes that start at once on a slow machine take some seconds."""

EXAMPLES: Final = """\b
Examples:
  azi demo                          four bots, three hands
  azi demo --seats 6 --hands 20 --record match.azi --json
"""


class DemoFailed(click.ClickException):
    """The bots did not come to their end."""


@click.command(epilog=EXAMPLES)
@click.option("--seats", type=Whole(2, 6), default=4, show_default=True, metavar="N", help="Bots.")
@click.option("--hands", type=Whole(1), default=3, show_default=True, metavar="N", help="Hands to play.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE",
              help="Where the record goes (else into the system's directory for temporary files).")
@click.option("--force", is_flag=True, help="Replace that file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; progress goes to standard error.")
@rule_options
def demo(seats: int, hands: int, record: Path | None, force: bool, as_json: bool, options: Options) -> int:
    """Bots play a match, and verify it.

    Each bot is a process and a node of its own; they find each other over mDNS on this machine's loopback, play over
    real sockets, and leave one record.
    """
    return play_demo(seats, hands, record, options, force=force, as_json=as_json)


def play_demo(
    seats: int, hands: int, record: Path | None, options: Options, *, force: bool = False, as_json: bool = False,
) -> int:
    """The demo and its report; the exit code."""
    path = record or Path(tempfile.gettempdir()) / f"azi-demo-{time.strftime('%Y%m%d-%H%M%S')}-{token_hex(2)}.azi"
    record_out.check_free(path, force=force)

    def told(line: str) -> None:
        click.echo(line, err=as_json)

    scratch = Path(tempfile.gettempdir()) / f"azi-demo-{token_hex(8)}"
    try:
        deal_ms = run_node(lambda: play_bots(seats, hands, options, scratch, told))
        record_out.write(path, scratch.read_bytes(), force=force)
    finally:
        scratch.unlink(missing_ok=True)
    report = _verified(path, seats, deal_ms)
    if as_json:
        click.echo(json.dumps(report.plain()))
    else:
        for line in report.lines():
            click.echo(line)
    return 0 if report.ok else FAILED


async def play_bots(
    seats: int, hands: int, options: Options, record: Path | None, told: Callable[[str], None],
) -> tuple[float, ...]:
    """Have so many bots play; milliseconds of each deal as the host's node saw it. Raises DemoFailed.

    `record`: where the host writes it. `told` gets the lines to show meanwhile.
    """
    table = f"demo {token_hex(3)}"
    way = ("--interface", loopback_interface(), "--port", "0", "--think", "0", "--pause", str(PAUSE_S),
           "--hands", str(hands))
    kept = () if record is None else ("--record", str(record))
    host = Bot("--host", table, "--start-at", str(seats), "--name", NAMES[0], *kept, *way, *_rules(options))
    guests = [Bot("--join", table, "--wait", str(LOOK_S), "--name", name, *way) for name in NAMES[1:seats]]
    deal_ms: list[float] = []

    def hear(event: dict[str, Any]) -> None:
        if event["event"] == "hand":
            told(event["line"])
        elif event["event"] == "left":
            deal_ms.extend(event["deal_ms"])

    async with company([host, *guests]) as bots:
        told(f"{counted(seats, 'bot')}, each a node of its own, look for each other…")
        following = [asyncio.create_task(bot.follow(hear if bot is host else _nothing)) for bot in bots]
        waiting = set(following)
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                code = task.result()
                if code:
                    bot = bots[following.index(task)]
                    raise DemoFailed(f"a bot has ended with code {code}: {bot.complaint or 'it said nothing'}")
    return tuple(deal_ms)


def _nothing(_event: dict[str, Any]) -> None:
    """What the others see is what the host sees."""


def _rules(options: Options) -> list[str]:
    """The options as they are typed."""
    words: list[str] = []
    for name, value in options.to_plain():
        words += [f"--{name.replace('_', '-')}", str(value).lower()]
    return words


def _verified(path: Path, seats: int, deal_ms: tuple[float, ...]) -> DemoReport:
    data = path.read_bytes()
    begun = time.perf_counter()
    found = verify(data)
    took = (time.perf_counter() - begun) * 1e3
    return DemoReport(
        ok=found.ok and found.complete, seats=seats, hands=found.hands, deal_ms=deal_ms, record=str(path),
        entries=found.entries, bytes=len(data), verify_ms=took,
        error=found.error or ("" if found.complete else found.unfinished))
