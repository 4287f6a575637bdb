"""Show that the type checker refuses what the habits leave to it."""

import subprocess
import sys
from pathlib import Path

import pytest
from source_tree import ROOT

KERNEL = "packages/zeroclaw-runtime/src/zeroclaw_runtime/errors.py"
EDGE = "packages/zeroclaw-tools/src/zeroclaw_tools/__init__.py"
EXPLICIT_ANY = "from typing import Any\n\n\ndef f(x: dict[str, Any]) -> None: ...\n"
UNANNOTATED = "def f(x): ...\n"
OPEN_MATCH = """
from typing import assert_never

def f(x: int | str) -> int:
    match x:
        case int():
            return 1
        case _:
            assert_never(x)
"""


def complaints(path: str, code: str, tmp_path: Path) -> str:
    """What the type checker would say of some code if it stood at a path of this repository."""
    shadow = tmp_path / "shadow.py"
    shadow.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--follow-imports=silent"]
    done = subprocess.run(
        [*command, "--shadow-file", path, str(shadow), path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        (EXPLICIT_ANY, "[explicit-any]"),
        (UNANNOTATED, "[no-untyped-def]"),
        (OPEN_MATCH, 'Argument 1 to "assert_never"'),
    ],
)
def test_control_the_type_checker_refuses_it_in_the_kernel(
    tmp_path: Path, code: str, complaint: str
) -> None:
    assert complaint in complaints(KERNEL, code, tmp_path)


def test_control_an_edge_may_name_any_where_json_comes_in(tmp_path: Path) -> None:
    assert "[explicit-any]" not in complaints(EDGE, EXPLICIT_ANY, tmp_path)
