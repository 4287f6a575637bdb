"""A model is found under any name that people or clouds give it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.catalogue.lookup import names_of

ARN = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-x-v1:0"


@pytest.mark.parametrize(
    ("model", "listed"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("mistral-large-latest", "mistral-large"),
        ("openai/gpt-4o", "gpt-4o"),
        ("accounts/some/models/x-latest", "x"),
        ("us.anthropic.claude-x-v1:0", "anthropic.claude-x-v1:0"),
        ("us-gov.anthropic.claude-x", "anthropic.claude-x"),
        ("global.amazon.nova-2", "amazon.nova-2"),
        (ARN, "anthropic.claude-x-v1:0"),
    ],
)
def test_model_is_found_under_a_shorter_name(model: str, listed: str) -> None:
    assert listed in list(names_of(model))


@pytest.mark.parametrize("model", ["gpt-4-0613", "us.x", "au.x-large", "claude-4-5", "x-2024"])
def test_name_that_only_looks_shortenable_stays(model: str) -> None:
    assert set(names_of(model)) == {model}


@given(st.text())
def test_whole_name_is_tried_before_all_others(model: str) -> None:
    assert next(names_of(model)) == model
