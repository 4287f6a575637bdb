"""Chooses the variables that a vendor's program gets; everything else stays here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import field, frozen

from zeroclaw_providers.programs.vendors import Vendor

__all__ = ["ProgramEnvironment"]

USUAL_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
PASSED: Final = (
    *("HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TMPDIR"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
    *("SSL_CERT_DIR", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
)
"""Where it finds its login, and how it gets into the network."""


@frozen
class ProgramEnvironment:
    """The whole environment of a program; no error holds any of the `secrets`."""

    variables: Mapping[str, str] = field(repr=False, hash=False)
    secrets: tuple[str, ...] = field(repr=False)

    @classmethod
    def of(cls, vendor: Vendor, lookup: Callable[[str], str | None]) -> ProgramEnvironment:
        """What the vendor's program gets; `lookup` gives the variables of this process."""
        names = (*PASSED, *vendor.variables, *vendor.keys)
        found = {name: value for name in names if (value := lookup(name)) and "\0" not in value}
        variables = {
            **found,
            "PATH": lookup("PATH") or USUAL_PATH,
            "NO_COLOR": "1",
            **vendor.fixed,
        }
        return cls(variables, tuple(found[name] for name in vendor.keys if name in found))

    def has_any(self, names: tuple[str, ...]) -> bool:
        """Whether one of these variables is set."""
        return any(name in self.variables for name in names)
