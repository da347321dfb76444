"""The program that the README opens with is run as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.codec import MAX_DEPTH, MAX_ITEMS
from protocol.generators import MAX_CARDS
from protocol.hashing import PROTOCOL

if TYPE_CHECKING:
    import pytest

README = (Path(__file__).parents[2] / "protocol" / "README.md").read_text(encoding="utf-8")


def test_the_program_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert README.index("```python") < README.index("\n## ")
    exec(compile(program, "README.md", "exec"), {})
    *holds, plays = capsys.readouterr().out.splitlines()
    hands = [[int(card) for card in re.findall(r"\d+", line)[1:]] for line in holds]
    dealt = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == [5, 5, 5]
    assert len(set(dealt)) == 15
    assert set(dealt) <= set(range(52))
    assert plays == f"chair 0 plays {hands[0][0]}"


def test_the_readme_states_the_limits_and_labels_of_the_code() -> None:
    assert f'V = "{PROTOCOL}"' in README
    assert f"2 to {MAX_CARDS}" in README
    assert f"| {MAX_DEPTH}, {MAX_ITEMS} |" in README


def test_every_label_of_the_code_stands_in_the_readme() -> None:
    sources = (Path(__file__).parents[2] / "protocol").glob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    labels = set(re.findall(r'Transcript(?:\.at)?\("([a-z-]+)"', code))
    labels |= set(re.findall(r'\.challenges?\("([a-z-]+)"', code))
    labels |= set(re.findall(r'(?:tag_of\("H2[GS]", |_numbered\()"([a-z-]+)"', code))
    assert {"shuffle", "shuffle-weight", "shuffle-link", "key", "suit", "card", "chain", "seed"} <= labels
    for label in labels:
        assert f'"{label}"' in README, label
