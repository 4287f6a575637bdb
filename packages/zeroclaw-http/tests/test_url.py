"""Tests of reading the URL of a request, against an independent reader."""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zeroclaw_http import AddressRefused, InvalidHttpRequest, canonical_host, host_of_url
from zeroclaw_http._url import Url

PORTS = {"http": 80, "https": 443}
Reader = Callable[[str], Url | None]

# What readers of URLs have disagreed about.
PIECES = [
    *("a", "B", "example.com", "kit.test", "xn--bcher-kva.de", "bücher.de", "faß.de", "。", "ſ"),
    *("@", ":", "\\", "/", "//", "?", "#", "%", "%2e", "%2F", "%25", "%00", ".", "..", "-", "_"),
    *(" ", "\t", "\r", "\n", "\0", "\x7f", "\x85", "\xa0", "\u2028", "\u200d", "\ufeff", "\ud800"),
    *("[", "]", "[::1]", "::1", "[fe80::1%eth0]", "[::ffff:127.0.0.1]", "[v1.a]", "127.0.0.1"),
    *("0x7f.1", "0177.0.0.1", "2130706433", "127.1", "１２７.0.0.1", "1.2.3.256", "1.2.3.4."),
    *(":80", ":443", ":0", ":08080", ":65535", ":65536", ":-1", ":+1", ":8_0", ":٣", "ⓔ", "İ"),
    *("/./", "/../", "/a/..", ";", "=", "&", "+", "*", "'", '"', "<", ">", "`", "{", "}", "|", "^"),
]
pieces = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=6).map("".join)
schemes = st.sampled_from(
    ["http://", "https://", "HTTP://", "hTTps://", "httpſ://", "http:", "ftp://"]
)
ports = st.integers(-1, 70_000).map(":{}".format) | st.just("")
names = st.from_regex(r"[A-Za-z0-9-]{1,5}(\.[A-Za-z0-9-]{1,5}){0,3}\.?", fullmatch=True)
addresses = st.ip_addresses().map(lambda ip: f"[{ip}]" if ip.version == 6 else str(ip))
paths = st.just("") | pieces.map("/{}".format)
ordinary = st.builds("{}{}{}{}".format, schemes, names | addresses, ports, paths)
urls = st.text() | ordinary | st.builds("{}{}{}{}".format, schemes, pieces, ports, paths)


def ours(text: str) -> Url | None:
    try:
        return Url.parse(text)
    except InvalidHttpRequest:
        return None


def theirs(text: str) -> Url | None:
    """What httpx reads, where a request may go there."""
    try:
        url = httpx.URL(text)
        host, target = url.raw_host.decode("ascii"), url.raw_path.decode("ascii")
    except (httpx.InvalidURL, ValueError):
        return None
    if url.scheme not in PORTS or not host or url.userinfo:
        return None
    return Url(url.scheme, host, url.port, target)


def with_the_library(text: str) -> Url | None:
    """A reader that repairs what it should refuse: for the controls."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not host:
        return None
    return Url(parts.scheme, host, port, parts.path or "/")


def place(url: Url) -> tuple[object, ...]:
    host = ip_address(url.host) if ":" in url.host else url.host
    return url.scheme, host, url.port or PORTS[url.scheme], url.target


def is_laxer(reader: Reader, text: str) -> bool:
    """Whether the reader accepts what httpx refuses, or reads it as something else."""
    read = reader(text)
    if read is None:
        return False
    other = theirs(text)
    return other is None or place(read) != place(other)


@settings(max_examples=max(1000, settings().max_examples))
@given(urls)
@example("httpſ://example.com/")
@example("http://example.com/#\ud800")
@example("http://1。2。3。4/")
@example("HTTP://example.com:80/a/./b/../c?d#e")
def test_any_text_is_read_like_the_other_reader_or_refused(text: str) -> None:
    assert not is_laxer(ours, text)


@pytest.mark.parametrize(
    "text",
    [
        *("http://exa\tmple.com/", "http://kit.test\\@example.com/", "http://user@example.com/"),
        *("http://example.com/\n", "http://1.2.3.999/", "http://example.com/a/../b"),
    ],
)
def test_control_a_lax_reader_is_found(text: str) -> None:
    assert with_the_library(text) is not None
    assert is_laxer(with_the_library, text)


@settings(max_examples=max(500, settings().max_examples))
@given(urls)
def test_what_is_read_is_plain_enough_for_every_reader(text: str) -> None:
    url = ours(text)
    if url is not None:
        assert (url.origin + url.target).isascii()
        assert (url.origin + url.target).isprintable()
        assert " " not in url.target
        assert url.target.startswith("/")
        assert not set(url.host) & set("@/\\?#%[] ")
        assert Url.parse(url.origin + url.target) == url


@settings(max_examples=max(500, settings().max_examples))
@given(urls)
@example("http://faß.de/")
@example("https://ⓔxample.com/")
@example("https://EXAMPLE.com./")
def test_host_that_lists_judge_is_the_one_of_the_request(text: str) -> None:
    url = ours(text)
    try:
        judged = host_of_url(text)
    except AddressRefused:
        return
    if url is not None:
        assert canonical_host(url.host) == judged


@pytest.mark.parametrize(
    ("text", "origin", "target"),
    [
        ("http://example.com", "http://example.com", "/"),
        ("HTTPS://Example.COM:443/A?b=c#d", "https://example.com", "/A?b=c"),
        ("http://example.com:443", "http://example.com:443", "/"),
        ("http://example.com:/?", "http://example.com", "/?"),
        ("http://example.com?a=/../b", "http://example.com", "/?a=/../b"),
        ("http://127.0.0.1:8080/v1/./x/../chat", "http://127.0.0.1:8080", "/v1/chat"),
        ("http://[::0001]:8080/", "http://[::1]:8080", "/"),
        ("http://bücher.de/ü %zz%2F", "http://xn--bcher-kva.de", "/%C3%BC%20%zz%2F"),
        ("http://my_server/a|b?c|`d`", "http://my_server", "/a|b?c|`d`"),
        ("http://1。2。3。4/", "http://1.2.3.4", "/"),
        ("http://127.1/", "http://127.1", "/"),
    ],
)
def test_ordinary_url_is_read_as_it_always_was(text: str, origin: str, target: str) -> None:
    url = Url.parse(text)
    other = theirs(text)
    assert (url.origin, url.target) == (origin, target)
    assert other is not None
    assert place(url) == place(other)


@pytest.mark.parametrize(
    "host",
    [
        *("", ".", "..", ".a", "a..b", "a.test..", "a b", "a%2eb", "a%00b", "a\\b", "a\tb", "a\nb"),
        *(
            "a@b",
            "@b",
            ":@b",
            "a:b@c",
            "a!b",
            "a,b",
            "a*b",
            "a'b",
            '"a"',
            "a~b",
            "a^b",
            "a|b",
            "a{b}",
        ),
        *("[", "]", "[]", "[::1", "::1", "[::1]x", "[::1]80", "x[::1]", "[::1%lo]", "[::1%25lo]"),
        *("[1.2.3.4]", "[v1.a]", "[example.com]", "[::1]]", "[[::1]", "[::1 ]", "[::ﬀ]"),
        *(
            "1.2.3.256",
            "0177.0.0.1",
            "1。2。3。256",
            "１２７.0.0.1",
            "faß.de",
            "a\u200db",
            "ⓔx.com",
        ),
        *("a\u2028b", "a\xa0b", "a／b", "a＠b", "a：80", "a\ufeff", "a\xad", "a\ud800", "é..com"),
        *("a:0", "a:65536", "a:99999", "a:-1", "a:+1", "a: 1", "a:1 ", "a:8_0", "a:٣", "a:000080"),
        *("a:80:80", "a:80a", "a" * 255, "é" * 255),
    ],
)
def test_host_that_readers_may_disagree_about_is_refused(host: str) -> None:
    with pytest.raises(InvalidHttpRequest):
        Url.parse(f"http://{host}/")


@pytest.mark.parametrize(
    "text",
    [
        *("", "example.com", "//example.com", "/path", "http:", "http:example.com", "http:/a"),
        *(" http://a/", "\thttp://a/", "ht tp://a/", "ftp://a/", "file:///etc/passwd", "ws://a/"),
        *("httpſ://a/", "http\\://a/", "http://a/\r\nX: y", "http://a/#\x00", "http://a/?\x7f"),
        "http://a/" + "x" * 65_536,
    ],
)
def test_text_that_is_no_web_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidHttpRequest):
        Url.parse(text)


def test_refusal_tells_the_place_without_the_password() -> None:
    with pytest.raises(InvalidHttpRequest) as refused:
        Url.parse("https://user:s3cret@Example.com:8443/s3cret")
    assert refused.value.origin == "https://example.com:8443"
    assert "user or password" in str(refused.value)
    assert "s3cret" not in str(refused.value)
