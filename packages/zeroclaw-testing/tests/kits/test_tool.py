"""The tool kit tells a working implementation from a broken one."""

from __future__ import annotations

from threading import Event as ThreadEvent
from typing import ClassVar, cast

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import (
    BlockingTool,
    BlockingToolContext,
    Tool,
    ToolContext,
    ToolOutput,
    ToolSpec,
)
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.tool import BlockingToolConformance, ToolConformance
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, tool_spec

MODES: JsonObject = {
    "type": "object",
    "properties": {"mode": {"type": "string"}},
    "required": ["mode"],
}
SPEC = tool_spec("modal", parameters=MODES)


async def behave(_context: ToolContext, args: JsonObject) -> ToolOutput:
    match args["mode"]:
        case "fail":
            raise ToolFailed(problem="there is no such file")
        case "endless":
            await trio.sleep_forever()
        case _:
            pass
    return ToolOutput.of_text("fine")


def behave_blocking(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
    if args["mode"] == "fail":
        raise ToolFailed(problem="there is no such file")
    if args["mode"] == "endless":
        context.progress("begun")
        while not context.cancelled():
            ThreadEvent().wait(0.01)
    return ToolOutput.of_text("fine")


class TestFakeTool(ToolConformance):
    def make(self) -> Tool:
        return FakeTool(SPEC, behave)

    def args(self) -> JsonObject:
        return {"mode": "work"}

    def failing_args(self) -> JsonObject:
        return {"mode": "fail"}

    def endless_args(self) -> JsonObject:
        return {"mode": "endless"}


class TestFakeBlockingTool(BlockingToolConformance):
    def make(self) -> BlockingTool:
        return FakeBlockingTool(SPEC, behave_blocking)

    def args(self) -> JsonObject:
        return {"mode": "work"}

    def failing_args(self) -> JsonObject:
        return {"mode": "fail"}

    def endless_args(self) -> JsonObject:
        return {"mode": "endless"}


async def fails_raw(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    raise FileNotFoundError("raw")


async def returns_text(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    return cast(ToolOutput, "just text")


async def returns_object(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    return ToolOutput(content=(), data=cast(JsonObject, {"when": object()}))


async def changes_args(_context: ToolContext, args: JsonObject) -> ToolOutput:
    cast("dict[str, str]", args)["mode"] = "changed"
    return ToolOutput.of_text("fine")


async def ends_slowly(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    try:
        await trio.sleep_forever()
    finally:
        with trio.move_on_after(0.2, shield=True):
            await trio.sleep_forever()
    raise AssertionError("unreachable")


class ChangesSpec(FakeTool):
    @property
    def spec(self) -> ToolSpec:
        return evolve(super().spec, description=f"Called {len(self.calls)} times.")


def named(name: str) -> FakeTool:
    return FakeTool(evolve(SPEC, name=name), behave)


def described(**changes: object) -> FakeTool:
    return FakeTool(evolve(SPEC, **changes), behave)  # type: ignore[arg-type]  # broken on purpose


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (named("has space"), "test_spec_is_one_that_providers_accept"),
        (named(""), "test_spec_is_one_that_providers_accept"),
        (described(description=" "), "test_spec_is_one_that_providers_accept"),
        (described(parameters={"type": "array"}), "test_spec_is_one_that_providers_accept"),
        (
            described(parameters={**MODES, "required": ["x"]}),
            "test_spec_is_one_that_providers_accept",
        ),
        (described(parameters={**MODES, "x": {1, 2}}), "test_spec_is_one_that_providers_accept"),
        (described(effects=frozenset()), "test_spec_is_one_that_providers_accept"),
        (ChangesSpec(SPEC, behave), "test_spec_stays_the_same"),
        (FakeTool(SPEC, returns_text), "test_call_gives_an_output_of_text_or_media"),
        (FakeTool(SPEC, returns_object), "test_call_gives_an_output_of_text_or_media"),
        (FakeTool(SPEC, returns_text), "test_calls_side_by_side_do_not_disturb_each_other"),
        (FakeTool(SPEC, changes_args), "test_arguments_are_left_as_they_were"),
        (FakeTool(SPEC, fails_raw), "test_failure_is_tool_failed_with_words_for_the_model"),
        (FakeTool(SPEC), "test_failure_is_tool_failed_with_words_for_the_model"),
        (FakeTool(SPEC, ends_slowly), "test_cancelled_call_ends_at_once_and_leaves_nothing"),
    ],
)
async def test_kit_catches_a_broken_tool(broken: FakeTool, check: str) -> None:
    class Broken(TestFakeTool):
        prompt_limit: ClassVar[float] = 0.1

        def make(self) -> Tool:
            return broken

    await require_caught(getattr(Broken(), check))


def ignores_cancel(_context: BlockingToolContext, _args: JsonObject) -> ToolOutput:
    _context.progress("begun")
    ThreadEvent().wait(0.6)
    return ToolOutput.of_text("late")


def fails_blocking(_context: BlockingToolContext, _args: JsonObject) -> ToolOutput:
    raise KeyError("raw")


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (
            FakeBlockingTool(evolve(SPEC, name="-x"), behave_blocking),
            "test_spec_is_one_that_providers_accept",
        ),
        (
            FakeBlockingTool(SPEC, lambda _context, _args: cast(ToolOutput, None)),
            "test_call_gives_an_output_of_text_or_media",
        ),
        (
            FakeBlockingTool(SPEC, fails_blocking),
            "test_failure_is_tool_failed_with_words_for_the_model",
        ),
        (FakeBlockingTool(SPEC, ignores_cancel), "test_cancelled_call_returns_within_its_grace"),
    ],
)
async def test_kit_catches_a_broken_blocking_tool(broken: FakeBlockingTool, check: str) -> None:
    class Broken(TestFakeBlockingTool):
        def make(self) -> BlockingTool:
            return broken

    await require_caught(getattr(Broken(), check))
