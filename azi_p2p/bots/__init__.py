"""Plain players: what one sees of a table becomes an action. They read a View only, as a person does."""

from __future__ import annotations

from azi_p2p.bots.choice import choose

__all__ = ["choose"]
