"""What the gate can say is closed, immutable."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

from zeroclaw_api.events import ToolErrorKind
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import ToolCall
from zeroclaw_runtime.security.decision import Allow, Ask, Decision, Deny


def test_gate_can_say_exactly_three_things() -> None:
    assert set(get_args(Decision)) == {Allow, Ask, Deny}


def test_decision_cannot_be_changed_after_it_was_made() -> None:
    deny = Deny(ToolCall(CallId(1), "t", {}), ToolErrorKind.DENIED, "rule", "text")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        deny.rule = "other"  # type: ignore[misc]
