"""What every test starts from: signals as a terminal has them."""

from __future__ import annotations

import contextlib
import signal

# A shell that starts the tests in the background has SIGINT ignored, nohup SIGHUP; programs would inherit that.
with contextlib.suppress(ValueError):      # outside the main thread there is nothing to set
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
