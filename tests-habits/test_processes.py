"""Check that only the process room of the kernel starts processes."""

import re
from pathlib import Path

from imports import imported
from source_tree import ROOT, Finding, calls, source_modules, unexcused, write_tree

ROOM = "zeroclaw_runtime.process"
MODULES = {"subprocess", "multiprocessing", "pty", "asyncio"}
STARTERS = re.compile(
    r"(os\.(system|popen|fork|forkpty|exec\w+|spawn\w+|posix_spawnp?)"
    r"|trio\.run_process|(trio\.lowlevel\.)?open_process|run_process)$"
)


def process_starters(root: Path) -> list[Finding]:
    """Places outside the process room that start a process, or could."""
    found = []
    for module in source_modules(root):
        if module.name == ROOM or module.name.startswith(f"{ROOM}."):
            continue
        for name, line in imported(module):
            starts = STARTERS.match(name) and name.startswith(("os.", "trio."))
            if name.split(".")[0] in MODULES or starts:
                found.append(Finding(module.key, f"line {line} imports {name}"))
        for name, call in calls(module.tree):
            if STARTERS.match(name):
                found.append(Finding(module.key, f"line {call.lineno} calls {name}"))
    return found


def test_only_the_process_room_starts_processes() -> None:
    assert unexcused(process_starters(ROOT), "processes") == []


def test_control_a_process_started_elsewhere_is_found(tmp_path: Path) -> None:
    src = "packages/zeroclaw-runtime/src/zeroclaw_runtime"
    bad = {
        f"{src}/a.py": "def f(): import subprocess",
        f"{src}/b.py": "import os\nos.system('true')",
        f"{src}/c.py": "async def f(): await trio.run_process(['true'])",
        f"{src}/d.py": "from os import fork",
        f"{src}/processes.py": "os.execvp('true', [])",
    }
    good = {f"{src}/process/spawn.py": "import subprocess", f"{src}/e.py": "os.path.join('a')"}
    found = process_starters(write_tree(tmp_path, {**bad, **good}))
    assert {finding.key for finding in found} == set(bad)
