"""Tests of the keys of a step."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_api.sop_step import ExecutionMode, StepCapability
from zeroclaw_config.files.step_tables import HIGHEST_NUMBER, StepTable

STEP = {"number": 1, "title": "Look"}


def test_words_of_the_file_become_members() -> None:
    table = StepTable.model_validate({**STEP, "mode": "auto", "capability": "git.diff"})
    assert (table.mode, table.capability) == (ExecutionMode.AUTO, StepCapability.GIT_DIFF)


def test_an_unknown_word_never_becomes_a_default() -> None:
    for key in ("mode", "kind", "capability"):
        with pytest.raises(ValidationError):
            StepTable.model_validate({**STEP, key: "superwised"})


def test_numbers_are_those_that_markdown_can_write() -> None:
    assert StepTable.model_validate({**STEP, "number": HIGHEST_NUMBER}).number == HIGHEST_NUMBER
    for number in (0, -1, HIGHEST_NUMBER + 1, "1", True, 1.0):
        with pytest.raises(ValidationError):
            StepTable.model_validate({**STEP, "number": number})


def test_what_is_given_to_a_capability_is_called_with() -> None:
    assert StepTable.model_validate({**STEP, "with": {"a": 1}}).given == {"a": 1}
    with pytest.raises(ValidationError):
        StepTable.model_validate({**STEP, "given": 1})
