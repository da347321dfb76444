"""The LAN itself: its verbs do what they say, or the tests on it would prove nothing."""

from __future__ import annotations

import subprocess

import pytest

from tests.lan import hosts as module
from tests.lan.hosts import Host, lan

CONNECT = "import socket, sys; socket.create_connection((sys.argv[1], 4800), 1)"
SERVE = "import socket; s = socket.create_server(('', 4800))\nprint('up', flush=True)\nwhile True: s.accept()"


def reaches(host: Host, other: Host) -> bool:
    return host.start_python("-c", CONNECT, other.address, stderr=subprocess.DEVNULL).wait() == 0


def serve(host: Host) -> None:
    server = host.start_python("-c", SERVE, stdout=subprocess.PIPE)
    assert server.stdout
    assert server.stdout.readline() == b"up\n"


def test_verbs() -> None:
    with lan(3) as made:
        one, two, three = made.hosts
        serve(one)
        serve(two)
        assert reaches(one, two)
        made.isolate(one)
        made.isolate(two)
        assert not reaches(one, two)
        assert reaches(three, two)
        made.isolate(one, on=False)
        assert reaches(one, two)
        made.cut(two)
        assert not reaches(one, two)
        made.mend(two)
        assert reaches(one, two)
        made.unplug(one)
        assert "NO-CARRIER" in one.run("ip", "link", "show", "eth0")
        made.plug(one)
        two.firewall()
        assert not reaches(one, two)
        assert reaches(two, one)
        one.change_address("10.77.0.77")
        assert reaches(two, one)


def test_where_namespaces_are_missing_it_says_so_and_ci_does_not_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.shutil, "which", lambda tool: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no `unshare`"), lan(1):
        pass
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no `unshare`"), lan(1):
        pass
