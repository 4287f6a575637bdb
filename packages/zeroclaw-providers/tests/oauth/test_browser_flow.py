"""A browser that comes back is believed only with what the service alone was told."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.oauth.authority import AUTHORITIES, BrowserFlow
from zeroclaw_providers.oauth.browser_flow import BrowserAttempt, CodeBrought, Declined, Stray
from zeroclaw_providers.oauth.device_flow import challenge_of

HOST = "localhost:1455"


def attempt(name: str = "openai", port: int = 1455) -> BrowserAttempt:
    authority = AUTHORITIES[name]
    flow = authority.browser
    assert isinstance(flow, BrowserFlow)
    return BrowserAttempt(authority, flow, port)


def asked(its: BrowserAttempt) -> dict[str, str]:
    query = parse_qs(urlsplit(its.page_url).query, strict_parsing=True)
    return {name: values[0] for name, values in query.items()}


def test_page_is_asked_for_with_challenge_and_state() -> None:
    its = attempt()
    fields = asked(its)
    assert its.page_url.startswith("https://auth.openai.com/oauth/authorize?")
    assert fields["redirect_uri"] == "http://localhost:1455/auth/callback"
    assert fields["code_challenge"] == challenge_of(its.verifier)
    assert (fields["code_challenge_method"], fields["state"]) == ("S256", its.state)
    assert fields["originator"] == "zeroclaw"
    assert "nonce" not in fields
    assert its.verifier not in its.page_url


def test_xai_differs_in_data_alone() -> None:
    its = attempt("xai", 56121)
    fields = asked(its)
    assert fields["redirect_uri"] == "http://127.0.0.1:56121/callback"
    assert (fields["plan"], fields["nonce"]) == ("generic", its.nonce)
    assert its.exchange_extra["code_challenge"] == fields["code_challenge"]
    assert attempt().exchange_extra == {}


def test_secrets_of_two_attempts_differ_without_showing() -> None:
    one, other = attempt(), attempt()
    assert not {one.state, one.verifier, one.nonce} & {other.state, other.verifier, other.nonce}
    assert one.state not in repr(one)
    assert one.verifier not in repr(one)


def test_code_with_the_right_state_is_brought() -> None:
    its = attempt()
    target = f"/auth/callback?code=planted-code&scope=openid&state={its.state}"
    came = its.came_back("GET", target, "LocalHost:1455")
    assert came == CodeBrought("planted-code")
    assert "planted" not in repr(came)


def test_user_who_declines_is_quoted_from_the_service() -> None:
    its = attempt()
    target = f"/auth/callback?error=access_denied&error_description=No+thanks&state={its.state}"
    assert its.came_back("GET", target, HOST) == Declined("No thanks")
    bare = f"/auth/callback?error=access_denied&state={its.state}"
    assert its.came_back("GET", bare, HOST) == Declined("access_denied")


@pytest.mark.parametrize(
    ("method", "target", "host", "status"),
    [
        ("GET", "/auth/callback?code=c&state=wrong", HOST, 400),
        ("GET", "/auth/callback?code=c", HOST, 400),
        ("GET", "/auth/callback?error=access_denied&state=wrong", HOST, 400),
        ("GET", "/auth/callback?error=access_denied", HOST, 400),
        ("GET", "/auth/callback?code=c&state=STATE&state=STATE", HOST, 400),
        ("GET", "/auth/callback?code=c&code=d&state=STATE", HOST, 400),
        ("GET", "/auth/callback?code=&state=STATE", HOST, 400),
        ("GET", "/auth/callback?code=a%0ab&state=STATE", HOST, 400),
        ("GET", f"/auth/callback?code={'c' * 5000}&state=STATE", HOST, 400),
        ("GET", f"/auth/callback?code=c&state=STATE{'&x=1' * 40}", HOST, 400),
        ("POST", "/auth/callback?code=c&state=STATE", HOST, 405),
        ("GET", "/favicon.ico", HOST, 404),
        ("GET", "//auth/callback?code=c&state=STATE", HOST, 404),
        ("GET", "http://localhost:1455/auth/callback?code=c&state=STATE", HOST, 404),
        ("GET", "http://[x", HOST, 404),
        ("GET", "/auth/callback?code=c&state=STATE", "rebound.example.com:1455", 421),
        ("GET", "/auth/callback?code=c&state=STATE", "localhost:1456", 421),
        ("GET", "/auth/callback?code=c&state=STATE", "localhost", 421),
        ("GET", "/auth/callback?code=c&state=STATE", "", 421),
    ],
)
def test_what_others_send_leaves_the_login_waiting(
    method: str, target: str, host: str, status: int
) -> None:
    its = attempt()
    assert its.came_back(method, target.replace("STATE", its.state), host) == Stray(status)


@given(st.text(), st.text(), st.text())
def test_nothing_without_the_state_ends_the_login(method: str, target: str, host: str) -> None:
    its = attempt()
    assert isinstance(its.came_back(method, target, host), Stray)
    assert isinstance(its.came_back("GET", f"/auth/callback?{target}", HOST), Stray)
