"""Where requests go."""

from __future__ import annotations

import pytest

from zeroclaw_providers.target import below, target_of

CHAT = below("/chat/completions")


@pytest.mark.parametrize(
    "root", ["https://a.example.com/v1", "https://a.example.com/v1/", "https://a.example.com/v1//"]
)
def test_an_endpoint_lies_below_the_root(root: str) -> None:
    assert target_of(root, CHAT) == ("https://a.example.com/v1/chat/completions", ())


def test_a_root_that_names_the_endpoint_is_taken_as_it_is() -> None:
    whole = "https://a.example.com/v1/chat/completions"
    assert target_of(whole, CHAT) == (whole, ())


def test_what_is_secret_in_a_url_is_told() -> None:
    url, secrets = target_of("https://me:pass@a.example.com/v1?key=abc", CHAT)
    assert url == "https://me:pass@a.example.com/v1/chat/completions?key=abc"
    assert secrets == ("me", "pass", "key=abc")


def test_a_url_that_is_none_is_left_alone() -> None:
    assert target_of("http://[broken", CHAT) == ("http://[broken", ())
