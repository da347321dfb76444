"""`azi doctor`: findings to read, as JSON, and as an exit code."""

from __future__ import annotations

import json

from azi_p2p.cli.doctor import lines
from azi_p2p.node.doctor import Finding, Level
from azi_p2p.terminal.glyphs import ASCII
from tests.cli.program import LOCAL, azi, one_line


def test_findings_of_this_machine(tmp_path) -> None:
    done = azi(tmp_path / "home", "doctor", "--wait", "0", "--port", "0", "--json", *LOCAL[:2])
    findings = json.loads(done.stdout)
    assert done.returncode == any(finding["level"] == "fault" for finding in findings)
    told = " ".join(finding["what"] for finding in findings)
    for what in ("127.0.0.1", "multicast on", "5353", "(TCP) is free", "event loop"):
        assert what in told


def test_each_finding_with_what_to_do() -> None:
    assert lines([Finding(Level.FINE, "all is well"), Finding(Level.FAULT, "no net\x1b[2J", "plug it in")], ASCII) == [
        "ok       all is well", "FAULT    no net [2J", "         -> plug it in"]


def test_no_such_interface(tmp_path) -> None:
    one_line(azi(tmp_path, "doctor", "--interface", "nosuch0"), 1, "nosuch0")
