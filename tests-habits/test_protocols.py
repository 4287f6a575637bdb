"""Check that every contract is described, with a conformance kit to its name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, Finding, Module, dotted, source_modules, unexcused, write_tree

KITS = "packages/zeroclaw-testing/src/zeroclaw_testing/kits"
MENTION = re.compile(r"`(zeroclaw_testing(?:\.\w+)+)`")


def protocols(module: Module) -> Iterator[ast.ClassDef]:
    """The Protocol classes at the top of a module."""
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
            if any(dotted(base).split(".")[-1] == "Protocol" for base in bases):
                yield node


def undocumented(root: Path) -> list[Finding]:
    """Protocols, with their methods, that have no docstring."""
    found = []
    for module in source_modules(root, "zeroclaw-api"):
        for protocol in protocols(module):
            methods = (
                n for n in protocol.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            for node in (protocol, *methods):
                if not ast.get_docstring(node):
                    name = node.name if node is protocol else f"{protocol.name}.{node.name}"
                    found.append(Finding(f"{module.key}::{name}", "has no docstring"))
    return found


def without_kit(root: Path) -> list[Finding]:
    """Modules of contracts for which there is no conformance kit of the same name."""
    return [
        Finding(module.key, f"has Protocols; there is no {KITS}/{module.path.name}")
        for module in source_modules(root, "zeroclaw-api")
        if any(protocols(module)) and not (root / KITS / module.path.name).is_file()
    ]


def _names(root: Path) -> set[str]:
    names = set()
    for module in source_modules(root, "zeroclaw-testing"):
        names.add(module.name)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names |= {f"{module.name}.{node.name}", f"{module.package}.{node.name}"}
    return names


def dangling_mentions(root: Path) -> list[Finding]:
    """Fakes and kits that the contracts name, yet `zeroclaw-testing` does not have."""
    known = _names(root)
    return [
        Finding(f"{module.key}::{name}", "is named here, but does not exist")
        for module in source_modules(root, "zeroclaw-api")
        for name in sorted(set(MENTION.findall(module.text)) - known)
    ]


def test_every_contract_says_what_it_is() -> None:
    assert unexcused(undocumented(ROOT), "protocol_docstrings") == []


def test_every_contract_has_its_conformance_kit() -> None:
    assert unexcused(without_kit(ROOT), "conformance_kits") == []


def test_every_fake_that_a_contract_names_exists() -> None:
    assert unexcused(dangling_mentions(ROOT), "named_fakes") == []


def test_control_a_bare_contract_is_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw-api/src/zeroclaw_api/provider.py"
    text = '''
class Provider(Protocol[T]):
    """A thing. Fake: `zeroclaw_testing.Missing`, not `zeroclaw_testing.Fake`."""
    async def stream(self) -> None: ...
    def close(self) -> None:
        """Close it."""
class Bare(typing.Protocol): ...
class Other: ...
'''
    fake = {"packages/zeroclaw-testing/src/zeroclaw_testing/fakes.py": "class Fake: ..."}
    write_tree(tmp_path, {name: text, **fake})
    bare = {finding.key.partition("::")[2] for finding in undocumented(tmp_path)}
    assert bare == {"Provider.stream", "Bare"}
    assert [finding.key for finding in without_kit(tmp_path)] == [name]
    missing = [finding.key for finding in dangling_mentions(tmp_path)]
    assert missing == [f"{name}::zeroclaw_testing.Missing"]


def test_control_a_contract_with_its_kit_is_fine(tmp_path: Path) -> None:
    name = "packages/zeroclaw-api/src/zeroclaw_api/provider.py"
    text = 'class Provider(Protocol):\n    """Of `zeroclaw_testing.kits.provider`."""'
    write_tree(tmp_path, {name: text, f"{KITS}/provider.py": ""})
    assert without_kit(tmp_path) == dangling_mentions(tmp_path) == []
