"""What the program says in words, as templates that the page translates, with what fills them; English is the rest."""

from __future__ import annotations

from typing import Any


def words_of(error: Exception | str) -> dict[str, Any]:
    """{"text", "template", "params"}: see brief of the page's socket."""
    text = str(error)
    return {"text": text, "template": text, "params": {}}
