"""An outcome knows nothing that it was not told."""

from __future__ import annotations

from zeroclaw.providers.outcome import Outcome, Status, ToolUse
from zeroclaw_api.usage import Usage


def test_outcome_that_was_told_nothing_knows_nothing() -> None:
    outcome = Outcome("custom.home", None, Status.CANCELLED)
    known = (outcome.reachable, outcome.key_accepted, outcome.is_streaming, outcome.cost)
    assert known == (None, None, None, None)
    assert (outcome.tools, outcome.usage) == (ToolUse.UNKNOWN, Usage())
