"""What steps hand on is closed, immutable, comparable by value."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

from zeroclaw_api.events import Outcome
from zeroclaw_api.messages import Text
from zeroclaw_runtime.turn.outcome import Answer, Calls, Ending, Malformed, Pause, Step


def test_step_is_one_of_exactly_four_kinds() -> None:
    assert set(get_args(Step)) == {Answer, Pause, Calls, Malformed}


def test_ending_without_a_reason_is_a_plain_answer() -> None:
    assert Ending(Outcome.ANSWERED) == Ending(Outcome.ANSWERED, None, "")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Answer((Text("a"),)).notice = "x"  # type: ignore[misc]
