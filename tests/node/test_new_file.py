from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.new_file import name_new

if TYPE_CHECKING:
    from pathlib import Path


def no_links(*_paths: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("has_links", [True, False])
def test_a_finished_file_gets_a_name_that_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_links: bool,
) -> None:
    if not has_links:       # as on Android
        monkeypatch.setattr(os, "link", no_links)
    finished, path = tmp_path / "finished", tmp_path / "name"
    finished.write_text("one")
    name_new(finished, path)
    assert path.read_text() == "one"
    assert not finished.exists()
    finished.write_text("two")
    with pytest.raises(FileExistsError):
        name_new(finished, path)
    assert path.read_text() == "one"
    assert finished.read_text() == "two"
