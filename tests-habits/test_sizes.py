"""Keep modules under 600 lines, functions under 80 without their docstring."""

import ast
from pathlib import Path

from source_tree import ROOT, Finding, functions, python_files, unexcused, write_tree

MODULE_LINES = 600
FUNCTION_LINES = 80
# A contract that needs more has more than one subject.
API_MODULE_LINES = 250


def _code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    lines = node.end_lineno - node.lineno + 1
    if ast.get_docstring(node, clean=False) is not None:
        docstring = node.body[0]
        assert docstring.end_lineno is not None
        lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def oversized(root: Path) -> list[Finding]:
    """Modules and functions above their size."""
    found = []
    for module in python_files(root):
        limit = API_MODULE_LINES if "/zeroclaw-api/src/" in f"/{module.key}" else MODULE_LINES
        lines = module.text.count("\n")
        if lines > limit:
            found.append(Finding(module.key, f"{lines} lines, at most {limit}"))
        for name, node in functions(module.tree):
            if (count := _code_lines(node)) > FUNCTION_LINES:
                text = f"{count} lines without its docstring, at most {FUNCTION_LINES}"
                found.append(Finding(f"{module.key}::{name}", text))
    return found


def test_no_module_or_function_is_oversized() -> None:
    assert unexcused(oversized(ROOT), "sizes") == []


def test_control_oversized_code_is_found(tmp_path: Path) -> None:
    body = "    x = 1\n" * FUNCTION_LINES
    write_tree(
        tmp_path,
        {
            "long.py": "\n" * (MODULE_LINES + 1),
            "packages/zeroclaw-api/src/zeroclaw_api/x.py": "\n" * (API_MODULE_LINES + 1),
            "method.py": "class A:\n    def f(self):\n" + body.replace("    ", " " * 8),
            "fine.py": 'def f():\n    """A.\n' + "\n" * 90 + '    """\n    return 1\n',
        },
    )
    assert sorted(finding.key for finding in oversized(tmp_path)) == [
        "long.py",
        "method.py::A.f",
        "packages/zeroclaw-api/src/zeroclaw_api/x.py",
    ]
