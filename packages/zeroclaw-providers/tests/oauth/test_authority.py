"""Authorities are data that can be moved to another place."""

from __future__ import annotations

from attrs import astuple

from zeroclaw_providers.oauth.authority import AUTHORITIES


def test_authority_of_a_company_keeps_its_paths() -> None:
    moved = AUTHORITIES["copilot"].at("http://127.0.0.1:81")
    assert moved.device_url == "http://127.0.0.1:81/login/device/code"
    assert moved.token_url == "http://127.0.0.1:81/login/oauth/access_token"
    assert moved.client_id == AUTHORITIES["copilot"].client_id


def test_authority_without_another_place_stays_where_it_is() -> None:
    for authority in AUTHORITIES.values():
        assert authority.at("") is authority


def test_every_address_of_an_authority_moves_with_it() -> None:
    moved = AUTHORITIES["openai"].at("http://127.0.0.1:81")
    device, browser = moved.own_device, moved.browser
    assert device is not None
    assert browser is not None
    urls = (moved.device_url, moved.token_url, browser.page_url, *astuple(device))
    assert all(url.startswith("http://127.0.0.1:81/") for url in urls)
    assert browser.ports == (1455, 1457)


def test_browser_comes_back_to_this_machine_alone() -> None:
    flows = [known.browser for known in AUTHORITIES.values() if known.browser is not None]
    assert flows
    for flow in flows:
        assert flow.host in ("localhost", "127.0.0.1")
        assert flow.path.startswith("/")


def test_every_authority_is_asked_over_https() -> None:
    for name, authority in AUTHORITIES.items():
        assert authority.name == name
        device, browser = authority.own_device, authority.browser
        urls = [authority.token_url, authority.device_url]
        urls += [*astuple(device)] if device else []
        urls += [browser.page_url] if browser else []
        assert all(url.startswith("https://") for url in urls)
