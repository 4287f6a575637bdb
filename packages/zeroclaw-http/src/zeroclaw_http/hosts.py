"""Understand host names as people write them into URLs, lists of hosts, settings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen

from zeroclaw_http.errors import AddressRefused, InvalidHostPatterns

__all__ = ["HostPatterns", "canonical_host", "host_of_url", "is_local_name", "literal_address"]

_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
# What some resolvers read as a number, so as an address, though it is no dotted quad.
_NUMERIC: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_MOST_CHARACTERS: Final = 253
_SHOWN: Final = 80


def canonical_host(host: str) -> str | None:
    """The host in lower case, in ASCII, without final dots; None when it is no host.

    A number that only some resolvers read as an address (`0x7f.1`, `2130706433`) is none, an IPv6
    address stays without its brackets.
    """
    text = host.strip().rstrip(".").lower()
    bare = text.removeprefix("[").removesuffix("]")
    address = literal_address(bare)
    if address is not None:
        return str(address) if isinstance(address, IPv4Address) or ":" in bare else None
    try:
        # The codec also maps other scripts' digits and dots, so it comes before any judgement.
        name = text.encode("idna").decode("ascii").rstrip(".").lower()
    except UnicodeError:
        return None
    if literal_address(name) is not None:
        return name
    labels = name.split(".")
    if len(name) > _MOST_CHARACTERS or not all(_LABEL.fullmatch(label) for label in labels):
        return None
    return None if _NUMERIC.fullmatch(labels[-1]) else name


def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address when the host is written as one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_local_name(host: str) -> bool:
    """Whether a canonical name means this machine or its own network, whatever a resolver says."""
    return host in ("localhost", "local") or host.endswith((".localhost", ".local"))


def host_of_url(url: str) -> str:
    """The canonical host of an http(s) URL that a model or a page gave.

    Raises `AddressRefused` when there is white space, another scheme, a user, no host, or an IPv6
    address: those have no name that a list of hosts could allow.
    """
    text = url.strip()
    if not text or any(character.isspace() or ord(character) < ord(" ") for character in text):
        raise _refused(text, "the URL is empty or has white space in it")
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise _refused(text, "the URL is not valid") from error
    if parts.scheme not in ("http", "https"):
        raise _refused(text, "only http and https are allowed")
    if "@" in parts.netloc:
        raise _refused(text, "a URL with a user or password in it is not allowed")
    if "\\" in parts.netloc or "[" in parts.netloc:
        raise _refused(text, "a name is needed, not an IPv6 address or a backslash")
    canonical = canonical_host(host or "")
    if canonical is None:
        raise _refused(text, "there is no valid host in the URL")
    return canonical


def _refused(url: str, problem: str) -> AddressRefused:
    # Only as far as no query or password can be in it.
    shown = re.split(r"[/?#]", url.partition("://")[2])[0].rpartition("@")[2]
    return AddressRefused(origin=shown[:_SHOWN] or "an address without host", problem=problem)


@frozen
class HostPatterns:
    """A list of hosts: `*` is any, `x` or `*.x` is x with its subdomains, an address is itself."""

    everything: bool = False
    addresses: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, entries: Iterable[str]) -> HostPatterns:
        """Raises `InvalidHostPatterns` with all the entries that cannot be understood."""
        everything, bad = False, []
        addresses, domains = set(), set()
        for entry in entries:
            text = entry.strip()
            host = canonical_host(text.removeprefix("*."))
            if text == "*":
                everything = True
            elif host is None:
                bad.append(entry)
            elif literal_address(host) is None:
                domains.add(host)
            elif text.startswith("*."):
                bad.append(entry)
            else:
                addresses.add(host)
        if bad:
            raise InvalidHostPatterns(entries=", ".join(repr(entry[:_SHOWN]) for entry in bad))
        return cls(everything, frozenset(addresses), frozenset(domains))

    def match(self, host: str) -> bool:
        """Whether the canonical host is in the list."""
        if self.everything or host in self.addresses or host in self.domains:
            return True
        if literal_address(host) is not None:
            return False
        labels = host.split(".")
        return any(".".join(labels[start:]) in self.domains for start in range(1, len(labels)))
