from __future__ import annotations

from azi_p2p.game.options import NAMES, Options
from azi_p2p.web.offered import CHOICES, offered_options, presets


def test_every_option_is_offered_with_values_that_make_a_table() -> None:
    rows = offered_options()
    assert [row["name"] for row in rows] == list(NAMES)
    for row in rows:
        for value in row["choices"] or [row["default"]]:
            Options.checked(**{row["name"]: value})
        if row["or_none"]:
            Options.checked(**{row["name"]: None})
        assert row["choices"] is None or row["default"] in row["choices"]
        assert row["explained"]
        assert row["values"]


def test_choices_are_all_that_the_rules_know() -> None:
    for name, values in CHOICES.items():
        for other in ("x", 7, None, True):
            options = Options(**{name: other})
            assert (other in values and type(other) in map(type, values)) == (
                not any(problem.startswith(name) for problem in options.problems())), (name, other)


def test_presets_are_tables() -> None:
    names = [preset["name"] for preset in presets()]
    assert len(set(names)) == len(names)
    tables = [Options.checked(**preset["options"]) for preset in presets()]
    assert tables[0] == Options()
    assert len(set(tables)) == len(tables)
