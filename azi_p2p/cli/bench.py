"""`azi bench`: the figures of this machine against the limits that the program has set itself."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from azi_p2p.cli.figures import REFERENCE_MULTIPLICATIONS, measure

if TYPE_CHECKING:
    from azi_p2p.cli.figures import Figures


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def bench(as_json: bool) -> None:
    """What shuffling, proving, verifying and the rules cost on this machine (some ten seconds)."""
    figures = measure()
    if as_json:
        click.echo(json.dumps({name: round(value, 3) for name, value in asdict(figures).items()}))
        return
    for line in lines(figures):
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
        (f"  on two threads, over one ({figures.cores} cores here)", f"{figures.two_cores_ratio:.2f}", "near 0.50"),
        ("moves of the rules alone", f"{figures.engine_actions:,.0f} a second", "at least 20,000"),
    )
    return [f"{what:<46} {value:>16}   {limit}".rstrip() for what, value, limit in rows]
