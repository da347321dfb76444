"""The system's Chromium, driven by playwright; on a host of a LAN of namespaces where one is given."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

    from tests.lan.hosts import Host

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)


def executable() -> str:
    """Where Chromium is. Where there is none the test is skipped with one line that says what to install; in CI it
    fails."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    wanted = "the page's tests need Chromium: sudo apt install chromium"
    if os.environ.get("CI"):
        pytest.fail(wanted)
    pytest.skip(wanted)


def launch(playwright: Playwright, host: Host | None = None, scratch: Path | None = None) -> Browser:
    """A headless browser; on `host`, by a script in `scratch` that enters its namespaces first."""
    program = executable()
    if host is not None:
        assert scratch is not None
        script = scratch / f"chromium-{host.number}"
        script.write_text(f'#!/bin/sh\nexec {" ".join(host.enter)} {program} "$@"\n')
        script.chmod(0o700)
        program = str(script)
    return playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
