"""The table page: a loopback server for one player's own browser, over his node; it holds no rules."""
