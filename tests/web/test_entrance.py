from __future__ import annotations

from azi_p2p.web.entrance import MAX_TOKENS, Entrance

KEY = bytes(range(32))


def test_a_token_works_once() -> None:
    entrance = Entrance(KEY, "secret")
    token = entrance.new_token()
    assert not entrance.use(token + "x")
    assert not entrance.use("")
    assert entrance.use(token)
    assert not entrance.use(token)


def test_tokens_differ_and_the_oldest_goes() -> None:
    entrance = Entrance(KEY, "secret")
    tokens = [entrance.new_token() for _ in range(MAX_TOKENS + 1)]
    assert len(set(tokens)) == len(tokens)
    assert not entrance.use(tokens[0])
    assert all(entrance.use(token) for token in tokens[1:])


def test_the_cookie_holds_the_nodes_id_and_the_session_alone_opens() -> None:
    entrance = Entrance(KEY, "secret")
    assert entrance.cookie == "azi-00010203"
    assert entrance.admits("secret")
    assert not any(entrance.admits(value) for value in (None, "", "secret ", "Secret", "\ud800"))
