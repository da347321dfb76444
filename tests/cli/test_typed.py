"""Numbers and names as they are typed: what fits, and what is said of what does not."""

from __future__ import annotations

import click
import pytest

from azi_p2p.cli.faults import run
from azi_p2p.cli.typed import Name, Seconds, Whole
from azi_p2p.node.errors import NicknameError


@click.command()
@click.option("--seats", type=Whole(2, 6), default=3)
@click.option("--hands", type=Whole(1))
@click.option("--wait", type=Seconds(0, 600), default=4)
def typed(seats: int, hands: int | None, wait: float) -> None:
    click.echo(repr((seats, hands, wait)))


@pytest.mark.parametrize(("words", "given"), [
    ([], (3, None, 4.0)), (["--seats", "6", "--hands", " 1 "], (6, 1, 4.0)),
    (["--wait", "0"], (3, None, 0.0)), (["--wait", "2.5"], (3, None, 2.5)), (["--wait", ".5"], (3, None, 0.5)),
])
def test_what_fits(words: list[str], given: tuple, capsys) -> None:
    assert run(typed, words) == 0
    assert capsys.readouterr().out == f"{given!r}\n"


@pytest.mark.parametrize("word", ["7", "1", "-3", "abc", "", "2.0", "٣", "1_0", "0x3", "9" * 50, "²"])
def test_no_number_of_seats(word: str, capsys) -> None:
    assert run(typed, [f"--seats={word}"]) == 2
    told = capsys.readouterr().err
    assert "'--seats': a whole number from 2 to 6 is wanted, not " in told
    assert told.count("\n") == 1
    assert len(told) < 150


def test_without_a_greatest(capsys) -> None:
    assert run(typed, ["--hands", "0"]) == 2
    assert "a whole number of 1 or more is wanted, not '0'" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["-1", "601", "nan", "inf", "1e2", "", ".", "٣", "1,5", "soon"])
def test_no_number_of_seconds(word: str, capsys) -> None:
    assert run(typed, [f"--wait={word}"]) == 2
    assert "'--wait': a number of seconds from 0 to 600 is wanted, not " in capsys.readouterr().err


def test_names() -> None:
    name = Name("table name")
    assert name.convert("  two   words ", None, None) == "two words"
    assert name.convert("x" * 63, None, None) == "x" * 63
    for text, why in (("x" * 64, "the table name is too long: at most 63 bytes"), ("牌" * 22, "too long"),
                      (" " * 2000 + "x", "empty"), ("x" + " " * 2000, "too long"), ("a\nb", "line break")):
        with pytest.raises(NicknameError, match=why):
            name.convert(text, None, None)
