"""Record files: new ones whole, old ones kept."""

from __future__ import annotations

import os

import click
import pytest

from azi_p2p.cli import record_out


def test_written_whole_and_nothing_beside_it(tmp_path) -> None:
    record_out.write(tmp_path / "a.azi", b"record", force=False)
    assert (tmp_path / "a.azi").read_bytes() == b"record"
    assert [file.name for file in tmp_path.iterdir()] == ["a.azi"]


def test_never_over_a_file_without_force(tmp_path) -> None:
    path = tmp_path / "a.azi"
    path.write_bytes(b"old")
    with pytest.raises(click.ClickException, match=r"exists.*--force"):
        record_out.write(path, b"new", force=False)
    assert path.read_bytes() == b"old"
    record_out.write(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert [file.name for file in tmp_path.iterdir()] == ["a.azi"]


def test_not_over_one_that_comes_meanwhile(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.azi"
    monkeypatch.setattr(record_out, "check_free", lambda _path, *, force: path.write_bytes(b"first"))
    with pytest.raises(click.ClickException, match="exists"):
        record_out.write(path, b"second", force=False)
    assert path.read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["a.azi"]


@pytest.mark.parametrize(("name", "why"), [("", "directory"), ("no/such/place.azi", "not a directory")])
def test_places_that_are_none(tmp_path, name: str, why: str) -> None:
    with pytest.raises(click.ClickException, match=why):
        record_out.check_free(tmp_path / name, force=False)


def test_a_place_where_nothing_can_be_made(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(record_out, "check_free", lambda _path, *, force: force)      # as if it went only now
    with pytest.raises(click.ClickException, match=r"gone/a.azi cannot be written: no such .*: give another place$"):
        record_out.write(tmp_path / "gone" / "a.azi", b"record", force=False)


def test_a_place_that_is_closed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)      # the tests may run as root, who may do all
    with pytest.raises(click.ClickException, match="not writable"):
        record_out.check_free(tmp_path / "a.azi", force=False)
