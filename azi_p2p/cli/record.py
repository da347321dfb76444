"""`azi record`: a kept table's record into a file; a node may run on this home meanwhile."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.cli import record_out
from azi_p2p.node.archive import Archive
from azi_p2p.table.export import record_of
from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from azi_p2p.cli.root import Settings
    from azi_p2p.node.archive import KeptTable

STDOUT: Final = "-"

EXAMPLES: Final = """\b
Examples:
  azi record                        the last table's record, under a name of its own
  azi record --table evening --out evening.azi
  azi record --list
"""


@click.command(epilog=EXAMPLES)
@click.option("--table", metavar="TABLE", help="Its name, or the beginning of its id (else the last one).")
@click.option("--out", metavar="FILE", help="Where to (else a name made of the table's; - for standard output).")
@click.option("--force", is_flag=True, help="Replace that file.")
@click.option("--list", "listed", is_flag=True, help="Only list the tables that are kept.")
@click.pass_obj
def record(settings: Settings, table: str | None, out: str | None, force: bool, listed: bool) -> None:
    """Write a table's record to a file, for anyone to verify."""
    if out == "":
        raise click.UsageError("--out needs the name of a file, or - for standard output")
    archive = Archive(settings.home().store_path)
    if listed:
        for line in lines(archive.tables()):
            click.echo(line)
        return
    kept = archive.find(table)
    chain = archive.chain(kept)
    data = record_of(chain)
    if out == STDOUT:
        sys.stdout.buffer.write(data)
        return
    path = Path(out) if out else Path(file_name(kept))
    record_out.write(path, data, force=force)
    hands = chain.state.finished
    click.echo(f"{path}: {kept.name}, {counted(hands, 'hand')}, {counted(len(data), 'byte')} (azi verify {path})")


def file_name(kept: KeptTable) -> str:
    """Of letters and digits that every system takes, and the table's id."""
    slug = re.sub(r"[^\w]+", "-", kept.name).strip("-")[:24] or "table"
    return f"{slug}-{kept.short_id}.azi"


def lines(tables: list[KeptTable]) -> list[str]:
    """A line a table, the last one first."""
    glyphs = glyphs_for(sys.stdout.encoding)
    return [
        f"{kept.short_id}  {time.strftime('%Y-%m-%d %H:%M', time.localtime(kept.updated))}"
        f"  {kept.role:<7}  {glyphs.say(kept.name)}"
        for kept in tables]
