"""The program that asks the keyring of the system, in a process that can be killed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from typing import Final, Protocol, cast

__all__ = ["MOST_BYTES", "KeyringExit", "main"]

MOST_BYTES: Final = 64 * 1024
"""More than any secret, certificates included."""

_STDOUT: Final = 1
_STDERR: Final = 2


class KeyringExit(IntEnum):
    """How the program ends; a backend that breaks in any other way gives the 1 of Python."""

    FOUND = 0
    NOT_INSTALLED = 10
    NO_BACKEND = 11
    LOCKED = 12
    REFUSED = 13
    NOTHING = 14
    TOO_LONG = 15


class _Keyring(Protocol):
    """What is used of the library."""

    def get_password(self, service: str, user: str, /) -> str | None: ...


def main(arguments: Sequence[str]) -> int:
    """Write what the keyring has for a service with a user to standard output; the exit code.

    It is written as it is, in UTF-8, with no line's end added. What breaks in a backend is raised:
    nobody shows the standard error of this program.
    """
    service, user = arguments
    # Backends are foreign code: what they print must not look like the secret.
    answer = os.dup(_STDOUT)
    os.dup2(_STDERR, _STDOUT)
    try:
        library, errors = import_module("keyring"), import_module("keyring.errors")
    except ImportError:
        return KeyringExit.NOT_INSTALLED
    try:
        secret = cast("_Keyring", library).get_password(service, user)
    except errors.NoKeyringError:
        return KeyringExit.NO_BACKEND
    except errors.KeyringLocked:
        return KeyringExit.LOCKED
    except errors.KeyringError:
        return KeyringExit.REFUSED
    if secret is None:
        return KeyringExit.NOTHING
    # Half of a surrogate pair is left for the reader to refuse, who knows where it stands.
    data = secret.encode("utf-8", "surrogatepass")
    if len(data) > MOST_BYTES:
        return KeyringExit.TOO_LONG
    with os.fdopen(answer, "wb") as stream:
        stream.write(data)
    return KeyringExit.FOUND


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
