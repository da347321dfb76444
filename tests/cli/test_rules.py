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


@pytest.mark.parametrize(("words", "told"), [
    (["--ante", "9" * 38], "--ante must be at most 1000000000000, not a number of more than 30 digits"),
    (["--ante", "9" * 5000], "--ante must be at most 1000000000000, not a number of more than 30 digits"),
    (["--ante", "9" * 13], "--ante must be at most 1000000000000, not 9999999999999"),
    (["--stack", "1" + "0" * 21], f"--stack must be at most 1000000000000, not 1{'0' * 21}"),
    (["--stack", "5"], "--stack must be at least the ante (10), not 5"),
    (["--max-raise", "9" * 38], "--max-raise must be at most 10000000000000, not a number of more than 30 digits"),
    (["--ante", "-5"], "--ante must be 1 or more, not -5"),
    (["--ante=-" + "9" * 38], "--ante must be 1 or more, not a number of more than 30 digits"),
    (["--ante", "1.5"], "--ante must be 1 or more, a whole number in the digits 0 to 9, not '1.5'"),
    (["--stack", "١٠٠٠"], "--stack must be at least the ante (10), a whole number in the digits 0 to 9, not '١٠٠٠'"),
    (["--max-raise", "1e3"], "--max-raise must be none, or at least the ante (10), a whole number in the digits"),
    (["--turn-seconds", "soon"], "--turn-seconds must be 0 (untimed) or 5 to 600, a whole number"),
    (["--seating", "9" * 38], "--seating must be open or invite, not a number of more than 30 digits"),
    (["--blind", "maybe"], "--blind must be true or false, not 'maybe'"),
])
def test_what_does_not_fit_is_told_with_what_does(words: list[str], told: str) -> None:
    result = asked(*words)
    assert result.exit_code == 2
    assert f"Error: {told}" in result.output
    assert len(result.output.splitlines()[-1]) < 150


def test_help_explains_every_rule() -> None:
    text = " ".join(asked("--help").output.split())
    for name in NAMES:
        assert flag(name) in text
        assert EXPLAINED[name].split(";")[0].rstrip(".")[:30] in text
