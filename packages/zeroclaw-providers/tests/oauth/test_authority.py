"""Authorities are data that can be moved to another place."""

from __future__ import annotations

from zeroclaw_providers.oauth.authority import AUTHORITIES


def test_authority_of_a_company_keeps_its_paths() -> None:
    moved = AUTHORITIES["copilot"].at("http://127.0.0.1:81")
    assert moved.device_url == "http://127.0.0.1:81/login/device/code"
    assert moved.token_url == "http://127.0.0.1:81/login/oauth/access_token"
    assert moved.client_id == AUTHORITIES["copilot"].client_id


def test_authority_without_another_place_stays_where_it_is() -> None:
    for authority in AUTHORITIES.values():
        assert authority.at("") is authority


def test_authority_without_codes_has_none_elsewhere_either() -> None:
    assert AUTHORITIES["openai"].at("http://127.0.0.1:81").device_url == ""


def test_every_authority_is_asked_over_https() -> None:
    for name, authority in AUTHORITIES.items():
        assert authority.name == name
        assert authority.token_url.startswith("https://")
        assert authority.device_url.startswith("https://") or not authority.device_url
