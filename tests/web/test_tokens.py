from __future__ import annotations

import pytest

from azi_p2p.table.bodies import make_invitation
from azi_p2p.web.tokens import MAX_TOKEN, from_token, to_token
from protocol.errors import LocalError
from protocol.identity import Identity

INVITATION = make_invitation(Identity(bytes(range(32))), bytes(32), bytes(32)).encode()


def test_a_token_comes_back_as_the_invitation_however_it_was_broken_up() -> None:
    token = to_token(INVITATION)
    assert "=" not in token
    assert len(token) < MAX_TOKEN
    assert from_token(token) == INVITATION
    assert from_token(f" {token[:40]}\n  {token[40:]}== ") == INVITATION


@pytest.mark.parametrize("token", [
    "", "!", "нет", "AAAA", to_token(INVITATION)[:-2], to_token(INVITATION) + "AAAA", "A" * (MAX_TOKEN + 4),
    to_token(INVITATION).replace("-", "+", 1) + "*",
])
def test_a_damaged_token_is_refused(token: str) -> None:
    with pytest.raises(LocalError, match="this invitation is damaged"):
        from_token(token)
