"""Understand references into the keyring of the system, written as `keyring://SERVICE/USER`."""

from __future__ import annotations

import re
import sys
from typing import Final
from urllib.parse import unquote_to_bytes

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import KeyringReferenceFailed
from zeroclaw_config.secrets.keyring_child import KeyringExit

__all__ = ["SystemKeyring"]

LONGEST_REFERENCE: Final = 1024
"""Characters; services are often addresses."""

_CHILD = "zeroclaw_config.secrets.keyring_child"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_FORM = Phrase(
    "keyring_reference_form",
    "it has not the form `keyring://SERVICE/USER`; write a slash in a name as %2F",
)

_PASSED = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL"),
        *("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"),
        *("XDG_CONFIG_HOME", "XDG_CURRENT_DESKTOP", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
        "PYTHON_KEYRING_BACKEND",
    }
)
"""What finds the desktop's session or chooses a backend; nothing that loads code into Python."""
_PASSED_PREFIX = "KEYRING_PROPERTY_"

_BROKEN = Phrase(
    "keyring_failed", "its backend failed; run `keyring get` with the same names to see why"
)
_CAUSES: dict[int, Phrase] = {
    KeyringExit.NOT_INSTALLED: Phrase(
        "keyring_not_installed",
        "the package keyring is not installed; install it into the "
        "environment of this command, as `zeroclaw[keyring]` does",
    ),
    KeyringExit.NO_BACKEND: Phrase(
        "keyring_not_reached",
        "none can be reached from here; log in to the desktop whose keyring "
        "it is, or seal the secret with `zeroclaw secrets set`",
    ),
    KeyringExit.LOCKED: Phrase("keyring_locked", "it is locked; unlock it, then try again"),
    KeyringExit.REFUSED: Phrase(
        "keyring_refused", "it refused access; allow it there, then try again"
    ),
    KeyringExit.NOTHING: Phrase(
        "keyring_has_nothing",
        "it has nothing there; check service and user, or store the secret with `keyring set`",
    ),
    KeyringExit.TOO_LONG: Phrase(
        "keyring_secret_too_long", "what it has there is longer than 64 KiB, which is no secret"
    ),
}


@frozen
class SystemKeyring:
    """The keyring of the system, asked through the library `keyring` in a child process.

    A name that has a slash or a percent sign writes it as %2F or %25: both names are decoded as
    in a URL, by UTF-8. All else stands for itself, `+`, `?` and `#` included; a space may be
    written either way. Whoever writes the configuration can name anything that the keyring would
    give to its user, and choose where it is sent.
    """

    scheme: str = "keyring://"
    failure: type[KeyringReferenceFailed] = KeyringReferenceFailed
    empty: Phrase = Phrase(
        "keyring_empty", "what it has there is empty, or no text; store it again"
    )
    missing: Phrase = Phrase(
        "keyring_python_missing",
        "the Python that runs this command is not there any more; install it again",
    )

    def problem(self, reference: str) -> str | None:
        """What is wrong with the form of a reference, a clause; None when nothing is."""
        if len(reference) > LONGEST_REFERENCE:
            return Phrase(
                "keyring_reference_too_long",
                "it is longer than {limit} characters",
                limit=LONGEST_REFERENCE,
            )
        if not reference.isprintable():
            return Phrase(
                "reference_not_printable", "it has a character that cannot be printed; remove it"
            )
        parts = reference.removeprefix(self.scheme).split("/")
        if not reference.startswith(self.scheme) or len(parts) != 2:
            return _FORM
        if any(map(_STRAY_PERCENT.search, parts)):
            return Phrase(
                "keyring_reference_percent",
                "it has a percent sign without two hexadecimal digits; write it as %25",
            )
        names = [_decoded(part) for part in parts]
        if any(name is None or not name.isprintable() for name in names):
            return Phrase(
                "keyring_reference_code",
                "it has a code of % that stands for no character that can be printed",
            )
        return None if all(name and name.strip() for name in names) else _FORM

    def command(self, reference: str) -> tuple[str, ...]:
        """The program with its arguments, which writes the secret, no line's end added.

        The reference must have no `problem`; else ValueError.
        """
        service, user = map(_decoded, reference.removeprefix(self.scheme).split("/"))
        if service is None or user is None:
            raise ValueError("this reference has a problem")
        # Nothing but what is installed may be imported: neither the folder that the command was
        # started in nor variables of Python count. `-I` would hide the packages of a user's own.
        own = ("-s",) if sys.flags.no_user_site else ()
        return (sys.executable, "-E", "-P", *own, "-m", _CHILD, service, user)

    def passes(self, variable: str) -> bool:
        """Whether the program gets a variable of the environment, by its name."""
        return variable in _PASSED or variable.startswith(_PASSED_PREFIX)

    def waited(self, limit: float) -> Phrase:
        """Why the program was stopped after so many seconds, a clause."""
        return Phrase(
            "keyring_waited",
            "it gave no answer in {limit:g} s; unlock it, then try again",
            limit=limit,
        )

    def cause(self, exit_code: int, _errors: str) -> str:
        """Why the program failed, a clause that quotes nothing."""
        return _CAUSES.get(exit_code, _BROKEN)


def _decoded(part: str) -> str | None:
    try:
        return unquote_to_bytes(part).decode()
    except UnicodeDecodeError:
        return None
