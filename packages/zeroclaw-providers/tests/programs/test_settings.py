"""The settings of a program say nothing that it would not heed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers.dialects.wrapping import WithTextTools
from zeroclaw_providers.programs.settings import ProgramSettings


def test_model_alone_is_enough() -> None:
    settings: ModelSettings = ProgramSettings(model=" some-model ")
    assert (settings.model, settings.max_tokens, settings.price) == ("some-model", None, None)


def test_prices_are_told_per_token() -> None:
    settings = ProgramSettings.model_validate({"model": "m", "prices": {"input": 1, "output": 2}})
    assert settings.price is not None
    assert (settings.price.input, settings.price.output) == (1000, 2000)


def test_tools_are_described_in_words_unless_unwanted() -> None:
    wanted: WithTextTools = ProgramSettings(model="m")
    assert wanted.text_tools
    assert not ProgramSettings(model="m", text_tools=False).text_tools


@pytest.mark.parametrize(
    "key", ["api_key", "max_tokens", "temperature", "thinking", "native_tools", "uri"]
)
def test_key_that_no_program_heeds_is_refused(key: str) -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        ProgramSettings.model_validate({"model": "m", key: "1"})


@pytest.mark.parametrize("program", ["grok", "/opt/bin/grok"])
def test_name_and_absolute_path_stay_as_they_are(program: str) -> None:
    assert ProgramSettings(model="m", program=program).program == program


def test_path_below_the_home_is_made_absolute() -> None:
    settings = ProgramSettings(model="m", program="~/bin/grok")
    assert settings.program == str(Path.home() / "bin/grok")


@pytest.mark.parametrize("program", ["bin/grok", "./grok", "../grok", "", " ", "a\0b"])
def test_program_that_could_mean_anything_is_refused(program: str) -> None:
    with pytest.raises(ValidationError):
        ProgramSettings(model="m", program=program)


@pytest.mark.parametrize("model", ["", " ", "a\0b", "a\nb"])
def test_model_that_is_no_word_is_refused(model: str) -> None:
    with pytest.raises(ValidationError):
        ProgramSettings(model=model)


@pytest.mark.parametrize("seconds", [0, -1, True, float("inf")])
def test_impossible_time_limit_is_refused(seconds: float) -> None:
    with pytest.raises(ValidationError):
        ProgramSettings(model="m", timeout_secs=seconds)
