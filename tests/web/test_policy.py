from __future__ import annotations

import pytest

from azi_p2p.web import policy


@pytest.mark.parametrize("host", ["127.0.0.1:8047", "[::1]:8047", "localhost:8047", "LOCALHOST:8047"])
def test_a_browser_on_this_machine_may_call_it_so(host: str) -> None:
    assert policy.is_host({"Host": host}, 8047)


@pytest.mark.parametrize("host", [
    "", "127.0.0.1", "127.0.0.1:8048", "evil.example:8047", "127.0.0.1.evil.example:8047", "localhost.:8047",
    "localhost:8047.evil.example", "[::1]", "0.0.0.0:8047", "127.1:8047", "user@127.0.0.1:8047", " 127.0.0.1:8047",
])
def test_any_other_name_is_refused(host: str) -> None:
    assert not policy.is_host({"Host": host}, 8047)


@pytest.mark.parametrize("origin", [
    "", "null", "http://127.0.0.1:8048", "https://127.0.0.1:8047", "http://localhost:8047", "http://127.0.0.1:8047/",
    "http://evil.example", "http://127.0.0.1:8047.evil.example",
])
def test_the_origin_is_that_of_the_host_that_is_asked(origin: str) -> None:
    assert not policy.is_own_origin({"Host": "127.0.0.1:8047", "Origin": origin})
    assert policy.is_own_origin({"Host": "127.0.0.1:8047", "Origin": "http://127.0.0.1:8047"})
    assert not policy.is_own_origin({"Host": "127.0.0.1:8047"})


@pytest.mark.parametrize("site", ["same-site", "cross-site", "else"])
def test_what_another_site_asks_for_is_foreign(site: str) -> None:
    assert policy.is_foreign({"Host": "127.0.0.1:1", "Sec-Fetch-Site": site})
    assert not policy.is_foreign({"Host": "127.0.0.1:1", "Sec-Fetch-Site": "same-origin"})
    assert not policy.is_foreign({"Host": "127.0.0.1:1", "Sec-Fetch-Site": "none"})
    assert not policy.is_foreign({"Host": "127.0.0.1:1"})
    assert policy.is_foreign({"Host": "127.0.0.1:1", "Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:2"})


def test_the_policy_lets_nothing_in_but_the_servers_own() -> None:
    parts = dict(part.split(" ", 1) for part in policy.CONTENT_SECURITY_POLICY.split("; "))
    assert parts["default-src"] == parts["base-uri"] == parts["form-action"] == parts["frame-ancestors"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    assert "unsafe" not in policy.CONTENT_SECURITY_POLICY
    assert "*" not in policy.CONTENT_SECURITY_POLICY
    assert "http" not in policy.CONTENT_SECURITY_POLICY
    assert policy.HEADERS["Referrer-Policy"] == "no-referrer"
