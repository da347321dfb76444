"""What a table asks for, in the order in which it has to be done: kept before it is sent."""

from __future__ import annotations

import typing

from azi_p2p.table.actions import Chat, Leave
from azi_p2p.table.effects import Changed, Effect, Keep, Left, Said, Send, Suspect
from azi_p2p.table.kinds import STEP_KINDS, VERDICTS, Stage
from azi_p2p.table.wire import Entries, unpack
from tests.table.chronicle import identity
from tests.table.room import Room


def test_an_entry_of_ones_own_is_kept_before_it_is_sent_and_with_its_secret() -> None:
    room = Room(3, blind=True)
    room.reach(Stage.OPEN, hands=1)
    for number, effects in enumerate(room.effects):
        kept: dict[bytes, Keep] = {}
        own = 0
        for effect in effects:
            if isinstance(effect, Keep) and effect.urgent:
                kept |= dict.fromkeys((digest for digest, _ in effect.messages), effect)
            if not isinstance(effect, Send):
                continue
            message = unpack(effect.data)
            for entry in message.entries if isinstance(message, Entries) else ():
                if entry.author == identity(number).public and entry.kind in (*STEP_KINDS, *VERDICTS):
                    own += 1
                    assert entry.digest in kept
                    assert bool(kept[entry.digest].secrets) is (entry.kind == "keys")
        assert own > 5


def test_what_is_kept_is_what_is_sent() -> None:
    room = Room(2)
    room.reach(Stage.BID)
    for effects in room.effects:
        for effect in effects:
            for digest, data in effect.messages if isinstance(effect, Keep) else ():
                message = unpack(data)
                assert isinstance(message, Entries)
                assert [entry.digest for entry in message.entries] == [digest]


def test_each_effect_is_handed_out_once() -> None:
    room = Room(2)
    table = room.tables[0]
    assert table.poll_effects()
    assert table.poll_effects() == []


def test_every_other_effect_is_asked_for_when_it_is_time() -> None:
    room = Room(3, pause=30.0)
    room.reach(Stage.OPEN, hands=1)
    room.tables[0].act(Chat("salam"), room.now)
    room.tables[1].receive(identity(2).public, b"junk", room.now)
    room.rest(1)
    (opens,) = room.tables[0].chain.state.due()
    leaver = (opens + 1) % 3
    room.tables[leaver].act(Leave(), room.now)
    room.rest(1)
    assert Said(identity(0).public, "salam") in room.effects[1]
    assert any(isinstance(effect, Suspect) and not effect.proof for effect in room.effects[1])
    assert any(isinstance(effect, Left) for effect in room.effects[leaver])
    assert any(isinstance(effect, Changed) for effect in room.effects[0])


def test_effects_are_values() -> None:
    for effect in typing.get_args(Effect):
        assert effect.__dataclass_params__.frozen
