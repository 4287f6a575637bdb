"""The settings of a local model take only what can be run."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from pydantic import ValidationError

from zeroclaw_api.factory import FallbackSettings, ModelSettings
from zeroclaw_api.usage import Money, Usage
from zeroclaw_providers.local.bundled import BUNDLED_MODEL
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_providers.model_options import ModelOptions, Thinking


def settings(**keys: object) -> LocalSettings:
    return LocalSettings.model_validate(keys)


def test_empty_section_means_the_bundled_model_without_tools() -> None:
    read: ModelSettings = settings()
    assert read.model == BUNDLED_MODEL
    assert read.max_tokens == 1024
    assert (settings().context_tokens, settings().native_tools) == (4096, False)


def test_what_is_asked_of_the_model_is_read() -> None:
    assert settings(thinking="off", temperature=0).options == ModelOptions(Thinking.OFF, 0.0)
    assert settings().options == ModelOptions()


def test_idle_model_is_forgotten_in_time_unless_it_is_to_stay() -> None:
    assert settings().idle_secs == 300
    assert settings(idle_secs=math.inf).idle_secs == math.inf


def test_other_entries_may_follow_but_no_other_model_of_a_file() -> None:
    read = settings(fallback=["custom.home", " gemini.one "])
    assert isinstance(read, FallbackSettings)
    assert (read.fallback, read.fallback_models) == (("custom.home", "gemini.one"), ())


def test_tools_in_words_are_off_by_default() -> None:
    assert (settings().text_tools, settings(text_tools=True).text_tools) == (False, True)


def test_model_is_named_after_its_file() -> None:
    assert settings(model_path="/models/some-8b.Q4_K_M.gguf").model == "some-8b.Q4_K_M"


def test_path_may_begin_with_the_home_of_the_user() -> None:
    assert settings(model_path="~/some.gguf").model_path == Path.home() / "some.gguf"


def test_what_runs_here_costs_nothing() -> None:
    price = settings().price
    assert price is not None
    assert price.cost(Usage(input_tokens=1000, output_tokens=1000)) == Money(0)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("model_path", "some.gguf", "absolute path"),
        ("model_path", "/a\0b.gguf", "NUL"),
        ("model_path", "~no-such-user-of-anybody/x.gguf", "home"),
        ("context_tokens", 100, "512"),
        ("context_tokens", True, "a number"),
        ("context_tokens", 10**12, "10000000"),
        ("max_tokens", 0, "1"),
        ("max_tokens", True, "a number"),
        ("temperature", 3, "2"),
        ("temperature", True, "a number"),
        ("thinking", "deeply", "off"),
        ("idle_secs", 0, "greater than 0"),
        ("idle_secs", math.nan, "greater than 0"),
        ("idle_secs", True, "a number"),
        ("fallback_models", ["other"], "not permitted"),
        ("uri", "http://127.0.0.1", "not permitted"),
    ],
)
def test_what_cannot_be_meant_is_refused(key: str, value: object, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason) as caught:
        settings(**{key: value})
    (problem,) = caught.value.errors(include_input=False)
    assert problem["loc"] == (key,)
