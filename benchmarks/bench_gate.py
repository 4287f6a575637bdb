"""What the gate costs for each call, by what it judges, beside an item through a channel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from figures import Figure, cpu_of, floor_seconds, options, show

from zeroclaw.home import Home
from zeroclaw.wiring.boundary import Boundary, boundary_of
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.risk import ArgumentRole, Effect, Risk, RiskProfile
from zeroclaw_api.tool import ToolSpec
from zeroclaw_config import BoundarySettings
from zeroclaw_runtime import NativeHost, SubsetValidator
from zeroclaw_runtime.security.gate import judge
from zeroclaw_runtime.tools.catalogue import Catalogue, build_catalogue
from zeroclaw_testing.tools import FakeTool

CALLS: Final = 300
ROUNDS: Final = 5
TEXT: Final[JsonObject] = {
    "type": "object",
    "properties": {"value": {"type": "string"}},
    "required": ["value"],
    "additionalProperties": False,
}
SCRIPTS: Final = {
    "git status": "git status",
    "a pipeline of four": "cd src && grep -rn 'def main' . 2>/dev/null | sort | head -20",
    "a here-document": "cat <<'EOF' > notes.txt\n" + "a line of notes\n" * 50 + "EOF",
}


def _tool(name: str, role: ArgumentRole | None) -> FakeTool:
    roles = {} if role is None else {"value": role}
    effects = frozenset({Effect.EXECUTE})
    return FakeTool(ToolSpec(name, "A tool.", TEXT, Risk.MEDIUM, effects, roles=roles))


def _judge_all(
    calls: Sequence[ToolCall], catalogue: Catalogue, boundary: Boundary, profile: RiskProfile
) -> None:
    validator = SubsetValidator()
    for call in calls:
        judge(call, catalogue, validator, profile, boundary.policies, boundary.place)


def figures() -> list[Figure]:
    """Microseconds a call."""
    tools = [
        _tool("plain", None),
        _tool("file", ArgumentRole.PATH_WRITTEN),
        _tool("shell", ArgumentRole.SCRIPT),
    ]
    profile = RiskProfile()
    catalogue = build_catalogue("main", tools, profile, NativeHost(), SubsetValidator())
    floor = 1e6 * floor_seconds()
    cases = [("a tool that names nothing", "plain", "x"), ("a file to write", "file", "src/a.py")]
    cases += [(f"a command: {name}", "shell", script) for name, script in SCRIPTS.items()]
    found = []
    with TemporaryDirectory() as folder:
        home = Home(Path(folder))
        home.prepare("main")
        boundary = boundary_of("main", BoundarySettings(), home, {"PATH": "/usr/bin"})
        for label, tool, value in cases:
            calls = [ToolCall(CallId(n), tool, {"value": value}) for n in range(1, CALLS + 1)]
            took = cpu_of(partial(_judge_all, calls, catalogue, boundary, profile), ROUNDS) / CALLS
            found.append(Figure(label, 1e6 * took, "us", floor, "an item"))
    return found


def main() -> None:
    """Print the figures."""
    chosen = options("What the gate costs for one call.")
    show("The gate", figures(), as_json=chosen.json)


if __name__ == "__main__":
    main()
