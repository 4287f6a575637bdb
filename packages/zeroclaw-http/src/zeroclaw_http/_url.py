"""Understand the URL of a request, or refuse it.

One reading serves everybody: the host in it is what the guard judges, what is dialled, what the
`Host` header and the handshake name. So whatever two readers could take for different hosts is
refused, not repaired: users, escapes, backslashes, zones of IPv6 addresses, empty labels, letters
that the two standards of international names map differently.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from typing import Final
from urllib.parse import quote

from attrs import frozen

from zeroclaw_http.errors import InvalidHttpRequest
from zeroclaw_http.hosts import canonical_host

__all__ = ["Url"]

_PORTS: Final = {"http": 80, "https": 443}
_MOST_CHARACTERS: Final = 65_536
_MOST_OF_HOST: Final = 254
_SHOWN_CHARACTERS: Final = 80
_UNKNOWN: Final = "an unknown address"

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
# With ASCII alone: there is a long s that is an s in another case.
_WHOLE: Final = re.compile(
    r"(https?)://([^/?#]+)([^?#]*)(\?[^#]*)?(?:#.*)?", re.ASCII | re.IGNORECASE | re.DOTALL
)
_AUTHORITY: Final = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]+))(?::([0-9]{0,5}))?")
_NAME: Final = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?")
_QUAD: Final = re.compile(r"(?:[0-9]+\.){3}[0-9]+")
_HEXTETS: Final = re.compile(r"[0-9A-Fa-f:.]+")
_PATH_SAFE: Final = "!$%&'()*+,/:;=@[\\]^|"
_QUERY_SAFE: Final = _PATH_SAFE + "?`{}"


@frozen
class Url:
    """Where a request goes; everything in it is ASCII.

    `scheme` is http or https, `host` in lower case, an IPv6 address without brackets. `port` is
    None for the usual one of the scheme. `target` is path with query, as it is sent.
    """

    scheme: str
    host: str
    port: int | None
    target: str

    @classmethod
    def parse(cls, text: str) -> Url:
        """Raises `InvalidHttpRequest`, which quotes nothing beyond scheme, host, port."""
        try:
            # Lone surrogates have no bytes, nor has a path that holds them.
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise _invalid() from error
        if len(text) > _MOST_CHARACTERS or _CONTROL.search(text):
            raise _invalid()
        whole = _WHOLE.fullmatch(text)
        if whole is None:
            raise _invalid("its URL has to begin with http:// or https://, then a host")
        scheme, path, query = whole[1].lower(), whole[3], whole[4] or ""
        _, at, place = whole[2].rpartition("@")
        parts = _AUTHORITY.fullmatch(place)
        if parts is None:
            raise _invalid()
        host = _host_of_name(parts[2]) if parts[1] is None else _host_of_ipv6(parts[1])
        target = (quote(_without_dots(path), _PATH_SAFE) or "/") + quote(query, _QUERY_SAFE)
        url = cls(scheme, host, _port(parts[3], scheme), target)
        if at:
            problem = "its URL has a user or password; send them in a header"
            raise _invalid(problem, url.origin[:_SHOWN_CHARACTERS])
        return url

    @property
    def authority(self) -> str:
        """Host and port, as the `Host` header says them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host, port: nothing secret."""
        return f"{self.scheme}://{self.authority}"

    @property
    def dialled_port(self) -> int:
        """The port, also where it is the usual one."""
        return self.port or _PORTS[self.scheme]


def _invalid(problem: str = "its URL is not valid", origin: str = _UNKNOWN) -> InvalidHttpRequest:
    return InvalidHttpRequest(origin=origin, problem=problem)


def _host_of_ipv6(text: str) -> str:
    # A zone would be part of the address for some readers, and is nothing a server may see.
    if not _HEXTETS.fullmatch(text):
        raise _invalid()
    try:
        return str(IPv6Address(text))
    except ValueError as error:
        raise _invalid() from error


def _host_of_name(text: str) -> str:
    """A name, an IPv4 address, or another number, which is for guard and resolver to judge."""
    if len(text) > _MOST_OF_HOST:
        raise _invalid()
    host = text.lower()
    if not host.isascii():
        host = _in_ascii(host)
    if not _NAME.fullmatch(host):
        raise _invalid()
    if _QUAD.fullmatch(host):
        try:
            IPv4Address(host)
        except ValueError as error:
            raise _invalid() from error
    return host


def _in_ascii(host: str) -> str:
    # Few hosts need its tables, and they take longer to load than the rest of this.
    import idna

    try:
        name = idna.encode(host).decode("ascii")
    except UnicodeError as error:
        raise _invalid() from error
    # Lists of hosts are read by the older standard: a letter like the sharp s leads elsewhere.
    if canonical_host(host) != name.removesuffix("."):
        raise _invalid()
    return name


def _port(digits: str | None, scheme: str) -> int | None:
    if not digits:
        return None
    port = int(digits)
    if not 0 < port < 65_536:
        raise _invalid()
    return None if port == _PORTS[scheme] else port


def _without_dots(path: str) -> str:
    """The path without the segments `.` and `..`, which never lead above its root."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if kept != [""]:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    return "/".join(kept)
