"""The prefix of a request depends on what it says, never on the order of registration."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_runtime import ModelRoute, assemble
from zeroclaw_runtime.context.prompt import ordered_specs, prefix_digest
from zeroclaw_testing.scripted_provider import ScriptedProvider
from zeroclaw_testing.tools import FakeTool, tool_spec

NAMES = ("alpha", "beta", "gamma", "delta")


@given(st.permutations(NAMES))
def test_order_of_registration_changes_neither_order_nor_digest(names: Sequence[str]) -> None:
    def agent_with(tools: Sequence[str]) -> str:
        fakes = [FakeTool(tool_spec(name)) for name in tools]
        return assemble("a", [ModelRoute(ScriptedProvider(), "m")], tools=fakes).prefix_digest

    assert agent_with(names) == agent_with(NAMES)
    specs = ordered_specs([tool_spec(name) for name in names])
    assert [spec.name for spec in specs] == sorted(NAMES)


def test_every_part_of_the_prefix_changes_the_digest() -> None:
    one, other = tool_spec("one"), tool_spec("other")
    wider = tool_spec("one", parameters={"type": "object", "properties": {"a": {}}})
    digests = [
        prefix_digest("system", [one]),
        prefix_digest("system!", [one]),
        prefix_digest("system", [other]),
        prefix_digest("system", [wider]),
        prefix_digest("system", [one, other]),
        prefix_digest("system", []),
    ]
    assert len(set(digests)) == len(digests)


def test_what_the_model_does_not_see_leaves_the_digest_alone() -> None:
    plain, marked = tool_spec("one"), tool_spec("one", idempotent=True)
    assert prefix_digest("s", [plain]) == prefix_digest("s", [marked])
