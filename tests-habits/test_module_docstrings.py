"""Check that the first line of a module says in one sentence what it is for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, Finding, Module, python_files, unexcused, write_tree

LONGEST = 100


def _wrong(module: Module) -> Iterator[str]:
    first = (ast.get_docstring(module.tree) or "").split("\n\n")[0]
    if not first:
        yield "has no docstring"
        return
    if "\n" in first:
        yield "needs more than one line to say what it is for"
    if len(first) > LONGEST:
        yield f"its first line has {len(first)} characters, at most {LONGEST}"
    if not first.endswith("."):
        yield "its first line is no sentence"
    if re.search(r"\band\b", first):
        yield "its first line names two purposes"


def unclear_modules(root: Path) -> list[Finding]:
    """Modules that do not say, or not shortly, what they are for."""
    return [
        Finding(module.key, text)
        for module in python_files(root)
        if module.text.strip()
        for text in _wrong(module)
    ]


def test_every_module_says_what_it_is_for() -> None:
    assert unexcused(unclear_modules(ROOT), "module_docstrings") == []


def test_control_unclear_docstrings_are_found(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "fine.py": '"""Do one thing.\n\nAnd explain it, and more.\n"""',
            "empty.py": "",
            "none.py": "x = 1",
            "two.py": '"""Read and write."""',
            "phrase.py": '"""Reading"""',
            "long.py": f'"""{"a" * LONGEST}."""',
            "lines.py": '"""Read\nthings."""',
        },
    )
    found = {finding.key for finding in unclear_modules(tmp_path)}
    assert found == {"none.py", "two.py", "phrase.py", "long.py", "lines.py"}
