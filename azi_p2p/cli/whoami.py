"""`azi whoami`: the identity and the name of this player; a node may run meanwhile."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import click

from azi_p2p.cli.typed import Name
from azi_p2p.terminal.glyphs import glyphs_for
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from azi_p2p.cli.root import Settings


@click.command()
@click.option("--name", type=Name("nickname"), metavar="NAME", help="Choose the name that others see.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_obj
def whoami(settings: Settings, name: str | None, as_json: bool) -> None:
    """Your name, your key, and where they are kept."""
    home = settings.home()
    public = home.identity(os.urandom).public
    nickname = home.set_nickname(name) if name is not None else home.nickname
    facts = {
        "name": nickname, "key": public.hex(), "fingerprint": fingerprint(public), "home": str(home.directory),
    }
    if as_json:
        click.echo(json.dumps(facts))
        return
    glyphs = glyphs_for(sys.stdout.encoding)
    click.echo(f"name         {glyphs.say(nickname or '(none: azi whoami --name NAME)')}")
    click.echo(f"fingerprint  {facts['fingerprint']}")
    click.echo(f"key          {facts['key']}")
    click.echo(f"home         {glyphs.say(facts['home'] or '')}")
