"""The rules' options on the command line: same names, same values, all faults at once."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from azi_p2p.cli.rules import flag, rule_options
from azi_p2p.game.options import EXPLAINED, NAMES, Options


@click.command()
@rule_options
@click.option("--bots", default=2)
def found(options: Options, bots: int) -> None:
    click.echo(f"{bots} {options.to_plain()}")


def asked(*words: str):
    return CliRunner().invoke(found, list(words))


def plain(**given) -> str:
    return f"2 {Options(**given).to_plain()}\n"


def test_defaults() -> None:
    assert asked().output == plain()


@pytest.mark.parametrize(("words", "given"), [
    (["--ante", "5"], {"ante": 5}),
    (["--max-bids", "none"], {"max_bids": None}),
    (["--max-raise", "NONE"], {"max_raise": None}),
    (["--max-raise", "50", "--ante=20"], {"max_raise": 50, "ante": 20}),
    (["--blind", "false"], {"blind": False}),
    (["--watchers=no", "--rebuy", "no"], {"watchers": False, "rebuy": False}),
    (["--azi-entry", "half", "--short-stack", "matched"], {"azi_entry": "half", "short_stack": "matched"}),
    (["--dropped-suit", "S", "--cards", "4"], {"dropped_suit": "s", "cards": 4}),
    (["--seating", "invite", "--turn-seconds", "0"], {"seating": "invite", "turn_seconds": 0}),
])
def test_values(words: list[str], given: dict) -> None:
    assert asked(*words).output == plain(**given)


def test_all_faults_at_once_in_the_words_of_the_command_line() -> None:
    result = asked("--ante", "-3", "--cards", "five", "--turn-seconds", "3", "--max-bids", "true")
    assert result.exit_code == 2
    for words in ("--ante must be", "--cards must be 3 or 4", "--turn-seconds must be", "--max-bids must be"):
        assert words in result.output


@pytest.mark.parametrize("wild", ["9" * 400, "١٢", "1e3", "", "\x1b[2J", "-", "--", "0x10", "1_000"])
def test_wild_values_are_refused(wild: str) -> None:
    result = asked(f"--ante={wild}")
    assert result.exit_code == 2
    assert "--ante must be" in result.output


def test_help_explains_every_rule() -> None:
    text = " ".join(asked("--help").output.split())
    for name in NAMES:
        assert flag(name) in text
        assert EXPLAINED[name].split(";")[0].rstrip(".")[:30] in text
