"""Show that the linter refuses what the habits leave to it."""

import subprocess
import sys

import pytest
from source_tree import ROOT

KERNEL = "packages/zeroclaw-runtime/src/zeroclaw_runtime/x.py"
EDGE = "packages/zeroclaw-tools/src/zeroclaw_tools/x.py"


def refused(path: str, code: str) -> set[str]:
    """The rules that some code would break if it stood at a path of this repository."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "concise"]
    done = subprocess.run(
        [*command, "--stdin-filename", path, "-"],
        cwd=ROOT,
        input=f'"""Do one thing."""\n\n{code}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (line.split(": ", 1)[-1] for line in done.stdout.splitlines() if path in line)
    return {line.split()[0] for line in lines}


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("TID251", "import time\n\nNOW = time.time()"),
        ("TID251", "from datetime import datetime\n\nNOW = datetime.now()"),
        ("TID251", "import os\n\nHOME = os.environ"),
        ("TID251", "import random\n\nDICE = random.random()"),
        ("TID251", "from pathlib import Path\n\nHOME = Path.home()"),
        ("BLE001", "try:\n    f = 1\nexcept Exception:\n    f = 2"),
        ("S110", "try:\n    f = 1\nexcept Exception:\n    pass"),
        ("ERA001", "# x = 1"),
        ("FIX002", "# TO" + "DO: later"),
        ("TID252", "from .turn import engine"),
        ("T201", "print(1)"),
    ],
)
def test_control_the_linter_refuses_it_in_the_kernel(rule: str, code: str) -> None:
    assert rule in refused(KERNEL, code)


def test_control_an_edge_may_read_the_clock() -> None:
    assert "TID251" not in refused(EDGE, "import time\n\nNOW = time.time()")
