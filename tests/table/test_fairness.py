"""The story of a deal: public values that agree with the deal, growing with it, and no card that is not open."""

from __future__ import annotations

from azi_p2p.table.fairness import deal_story
from azi_p2p.table.kinds import Stage
from protocol.deck import deck_digest
from tests.table.chronicle import identity
from tests.table.room import Room


def test_before_the_first_keys_there_is_none() -> None:
    room = Room(2, start_at=None)
    room.rest(0.3)
    assert deal_story(room.tables[0].chain) is None


def test_it_tells_of_every_seat_and_card() -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    chain = room.tables[0].chain
    state, deal = chain.state, chain.state.deal
    story = room.tables[0].story()
    assert story == deal_story(chain)
    assert (story.number, story.parent, story.seed) == (1, state.keys_parent, deal.seed)
    assert story.deck == deck_digest(deal.deck)
    assert [(seat.chair, seat.name, seat.key) for seat in story.seats] == [
        (chair, state.names[identity(chair).public], deal.key_of(chair).data) for chair in range(3)]
    for seat in story.seats:
        entries = {one.entry.kind: one.entry for place in chain.places.values() for one in place.admitted()
                   if one.chair == seat.chair}
        assert (seat.commitment, seat.contribution) == (entries["keys"].body[2], entries["reveal"].body[0])
        assert (seat.shuffle.entry, seat.reveal.entry) == (entries["shuffle"].digest, entries["reveal"].digest)
        assert [one.entry for one in seat.shares] == [entries["shares"].digest]


def test_hidden_cards_stay_hidden_and_the_trump_is_told() -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    state = room.tables[0].chain.state
    story = room.tables[0].story()
    assert [(card.slot, card.holder) for card in story.cards] == [
        *((slot, slot // 3) for slot in range(9)), (9, None)]
    assert [card.card for card in story.cards] == [None] * 9 + [state.hand.trump]
    assert [card.shares for card in story.cards[:3]] == [(1, 2)] * 3
    assert story.cards[9].shares == (0, 1, 2)


def test_a_card_is_told_when_it_has_been_played() -> None:
    room = Room(2)
    room.reach(Stage.PLAY)
    room.run(lambda: len(room.tables[0].chain.state.hand.trick) == 1, 10)
    room.calm()
    (_, card), = room.tables[0].chain.state.hand.trick
    assert [one.card for one in room.tables[0].story().cards if one.card is not None].count(card) == 1


def test_it_grows_and_nothing_in_it_changes() -> None:
    room = Room(3)
    seen = []
    for _ in range(500):
        story = room.tables[1].story()
        if story is not None and (not seen or story != seen[-1]):
            seen.append(story)
        if not room.deliver():
            room.pass_time(0.05)
        if room.tables[1].chain.state.stage is Stage.BID:
            break
    assert len(seen) > 1
    last = seen[-1]
    for story in seen:
        for seat, end in zip(story.seats, last.seats, strict=True):
            assert (seat.key, seat.commitment) == (end.key, end.commitment)
            assert seat.contribution in (None, end.contribution)
        assert story.seed in (None, last.seed)


def test_times_are_of_what_was_checked_here() -> None:
    room = Room(2)
    ticks = iter(range(10_000))
    room.tables[0].chain._stopwatch = lambda: float(next(ticks))
    room.reach(Stage.BID)
    mine, other = room.tables[0].story().seats
    assert (mine.keys.milliseconds, mine.shuffle.milliseconds) == (None, None), "one's own was not checked"
    assert (other.keys.milliseconds, other.shuffle.milliseconds) == (1000.0, 1000.0)
    assert room.tables[1].story().seats[0].shuffle.milliseconds is None, "no clock, no times"
