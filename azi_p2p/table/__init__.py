"""The sans-IO session of one table: signed record, fair deal and rules of Azi joined. No sockets, clocks or files."""
