"""Settings of Gemini are those of an endpoint, with the address given."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_api.usage import Price
from zeroclaw_providers.gemini.settings import GeminiSettings

SECRET = "AIza-zq81-4411-very-secret"


def settings(**changes: object) -> GeminiSettings:
    return GeminiSettings.model_validate({"model": "gemini-2.5-flash", **changes})


def test_a_model_alone_is_enough() -> None:
    least = settings()
    assert least.uri is None
    assert (least.api_key, least.max_tokens, least.timeout_secs) == (None, None, None)
    assert least.native_tools
    assert not least.show_thinking
    assert least.price is None


def test_another_root_is_checked_as_any_other() -> None:
    assert settings(uri=" http://127.0.0.1:8080/v1beta\n").uri == "http://127.0.0.1:8080/v1beta"
    for wrong in ("api.example.com", "https://api.example.com/?key=1", f"https://{SECRET}@x", ""):
        with pytest.raises(ValidationError) as caught:
            settings(uri=wrong)
        assert [fault["loc"] for fault in caught.value.errors()] == [("uri",)]
        assert SECRET not in str(caught.value)


def test_a_key_that_cannot_be_sent_is_refused_without_quoting_it() -> None:
    with pytest.raises(ValidationError) as caught:
        settings(api_key=f"{SECRET} é")
    assert SECRET not in str(caught.value)
    held = settings(api_key=SECRET)
    assert SECRET not in f"{held!r} {held.model_dump_json()}"


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        settings(vision=True)


def test_prices_become_nanodollars_for_a_token() -> None:
    assert settings(prices={"input": 0.3, "output": 2.5}).price == Price(input=300, output=2500)


def test_settings_do_not_change_once_made() -> None:
    with pytest.raises(ValidationError):
        settings().model = "other"


def test_every_setting_says_what_it_is_for() -> None:
    for name, field in GeminiSettings.model_fields.items():
        assert field.description, name
        assert field.description.endswith(".")
