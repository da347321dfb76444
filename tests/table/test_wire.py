"""Messages between tables: they come back as they were; anything else is Malformed and nothing else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.table.limits import MAX_BATCH_ENTRIES, MAX_CHAT_SIZE, MAX_HAVE, MAX_MESSAGE_SIZE
from azi_p2p.table.wire import HINT_SIZE, ChatLine, Entries, Evidence, Message, Status, pack, unpack
from protocol.codec import encode
from protocol.entry import MAX_STEP, Entry
from protocol.errors import Malformed
from tests.table.chronicle import identity

ONE = Entry.sign(identity(0), table_id=bytes(32), step=1, parent=bytes(32), kind="bid", body=["call"])
TWO = Entry.sign(identity(0), table_id=bytes(32), step=1, parent=bytes(32), kind="bid", body=["look"])
MESSAGES: tuple[Message, ...] = (
    Entries(()), Entries((ONE, TWO)), Evidence((ONE,)), Evidence((ONE, TWO)), Status(0, bytes(32), (), ask=False),
    Status(MAX_STEP, b"p" * 32, (b"h" * HINT_SIZE, b"i" * HINT_SIZE), ask=True),
    ChatLine("\u0441\u0430\u043b\u0430\u043c"),
)


@pytest.mark.parametrize("message", MESSAGES, ids=repr)
def test_it_comes_back(message: Message) -> None:
    assert unpack(pack(message)) == message


@pytest.mark.parametrize("message", MESSAGES, ids=repr)
def test_cut_anywhere_it_is_malformed(message: Message) -> None:
    data = pack(message)
    for at in range(len(data)):
        with pytest.raises(Malformed):
            unpack(data[:at])
    with pytest.raises(Malformed):
        unpack(data + b"\xc0")


E, P = ONE.encode(), bytes(32)


@pytest.mark.parametrize("value", [
    None, [], ["entries"], ["entries", E], ["entries", [1]], ["entries", [E, b""]], ["entries", [E], 1],
    ["entries", [E] * (MAX_BATCH_ENTRIES + 1)],
    ["evidence", []], ["evidence", [E, E, E]], ["evidence", ["text"]], ["status", 1, P, []],
    ["status", -1, P, [], True],
    ["status", MAX_STEP + 1, P, [], True], ["status", True, P, [], True], ["status", 1, bytes(31), [], True],
    ["status", 1, P, [b"short"], True],
    ["status", 1, P, [bytes(HINT_SIZE)] * (MAX_HAVE + 1), True], ["status", 1, P, [7], True], ["status", 1, P, [], 1],
    ["status", 1, P, None, True],
    ["chat", ""], ["chat", b"bytes"], ["chat", "\u0448" * (MAX_CHAT_SIZE // 2 + 1)], ["chat", "a", "b"], ["bye"],
    [b"chat", "a"], "chat",
], ids=lambda value: repr(value)[:40])
def test_refused(value: Any) -> None:
    with pytest.raises(Malformed):
        unpack(encode(value))


def test_as_much_as_is_allowed() -> None:
    for value in (["entries", [E] * MAX_BATCH_ENTRIES], ["status", 0, P, [bytes(HINT_SIZE)] * MAX_HAVE, False],
                  ["status", MAX_STEP, P, [], True], ["chat", "x" * MAX_CHAT_SIZE]):
        assert pack(unpack(encode(value))) == encode(value)


def test_too_large_is_refused_unread() -> None:
    with pytest.raises(Malformed, match="at most"):
        unpack(bytes(MAX_MESSAGE_SIZE + 1))


@given(st.binary(max_size=80))
def test_any_bytes_are_a_message_or_malformed(data: bytes) -> None:
    with contextlib.suppress(Malformed):
        assert pack(unpack(data)) == data


@given(st.sampled_from(MESSAGES), st.data())
def test_an_altered_byte_is_another_message_or_malformed(message: Message, data: st.DataObject) -> None:
    packed = bytearray(pack(message))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(Malformed):
        assert unpack(bytes(packed)) != message
