"""`azi verify`: the report on a record, to read or as JSON, with a bar while it is checked."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from azi_p2p.cli.faults import FAILED, MISUSED, Unreadable
from azi_p2p.cli.record_file import load
from azi_p2p.cli.typed import Whole
from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.terminal.words import counted
from azi_p2p.verify import nothing, verify_record
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.terminal.glyphs import Glyphs
    from azi_p2p.verify import Report
    from protocol.record import RecordFile

EXAMPLES: Final = """\b
Examples:
  azi verify evening.azi            check everything, and say what it comes to
  azi verify evening.azi --json     the same for a script

\b
Exit codes: 0 right, as far as the record goes; 1 wrong; 2 not a record.
"""

CHECK_WORDS: Final = {
    "signature": ("signature", "signatures"), "key": ("proof of a key", "proofs of keys"),
    "commitment": ("opened commitment", "opened commitments"), "shuffle": ("shuffle", "shuffles"),
    "share": ("batch of shares", "batches of shares"), "suit": ("suit proof", "suit proofs"),
    "cut": ("joint cut", "joint cuts"), "step": ("step of the chain", "steps of the chain"),
    "vote": ("vote of absence", "votes of absence"), "opening": ("opening of a hand", "openings of hands"),
    "move": ("move by the rules", "moves by the rules"), "chips": ("count of all chips", "counts of all chips"),
}
"""For one of them, and for another number."""


@click.command(epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--cores", type=Whole(1, 256), metavar="N", help="Use so many cores (default: all).")
def verify(file: str, as_json: bool, cores: int | None) -> int:
    """Check everything in a record, from nothing: signatures, proofs, rules, votes and chips."""
    try:
        record = load(file)
    except Unreadable as error:
        if not as_json:
            raise
        click.echo(json.dumps(nothing(error.format_message()).plain()))
        return MISUSED
    report = _checked(record, cores, shown=not as_json and sys.stderr.isatty())
    if as_json:
        click.echo(json.dumps(report.plain()))
    else:
        for line in lines(report, glyphs_for(sys.stdout.encoding)):
            click.echo(line)
    return 0 if report.ok else FAILED


def _checked(record: RecordFile, cores: int | None, *, shown: bool) -> Report:
    if not shown:
        return verify_record(record, cores=cores)
    # auto_refresh would start a thread, and with threads about the checks could not be given to processes
    with Progress(
        TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, auto_refresh=False,
    ) as bar:
        task = bar.add_task("checking", total=None)
        return verify_record(record, cores=cores, progress=_moves(bar, task))


def _moves(bar: Progress, task: int) -> Callable[[int, int], None]:
    def move(done: int, of: int) -> None:
        bar.update(task, completed=done, total=of)  # type: ignore[arg-type]
        bar.refresh()
    return move


def lines(report: Report, glyphs: Glyphs) -> list[str]:
    """The report to read: the verdict first."""
    if not report.ok:
        told = [f"WRONG: {glyphs.say(report.error or '')}"]
        if report.steps:
            are = "is as it" if report.steps == 1 else "are as they"
            told.append(f"Before that, {counted(report.steps, 'step')} {are} should be:")
    elif report.complete:
        told = ["Right: every signature, proof, rule, vote and chip."]
    else:
        told = [f"Right as far as it goes, but unfinished: {glyphs.say(report.unfinished)}."]
    if not report.steps:
        return told
    entries, steps = counted(report.entries, "entry", "entries"), counted(report.steps, "step")
    told += [
        "", f"table    {glyphs.say(report.table)} {glyphs.dot} {report.table_id.hex()[:16]}",
        f"record   {counted(report.hands, 'hand')} finished, {counted(report.deals, 'deal')}, {entries}, {steps}",
    ]
    if report.continues is not None:
        told.append(f"stacks   brought from table {report.continues.hex()[:16]}, whose own record vouches for them")
    told += ["", "players"]
    for player in report.players:
        cheat = "   proven cheat" if player.cheat else ""
        unit = "chip " if player.chips == 1 else "chips"
        told.append(f"  {glyphs.fit(player.name, 20)} {player.fingerprint}  {player.chips:>8} {unit}"
                    f"  {f'{player.result:+}' if player.result else '0':>8}{cheat}")
    for one in report.evidence:
        where = "on another branch" if one.step is None else f"at step {one.step}"
        told.append(f"  {glyphs.say(one.name)} ({fingerprint(one.key)}) cheated {where}: "
                    f"{glyphs.say(one.how)}")
    for name in report.unproven:
        told.append(f"  {glyphs.say(name)} is accused of something on a branch that this record does not hold")
    told += ["", "checked"]
    told += [f"  {report.checks[check]:>8}  {one if report.checks[check] == 1 else many}"
             for check, (one, many) in CHECK_WORDS.items()]
    return told
