from __future__ import annotations

from azi_p2p.game import errors


def test_one_tree() -> None:
    kinds = (errors.CardError, errors.ActionError, errors.OptionsError, errors.IllegalAction, errors.MatchError)
    assert all(issubclass(kind, errors.GameError) for kind in kinds)


def test_options_error_joins_its_problems() -> None:
    error = errors.OptionsError(iter(["a is wrong", "b is wrong"]))
    assert error.problems == ["a is wrong", "b is wrong"]
    assert str(error) == "a is wrong; b is wrong"
