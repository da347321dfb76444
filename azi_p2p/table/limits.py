"""The limits of a table, each with its reason: what a peer may cost, and how long a step may take."""

from __future__ import annotations

from typing import Final

STEP_SECONDS: Final = 15.0
"""For a step that needs no person's choice (docs/rules.md, "When somebody vanishes or cheats")."""

GRACE_SECONDS: Final = 3.0
"""Beyond `turn_seconds`: a node acts for its player when his time is up, and that takes a moment to arrive."""

REBUY_SECONDS: Final = 10.0
"""How long the next hand is held back for a player who may take a fresh stack and has not said so yet."""

PAUSE_SECONDS: Final = 2.5
"""Between hands, so that people see how the last one ended. Tables of bots only take none."""

FREEZE_SECONDS: Final = 5.0
"""A silence of the clock that means that this node slept: it waits anew before it blames anybody."""

STATUS_SECONDS: Final = (0.4, 0.8, 1.6, 3.0)
"""Waits between status messages while nothing moves; the last one repeats."""

BEHIND_SECONDS: Final = 3.0
"""How long after its start, or after the last steps that it was given, a node writes nothing where others are ahead."""

STATUS_APART_SECONDS: Final = 0.2
"""Least time between two status messages to one peer that out-of-order entries cause."""

ANSWER_APART_SECONDS: Final = 0.02
"""Least time between two batches to one peer: checking one takes it longer, and asking costs it nothing."""

MAX_MESSAGE_SIZE: Final = 256 * 1024
"""Bytes of one message between tables: what a link carries (node/link.py)."""

MAX_BATCH_SIZE: Final = 240 * 1024
"""Bytes of entries in one answer to a peer that is behind: some five deals; the rest is for their framing."""

MAX_BATCH_ENTRIES: Final = 512

MAX_HAVE: Final = 64
"""Digests in one status: six entries, and six seats' verdicts about each of five others, fit."""

MAX_PENDING_SITTERS: Final = 12
"""Strangers whose wish to sit down is remembered: twice the chairs."""

MAX_CHAT_SIZE: Final = 400
"""UTF-8 bytes of a chat line."""

BACKGROUND_CHECKS: Final = 2
"""Proofs of past hands checked at one go (some 40 ms), before the table looks at its messages again."""
