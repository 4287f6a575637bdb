"""The factory of the core tools builds all of them, in one order, from what it is given."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from typing import ClassVar

from zeroclaw_api.factory import ToolFactory, ToolServices
from zeroclaw_api.groups import TOOL_GROUP
from zeroclaw_api.tool import TurnTool
from zeroclaw_testing import (
    FakeHost,
    FakeHttp,
    FixedSecrets,
    InMemoryBlobs,
    InMemoryWorkspace,
    ManualClock,
    PlainWords,
)
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_tools import ContentSearch, CoreToolSettings, FileRead, Shell
from zeroclaw_tools.factory import core

ORDER = [
    "file_read",
    "file_write",
    "file_edit",
    "glob_search",
    "content_search",
    "shell",
    "calculator",
    "ask_user",
]


def services() -> ToolServices:
    return ToolServices(
        http=FakeHttp(),
        host=FakeHost(),
        environment={"PATH": "/usr/bin", "SOME_API_KEY": "secret"},
        workspace=InMemoryWorkspace(),
        blobs=InMemoryBlobs(),
        secrets=FixedSecrets(),
        clock=ManualClock(),
        words=PlainWords(),
    )


class TestCore(FactoryConformance[CoreToolSettings, ToolServices, tuple[TurnTool, ...]]):
    module: ClassVar[str | None] = "zeroclaw_tools.factory"

    def make(self) -> ToolFactory[CoreToolSettings]:
        return core

    def settings(self) -> CoreToolSettings:
        return CoreToolSettings()

    def services(self) -> ToolServices:
        return services()


def test_the_entry_point_leads_to_the_factory() -> None:
    (entry,) = entry_points(group=TOOL_GROUP, name="core")
    assert entry.load() is core
    assert entry.name == core.name


def test_importing_the_factory_loads_no_tool() -> None:
    script = "import sys, zeroclaw_tools.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = {name for name in done.stdout.split() if name.startswith(("zeroclaw", "trio"))}
    assert loaded == {"zeroclaw_tools", "zeroclaw_tools.factory"}


def test_the_tools_come_in_one_order() -> None:
    for alias in ("one", "two"):
        tools = core.build(CoreToolSettings(), services(), alias)
        assert [tool.spec.name for tool in tools] == ORDER


def test_each_tool_gets_the_services_it_was_built_from() -> None:
    given = services()
    tools = core.build(CoreToolSettings(), given, "one")
    assert FileRead(given.workspace) in tools
    assert Shell(given.workspace, given.host, given.environment) in tools
    (search,) = (tool for tool in tools if isinstance(tool, ContentSearch))
    assert (search.workspace, search.environ) == (given.workspace, given.environment)


def test_the_request_stays_small_with_all_tools() -> None:
    """The bound is what a model with a small window can spare: 5.5 kB, about 1,300 tokens."""
    tools = core.build(CoreToolSettings(), services(), "one")
    sent = [
        {
            "type": "function",
            "function": {"name": s.name, "description": s.description}
            | {"parameters": s.parameters},
        }
        for s in (tool.spec for tool in tools)
    ]
    assert len(json.dumps(sent, separators=(",", ":"))) < 5_500


def test_no_tool_shows_the_environment_it_was_given() -> None:
    assert "secret" not in repr(core.build(CoreToolSettings(), services(), "one"))
