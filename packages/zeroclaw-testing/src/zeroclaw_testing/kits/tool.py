"""What every tool must show, async or blocking."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Final

import trio
import trio.testing

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject, canonical_json
from zeroclaw_api.messages import Media, Text
from zeroclaw_api.tool import BlockingTool, Tool, ToolOutput, ToolSpec
from zeroclaw_testing.kits.conformance import Conformance, failure_of, needs, optional
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.tool_context import FakeBlockingToolContext, FakeToolContext

__all__ = [
    "BlockingToolConformance",
    "ToolConformance",
    "require_valid_output",
    "require_valid_spec",
]

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_GRACE: Final = 0.4
"""Seconds a blocking call has after it was asked to end."""


def require_valid_spec(spec: ToolSpec) -> None:
    """Fail when no strict provider would take the spec."""
    assert _NAME.fullmatch(spec.name), f"{spec.name!r} is not a name that providers accept"
    assert spec.description.strip(), f"{spec.name} has no description"
    schema = spec.parameters
    assert schema.get("type") == "object", f"the schema of {spec.name} is not of type object"
    properties = schema.get("properties", {})
    assert isinstance(properties, Mapping), f"the properties of {spec.name} are no object"
    for name, inner in properties.items():
        assert isinstance(inner, Mapping), f"the property {name} of {spec.name} has no schema"
    required = schema.get("required", [])
    assert isinstance(required, list | tuple), f"`required` of {spec.name} is no list"
    missing = [name for name in required if name not in properties]
    assert not missing, f"{spec.name} requires {missing}, which it does not describe"
    try:
        canonical_json(schema)
    except TypeError as error:
        raise AssertionError(f"the schema of {spec.name} is not JSON: {error}") from error
    assert spec.effects, f"{spec.name} declares no effect; one that only looks declares READ"
    limit = spec.time_limit
    assert limit is None or limit.total_seconds() > 0, f"{spec.name} has no time to run"


def require_valid_output(output: object) -> None:
    """Fail when the value is no output that a turn can use."""
    assert isinstance(output, ToolOutput), f"{output!r} is no ToolOutput"
    assert isinstance(output.content, tuple), "the content is no tuple"
    for part in output.content:
        assert isinstance(part, Text | Media), f"{part!r} is neither Text nor Media"
    try:
        canonical_json(output.data)
    except TypeError as error:
        raise AssertionError(f"the data is not JSON: {error}") from error


class ToolConformance(Conformance[Tool]):
    """The subject is one async tool; say with which arguments it works, fails, runs on."""

    def args(self) -> JsonObject:
        """Arguments with which a call succeeds."""
        return {}

    @optional
    def failing_args(self) -> JsonObject:
        """Arguments that fit the schema, with which a call fails."""
        raise NotImplementedError

    @optional
    def endless_args(self) -> JsonObject:
        """Arguments with which a call runs until it is cancelled."""
        raise NotImplementedError

    def context(self) -> FakeToolContext:
        """What the call may use."""
        return FakeToolContext()

    def require_clean(self, tool: Tool) -> None:
        """Fail when a cancelled call left something behind; override to look further."""

    async def test_spec_is_one_that_providers_accept(self) -> None:
        async with self.subject() as tool:
            require_valid_spec(tool.spec)

    async def test_spec_stays_the_same(self) -> None:
        async with self.subject() as tool:
            before = deepcopy(tool.spec)
            await tool.run(self.context(), self.args())
            assert tool.spec == before, "the spec changed"

    async def test_call_gives_an_output_of_text_or_media(self) -> None:
        async with self.subject() as tool:
            require_valid_output(await tool.run(self.context(), self.args()))

    async def test_arguments_are_left_as_they_were(self) -> None:
        async with self.subject() as tool:
            args = self.args()
            before = deepcopy(args)
            await tool.run(self.context(), args)
            assert args == before, "the call changed its arguments"

    @needs("failing_args")
    async def test_failure_is_tool_failed_with_words_for_the_model(self) -> None:
        args = self.failing_args()
        async with self.subject() as tool:
            failure = await failure_of(partial(tool.run, self.context(), args))
            assert isinstance(failure, ToolFailed), f"{failure!r} is no ToolFailed"
            assert failure.problem.strip(), "the failure says nothing"

    @needs("endless_args")
    async def test_cancelled_call_ends_at_once_and_leaves_nothing(self) -> None:
        args = self.endless_args()
        async with self.subject() as tool:
            context, begun = self.context(), trio.Event()

            async def call() -> None:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_set_when_settled, begun)
                    await tool.run(context, args)

            await self.cancel_promptly("the call", call, begun)
            if isinstance(context.processes, FakeProcesses):
                assert context.processes.alive == 0, "a process outlived its call"
            self.require_clean(tool)

    async def test_calls_side_by_side_do_not_disturb_each_other(self) -> None:
        async with self.subject() as tool:
            if not tool.spec.is_read_only:
                return
            outputs: list[object] = []

            async def call() -> None:
                outputs.append(await tool.run(self.context(), self.args()))

            async with trio.open_nursery() as nursery:
                for _ in range(4):
                    nursery.start_soon(call)
            assert len(outputs) == 4, "a call got lost"
            for output in outputs:
                require_valid_output(output)


class BlockingToolConformance(Conformance[BlockingTool]):
    """The subject is one tool that runs on a thread; the arguments are as for an async one."""

    def args(self) -> JsonObject:
        """Arguments with which a call succeeds."""
        return {}

    @optional
    def failing_args(self) -> JsonObject:
        """Arguments that fit the schema, with which a call fails."""
        raise NotImplementedError

    @optional
    def endless_args(self) -> JsonObject:
        """Arguments with which a call runs until `cancelled()`, showing progress once."""
        raise NotImplementedError

    async def test_spec_is_one_that_providers_accept(self) -> None:
        async with self.subject() as tool:
            require_valid_spec(tool.spec)

    async def test_call_gives_an_output_of_text_or_media(self) -> None:
        async with self.subject() as tool:
            require_valid_output(await self._run(tool, self.args(), FakeBlockingToolContext()))

    @needs("failing_args")
    async def test_failure_is_tool_failed_with_words_for_the_model(self) -> None:
        args = self.failing_args()
        async with self.subject() as tool:
            failure = await failure_of(partial(self._run, tool, args, FakeBlockingToolContext()))
            assert isinstance(failure, ToolFailed), f"{failure!r} is no ToolFailed"
            assert failure.problem.strip(), "the failure says nothing"

    @needs("endless_args")
    async def test_cancelled_call_returns_within_its_grace(self) -> None:
        args = self.endless_args()
        async with self.subject() as tool:
            context = FakeBlockingToolContext()
            ended = trio.Event()

            async def call() -> None:
                await self._run(tool, args, context)
                ended.set()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(call)
                await context.begun()
                context.cancel()
                with trio.move_on_after(_GRACE) as grace:
                    await ended.wait()
                assert not grace.cancelled_caught, f"it did not return within {_GRACE} s"

    async def _run(
        self, tool: BlockingTool, args: JsonObject, context: FakeBlockingToolContext
    ) -> object:
        run = partial(tool.run_blocking, context, args)
        return await trio.to_thread.run_sync(
            run, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1)
        )


async def _set_when_settled(event: trio.Event) -> None:
    await trio.testing.wait_all_tasks_blocked(0.01)
    event.set()
