"""The limits fit each other: whatever the table itself makes can be sent, read and stored."""

from __future__ import annotations

from azi_p2p.node.link import MAX_MESSAGE
from azi_p2p.table import limits
from azi_p2p.table.bodies import MAX_CHAIRS, MAX_NAME_SIZE, MAX_REQUESTS, Opening, Request, make_invitation
from azi_p2p.table.sync import ENTRY_FRAMING
from azi_p2p.table.wire import HINT_SIZE, ChatLine, Entries, Evidence, Status, pack, unpack
from protocol.entry import MAX_ENTRY_SIZE, MAX_STEP, Entry
from tests.table.chronicle import founded, identity


def largest_entry() -> Entry:
    def signed(size: int) -> Entry:
        return Entry.sign(identity(0), table_id=bytes(32), step=MAX_STEP, parent=bytes(32), kind="k", body=bytes(size))
    entry = signed(60_000 + MAX_ENTRY_SIZE - len(signed(60_000).encode()))
    assert len(entry.encode()) == MAX_ENTRY_SIZE
    return entry


def test_the_largest_batch_can_be_sent() -> None:
    small = Entry.sign(identity(0), table_id=bytes(32), step=1, parent=bytes(32), kind="ack", body=[None])
    for entry in (small, largest_entry()):
        assert len(pack(Entries((entry,)))) - len(pack(Entries(()))) <= len(entry.content) + ENTRY_FRAMING
    assert limits.MAX_BATCH_SIZE + len(pack(Entries(()))) + 2 <= limits.MAX_MESSAGE_SIZE
    data = pack(Entries((small,) * limits.MAX_BATCH_ENTRIES))
    assert unpack(data) == Entries((small,) * limits.MAX_BATCH_ENTRIES)


def test_what_a_table_sends_a_link_carries() -> None:
    assert limits.MAX_MESSAGE_SIZE <= MAX_MESSAGE


def test_the_largest_evidence_can_be_sent() -> None:
    message = Evidence((largest_entry(), largest_entry()))
    assert unpack(pack(message)) == message


def test_the_fullest_status_can_be_sent() -> None:
    verdicts = MAX_CHAIRS * (MAX_CHAIRS - 1)
    assert MAX_CHAIRS + verdicts + MAX_CHAIRS <= limits.MAX_HAVE, "entries, verdicts about others, acks of the record"
    status = Status(MAX_STEP, bytes(32), (bytes(HINT_SIZE),) * limits.MAX_HAVE, ask=True)
    assert unpack(pack(status)) == status


def test_the_longest_line_can_be_sent() -> None:
    line = ChatLine("\u0448" * (limits.MAX_CHAT_SIZE // 2))
    assert unpack(pack(line)) == line


def test_the_fullest_opening_fits_an_entry() -> None:
    founding = founded()
    request = Request.make(
        identity(1), founding.table_id, 1, "sit", name="n" * MAX_NAME_SIZE,
        invitation=make_invitation(identity(0), founding.table_id, identity(1).public).encode())
    body = Opening(1, (request,) * MAX_REQUESTS, bytes(32)).to_body()
    entry = Entry.sign(identity(0), table_id=founding.table_id, step=1, parent=bytes(32), kind="open", body=body)
    assert Opening.from_body(Entry.decode(entry.encode()).body).requests == (request,) * MAX_REQUESTS


def test_a_node_acts_before_others_accuse_it() -> None:
    assert limits.GRACE_SECONDS > 0
    assert limits.FREEZE_SECONDS < limits.STEP_SECONDS, "who sleeps through a step wakes to a new clock"
    assert list(limits.STATUS_SECONDS) == sorted(limits.STATUS_SECONDS)
    assert limits.STATUS_SECONDS[-1] < limits.STEP_SECONDS, "what was lost is asked for before anybody is late"
