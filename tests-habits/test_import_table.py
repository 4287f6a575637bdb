"""Hold the table of which distribution may import which."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from imports import imported
from source_tree import ROOT, Finding, Module, source_modules, unexcused, write_tree
from source_tree import test_modules as modules_of_tests

API = "zeroclaw-api"
HTTP = "zeroclaw-http"
PARSER = "zeroclaw-tool-call-parser"
TESTING = "zeroclaw-testing"

MAY_IMPORT: dict[str, set[str]] = {
    API: set(),
    PARSER: set(),
    HTTP: {API},
    "zeroclaw-runtime": {API},
    "zeroclaw-config": {API},
    "zeroclaw-providers": {API, HTTP, PARSER},
    "zeroclaw-tools": {API, HTTP},
    "zeroclaw-memory": {API, HTTP},
    "zeroclaw-channels": {API, HTTP},
    "zeroclaw-gateway": {API, HTTP},
    "zeroclaw-hardware": {API},
    "zeroclaw-tui": {API, HTTP},
    "zeroclaw-plugins": {API},
    TESTING: {API},
}
# The wiring alone may import all of them, but nothing that is never released.
MAY_IMPORT["zeroclaw"] = MAY_IMPORT.keys() - {TESTING}

# The kernel and its contracts; every other distribution may import what it declares.
THIRD_PARTY = {
    API: {"attrs"},
    PARSER: set[str](),
    "zeroclaw-runtime": {"attrs", "trio"},
}

DISTRIBUTION_OF = {
    "attr": "attrs",
    "markdown_it": "markdown-it-py",
    "yaml": "pyyaml",
    "OpenSSL": "pyopenssl",
}


def _distribution(top: str) -> str:
    return DISTRIBUTION_OF.get(top, top.replace("_", "-").lower())


def _declared(root: Path, distribution: str) -> set[str]:
    file = root / "packages" / distribution / "pyproject.toml"
    if not file.is_file():
        return set()
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    extras = project.get("optional-dependencies", {}).values()
    lines = [*project.get("dependencies", []), *(line for extra in extras for line in extra)]
    return {re.split(r"[^A-Za-z0-9._-]", line)[0].lower() for line in lines}


def _third_party(module: Module, root: Path) -> set[str]:
    if module.distribution not in THIRD_PARTY:
        return _declared(root, module.distribution)
    return THIRD_PARTY[module.distribution]


def _tops(module: Module) -> Iterator[tuple[str, int]]:
    for name, line in imported(module):
        top = name.split(".")[0]
        if top not in sys.stdlib_module_names:
            yield _distribution(top), line


def forbidden_imports(root: Path) -> list[Finding]:
    """Imports of sources that the table does not allow."""
    found = []
    for module in source_modules(root):
        ours = MAY_IMPORT.get(module.distribution, set()) | {module.distribution}
        for target, line in _tops(module):
            allowed = ours if target in MAY_IMPORT else _third_party(module, root)
            if target not in allowed:
                found.append(Finding(module.key, f"line {line} imports {target}"))
    return found


def forbidden_imports_of_tests(root: Path) -> list[Finding]:
    """Imports of a distribution's tests that reach past it, what it may use, and our fakes."""
    found = []
    for module in modules_of_tests(root):
        first, distribution, *_ = module.path.relative_to(root).parts
        if first != "packages":
            continue
        allowed = MAY_IMPORT.get(distribution, set()) | {distribution, API, TESTING}
        found += [
            Finding(module.key, f"line {line} imports {target}")
            for target, line in _tops(module)
            if target in MAY_IMPORT and target not in allowed
        ]
    return found


def unused_declarations(root: Path) -> list[Finding]:
    """Third-party requirements that no source of their distribution imports."""
    used: dict[str, set[str]] = {}
    for module in source_modules(root):
        used.setdefault(module.distribution, set()).update(top for top, _ in _tops(module))
    return [
        Finding(f"packages/{distribution}/pyproject.toml", f"{name} is declared, not imported")
        for distribution, names in used.items()
        for name in _declared(root, distribution) - names - MAY_IMPORT.keys()
    ]


def test_every_distribution_has_a_row_in_the_table() -> None:
    assert {path.name for path in (ROOT / "packages").iterdir()} == set(MAY_IMPORT)


def test_no_source_imports_what_the_table_forbids() -> None:
    assert unexcused(forbidden_imports(ROOT), "import_table") == []


def test_no_test_reaches_past_its_own_distribution() -> None:
    assert unexcused(forbidden_imports_of_tests(ROOT), "import_table_of_tests") == []


def test_no_requirement_is_declared_without_being_imported() -> None:
    assert unexcused(unused_declarations(ROOT), "unused_declarations") == []


@pytest.mark.parametrize(
    ("distribution", "line"),
    [
        ("zeroclaw-runtime", "import zeroclaw_config"),
        ("zeroclaw-runtime", "def f() -> None:\n    import httpx"),
        ("zeroclaw-runtime", "if TYPE_CHECKING:\n    from zeroclaw_memory.store import Store"),
        ("zeroclaw-runtime", "import_module('zeroclaw_tools.shell')"),
        ("zeroclaw-runtime", "import tree_sitter_bash"),
        ("zeroclaw-api", "import trio"),
        ("zeroclaw-channels", "from zeroclaw_gateway import Server"),
        ("zeroclaw-tools", "import zeroclaw_runtime.process"),
        ("zeroclaw", "import zeroclaw_testing"),
        ("zeroclaw-http", "import undeclared"),
    ],
)
def test_control_a_forbidden_import_is_found(tmp_path: Path, distribution: str, line: str) -> None:
    module = f"packages/{distribution}/src/{distribution.replace('-', '_')}/bad.py"
    assert [f.key for f in forbidden_imports(write_tree(tmp_path, {module: line}))] == [module]


def test_control_an_allowed_import_is_not_a_finding(tmp_path: Path) -> None:
    src = "packages/zeroclaw-runtime/src/zeroclaw_runtime"
    good = "import os\nimport trio\nfrom attrs import frozen\nfrom zeroclaw_api.tool import Tool\n"
    assert forbidden_imports(write_tree(tmp_path, {f"{src}/good.py": good})) == []


def test_control_a_test_of_an_edge_may_not_use_the_kernel(tmp_path: Path) -> None:
    name = "packages/zeroclaw-tools/tests/test_x.py"
    text = "import zeroclaw_runtime\nimport zeroclaw_testing"
    found = forbidden_imports_of_tests(write_tree(tmp_path, {name: text}))
    assert [f.text for f in found] == ["line 1 imports zeroclaw-runtime"]


def test_control_a_declaration_nobody_imports_is_found(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "packages/zeroclaw-http/pyproject.toml": '[project]\ndependencies = ["h11>=0.14"]',
            "packages/zeroclaw-http/src/zeroclaw_http/__init__.py": "",
        },
    )
    assert [f.text for f in unused_declarations(tmp_path)] == ["h11 is declared, not imported"]
