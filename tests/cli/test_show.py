"""`azi show`."""

from __future__ import annotations

import json

import pytest

from azi_p2p.cli import main
from azi_p2p.cli.show import read
from protocol.record import RecordFile, read_record
from tests.records import file_of, heads_up_left, played


@pytest.fixture
def path(tmp_path) -> str:
    (tmp_path / "record").write_bytes(played()[0])
    return str(tmp_path / "record")


def test_hands_in_words(path: str, capsys) -> None:
    assert main(["show", path]) == 0
    out = capsys.readouterr().out
    assert out.index("Hand 1") < out.index("wins the pot") < out.index("Chips: ") < out.index("Hand 2")
    assert "(unfinished)" not in out


def test_one_hand(path: str, capsys) -> None:
    assert main(["show", path, "--hand", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Hand 2\n")
    assert "Hand 1" not in out


def test_a_hand_that_is_not_there(path: str, capsys) -> None:
    assert main(["show", path, "--hand", "3"]) == 2
    assert "hands 1 to 2" in capsys.readouterr().err


def test_a_hand_that_is_not_there_beside_the_only_one(tmp_path, capsys) -> None:
    record = read_record(played()[0])
    (tmp_path / "one").write_bytes(file_of(RecordFile(record.steps[:4], ())))
    assert main(["show", str(tmp_path / "one"), "--hand", "3"]) == 2
    assert "which has hand 1 alone" in capsys.readouterr().err


def test_json(path: str, capsys) -> None:
    assert main(["show", path, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [hand["hand"] for hand in said["hands"]] == [1, 2]
    assert all(hand["finished"] for hand in said["hands"])
    assert sum(said["hands"][1]["stacks"].values()) == 3000
    assert said["hands"][0]["events"][0].endswith("pays the ante of 10.")
    assert said["error"] is None


def test_an_unfinished_hand_and_one_that_has_not_begun(tmp_path, capsys) -> None:
    record = read_record(played()[0])
    for steps, ending in ((1, "No hand has begun in this record.\n"), (4, "  (unfinished)\n")):
        (tmp_path / "part").write_bytes(file_of(RecordFile(record.steps[:steps], ())))
        assert main(["show", str(tmp_path / "part")]) == 0
        assert capsys.readouterr().out.endswith(ending)


def test_a_wrong_record_is_told_as_far_as_it_can_be_followed(tmp_path, capsys) -> None:
    record = read_record(played()[0])
    (tmp_path / "wrong").write_bytes(file_of(RecordFile((*record.steps[:-1], record.steps[1]), ())))
    assert main(["show", str(tmp_path / "wrong")]) == 1
    told = capsys.readouterr()
    assert "Hand 1" in told.out
    assert told.err.startswith("azi: this record is wrong, and cannot be followed further: step ")
    assert told.err.count("\n") == 1


def test_who_left_is_named_in_his_hands() -> None:
    story = read(read_record(heads_up_left()))
    assert story.fault == ""
    assert [hand.number for hand in story.hands] == [1, 2]
    assert all(set(hand.names.values()) == {"p0", "p1"} for hand in story.hands)
    assert story.hands[-1].stacks
