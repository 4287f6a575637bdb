"""A search is made by a program that is there; what it says is told within limits."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_api.processes import Command
from zeroclaw_testing import FakeOutcome, FakeProcesses, FakeToolContext, InMemoryWorkspace
from zeroclaw_testing.kits.tool import ToolConformance
from zeroclaw_tools import ContentSearch

FOUND = FakeOutcome(stdout=b"./a.py:1:x\n./b.py:2:\x1b[31mx\n")
HANGING = FakeOutcome(hangs=True)
WORKSPACE = InMemoryWorkspace({"a.py": b"x\n", "d/b.py": b"x\n"})


def ripgrep(command: Command) -> FakeOutcome:
    return HANGING if "endless" in command.argv else FOUND


ENVIRON = {"PATH": "/usr/bin", "LANG": "C"}


def tool() -> ContentSearch:
    return ContentSearch(WORKSPACE, ENVIRON)


async def search(programs: dict[str, FakeOutcome], **args: Json) -> str:
    context = FakeToolContext(processes=FakeProcesses(programs))
    with trio.fail_after(120):
        output = await tool().run(context, {"pattern": "x", **args})
    (text,) = output.content
    assert isinstance(text, Text)
    return text.text


class TestContentSearch(ToolConformance):
    def make(self) -> ContentSearch:
        return tool()

    def context(self) -> FakeToolContext:
        return FakeToolContext(processes=FakeProcesses({"rg": ripgrep}))

    def args(self) -> JsonObject:
        return {"pattern": "x"}

    def failing_args(self) -> JsonObject:
        return {"pattern": "x", "path": "../outside"}

    def endless_args(self) -> JsonObject:
        return {"pattern": "endless"}


async def test_results_are_lines_without_escapes() -> None:
    assert await search({"rg": FOUND}) == "a.py:1:x\nb.py:2:x"


async def test_grep_is_used_where_ripgrep_is_missing() -> None:
    assert await search({"grep": FOUND}) == "a.py:1:x\nb.py:2:x"


async def test_without_any_program_the_failure_names_what_to_install() -> None:
    with pytest.raises(ToolFailed, match="install ripgrep"):
        await search({})
    with pytest.raises(ToolFailed, match="install ripgrep"):
        await search({"grep": FOUND}, multiline=True)


async def test_a_program_starts_in_the_root_with_what_was_given() -> None:
    processes = FakeProcesses({"rg": FOUND})
    with trio.fail_after(5):
        await tool().run(FakeToolContext(processes=processes), {"pattern": "-rf", "path": "d"})
    (command,) = processes.commands
    assert command.cwd == "/workspace"
    assert dict(command.env) == ENVIRON
    assert command.argv[-4:] == ("-e", "-rf", "--", "d")


async def test_no_match_is_no_failure() -> None:
    assert await search({"rg": FakeOutcome(exit_code=1)}) == "Nothing matches."


async def test_a_broken_expression_fails_with_the_words_of_the_program() -> None:
    with pytest.raises(ToolFailed, match="unclosed group"):
        await search({"rg": FakeOutcome(stderr=b"regex: unclosed group", exit_code=2)})


async def test_matches_beside_trouble_are_still_told() -> None:
    text = await search({"rg": FakeOutcome(stdout=b"a:1:x\n", stderr=b"denied", exit_code=2)})
    assert text == "a:1:x\n[Some files could not be searched]"


async def test_many_results_end_with_a_note() -> None:
    many = FakeOutcome(stdout=b"a:1:x\n" * 300_000)
    lines = (await search({"rg": many}, max_results=5)).split("\n")
    assert lines == ["a:1:x"] * 5 + ["[Only the first 5 lines are shown; narrow the search]"]
    assert len(await search({"rg": FakeOutcome(stdout=b"y" * 9_000_000)})) < 50_000


async def test_counts_of_nothing_are_left_out() -> None:
    counted = FakeOutcome(stdout=b"a:0\nb:3\n")
    assert await search({"grep": counted}, output_mode="count") == "b:3"


async def test_an_endless_search_is_stopped(autojump_clock: trio.testing.MockClock) -> None:
    autojump_clock.autojump_threshold = 0.05
    with pytest.raises(ToolFailed, match="longer than 30 s"):
        await search({"rg": HANGING})


@pytest.mark.parametrize(
    "args",
    [
        {"pattern": ""},
        {"pattern": "a\0"},
        {"pattern": "a\nb"},
        {"pattern": "x" * 20_000},
        {"pattern": "\ud800"},
        {"path": ""},
        {"path": "a/../.."},
        {"path": "~"},
        {"path": "~/d"},
        {"path": "/etc"},
        {"path": "missing"},
        {"include": "a\0"},
        {"context_before": 21},
        {"max_results": 0},
        {"output_mode": "all"},
    ],
)
async def test_hostile_arguments_fail_in_words_before_any_program(args: dict[str, Json]) -> None:
    processes = FakeProcesses({"rg": FOUND})
    with trio.fail_after(5), pytest.raises(ToolFailed):
        await tool().run(FakeToolContext(processes=processes), {"pattern": "x", **args})
    assert processes.commands == []
