"""Read what a module imports, wherever in it the import stands."""

import ast
from collections.abc import Iterator, Set

from source_tree import Module, calls


def _from(module: Module, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    package = module.name.split(".")
    above = node.level - (1 if module.is_package else 0)
    base = package[: len(package) - above] if above else package
    return ".".join([*base, *([node.module] if node.module else [])])


def imported(module: Module) -> Iterator[tuple[str, int]]:
    """Each dotted name that a module imports with its line.

    Imports in functions and under `TYPE_CHECKING` count, and so does a constant handed to
    `import_module`. `from a import b` gives `a.b`, whether `b` is a module or a name in one.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = _from(module, node)
            for alias in node.names:
                yield f"{base}.{alias.name}", node.lineno
    for name, call in calls(module.tree):
        if name.split(".")[-1] in ("import_module", "__import__") and call.args:
            argument = call.args[0]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value, call.lineno


def resolved(name: str, known: Set[str]) -> str | None:
    """The longest prefix of a dotted name that is a known module."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None
