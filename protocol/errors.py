"""The exceptions of the fair deal: what a peer sent was malformed or not proven, or we erred ourselves.

    ProtocolError
    ├── LocalError         you called this library wrongly; nothing has changed
    └── Refused            what a peer sent is refused; nothing has changed
        ├── Malformed      it cannot be read
        ├── NotProven      it can be read, and does not verify
        └── NotAllowed     it verifies, and is not what may be written here

Any other exception that leaves this package is a bug in it.
"""


class ProtocolError(Exception):
    """Base of every error of this package."""


class LocalError(ProtocolError):
    """The caller erred: a wrong argument, or a call at the wrong time."""


class Refused(ProtocolError):
    """What a peer sent is refused; the text says why."""


class Malformed(Refused):
    """It cannot be read: wrong type, length, encoding or count."""


class NotProven(Refused):
    """It can be read, and a signature, commitment or proof in it does not verify."""


class NotAllowed(Refused):
    """It is sound by itself, and is not what its author may write at this place."""
