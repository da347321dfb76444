"""How this node is reached, as options of a command: name, port and interface; no network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from azi_p2p.cli.typed import Name, Whole

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Reach:
    """What was typed; None where nothing was."""

    name: str | None
    port: int | None
    interface: str | None


def reach_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --name, --port and --interface to a command, which gets them as `reach: Reach`."""

    def with_reach(*args: Any, name: str | None, port: int | None, interface: str | None, **given: Any) -> Any:
        return command(*args, reach=Reach(name, port, interface), **given)

    with_reach.__doc__ = command.__doc__
    with_reach.__name__ = command.__name__
    # click collects the parameters of what is decorated here
    if hasattr(command, "__click_params__"):
        with_reach.__click_params__ = command.__click_params__  # type: ignore[attr-defined]
    decorated: Callable[..., Any] = with_reach
    for option in (
        click.option("--interface", metavar="NAME", help="Use this network only (as azi doctor names them)."),
        click.option("--port", type=Whole(0, 65535), metavar="P",
                     help="TCP port that others dial (else 4747 if it is free; 0: any)."),
        click.option("--name", type=Name("nickname"), metavar="NICK", help="The name that others see this time."),
    ):
        decorated = option(decorated)
    return decorated
