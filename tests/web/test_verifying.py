"""Files sent by the page, whole and damaged, and what it is told meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from azi_p2p.web.verifying import MAX_FILE, Verifying
from protocol.errors import LocalError
from tests.records import played


def send(verifying: Verifying, data: bytes, piece: int = 10_000) -> None:
    verifying.begin(len(data))
    for at in range(0, len(data), piece):
        verifying.chunk(data[at:at + piece])
    verifying.end()


async def told(data: bytes) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    verifying = Verifying(lambda: messages.append(verifying.message))
    send(verifying, data)
    with pytest.raises(LocalError, match="a file is being checked already"):
        verifying.begin(3)
    await verifying.stop()
    return messages


async def test_a_good_record() -> None:
    messages = await told(played()[0])
    progress = [message["progress"] for message in messages[:-1]]
    assert progress[0] == {"done": 0, "total": 0}
    assert [one["done"] for one in progress] == sorted(one["done"] for one in progress)
    report = messages[-1]["report"]
    assert report["ok"]
    assert report["error"] is None
    assert report["hands"] >= 2


async def test_a_damaged_record_names_what_is_wrong_in_words() -> None:
    data = bytearray(played()[0])
    at = len(data) // 2
    data[at] ^= 1
    last = (await told(bytes(data)))[-1]
    if last["report"] is None:
        assert last["refused"]["template"] == "not a record of azi: {why}"
    else:
        assert not last["report"]["ok"]
        assert last["report"]["error"]["params"]


@pytest.mark.parametrize("data", [b"x", b"not a record at all" * 100, played()[0][:100], bytes(5000)])
async def test_what_is_no_record_is_refused_with_the_reason(data: bytes) -> None:
    last = (await told(data))[-1]
    assert last["report"] is None or last["report"]["ok"] is False
    if last["report"] is None:
        assert last["refused"]["template"] == "not a record of azi: {why}"


@pytest.mark.parametrize("size", [0, -1, MAX_FILE + 1, None, "5", 2.0, False, []])
def test_a_file_has_a_size(size: Any) -> None:
    verifying = Verifying(lambda: None)
    with pytest.raises(LocalError, match="a file to verify has 1 byte to 64 MB"):
        verifying.begin(size)
    with pytest.raises(LocalError, match="no file was announced"):
        verifying.chunk(b"x")


def test_a_file_is_as_long_as_it_was_said_to_be() -> None:
    verifying = Verifying(lambda: None)
    verifying.begin(10)
    verifying.chunk(bytes(10))
    with pytest.raises(LocalError, match="not as long"):
        verifying.chunk(b"x")
    with pytest.raises(LocalError, match="no file was announced"):
        verifying.chunk(b"x")
    verifying.begin(10)
    verifying.chunk(bytes(9))
    with pytest.raises(LocalError, match="not as long"):
        verifying.end()
    with pytest.raises(LocalError, match="no file was announced"):
        verifying.end()


def test_a_page_that_goes_takes_its_unfinished_file_along() -> None:
    verifying = Verifying(lambda: None)
    verifying.begin(10)
    verifying.drop()
    with pytest.raises(LocalError, match="no file was announced"):
        verifying.chunk(b"x")


async def test_another_can_follow() -> None:
    verifying = Verifying(lambda: None)
    for _ in range(2):
        send(verifying, b"nonsense")
        await verifying.stop()
    assert verifying.message == {"report": None, "refused": verifying.message["refused"]}
