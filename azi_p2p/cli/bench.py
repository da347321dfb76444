"""`azi bench`: the figures of this machine against the limits that the program has set itself."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from azi_p2p.cli.figures import REFERENCE_MULTIPLICATIONS, measure
from azi_p2p.cli.node_figures import measure_nodes
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azi_p2p.cli.figures import Figures
    from azi_p2p.cli.node_figures import NodeFigures


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def bench(as_json: bool) -> None:
    """What everything costs on this machine, against the limits.

    Shuffling, proving, verifying, the rules (some ten seconds); a six-seat match of nodes, and one at rest (half a
    minute).
    """
    if not as_json:
        click.echo("measuring: better with nothing else running…", err=True)
    figures = measure()
    nodes = measure_nodes()
    if as_json:
        plain = asdict(figures) | asdict(nodes)
        click.echo(json.dumps({name: None if value is None else round(value, 3) for name, value in plain.items()}))
        return
    for line in [*lines(figures), *node_lines(nodes)]:
        click.echo(line)


def lines(figures: Figures) -> list[str]:
    """The figures to read, each beside its limit."""
    rows = (
        ("one scalar multiplication", f"{figures.multiplication_us:.1f} us", ""),
        ("one seat's shuffle: remask, prove, verify", f"{figures.shuffle_ms:.1f} ms", ""),
        (f"  over {REFERENCE_MULTIPLICATIONS} multiplications", f"{figures.limit_ratio:.2f}", "at most 1.00"),
        ("a suit proof for two cards, made", f"{figures.suit_prove_ms:.1f} ms", "at most 15 ms"),
        ("a suit proof for two cards, checked", f"{figures.suit_verify_ms:.1f} ms", "at most 15 ms"),
        ("verifying a six-seat deal on one core", f"{figures.deal_verify_ms:.0f} ms", "at most 200 ms"),
        (f"  on two threads, over one ({counted(figures.cores, 'core')} here)", f"{figures.two_cores_ratio:.2f}",
         "near 0.50"),
        ("moves of the rules alone", f"{figures.engine_actions:,.0f} a second", "at least 20,000"),
    )
    return _table(rows)


def node_lines(figures: NodeFigures) -> list[str]:
    """Those of whole nodes."""
    return _table((
        ("a six-seat deal between nodes, median", f"{figures.six_seat_deal_ms:.0f} ms", "at most 1000 ms"),
        ("a table listed by another node after", _shown(figures.listed_ms, "ms"), "at most 1000 ms"),
        ("a node at rest, of one core", _shown(figures.rest_core_percent, "%", 2), "under 1 %"),
        ("a node at rest, memory", _shown(figures.rest_mb, "MB"), "under 120 MB"),
    ))


def _shown(value: float | None, unit: str, digits: int = 0) -> str:
    return "not measured" if value is None else f"{value:.{digits}f} {unit}"


def _table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    return [f"{what:<46} {value:>16}   {limit}".rstrip() for what, value, limit in rows]
