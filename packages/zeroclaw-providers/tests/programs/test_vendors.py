"""Each program gets its own words, with the model as one of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from zeroclaw_providers.programs.vendors import VENDORS, Speech


@pytest.mark.parametrize("name", sorted(VENDORS))
@pytest.mark.parametrize("model", ["some/model-1", "--yolo", "two words; rm"])
def test_model_is_the_value_of_a_flag_in_the_same_word(name: str, model: str) -> None:
    words = VENDORS[name].arguments(model)
    assert words.count(f"--model={model}") == 1
    assert model not in words


@pytest.mark.parametrize("name", sorted(VENDORS))
def test_own_choice_of_the_program_gives_no_flag(name: str) -> None:
    assert not any(
        "model" in word or word == "default" for word in VENDORS[name].arguments("default")
    )


@pytest.mark.parametrize("name", sorted(VENDORS))
def test_no_program_is_told_to_approve_anything(name: str) -> None:
    words = VENDORS[name].arguments("m")
    forbidden = {"--yolo", "-y", "--auto", "--always-approve", "--approval-mode=yolo"}
    assert not forbidden & set(words)


def test_program_of_the_protocol_has_no_tools_in_a_strict_sandbox() -> None:
    words = VENDORS["grok_cli"].arguments("m")
    assert words[-2:] == ("agent", "stdio")
    assert words[words.index("--tools") + 1] == ""
    assert words[words.index("--sandbox") + 1] == "strict"
    assert words[words.index("--permission-mode") + 1] == "dontAsk"
    assert words.index("--model=m") < words.index("agent")
    assert VENDORS["grok_cli"].speech is Speech.ACP


def test_no_vendor_gets_the_keys_of_another() -> None:
    for one, other in combinations(VENDORS.values(), 2):
        assert not set(one.keys) & set(other.keys)
        assert not set(one.keys) & set(other.variables)
        assert not set(other.keys) & set(one.variables)


def test_time_without_output_is_that_of_each_vendor() -> None:
    limits = {name: vendor.idle_seconds for name, vendor in VENDORS.items()}
    assert limits == {"gemini_cli": 120.0, "grok_cli": 600.0, "kilocli": 120.0}
