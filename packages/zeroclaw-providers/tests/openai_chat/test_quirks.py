"""Each form of thinking can be turned off, also where it has no levels."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.model_options import Thinking
from zeroclaw_providers.openai_chat.quirks import (
    NINE_LETTERS,
    PLAIN,
    Quirks,
    ThinkingForm,
    thinking_fields,
)


@pytest.mark.parametrize(
    ("form", "off", "high"),
    [
        (ThinkingForm.EFFORT, {"reasoning_effort": "none"}, {"reasoning_effort": "high"}),
        (
            ThinkingForm.EFFORT_INSIDE,
            {"reasoning": {"effort": "none"}},
            {"reasoning": {"effort": "high"}},
        ),
        (
            ThinkingForm.SWITCH,
            {"enable_thinking": False},
            {"enable_thinking": True, "thinking_budget": 32_768},
        ),
        (
            ThinkingForm.TYPE,
            {"thinking": {"type": "disabled"}},
            {"thinking": {"type": "enabled"}},
        ),
        (
            ThinkingForm.TEMPLATE,
            {"chat_template_kwargs": {"enable_thinking": False}},
            {"chat_template_kwargs": {"enable_thinking": True}},
        ),
    ],
)
def test_off_and_on_are_said_in_every_form(
    form: ThinkingForm, off: JsonObject, high: JsonObject
) -> None:
    assert thinking_fields(form, Thinking.OFF) == off
    assert thinking_fields(form, Thinking.HIGH) == high


@pytest.mark.parametrize("form", list(ThinkingForm))
def test_no_form_passes_over_a_level(form: ThinkingForm) -> None:
    assert all(thinking_fields(form, level) for level in Thinking)


def test_plain_quirks_are_those_of_nobody() -> None:
    assert Quirks() == PLAIN
    assert not any((PLAIN.merge_system, PLAIN.named_results, PLAIN.text_in_calls))


def test_only_ids_of_nine_letters_and_digits_pass_the_strictest_rule() -> None:
    assert NINE_LETTERS.legal.fullmatch("aB3456789")
    assert not NINE_LETTERS.legal.fullmatch("call_6789")
    assert NINE_LETTERS.legal.fullmatch(NINE_LETTERS.ours.format(7))
    assert NINE_LETTERS.legal.fullmatch(NINE_LETTERS.other.format(7))
