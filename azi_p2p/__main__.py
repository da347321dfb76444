"""`python -m azi_p2p`: the program under another name, for processes that it starts itself."""

from __future__ import annotations

import sys

from azi_p2p.cli import main

if __name__ == "__main__":
    sys.exit(main())
