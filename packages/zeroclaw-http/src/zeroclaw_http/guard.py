"""Judge which addresses a request may go to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, TypeAlias

from attrs import field, frozen

from zeroclaw_http.hosts import HostPatterns

__all__ = ["AddressPolicy", "Verdict", "embedded", "is_metadata", "is_private", "judge"]

Address: TypeAlias = IPv4Address | IPv6Address

_PRIVATE_V4: Final = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_GLOBAL_V6: Final = IPv6Network("2000::/3")
_PRIVATE_V6: Final = tuple(
    IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
# Those parts of 2001::/23 that the registry of special addresses calls globally reachable.
_GLOBAL_EXCEPTIONS: Final = tuple(
    IPv6Network(text)
    for text in (
        "2001:1::1/128",
        "2001:1::2/128",
        "2001:1::3/128",
        "2001:3::/32",
        "2001:4:112::/48",
        "2001:20::/28",
        "2001:30::/28",
    )
)
# Services that hand out a machine's credentials to whoever asks from it.
_METADATA_V4: Final = tuple(
    IPv4Network(text) for text in ("169.254.0.0/16", "168.63.129.16/32", "100.100.100.200/32")
)
_METADATA_V6: Final = tuple(IPv6Network(text) for text in ("fd00:ec2::/64", "fd20:ce::254/128"))
_WELL_KNOWN_NAT64: Final = IPv6Network("64:ff9b::/96")
# Each network cuts this one as it likes: an address in it is private, every cut is looked at.
_LOCAL_NAT64: Final = IPv6Network("64:ff9b:1::/48")
_LOCAL_NAT64_CUTS: Final = (48, 56, 64, 96)
_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_COMPATIBLE: Final = IPv6Network("::/96")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")
_NAT64_LENGTHS: Final = (32, 40, 48, 56, 64, 96)
# Bits 64 to 71 are left empty, so the embedded octets go round them.
_EMPTY_OCTET: Final = 8


class Verdict(Enum):
    """What an address is, as far as requests from tools are concerned."""

    PUBLIC = "public"
    PRIVATE = "private"
    METADATA = "metadata"


def _checked(prefixes: Iterable[IPv6Network]) -> tuple[IPv6Network, ...]:
    checked = tuple(prefixes)
    for prefix in checked:
        if prefix.prefixlen not in _NAT64_LENGTHS:
            raise ValueError(f"{prefix} is no NAT64 prefix: not of 32, 40, 48, 56, 64 or 96 bits")
    return checked


@frozen
class AddressPolicy:
    """What the operator allows beyond public addresses, and how their network translates.

    `private_hosts` are hosts that may have private addresses, never those of metadata services.
    `nat64_prefixes` are those beside the well-known one, of length 32, 40, 48, 56, 64 or 96.
    """

    private_hosts: HostPatterns = HostPatterns()
    nat64_prefixes: tuple[IPv6Network, ...] = field(default=(), converter=_checked)


def judge(address: Address | str, policy: AddressPolicy) -> Verdict:
    """What an address is, with every IPv4 address in it judged too; the worst counts."""
    parsed = ip_address(address) if isinstance(address, str) else address
    if is_metadata(parsed, policy.nat64_prefixes):
        return Verdict.METADATA
    if is_private(parsed, policy.nat64_prefixes):
        return Verdict.PRIVATE
    return Verdict.PUBLIC


def is_metadata(address: Address, nat64_prefixes: tuple[IPv6Network, ...] = ()) -> bool:
    """Whether a metadata service answers there, in any way of writing an IPv4 address as IPv6."""
    if isinstance(address, IPv4Address):
        return any(address in network for network in _METADATA_V4)
    plain = _without_scope(address)
    inner = [*embedded(plain, nat64_prefixes)]
    if plain in _LOCAL_NAT64:
        inner += [_translated(plain, length) for length in _LOCAL_NAT64_CUTS]
    return any(plain in network for network in _METADATA_V6) or any(map(is_metadata, inner))


def is_private(address: Address, nat64_prefixes: tuple[IPv6Network, ...] = ()) -> bool:
    """Whether the address is anything but one of the public internet."""
    if isinstance(address, IPv4Address):
        return any(address in network for network in _PRIVATE_V4)
    plain = _without_scope(address)
    inner = tuple(embedded(plain, nat64_prefixes))
    if any(is_private(found) for found in inner):
        return True
    if plain in _SIX_TO_FOUR:
        return True
    if inner:
        return False
    if plain not in _GLOBAL_V6:
        return True
    return any(plain in network for network in _PRIVATE_V6) and not any(
        plain in network for network in _GLOBAL_EXCEPTIONS
    )


def embedded(
    address: IPv6Address, nat64_prefixes: tuple[IPv6Network, ...] = ()
) -> Iterator[IPv4Address]:
    """Every IPv4 address that some gateway may take this one for."""
    number = int(address)
    if address in _MAPPED or address in _COMPATIBLE:
        yield IPv4Address(number & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        yield IPv4Address((number >> 80) & 0xFFFFFFFF)
    for prefix in (_WELL_KNOWN_NAT64, *nat64_prefixes):
        if address in prefix:
            yield _translated(address, prefix.prefixlen)


def _translated(address: IPv6Address, length: int) -> IPv4Address:
    """The IPv4 address behind a NAT64 prefix of this length."""
    octets = list(address.packed)
    del octets[_EMPTY_OCTET]
    start = length // 8 - (1 if length > 64 else 0)
    return IPv4Address(bytes(octets[start : start + 4]))


def _without_scope(address: IPv6Address) -> IPv6Address:
    return IPv6Address(int(address))
