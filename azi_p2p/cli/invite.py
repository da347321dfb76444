"""`azi invite`: the founder's signed word that a key may sit down, as a token to be passed on. A node may run."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.node.archive import Archive
from azi_p2p.node.errors import TableError
from azi_p2p.table.bodies import make_invitation
from azi_p2p.web.tokens import from_token, to_token
from protocol.errors import LocalError
from protocol.identity import KEY_SIZE, fingerprint

if TYPE_CHECKING:
    from azi_p2p.cli.root import Settings
    from azi_p2p.node.archive import KeptTable

_KEY: Final = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_SIZE}}}", re.ASCII)

EXAMPLES: Final = """\b
Examples:
  azi invite 8f3a…                  the guest's key, as his azi whoami shows it
  azi join --invitation TOKEN       what the guest then types
"""


@click.command(epilog=EXAMPLES)
@click.argument("key", metavar="KEY")
@click.option("--table", metavar="TABLE", help="Name, or beginning of the id, of a table of yours (else the last one).")
@click.pass_obj
def invite(settings: Settings, key: str, table: str | None) -> None:
    """Invite a player to your table.

    Prints a token for one who is to sit down at a table founded with --seating invite.
    """
    home = settings.home()
    guest = _key(key)
    identity = home.identity(os.urandom)

    def is_mine(kept: KeptTable) -> bool:
        return kept.founding.founder == identity.public and not kept.finished

    try:
        kept = Archive(home.store_path).find(table, among=is_mine)
    except TableError as error:
        raise TableError(f"you have founded no such table: {error.what}",
                         error.do or "found one with azi host NAME --seating invite") from error
    if kept.founding.options.seating != "invite":
        raise TableError(f"anyone may sit down at {kept.name}", "found one with azi host NAME --seating invite")
    click.echo(to_token(make_invitation(identity, kept.table_id, guest).encode()))
    click.echo(f"for {fingerprint(guest)} at {kept.name}: azi join --invitation TOKEN", err=True)


def token_bytes(token: str | None) -> bytes | None:
    """The invitation in a token that was typed. Raises click.UsageError."""
    if token is None:
        return None
    try:
        return from_token(token)
    except LocalError as error:
        raise click.UsageError(str(error)) from error


def _key(text: str) -> bytes:
    packed = text.strip()
    if not _KEY.fullmatch(packed):
        raise click.UsageError(
            f"a key has {2 * KEY_SIZE} hexadecimal digits: the guest's azi whoami shows it, and no fingerprint will do")
    return bytes.fromhex(packed)
