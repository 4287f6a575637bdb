"""The rows of the table say what can be so."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from zeroclaw_providers.vendors.table import AZURE, VENDORS

ROWS = [vendor for vendor in VENDORS.values() if vendor is not AZURE]


def urls() -> list[str]:
    return [url for vendor in ROWS for url in (vendor.url, *vendor.regions.values())]


@pytest.mark.parametrize("url", urls())
def test_a_key_only_travels_encrypted_or_inside_this_machine(url: str) -> None:
    parts = urlsplit(url)
    assert parts.scheme == "https" or parts.hostname in {"localhost", "127.0.0.1"}
    assert not url.endswith("/")
    assert not parts.query


def test_names_and_variables_belong_to_one_vendor_each() -> None:
    names = [vendor.name for vendor in (AZURE, *ROWS)]
    keys = [vendor.key for vendor in VENDORS.values()]
    assert len(set(names)) == len(VENDORS)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]{4,}", key) for key in keys)
    assert not {"API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"} & set(keys)


def test_the_first_region_is_the_place_that_is_meant_without_one() -> None:
    regional = [vendor for vendor in ROWS if vendor.regions]
    assert len(regional) >= 6
    for vendor in regional:
        assert next(iter(vendor.regions.values())) == vendor.url
        assert vendor.quirks_in.keys() <= vendor.regions.keys()


def test_only_servers_on_this_machine_need_no_key() -> None:
    for vendor in ROWS:
        is_home = urlsplit(vendor.url).hostname in {"localhost", "127.0.0.1"}
        assert vendor.needs_key is not is_home


def test_the_catalogue_of_the_original_is_covered() -> None:
    assert len(VENDORS) >= 65
    assert {"groq", "mistral", "deepseek", "openrouter", "azure", "glm", "zai"} <= VENDORS.keys()
    others = {"openai", "ollama", "anthropic", "gemini", "bedrock", "custom", "local", "copilot"}
    assert not others & VENDORS.keys()
