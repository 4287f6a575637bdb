"""A code is worth one exchange, to who asked for it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from zeroclaw_testing.authority_codes import CodeDesk, matches

# The example of RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
BACK = "http://127.0.0.1:7/back"
ASKED = {
    "client_id": "me",
    "redirect_uri": BACK,
    "scope": "openid",
    "state": "s1",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}
FORM = {"client_id": "me", "redirect_uri": BACK, "code_verifier": VERIFIER}


def page(**changes: str) -> str:
    return f"http://127.0.0.1:1/authorize?{urlencode({**ASKED, **changes})}"


def test_challenge_is_met_by_its_own_verifier_alone() -> None:
    assert matches(VERIFIER, CHALLENGE)
    assert not matches("other", CHALLENGE)


def test_code_of_a_user_who_agrees_is_taken_once() -> None:
    desk = CodeDesk()
    parts = urlsplit(desk.agree(page()))
    fields = parse_qs(parts.query)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == BACK
    assert fields["state"] == ["s1"]
    form = {**FORM, "code": fields["code"][0]}
    assert desk.take(form) == ""
    assert desk.take(form) == "invalid_grant"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("client_id", "invalid_client"),
        ("redirect_uri", "invalid_grant"),
        ("code_verifier", "invalid_grant"),
    ],
)
def test_code_is_worth_nothing_to_anybody_else(name: str, error: str) -> None:
    desk = CodeDesk()
    code = desk.give("me", BACK, CHALLENGE)
    assert desk.take({**FORM, "code": code, name: "other"}) == error


def test_user_who_declines_sends_an_error_with_the_state() -> None:
    fields = parse_qs(urlsplit(CodeDesk().decline(page())).query)
    assert (fields["error"], fields["state"]) == (["access_denied"], ["s1"])


@pytest.mark.parametrize("name", ["client_id", "redirect_uri", "state", "code_challenge"])
def test_page_without_what_a_service_needs_is_not_shown(name: str) -> None:
    with pytest.raises(ValueError, match="needs"):
        CodeDesk().agree(page(**{name: ""}).replace(f"{name}=&", ""))


def test_page_with_a_plain_challenge_is_not_shown() -> None:
    with pytest.raises(ValueError, match="another method"):
        CodeDesk().agree(page(code_challenge_method="plain"))
