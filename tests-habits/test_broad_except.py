"""Find handlers that catch more than their author can have thought of."""

import ast
from collections.abc import Iterator
from pathlib import Path

from source_tree import (
    ROOT,
    Finding,
    calls,
    dotted,
    functions,
    source_modules,
    unexcused,
    write_tree,
)

BROAD = {"Exception", "BaseException", "BaseExceptionGroup", "ExceptionGroup"}


def _caught(node: ast.expr | None) -> Iterator[str]:
    if node is None:
        yield "everything"
    elif isinstance(node, ast.Tuple):
        for element in node.elts:
            yield from _caught(element)
    else:
        yield dotted(node).split(".")[-1]


def _broad(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            names = {"everything", *BROAD} & set(_caught(node.type))
            yield from ((node.lineno, f"catches {name}") for name in sorted(names))
            if all(isinstance(line, ast.Pass) for line in node.body):
                yield node.lineno, "says nothing but pass"
    for name, call in calls(tree):
        if name.split(".")[-1] == "suppress":
            names = BROAD & {dotted(argument) for argument in call.args}
            yield from ((call.lineno, f"suppresses {name}") for name in sorted(names))


def broad_handlers(root: Path) -> list[Finding]:
    """Broad or silent handlers in sources, named by the innermost function they are in."""
    found = []
    for module in source_modules(root):
        for line, text in _broad(module.tree):
            inside = [
                name
                for name, node in functions(module.tree)
                if node.lineno <= line <= (node.end_lineno or line)
            ]
            found.append(Finding("::".join([module.key, *inside[-1:]]), text))
    return found


def test_only_supervised_edges_catch_everything() -> None:
    assert unexcused(broad_handlers(ROOT), "broad_except") == []


def test_control_broad_and_silent_handlers_are_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw-tools/src/zeroclaw_tools/bad.py"
    text = """
class A:
    def f(self):
        try: g()
        except (ValueError, Exception): log()
def h():
    try: g()
    except OSError: pass
    try: g()
    except: log()
    with contextlib.suppress(BaseException): g()
def fine():
    try: g()
    except OSError as error: raise Ours from error
    with suppress(ValueError): g()
"""
    found = broad_handlers(write_tree(tmp_path, {name: text}))
    assert sorted((finding.key.partition("::")[2], finding.text) for finding in found) == [
        ("A.f", "catches Exception"),
        ("h", "catches everything"),
        ("h", "says nothing but pass"),
        ("h", "suppresses BaseException"),
    ]
