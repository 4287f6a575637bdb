"""Tests of understanding host names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_http import (
    AddressRefused,
    HostPatterns,
    InvalidHostPatterns,
    canonical_host,
    host_of_url,
    is_local_name,
)


@pytest.mark.parametrize(
    ("host", "canonical"),
    [
        ("Example.COM", "example.com"),
        ("example.com..", "example.com"),
        ("bücher.de", "xn--bcher-kva.de"),
        ("a_b.test", "a_b.test"),
        ("1.2.3.4", "1.2.3.4"),
        ("[::1]", "::1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("ⓔxample.com", "example.com"),
        ("169。254。169。254", "169.254.169.254"),
    ],
)
def test_host_has_one_form(host: str, canonical: str) -> None:
    assert canonical_host(host) == canonical


@pytest.mark.parametrize(
    "host",
    [
        *("", ".", "a..b", "-a.test", "a-.test", "a b", "a/b", "a@b", "a:80", "a" * 64, "*.x"),
        *("2130706433", "0x7f000001", "0x7f.1", "127.1", "017700000001", "1.2.3.4.5", "1.2.3.256"),
        *("0177.0.0.1", "example.0x1", "[1.2.3.4]x", "a%2e", "[example.com]", "１２７.1"),
    ],
)
def test_what_is_no_host_has_no_form(host: str) -> None:
    assert canonical_host(host) is None


@given(st.text(max_size=60))
def test_canonical_form_is_its_own_form(text: str) -> None:
    once = canonical_host(text)
    if once is not None:
        assert canonical_host(once) == once
        assert once.isascii()
        assert once == once.lower()


@pytest.mark.parametrize("name", ["localhost", "a.localhost", "printer.local", "local"])
def test_names_of_this_network_are_local(name: str) -> None:
    assert is_local_name(name)
    assert not is_local_name(f"{name}.example.com")
    assert not is_local_name(f"x{name}.test")


@pytest.mark.parametrize(
    "url",
    [
        *("", "   ", "example.com", "//example.com", "ftp://example.com", "file:///etc/passwd"),
        *("http://", "http:///x", "http://a b/", "http://a\tb/", "http://user@example.com/"),
        *("http://user:s3cret@example.com/", "http://[::1]/", "http://example.com:x/"),
        *("http://example.com:99999/", "http://127.1/", "http://0x7f000001/", "http://x\\@y/"),
        *("http://example.com\x00.evil/", "http://[/", "javascript:alert(1)"),
    ],
)
def test_url_of_a_wrong_form_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        host_of_url(url)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.com", " https://EXAMPLE.com./x?y#z ", "HTTP://example.com:8080/a@b"),
        "https://example.com?user@x",
    ],
)
def test_control_ordinary_url_gives_its_host(url: str) -> None:
    assert host_of_url(url) == "example.com"


def test_domain_allows_itself_with_subdomains() -> None:
    patterns = HostPatterns.parse(["example.com", "*.Test.org", "10.0.0.1", "[::1]"])
    allowed = ["example.com", "a.b.example.com", "test.org", "a.test.org", "10.0.0.1", "::1"]
    assert [host for host in allowed if not patterns.match(host)] == []
    refused = ["badexample.com", "example.com.evil.test", "com", "10.0.0.2", "0.0.1", "x.10.0.0.1"]
    assert [host for host in refused if patterns.match(host)] == []


def test_star_alone_allows_every_host() -> None:
    assert HostPatterns.parse(["*"]).match("anything.test")
    assert not HostPatterns.parse([]).match("anything.test")


def test_bad_entries_are_all_named() -> None:
    with pytest.raises(InvalidHostPatterns) as invalid:
        HostPatterns.parse(["ok.test", "http://a", "b:80", "*.10.0.0.1", "a.*", "**", ""])
    text = str(invalid.value)
    assert [e for e in ("http://a", "b:80", "*.10.0.0.1", "a.*", "**", "''") if e not in text] == []
    assert "ok.test" not in text
