"""A new table out of an old one: for those who go on when the old record cannot, with the stacks it left them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.table.bodies import Carried, Continued
from protocol.errors import LocalError, NotAllowed

if TYPE_CHECKING:
    from azi_p2p.table.bodies import Founding
    from azi_p2p.table.chain import Chain


def continued_from(chain: Chain) -> Continued:
    """What a founding entry says of the table that it continues: its last finished hand and everybody's chips there.

    Raises LocalError where no hand has been finished: then a new table may simply be founded.
    """
    state = chain.last_finished()
    if state is None:
        raise LocalError("no hand has been finished at that table: found a new one")
    match = state.match
    seated = [player for player in match.chairs if player is not None]
    return Continued(state.founding.table_id, state.parent, tuple(
        Carried(player, match.stack(player), match.taken(player)) for player in seated))


def check_continued(founding: Founding, chain: Chain) -> None:
    """For one who sat at the old table: does the new one carry on what its record says? Raises NotAllowed."""
    continued = founding.continued
    if continued is None or continued.table_id != chain.state.founding.table_id:
        return
    step = chain.index.get(continued.digest)
    if step is None or step not in chain.openings or step < chain.floor:
        raise NotAllowed("the new table does not stand on the last finished hand of the old one")
    match = chain.state_at(step).match
    for player in continued.players:
        if player.key not in match.chairs:
            raise NotAllowed("the new table names a player who did not sit at the old one")
        if (player.stack, player.taken) != (match.stack(player.key), match.taken(player.key)):
            raise NotAllowed("the new table gives a player other chips than the old one left him")
