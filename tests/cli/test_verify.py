"""`azi verify`."""

from __future__ import annotations

import dataclasses
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from azi_p2p.cli import main
from azi_p2p.cli.verify import CHECK_WORDS, lines
from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.verify import CHECKS, verify
from protocol.record import RecordFile, read_record
from tests.cli.program import AZI
from tests.records import cheated, file_of, played


@pytest.fixture
def right(tmp_path) -> str:
    (tmp_path / "right").write_bytes(played()[0])
    return str(tmp_path / "right")


@pytest.fixture
def wrong(tmp_path) -> str:
    record = read_record(played()[0])
    steps = list(record.steps)
    steps[3] = dataclasses.replace(steps[3], entries=(dataclasses.replace(steps[3].entries[0], signature=bytes(64)),))
    (tmp_path / "wrong").write_bytes(file_of(RecordFile(tuple(steps), ())))
    return str(tmp_path / "wrong")


def test_right(right: str, capsys) -> None:
    assert main(["verify", right]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Right: ")
    assert "p0" in told.out
    assert told.err == ""


def test_wrong(wrong: str, capsys) -> None:
    assert main(["verify", wrong, "--cores", "1"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("WRONG: step 3, the shuffle entry of ")
    assert "Before that, 3 steps" in out


def test_unfinished(tmp_path, capsys) -> None:
    record = read_record(played()[0])
    (tmp_path / "half").write_bytes(file_of(RecordFile(record.steps[:6], ())))
    assert main(["verify", str(tmp_path / "half")]) == 0
    assert capsys.readouterr().out.startswith("Right as far as it goes, but unfinished: hand 1 is under way")


def test_json(right: str, wrong: str, tmp_path, capsys) -> None:
    for path, code in ((right, 0), (wrong, 1), (str(tmp_path / "missing"), 2)):
        assert main(["verify", path, "--json"]) == code
        told = capsys.readouterr()
        said = json.loads(told.out)
        assert said["ok"] == (code == 0)
        assert (said["error"] is None) == (code == 0)
        assert {"complete", "entries", "hands", "deals", "players", "checks"} <= set(said)
        assert set(said["checks"]) == set(CHECKS)
        assert told.err == ""


def test_not_a_record(tmp_path, capsys) -> None:
    (tmp_path / "text").write_text("hello")
    assert main(["verify", str(tmp_path / "text")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("azi: ")
    assert told.err.count("\n") == 1


def test_every_check_has_its_words() -> None:
    assert set(CHECK_WORDS) == set(CHECKS)


def test_one_of_anything_is_singular() -> None:
    report = verify(played()[0], cores=1)
    one = dataclasses.replace(
        report, hands=1, deals=1, entries=1, steps=1, checks=dict.fromkeys(CHECKS, 1),
        players=(dataclasses.replace(report.players[0], chips=1),))
    text = "\n".join(lines(one, UNICODE))
    assert "1 hand finished, 1 deal, 1 entry, 1 step\n" in text
    assert "1 chip " in text
    assert text.endswith("1  count of all chips")
    for plurals in (many for _, many in CHECK_WORDS.values()):
        assert plurals not in text
    assert "Before that, 1 step is as it should be:" in lines(dataclasses.replace(one, error="x"), UNICODE)


def test_a_cheat_and_old_stacks_are_told() -> None:
    report = verify(cheated("two")[0], cores=1)
    text = "\n".join(lines(dataclasses.replace(report, continues=b"\x12" * 32, unproven=("p3",)), UNICODE))
    assert "proven cheat" in text
    assert "cheated at step" in text
    assert "brought from table 1212" in text
    assert "p3 is accused" in text
    assert max(map(len, text.split("\n"))) < 120


def test_names_from_strangers_are_harmless() -> None:
    report = verify(played()[0], cores=1)
    player = dataclasses.replace(report.players[0], name="\x1b[2J\u202eevil")
    hostile = dataclasses.replace(report, players=(player,), table="\x1b]0;x\x07", error="\x1b[1mstep")
    for glyphs in (ASCII, UNICODE):
        text = "".join(lines(hostile, glyphs))
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_from_standard_input(right: str) -> None:
    for words, begins in ((["verify", "-"], "Right: "), (["show", "-"], "Hand 1\n")):
        with Path(right).open("rb") as file:
            done = subprocess.run([*AZI, *words], stdin=file, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(begins)


def test_interrupted_while_it_reads() -> None:
    child = subprocess.Popen([*AZI, "verify", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    child.stdin.write("x" * 500_000)       # more than a pipe holds: it is being read
    child.send_signal(signal.SIGINT)
    assert child.communicate() == ("", "azi: stopped\n")
    assert child.returncode == 130


SLOWLY = """
import sys, time
from azi_p2p.cli import main
from azi_p2p.table.replay import Job
run = Job.run
Job.run = lambda job: (time.sleep(0.05), run(job))[1]
sys.exit(main(["verify", sys.argv[1], "--cores", sys.argv[2]]))
"""


@pytest.mark.parametrize("cores", ["1", "2"])
def test_interrupted_while_it_checks(right: str, cores: str) -> None:
    child = pexpect.spawn(sys.executable, ["-c", SLOWLY, right, cores], timeout=60, encoding="utf-8")
    child.expect(r"[1-9]\d*/\d+")       # of the bar: some are checked, and the others take seconds
    child.sendintr()                     # to all of its processes
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    last = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before).split("\r")[-2:]
    assert last[-2].strip().endswith("azi: stopped")
    assert "Traceback" not in child.before
    assert "Right" not in child.before


def test_a_terminal_sees_a_bar(right: str) -> None:
    master, slave = pty.openpty()
    done = subprocess.run([sys.executable, "-m", "azi_p2p", "verify", right], stdout=subprocess.PIPE, stderr=slave,
                          check=False)
    os.close(slave)
    seen = b""
    try:
        while chunk := os.read(master, 4096):
            seen += chunk
    except OSError:
        pass     # Linux tells the end of a terminal so
    os.close(master)
    assert done.returncode == 0
    assert b"checking" in seen
    assert done.stdout.startswith(b"Right: ")
