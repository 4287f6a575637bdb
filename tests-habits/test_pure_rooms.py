"""Check that the rooms which only decide import nothing that acts."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from imports import imported, resolved
from source_tree import ROOT, Finding, Module, source_modules, unexcused, write_tree

ACTING = {
    *("trio", "os", "io", "shutil", "socket", "ssl", "subprocess", "tempfile", "threading"),
    *("time", "random", "secrets", "signal", "sqlite3", "logging"),
}


def pure_rooms() -> list[str]:
    """The rooms listed in `pure_rooms.toml`; a room is a module, or a package with all in it."""
    file = Path(__file__).parent / "pure_rooms.toml"
    rooms: list[str] = tomllib.loads(file.read_text(encoding="utf-8"))["rooms"]
    return rooms


def _acts(module: Module, known: Mapping[str, Module], seen: set[str]) -> Iterable[str]:
    """What acting modules one module imports, itself or through others of its distribution."""
    seen.add(module.name)
    for name, line in imported(module):
        if name.split(".")[0] in ACTING:
            yield f"line {line} of {module.name} imports {name.split('.')[0]}"
        below = known.get(resolved(name, known.keys()) or "")
        if below and below.distribution == module.distribution and below.name not in seen:
            yield from _acts(below, known, seen)


def impure_rooms(root: Path, rooms: Iterable[str]) -> list[Finding]:
    """Listed rooms that do not exist, or that import something that acts."""
    known = {module.name: module for module in source_modules(root)}
    found = []
    for room in rooms:
        inside = [m for m in known.values() if m.name == room or m.name.startswith(f"{room}.")]
        if not inside:
            found.append(Finding(room, "is listed as pure, but does not exist"))
        for module in inside:
            # The exports of a whole distribution say nothing about one of its rooms.
            found += [Finding(module.name, text) for text in _acts(module, known, {module.package})]
    return found


def test_rooms_that_decide_import_nothing_that_acts() -> None:
    assert unexcused(impure_rooms(ROOT, pure_rooms()), "pure_rooms") == []


def test_control_a_room_that_acts_is_found(tmp_path: Path) -> None:
    src = "packages/zeroclaw-runtime/src/zeroclaw_runtime"
    write_tree(
        tmp_path,
        {
            f"{src}/turn/guard.py": "import re",
            f"{src}/turn/interpret.py": "from zeroclaw_runtime.clock import now",
            f"{src}/clock.py": "def now(): import time; return time.time()",
        },
    )
    rooms = ["zeroclaw_runtime.turn", "zeroclaw_runtime.gone"]
    assert {finding.key for finding in impure_rooms(tmp_path, rooms)} == {
        "zeroclaw_runtime.turn.interpret",
        "zeroclaw_runtime.gone",
    }
