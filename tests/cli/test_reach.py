"""--name, --port and --interface, as a command gets them."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from azi_p2p.cli.reach import Reach, reach_options
from azi_p2p.cli.rules import rule_options


@click.command()
@click.option("--own")
@reach_options
@rule_options
def command(own, reach, options) -> None:
    """What it does."""
    click.echo(f"{own} {reach} {options.ante}")


@pytest.mark.parametrize(("words", "reach"), [
    ([], Reach(None, None, None)),
    (["--name", "Aru", "--port", "0", "--interface", "eth0"], Reach("Aru", 0, "eth0")),
])
def test_given_as_one(words: list[str], reach: Reach) -> None:
    done = CliRunner().invoke(command, [*words, "--own", "x", "--ante", "7"])
    assert done.output == f"x {reach} 7\n"


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_no_port(port: str) -> None:
    assert CliRunner().invoke(command, ["--port", port]).exit_code == 2


def test_help_keeps_the_commands_own_words() -> None:
    told = CliRunner().invoke(command, ["--help"]).output
    for word in ("What it does.", "--own", "--interface", "--ante"):
        assert word in told
