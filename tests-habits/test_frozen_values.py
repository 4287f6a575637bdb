"""Check that the classes of the contracts are values that nobody can change."""

import ast
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, Finding, Module, dotted, source_modules, unexcused, write_tree

# What a class may be instead of a frozen value; none of these has state of its own.
OTHER_KINDS = {"Protocol", "Enum", "StrEnum", "IntEnum", "Flag", "IntFlag", "NamedTuple"}
MUTABLE = {"list", "dict", "set", "bytearray", "deque", "List", "Dict", "Set", "MutableMapping"}


def _bases(node: ast.ClassDef) -> set[str]:
    plain = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return {dotted(base).split(".")[-1] for base in plain}


def _is_frozen(node: ast.ClassDef) -> bool:
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        name = dotted(call.func if call else decorator).split(".")[-1]
        keywords = {k.arg: ast.unparse(k.value) for k in call.keywords} if call else {}
        if keywords.get("slots") == "False":
            return False
        if name == "frozen" or (name == "define" and keywords.get("frozen") == "True"):
            return True
    return False


def _mutable_fields(node: ast.ClassDef) -> Iterator[str]:
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            used = {dotted(n) for n in ast.walk(line.annotation) if isinstance(n, ast.Name)}
            if used & MUTABLE and "ClassVar" not in used:
                yield line.target.id


def _classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef))


def changeable_values(root: Path) -> list[Finding]:
    """Classes of the api that are neither frozen and slotted nor without state."""
    found = []
    for module in source_modules(root, "zeroclaw-api"):
        for node in _classes(module):
            key = f"{module.key}::{node.name}"
            # Errors are raised, so Python itself writes to them; test_errors.py looks after them.
            if module.path.name == "errors.py" or _bases(node) & OTHER_KINDS:
                continue
            if not _is_frozen(node):
                found.append(Finding(key, "is no frozen, slotted attrs class"))
            for name in _mutable_fields(node):
                found.append(Finding(f"{key}.{name}", "holds something that can be changed"))
    return found


def test_every_value_of_the_api_is_frozen() -> None:
    assert unexcused(changeable_values(ROOT), "frozen_values") == []


def test_control_a_changeable_value_is_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw-api/src/zeroclaw_api/x.py"
    text = """
@define
class Open: ...
class Plain: ...
@frozen(slots=False)
class Dict: ...
@attrs.frozen
class Holder:
    names: list[str]
    facts: tuple[str, ...]
    table: ClassVar[dict[str, str]] = {}
@frozen(kw_only=True)
class Fine: ...
class Kind(Enum): ...
class Contract(Protocol[T]): ...
"""
    found = changeable_values(write_tree(tmp_path, {name: text}))
    names = {finding.key.partition("::")[2] for finding in found}
    assert names == {"Open", "Plain", "Dict", "Holder.names"}
