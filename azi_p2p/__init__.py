"""The card game Azi for two to six people on a LAN, with no server and a deal that anyone can check."""

__version__ = "0.1.0"
