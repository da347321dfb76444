from __future__ import annotations

import inspect

import pytest

from azi_p2p.node import errors
from azi_p2p.node.errors import NodeError, PortInUse, VersionMismatch


def test_one_line_with_what_to_do() -> None:
    assert str(PortInUse("port 1 is taken", "choose another")) == "port 1 is taken: choose another"
    assert str(NodeError("it broke")) == "it broke"


@pytest.mark.parametrize(("ours", "theirs", "who"), [(1, 2, "this machine"), (2, 1, "other player")])
def test_the_older_side_is_to_update(ours: int, theirs: int, who: str) -> None:
    assert who in VersionMismatch(ours, theirs).do


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    classes = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, NodeError)]
    tree: dict[int, str] = {}
    for line in inspect.getdoc(errors).splitlines() if inspect.getdoc(errors) else []:
        branch = line.replace("\u2502", " ").replace("\u251c\u2500\u2500", "   ").replace("\u2514\u2500\u2500", "   ")
        name = branch.split()[0] if branch.split() else ""
        kind = getattr(errors, name, None)
        if not inspect.isclass(kind):
            continue
        depth = len(branch) - len(branch.lstrip())
        tree[depth] = name
        classes.remove(kind)
        above = [known for known in tree if known < depth]
        assert kind.__base__ is not None
        assert kind.__base__.__name__ == (tree[max(above)] if above else "Exception")
    assert not classes, "not in the docstring"
