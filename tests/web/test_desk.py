"""A player's desk: a match with bots through the socket, and everything else that the page may ask for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest_asyncio

from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from azi_p2p.table.actions import Chat
from azi_p2p.table.view import SeatView, View
from azi_p2p.web.identity_file import to_text
from protocol.identity import Identity, fingerprint
from tests.web.tables import Client, Served, page, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

QUICK = {"turn_seconds": 0}


@pytest_asyncio.fixture
async def one(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as server:
        yield server


async def test_a_hand_against_bots(one: Served) -> None:
    async with page(one) as client:
        assert (await client.ask("bots", count=2, options=QUICK))["type"] == "done"
        view = await client.my_turn()
        assert set(view) == {*View.__dataclass_fields__, "trouble_words", "over", "missing", "rebuy_seconds"}
        assert set(view["seats"][0]) == set(SeatView.__dataclass_fields__)
        assert [seat["name"] for seat in view["seats"]] == ["Aru", "bot 0", "bot 1"]
        assert view["cards"] == []
        blind = json.dumps(client.all)
        looked = await client.ask("act", action={"kind": "look"})
        assert looked["type"] == "done"
        view = await client.until(lambda: client.view if client.view and client.view["cards"] else None)
        held = [one["card"] for one in view["cards"]]
        assert len(held) == 3
        assert not any(f'"{card}"' in blind.replace(f'"trump": "{view["trump"]}"', "") for card in held)
        view = await client.play(lambda view: view["hands"] >= 1)
        assert any(event["kind"] == "HandWon" for told in client.all if told["type"] == "view" and told["view"]
                   for event in told["view"]["events"])
        assert view["pot"] + sum(seat["result"] for seat in view["seats"]) == 0
        assert client.seen["fair"]["story"]["seats"][0]["name"] == "Aru"
        assert client.seen["lobby"]["unfinished"] is None


async def test_one_whose_time_ran_out_is_told_what_it_cost_until_he_is_back(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options={"turn_seconds": 5})
        await client.my_turn()
        told = await client.until(lambda: client.seen["view"]["ran_out"])
        assert told["kind"] in ("Folded", "Bet", "Looked")
        assert client.view["sitting_out"]
        assert (await client.ask("sitout", out=False))["type"] == "done"
        await client.until(lambda: client.seen["view"]["ran_out"] is None)


async def test_no_hidden_card_reaches_the_socket(one: Served) -> None:
    """Whatever is sent before the cards are shown names no card but the turned one, the played and one's own."""
    async with page(one) as client:
        await client.ask("bots", count=2, options={**QUICK, "blind": False})
        await client.play(lambda view: view["hands"] >= 1)
        for told in client.all:
            if told["type"] == "view" and told["view"] and told["view"]["hand_number"] == 1:
                view = told["view"]
                open_cards = {view["trump"], *(card["card"] for card in view["cards"]),
                              *(card for _, card in view["trick"]), *(card for _, card in view["last_trick"]),
                              *(event["card"] for event in view["events"] if "card" in event),
                              *(event["trump"] for event in view["events"] if "trump" in event)}
                assert _cards_in(view) <= open_cards - {None}
        shown = {event["card"] for told in client.all if told["type"] == "view" and told["view"]
                 for event in told["view"]["events"] if event["kind"] == "Played"}
        for told in client.all:
            if told["type"] == "fair" and told["story"]:
                assert {card["card"] for card in told["story"]["cards"] if card["holder"] is not None} - {None} <= shown


def _cards_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*(_cards_in(item) for name, item in value.items() if name != "name"), set())
    if isinstance(value, list):
        return set().union(*map(_cards_in, value), set())
    ranks = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
    is_card = isinstance(value, str) and value[-1:] in tuple("shdc") and value[:-1] in ranks
    return {value} if is_card else set()


async def test_what_is_not_legal_is_refused_with_the_reason_and_the_hand_goes_on(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options=QUICK)
        view = await client.my_turn()
        for action, template in (
            ({"kind": "play", "card": "6s"}, "you may not {action} now, but {allowed}"),
            ({"kind": "raise", "amount": 10**9}, "a raise lifts the level by {least} to {most}"),
            ({"kind": "raise", "amount": True}, "that is no action"), ({"kind": "play", "card": "1x"}, None),
            ({"kind": "enter"}, "you may not {action} now, but {allowed}"), (None, "that is no action"),
        ):
            answer = await client.ask("act", action=action)
            assert answer["type"] == "refused"
            assert template in (None, answer["words"]["template"])
        number = view["hand_number"]        # it has opened by itself; the next one is not due yet
        assert (await client.ask("start", after=number - 1))["type"] == "done"
        assert (await client.ask("start", after=number))["type"] == "refused"
        assert client.view["step"] == view["step"]
        least = view["legal"]["raise_least"]
        assert (await client.ask("cost", amount=least))["cost"] == view["legal"]["costs"][str(least)]
        assert (await client.ask("cost", amount=least + 1))["cost"] <= view["legal"]["to_match"] + least + 1
        assert (await client.ask("cost", amount=10**9))["type"] == "refused"
        await client.play(lambda view: view["hands"] >= 1)


async def test_leaving_at_once_ends_a_table_of_bots(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options=QUICK)
        table = (await client.my_turn())["table_id"]
        assert (await client.ask("found", name="another", options={}))["type"] == "refused"
        assert (await client.ask("dismiss"))["words"]["text"] == "leave the table first"
        assert (await client.ask("delete", table=table))["type"] == "refused"
        assert (await client.ask("leave", now=True))["type"] == "done"
        await client.until(lambda: client.seen["view"]["view"] is None)
        assert one.company.nodes == []
        assert client.seen["lobby"]["unfinished"] is None
        assert (await client.ask("resume"))["type"] == "refused"
        assert (await client.ask("bots", count=1, options=QUICK))["type"] == "done"
        assert (await client.my_turn())["table_id"] != table


async def test_leaving_after_the_hand(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options=QUICK)
        await client.my_turn()
        await client.ask("leave")
        await client.play(lambda view: client.seen["view"]["left"])
        await client.until(lambda: client.seen["view"]["left"])
        assert client.view is not None
        assert one.company.nodes
        assert (await client.ask("dismiss"))["type"] == "done"
        await client.until(lambda: client.seen["view"]["view"] is None)
        assert not one.company.nodes


async def test_bots_do_not_stay_at_a_table_that_was_left_for_another(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options=QUICK)
        await client.my_turn()
        await client.ask("leave")
        await client.play(lambda view: client.seen["view"]["left"])
        assert (await client.ask("found", name="another", options={}))["type"] == "done"
        assert not one.company.nodes


async def test_a_table_on_the_lan_is_listed_joined_and_gone_on_with(one: Served, tmp_path: Path) -> None:
    other = Node(Home(tmp_path / "other"), port=0, interface="lo", nickname="<b>Bolot</b>", pause=0.05)
    await other.start()
    try:
        async with page(one) as client:
            assert (await client.ask("found", name="evening", options=QUICK, start_at=2))["type"] == "done"
            await client.until(lambda: client.view is not None)
            await client.until(lambda: client.seen["lobby"]["link"].count("/") == 4)
            link = client.seen["lobby"]["link"]
            assert client.seen["lobby"]["qr"].startswith("data:image/svg+xml")
            await other.join(link)
            view = await client.until(lambda: client.view if client.view["hand_number"] else None)
            assert view["seats"][1]["name"] == "<b>Bolot</b>"
            other.act(Chat("<script>alert(1)</script>"))
            said = await client.until(lambda: client.seen["view"]["said"])
            assert said == [{"name": "<b>Bolot</b>", "key": other.identity.public.hex(), "mine": False,
                             "text": "<script>alert(1)</script>"}]
            await client.ask("chat", text="hello")
            await client.until(lambda: [line["mine"] for line in client.seen["view"]["said"]] == [False, True])
            await client.ask("mute", key=other.identity.public.hex(), on=True)
            await client.until(lambda: client.seen["hello"]["settings"]["muted"] == [other.identity.public.hex()])
            await client.ask("leave", now=True)
            unfinished = await client.until(lambda: client.seen["lobby"]["unfinished"])
            assert unfinished["name"] == "evening"
            assert (await client.ask("resume"))["type"] == "done"
            await client.until(lambda: client.view and client.view["table_id"] == unfinished["id"])
            await client.until(lambda: all(seat["connected"] for seat in client.view["seats"]))
    finally:
        await other.stop()


async def test_another_table_is_listed_with_its_options_and_a_link(one: Served, tmp_path: Path) -> None:
    async with served(tmp_path / "host", nickname="Host") as host, page(host) as hosting, page(one) as client:
        await hosting.ask("found", name="LAN", options={"ante": 7, "seating": "invite"})
        row = (await client.until(lambda: [
            row for row in client.seen.get("lobby", {}).get("tables", ())
            if row["fingerprint"] == fingerprint(host.node.identity.public)]))[0]
        assert (row["name"], row["taken"], row["of"], row["options"]["ante"]) == ("LAN", 1, 6, 7)
        refused = await client.ask("join", target=row["target"])
        assert refused["words"]["template"].startswith("this table is by invitation")


async def test_looking_on(one: Served, tmp_path: Path) -> None:
    async with served(tmp_path / "host", nickname="Host") as host, page(host) as hosting, page(one) as client:
        await hosting.ask("bots", count=1, options={**QUICK, "blind": False})
        assert (await client.ask("join", target=host.node.local_invitation(), watch=True))["type"] == "done"
        view = await client.until(lambda: client.view if client.view and client.view["trump"] else None)
        assert (view["me"], view["cards"], view["legal"]) == (None, [], None)
        assert hosting.seen["view"]["offline"]
        refused = await client.ask("act", action={"kind": "fold"})
        assert refused["words"]["template"] == "you have no seat at this table"
        assert (await client.ask("chat", text="psst"))["type"] == "refused"
        assert (await client.ask("leave"))["type"] == "done"
        await client.until(lambda: client.seen["view"]["left"])
        await hosting.ask("leave", now=True)
        await hosting.ask("found", name="private", options={"watchers": False})
        refused = await client.ask("join", target=host.node.local_invitation(), watch=True)
        assert refused["words"]["params"]["what"]["template"] == "the table {name} takes no watchers"


async def test_an_invitation(one: Served, tmp_path: Path) -> None:
    async with served(tmp_path / "host", nickname="Host") as host, page(host) as hosting, page(one) as client:
        assert (await hosting.ask("invite", key="ab" * 32))["type"] == "refused"
        await hosting.ask("found", name="closed", options={"seating": "invite"})
        assert (await hosting.ask("invite", key="x"))["type"] == "refused"
        token = (await hosting.ask("invite", key=one.node.identity.public.hex()))["token"]
        link = host.node.local_invitation()
        for wrong in ("!", token[:-4], "a" * 2000):
            assert (await client.ask("join", target=link, invitation=wrong))["type"] == "refused"
        assert (await client.ask("join", target=link, invitation=f" {token} "))["type"] == "done"
        await hosting.until(lambda: hosting.view is not None and len(hosting.view["seats"]) == 2)


async def test_nickname_and_settings_are_kept(one: Served) -> None:
    async with page(one) as client:
        assert (await client.ask("nickname", name="  Айгүл 🎴 "))["nickname"] == "Айгүл 🎴"
        assert (await client.ask("nickname", name="\n"))["type"] == "refused"
        assert (await client.ask("settings", settings={"language": "ar", "deck": "four-colour"}))["type"] == "done"
        assert (await client.ask("settings", settings={"deck": {}}))["type"] == "refused"
        hello = await client.until(
            lambda: client.seen["hello"] if client.seen["hello"]["settings"]["language"] == "ar" else None)
        assert (hello["nickname"], hello["settings"]["deck"]) == ("Айгүл 🎴", "four-colour")
    assert one.home.nickname == "Айгүл 🎴"


async def test_hello_offers_every_option_and_sound_presets(one: Served) -> None:
    async with page(one) as client:
        hello = await client.until(lambda: client.seen.get("hello"))
        assert len(hello["options"]) == 13
        for preset in hello["presets"]:
            await client.ask("leave", now=True)
            assert (await client.ask("found", name="x", options=preset["options"]))["type"] == "done"
        assert hello["key"] == one.node.identity.public.hex()


async def test_looking_back_at_what_was_played(one: Served) -> None:
    async with page(one) as client:
        await client.ask("bots", count=1, options=QUICK)
        view = await client.play(lambda view: view["hands"] >= 1)
        table = view["table_id"]
        listed = (await client.ask("history"))["tables"]
        assert [(row["table_id"], row["now"]) for row in listed] == [(table, True)]
        summed = await client.until(lambda: client.seen.get("history", {"tables": [{"summary": None}]})["tables"][0]
                                    ["summary"])
        assert set(summed["players"]) == {"Aru", "bot 0"}
        told = await client.ask("table", table=table)
        assert told["hands"][0]["ended"]
        assert sum(player["result"] for player in told["players"]) <= 0
        replay = await client.ask("replay", table=table, hand=1)
        assert replay["remembered"]
        assert any(step["view"]["cards"] for step in replay["steps"])
        assert (await client.ask("replay", table=table, hand=99))["type"] == "refused"
        assert (await client.ask("replay", table="0" * 64, hand=1))["type"] == "refused"
        name, data = await one.desk.record(table)
        assert name == f"practice-{table[:8]}.azi"
        report = await _verified(client, data)
        assert report["ok"]
        await client.ask("leave", now=True)
        assert (await client.ask("delete", table=table))["type"] == "done"
        assert (await client.ask("history"))["tables"] == []


async def _verified(client: Client, data: bytes) -> dict[str, Any]:
    client.seen.pop("verify", None)
    await client.ask("verify-begin", size=len(data))
    for at in range(0, len(data), 4096):
        await client.socket.send_bytes(data[at:at + 4096])
    assert (await client.ask("verify-end"))["type"] == "done"
    told = await client.until(lambda: client.seen.get("verify") if "report" in client.seen.get("verify", {}) else None)
    return told["report"]


async def test_an_imported_identity_waits_for_the_next_start(one: Served, tmp_path: Path) -> None:
    other = Identity(bytes(range(32)))
    mine = one.node.identity
    async with page(one) as client:
        assert (await client.ask("import-identity", text="nonsense"))["type"] == "refused"
        assert (await client.ask("import-identity", text=to_text(mine)))["type"] == "refused"
        answer = await client.ask("import-identity", text=to_text(other))
        assert answer["fingerprint"] == fingerprint(other.public)
        hello = await client.until(lambda: client.seen["hello"] if client.seen["hello"]["imported"] else None)
        assert (hello["imported"], hello["key"]) == (fingerprint(other.public), mine.public.hex())
    assert one.home.identity(bytes).public == other.public
    assert (tmp_path / f"identity.{mine.public.hex()[:8]}").read_bytes() == mine.seed
