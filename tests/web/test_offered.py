from __future__ import annotations

from azi_p2p.game.options import NAMES, Options
from azi_p2p.web.offered import offered_options, presets


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


def test_presets_are_tables() -> None:
    names = [preset["name"] for preset in presets()]
    assert len(set(names)) == len(names)
    tables = [Options.checked(**preset["options"]) for preset in presets()]
    assert tables[0] == Options()
    assert len(set(tables)) == len(tables)
