"""Check that a public name is exported once, from the package it belongs to."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from source_tree import (
    ROOT,
    Finding,
    Module,
    fresh_interpreter,
    source_folders,
    source_modules,
    unexcused,
    write_tree,
)

CHILD = """
import importlib, sys
for pair in sys.argv[1:]:
    package, _, name = pair.partition(":")
    module = importlib.import_module(package)
    if not hasattr(module, name):
        print(package, f"exports {name}, which it does not have", sep="\\t")
    elif name not in dir(module):
        print(package, f"exports {name}, which dir() does not show", sep="\\t")
"""


def exported(module: Module) -> list[str] | None:
    """The literal `__all__` of a module, or nothing when it has none that can be read."""
    for node in module.tree.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert node.value is not None
            try:
                return [str(name) for name in ast.literal_eval(node.value)]
            except ValueError:
                return None
    return None


def _bound_by_import(module: Module) -> Iterator[str]:
    """Public names that a package's `__init__` takes from its own modules, for checkers too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(module.package):
            for alias in node.names:
                name = alias.asname or alias.name
                if not name.startswith("_"):
                    yield name


def _defined(module: Module) -> set[str]:
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return {
        node.name
        for node in module.tree.body
        if isinstance(node, kinds) and not node.name.startswith("_")
    }


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as ruff sorts an `__all__`."""
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, name


def _list_findings(module: Module, names: list[str] | None) -> Iterator[Finding]:
    if names is None:
        yield Finding(module.key, "has no literal __all__")
        return
    if names != sorted(set(names), key=_order):
        yield Finding(module.key, "__all__ is not sorted, or names something twice")
    for name in sorted(set(_bound_by_import(module)) - set(names)):
        yield Finding(module.key, f"takes {name} from a module without exporting it")


def export_lists(root: Path) -> list[Finding]:
    """Packages whose `__all__` is missing, unsorted, incomplete or repeats another package's."""
    found: list[Finding] = []
    packages = [module for module in source_modules(root) if module.is_package]
    homes: dict[str, Counter[str]] = {}
    for module in packages:
        names = exported(module)
        # A room inside a distribution need not export anything at all.
        if names is None and module.name != module.package and not [*_bound_by_import(module)]:
            continue
        found += _list_findings(module, names)
        homes.setdefault(module.distribution, Counter()).update(set(names or ()))
    for distribution, counted in homes.items():
        for name in sorted(name for name, count in counted.items() if count > 1):
            found.append(Finding(distribution, f"{name} is exported by more than one package"))
    return found


def unresolved_exports(root: Path) -> list[Finding]:
    """Names in an `__all__` that the imported package does not have or does not show."""
    pairs = [
        f"{module.name}:{name}"
        for module in source_modules(root)
        if module.is_package
        for name in exported(module) or ()
    ]
    output = fresh_interpreter(CHILD, *pairs, paths=source_folders(root))
    lines = (line.partition("\t") for line in output.splitlines())
    return [Finding(package, text) for package, _, text in lines]


def unexported_contracts(root: Path) -> list[Finding]:
    """Public classes and functions of `zeroclaw-api` that its `__init__` does not export."""
    modules = source_modules(root, "zeroclaw-api")
    public = {name for m in modules if m.is_package for name in exported(m) or ()}
    return [
        Finding(f"{module.key}::{name}", "is public, yet not exported by zeroclaw_api")
        for module in modules
        if not module.is_package
        for name in sorted(_defined(module) - public)
    ]


def test_export_lists_are_sorted_complete_and_disjoint() -> None:
    assert unexcused(export_lists(ROOT), "export_lists") == []


def test_every_exported_name_can_be_had() -> None:
    assert unexcused(unresolved_exports(ROOT), "unresolved_exports") == []


def test_every_contract_is_exported_by_the_api() -> None:
    assert unexcused(unexported_contracts(ROOT), "unexported_contracts") == []


API = "packages/zeroclaw-api/src/zeroclaw_api"


def test_control_bad_export_lists_are_found(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            f"{API}/__init__.py": "from zeroclaw_api.a import A, B\n__all__ = ['C', 'A']",
            f"{API}/a.py": "class A: ...\nclass B: ...\nclass D: ...",
            f"{API}/room/__init__.py": "__all__ = ['A']\nA = 1",
            "packages/zeroclaw-http/src/zeroclaw_http/__init__.py": "",
        },
    )
    texts = {finding.text for finding in export_lists(tmp_path)}
    assert texts == {
        "__all__ is not sorted, or names something twice",
        "takes B from a module without exporting it",
        "A is exported by more than one package",
        "has no literal __all__",
    }
    missing = [finding.text for finding in unresolved_exports(tmp_path)]
    assert missing == ["exports C, which it does not have"]
    contracts = [finding.key for finding in unexported_contracts(tmp_path)]
    assert contracts == [f"{API}/a.py::B", f"{API}/a.py::D"]


def test_control_a_lazy_name_hidden_from_dir_is_found(tmp_path: Path) -> None:
    text = "__all__ = ['x']\ndef __getattr__(name): return 1"
    found = unresolved_exports(write_tree(tmp_path, {f"{API}/__init__.py": text}))
    assert [finding.text for finding in found] == ["exports x, which dir() does not show"]
