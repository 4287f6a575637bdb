"""Tests of judging addresses, with controls that show what must stay public."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_http import AddressPolicy, Verdict, embedded, is_metadata, is_private, judge

PLAIN = AddressPolicy()

PRIVATE_V4 = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
    *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
]
METADATA_V4 = ["169.254.0.0/16", "168.63.129.16/32", "100.100.100.200/32"]
PUBLIC_V4 = [
    *("1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"),
    *("126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255"),
    *("172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "192.88.98.255"),
    *("198.17.255.255", "198.20.0.0", "223.255.255.255", "168.63.129.15", "168.63.129.17"),
]
PUBLIC_V6 = [
    *("2001:4860:4860::8888", "2606:4700:4700::1111", "2a00::", "2001:200::", "3ffe:ffff::1"),
    *("2001:4:112::1", "2001:20::1", "2001:30::1", "2001:3::1", "2001:1::1", "2003::"),
]
PRIVATE_V6 = [
    *("::", "::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "2001::1"),
    *(
        "2001:10::1",
        "2001:db8::1",
        "2002::1",
        "3fff::1",
        "3fff:fff::",
        "4000::",
        "1fff::",
        "5f00::",
    ),
    *("64:ff9b:1::1", "64:ff9b::1:0:0", "2001:1ff::1", "2001:2::1"),
]
METADATA_V6 = ["fd00:ec2::254", "fd00:ec2::", "fd00:ec2:0:0:ffff::1", "fd20:ce::254"]
NEAR_METADATA_V6 = ["fd00:ec2:0:1::", "fd00:ec1:ffff::1", "fd20:ce::253", "fd20:ce::255"]

addresses_v4 = st.integers(0, 2**32 - 1).map(IPv4Address)
addresses_v6 = st.integers(0, 2**128 - 1).map(IPv6Address)


def inside(networks: list[str]) -> st.SearchStrategy[IPv4Address]:
    def of(text: str) -> st.SearchStrategy[IPv4Address]:
        network = IPv4Network(text)
        first, last = int(network[0]), int(network[-1])
        return st.integers(first, last).map(IPv4Address)

    return st.sampled_from(networks).flatmap(of)


def encodings(address: IPv4Address) -> dict[str, IPv6Address]:
    """Every standard way in which an IPv6 address carries an IPv4 one."""
    number = int(address)
    return {
        "mapped": IPv6Address((0xFFFF << 32) | number),
        "compatible": IPv6Address(number),
        "nat64": IPv6Address((0x64FF9B << 96) | number),
        "6to4": IPv6Address((0x2002 << 112) | (number << 80) | 1),
    }


@pytest.mark.parametrize("text", PRIVATE_V4)
def test_every_private_network_is_private_to_its_edges(text: str) -> None:
    network = IPv4Network(text)
    for address in (network[0], network[-1]):
        assert is_private(address)
        assert judge(address, PLAIN) is not Verdict.PUBLIC


@pytest.mark.parametrize("text", PUBLIC_V4 + PUBLIC_V6)
def test_control_public_addresses_stay_public(text: str) -> None:
    assert judge(text, PLAIN) is Verdict.PUBLIC


@pytest.mark.parametrize("text", PRIVATE_V6)
def test_what_is_not_global_unicast_is_private(text: str) -> None:
    assert judge(text, PLAIN) is Verdict.PRIVATE


@pytest.mark.parametrize("text", METADATA_V6)
def test_metadata_services_of_version_six_are_known(text: str) -> None:
    assert judge(text, PLAIN) is Verdict.METADATA


@pytest.mark.parametrize("text", NEAR_METADATA_V6)
def test_control_neighbours_of_metadata_are_only_private(text: str) -> None:
    assert judge(text, PLAIN) is Verdict.PRIVATE


@given(inside(METADATA_V4))
def test_metadata_stays_metadata_in_every_encoding(address: IPv4Address) -> None:
    assert judge(address, PLAIN) is Verdict.METADATA
    for name, encoded in encodings(address).items():
        assert judge(encoded, PLAIN) is Verdict.METADATA, name


@given(inside(PRIVATE_V4))
def test_private_addresses_are_private_in_every_encoding(address: IPv4Address) -> None:
    for name, encoded in encodings(address).items():
        assert judge(encoded, PLAIN) is not Verdict.PUBLIC, name


@given(addresses_v4)
def test_control_an_encoding_of_a_public_address_is_public(address: IPv4Address) -> None:
    verdicts = {name: judge(encoded, PLAIN) for name, encoded in encodings(address).items()}
    plain = judge(address, PLAIN)
    assert verdicts["mapped"] is verdicts["compatible"] is verdicts["nat64"] is plain
    assert verdicts["6to4"] is not Verdict.PUBLIC


@given(addresses_v4)
def test_nothing_the_standard_library_calls_special_is_public(address: IPv4Address) -> None:
    if not address.is_global or address.is_multicast or address.is_reserved:
        assert is_private(address)


@given(addresses_v6)
def test_nothing_special_in_version_six_is_public(address: IPv6Address) -> None:
    if not list(embedded(address)) and (not address.is_global or address.is_multicast):
        assert is_private(address)
    if is_metadata(address):
        assert is_private(address)


# The table of section 2.4 of RFC 6052.
EXAMPLES = [
    ("2001:db8::/32", "2001:db8:c000:221::"),
    ("2001:db8:100::/40", "2001:db8:1c0:2:21::"),
    ("2001:db8:122::/48", "2001:db8:122:c000:2:2100::"),
    ("2001:db8:122:300::/56", "2001:db8:122:3c0:0:221::"),
    ("2001:db8:122:344::/64", "2001:db8:122:344:c0:2:2100::"),
    ("2001:db8:122:344::/96", "2001:db8:122:344::192.0.2.33"),
]


@pytest.mark.parametrize(("prefix", "text"), EXAMPLES)
def test_addresses_behind_declared_translators_are_found(prefix: str, text: str) -> None:
    found = list(embedded(IPv6Address(text), (IPv6Network(prefix),)))
    assert found == [IPv4Address("192.0.2.33")]


@pytest.mark.parametrize(
    ("prefix", "text"),
    [
        ("2a00:1234::/32", "2a00:1234:a9fe:a9fe::"),
        ("2a00:1234::/64", "2a00:1234::a9:fea9:fe00:0"),
        ("2a00:1234::/96", "2a00:1234::169.254.169.254"),
        ("fd64::/96", "fd64::169.254.169.254"),
    ],
)
def test_metadata_behind_a_declared_translator_is_found(prefix: str, text: str) -> None:
    policy = AddressPolicy(nat64_prefixes=(IPv6Network(prefix),))
    assert judge(text, policy) is Verdict.METADATA
    assert judge(text, PLAIN) is not Verdict.METADATA


def test_control_public_address_behind_a_private_translator_is_public() -> None:
    policy = AddressPolicy(nat64_prefixes=(IPv6Network("fd64::/96"),))
    assert judge("fd64::8.8.8.8", policy) is Verdict.PUBLIC
    assert judge("fd64::10.0.0.1", policy) is Verdict.PRIVATE
    assert judge("fd64::8.8.8.8", PLAIN) is Verdict.PRIVATE


@pytest.mark.parametrize(
    "text",
    [
        "64:ff9b:1:a9fe:a9:fe00::",
        "64:ff9b:1:fe:00a9:fea9:fe00:0",
        "64:ff9b:1::169.254.169.254",
    ],
)
def test_local_translators_lead_to_no_metadata(text: str) -> None:
    assert judge(text, PLAIN) in (Verdict.METADATA, Verdict.PRIVATE)
    assert judge("64:ff9b:1::169.254.169.254", PLAIN) is Verdict.METADATA
    assert judge("64:ff9b:1:a9fe:a9:fe00::", PLAIN) is Verdict.METADATA


def test_scope_of_an_address_changes_nothing() -> None:
    assert judge("fe80::1%eth0", PLAIN) is Verdict.PRIVATE
    assert judge("::ffff:169.254.169.254%1", PLAIN) is Verdict.METADATA


def test_translator_of_another_length_is_no_setting() -> None:
    with pytest.raises(ValueError, match="no NAT64 prefix"):
        AddressPolicy(nat64_prefixes=(IPv6Network("2001:db8::/33"),))


def test_verdict_of_a_text_is_that_of_its_address() -> None:
    for text in PUBLIC_V4 + PRIVATE_V6:
        assert judge(text, PLAIN) is judge(ip_address(text), PLAIN)
