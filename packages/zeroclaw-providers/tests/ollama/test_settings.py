"""Settings of Ollama are those of an endpoint, with the address of this machine given."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers.ollama.settings import OllamaSettings

SECRET = "key-zq81-4411-very-secret"


def settings(**changes: object) -> OllamaSettings:
    return OllamaSettings.model_validate({"model": "qwen3:8b", **changes})


def test_a_model_alone_is_enough() -> None:
    least = settings()
    assert least.uri == "http://127.0.0.1:11434"
    assert (least.api_key, least.context_tokens, least.keep_alive_secs) == (None, None, None)
    assert (least.options.thinking, least.options.temperature) == (None, None)
    assert least.native_tools


def test_another_address_is_checked_as_any_other() -> None:
    assert settings(uri=" http://127.0.0.1:8080/v1\n").uri == "http://127.0.0.1:8080/v1"
    for wrong in ("127.0.0.1:11434", "https://example.com/?key=1", f"https://{SECRET}@x", ""):
        with pytest.raises(ValidationError) as caught:
            settings(uri=wrong)
        assert [fault["loc"] for fault in caught.value.errors()] == [("uri",)]
        assert SECRET not in str(caught.value)


def test_a_window_has_room_for_something() -> None:
    assert settings(context_tokens=8192).context_tokens == 8192
    for wrong in (0, -1, True, 1.5, "many"):
        with pytest.raises(ValidationError):
            settings(context_tokens=wrong)


def test_a_model_may_stay_in_memory_for_ever_or_not_at_all() -> None:
    for seconds in (-1, 0, 2.5, 3600):
        assert settings(keep_alive_secs=seconds).keep_alive_secs == seconds
    for wrong in (True, "5m", float("nan"), float("inf")):
        with pytest.raises(ValidationError):
            settings(keep_alive_secs=wrong)


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        settings(num_ctx=1)


def test_settings_do_not_change_once_made() -> None:
    with pytest.raises(ValidationError):
        settings().model = "other"


def test_every_setting_says_what_it_is_for() -> None:
    for name, field in OllamaSettings.model_fields.items():
        assert field.description, name
        assert field.description.endswith(".")
