"""Every small alteration of a message's body: what the mutation tests of the proofs go through. Not a test itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocol.group import GENERATOR, ONE, ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 32


def mutations(body: Any, where: str = "body") -> Iterator[tuple[str, Any]]:
    """(what was done, the altered body): every field, length, order, identity, and unreduced scalar."""
    if isinstance(body, bytes):
        yield from _of_bytes(body, where)
        return
    yield f"{where} without its last", body[:-1]
    yield f"{where} with its last twice", [*body, body[-1]]
    yield f"{where} empty", []
    yield f"{where} a string", b"".join(part for part in body if isinstance(part, bytes))
    if len(body) > 1 and body[::-1] != body:
        yield f"{where} reversed", body[::-1]
    for i, part in enumerate(body):
        for what, altered in mutations(part, f"{where}[{i}]"):
            yield what, [*body[:i], altered, *body[i + 1 :]]


def _of_bytes(data: bytes, where: str) -> Iterator[tuple[str, Any]]:
    yield f"{where} cut by one", data[:-1]
    yield f"{where} longer by one", data + b"\0"
    yield f"{where} longer by a chunk", data + data[-CHUNK:]
    yield f"{where} empty", b""
    yield f"{where} None", None
    yield f"{where} a list", [data]
    yield f"{where} text", data.hex()
    chunks = [data[i : i + CHUNK] for i in range(0, len(data), CHUNK)]
    for i, chunk in enumerate(chunks):
        others = {
            "zero": bytes(CHUNK), "not canonical": b"\xff" * CHUNK, "the order": ORDER.to_bytes(CHUNK, "little"),
            "the generator": GENERATOR.data, "one": ONE.data, "a bit flipped": bytes([chunk[0] ^ 1]) + chunk[1:],
        }
        unreduced = int.from_bytes(chunk, "little") + ORDER
        if unreduced < 2**256:
            others["the order added"] = unreduced.to_bytes(CHUNK, "little")
        if i + 1 < len(chunks):
            others["the next"] = chunks[i + 1]
            if chunks[i + 1] != chunk:
                swapped = [*chunks[:i], chunks[i + 1], chunk, *chunks[i + 2 :]]
                yield f"{where} chunks {i} and {i + 1} swapped", b"".join(swapped)
        for name, other in others.items():
            if other != chunk:
                yield f"{where} chunk {i} is {name}", b"".join([*chunks[:i], other, *chunks[i + 1 :]])
