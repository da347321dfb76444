"""One expensive verification put off: it can be run at once, in a thread or in another process; it decides
nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

Kind = Literal["key", "shuffle", "share", "suit"]


@dataclass(frozen=True, slots=True)
class Check:
    """`verify(*arguments)`, which raises NotProven where the proof is wrong. Picklable: `verify` is a
    module's function.

    Kinds: "key" a proof of one seat's key, "shuffle" one pass over the deck, "share" one batch of shares,
    "suit" all that is proven about the cards left when one card is played.
    """

    kind: Kind
    verify: Callable[..., None]
    arguments: tuple[Any, ...]

    def run(self) -> None:
        """Raises NotProven."""
        self.verify(*self.arguments)
