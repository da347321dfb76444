from __future__ import annotations

import pytest

from azi_p2p.web.identity_file import CONFIRMED_S, Confirmation, from_text, to_text
from protocol.errors import LocalError
from protocol.identity import Identity, fingerprint

MINE = Identity(bytes(range(32)))


def test_an_identity_comes_back() -> None:
    text = to_text(MINE)
    assert from_text(text).seed == MINE.seed
    assert from_text(text.replace("\n", "\r\n")).public == MINE.public
    assert fingerprint(MINE.public) in text


@pytest.mark.parametrize("text", [
    "", "azi identity 1", to_text(MINE).replace("azi identity 1", "azi identity 2"), to_text(MINE)[1:],
    to_text(MINE).replace(MINE.seed.hex(), MINE.seed.hex()[:-1] + "0"), to_text(MINE).replace(MINE.seed.hex(), "x"),
    to_text(MINE).replace(fingerprint(MINE.public), "AAAA-AAAA-AAAA-AAAA-AAAA"), "\n" * 5000 + to_text(MINE),
    to_text(MINE).replace(MINE.seed.hex(), MINE.seed.hex() + "00"),
])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(LocalError, match="this is not a file with an identity"):
        from_text(text)


def test_a_confirmation_is_good_once_and_for_a_minute() -> None:
    now = [0.0]
    confirmation = Confirmation(lambda: now[0])
    assert not confirmation.use("")
    assert confirmation.use(confirmation.give())
    token = confirmation.give()
    assert not confirmation.use(token + "x")
    assert not confirmation.use(token)      # one guess, and it is void
    old = confirmation.give()
    confirmation.give()
    assert not confirmation.use(old)
    token = confirmation.give()
    now[0] = CONFIRMED_S + 1
    assert not confirmation.use(token)
