"""`azi doctor`: what may keep this machine from playing, to read or as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.cli.faults import FAILED
from azi_p2p.cli.running import run_node
from azi_p2p.cli.typed import Seconds, Whole
from azi_p2p.node import doctor as checks
from azi_p2p.node.addresses import DEFAULT_PORT
from azi_p2p.node.browser import Browser
from azi_p2p.node.doctor import Finding, Level
from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.terminal.words import wrap

if TYPE_CHECKING:
    from azi_p2p.terminal.glyphs import Glyphs

WORDS: Final = {Level.FINE: "ok", Level.NOTE: "note", Level.WARNING: "WARNING", Level.FAULT: "FAULT"}

MOST_COLUMNS: Final = 100
INDENT: Final = 9

EXAMPLES: Final = """\b
Examples:
  azi doctor                        interfaces, multicast, ports, and what to do
  azi doctor --wait 15              and listen longer for others
"""


@click.command(epilog=EXAMPLES)
@click.option("--port", type=Whole(0, 65535), default=DEFAULT_PORT, show_default=True, metavar="P",
              help="The port that others are to dial.")
@click.option("--interface", metavar="NAME", help="Look at this network only.")
@click.option("--wait", type=Seconds(0, 600), default=3.0, show_default=True, metavar="S",
              help="Seconds to listen for others.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def doctor(port: int, interface: str | None, wait: float, as_json: bool) -> int:
    """What may be wrong with this network.

    Interfaces, multicast, ports, the clock of the event loop, and others who are heard; and what to do.
    """
    findings = run_node(lambda: _examined(port, interface, wait))
    if as_json:
        click.echo(json.dumps([
            {"level": finding.level.name.lower(), "what": finding.what, "do": finding.do} for finding in findings]))
    else:
        for line in lines(findings, glyphs_for(sys.stdout.encoding)):
            click.echo(line)
    return FAILED if any(finding.level is Level.FAULT for finding in findings) else 0


async def _examined(port: int, interface: str | None, wait: float) -> list[Finding]:
    browser = Browser(interface)
    try:
        findings = await checks.examine(browser.network, port)
        await browser.start()
        await asyncio.sleep(wait)
        status = browser.status
        if not status.is_heard and status.what and not browser.network.is_offline:     # which is told already
            findings.append(Finding(Level.FAULT, status.what, status.do))
        findings.append(checks.alone(browser.network, len(browser.heard()), wait))
        findings += [Finding(Level.WARNING, f"{found.name}: {error.what}", error.do)
                     for found, error in browser.outdated()]
        return findings
    finally:
        await browser.stop()


def lines(findings: list[Finding], glyphs: Glyphs) -> list[str]:
    """What was found, and below it what to do."""
    told: list[str] = []
    for finding in findings:
        told += wrap(f"{WORDS[finding.level]:<8} {glyphs.say(finding.what)}", MOST_COLUMNS, " " * INDENT)
        if finding.do:
            parts = wrap(f"-> {glyphs.say(finding.do)}", MOST_COLUMNS - INDENT, "   ")
            told += [" " * INDENT + part for part in parts]
    return told
