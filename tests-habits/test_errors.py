"""Walk every error of every distribution."""

import re
from collections import Counter
from pathlib import Path

from attrs import frozen
from source_tree import (
    ROOT,
    Finding,
    fresh_interpreter,
    source_folders,
    source_modules,
    unexcused,
    write_tree,
)

KEY = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")
CHILD = """
import importlib, inspect, sys
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    root = importlib.import_module("zeroclaw_api.errors").ZeroClawError
    for cls in list(vars(module).values()):
        if not (inspect.isclass(cls) and issubclass(cls, BaseException)) or cls.__module__ != name:
            continue
        fields = [
            name, cls.__qualname__, str(issubclass(cls, root)),
            str(vars(cls).get("error_key") or ""),
            "documented" if vars(cls).get("__doc__") else "",
            "drawn" if cls.__name__ in (module.__doc__ or "") else "",
        ]
        print("\\t".join(fields))
"""


@frozen
class ErrorClass:
    """What the walk sees of one class of errors."""

    module: str
    name: str
    is_ours: bool
    key: str
    documented: bool
    drawn: bool

    @property
    def where(self) -> str:
        return f"{self.module}.{self.name}"


def error_classes(root: Path) -> list[ErrorClass]:
    """Every exception that a module of ours defines."""
    names = [m.name for m in source_modules(root) if not m.name.endswith("__main__")]
    output = fresh_interpreter(CHILD, *names, paths=source_folders(root))
    rows = (line.split("\t") for line in output.splitlines())
    return [
        ErrorClass(module, name, ours == "True", key, bool(documented), bool(drawn))
        for module, name, ours, key, documented, drawn in rows
    ]


def _wrong(error: ErrorClass) -> list[str]:
    if not error.is_ours:
        return ["is an exception, yet no ZeroClawError"]
    problems = {
        "has no docstring of its own": not error.documented,
        "has no error_key of its own": not error.key,
        f"its error_key {error.key!r} is no dotted name": bool(error.key)
        and not KEY.fullmatch(error.key),
        "is outside of errors.py": not error.module.endswith(".errors"),
        "is missing from the tree in the docstring of its module": not error.drawn,
    }
    return [text for text, holds in problems.items() if holds]


def errors_out_of_order(root: Path) -> list[Finding]:
    """Errors without key or docstring, in the wrong place, or with the key of another."""
    classes = error_classes(root)
    found = [Finding(error.where, text) for error in classes for text in _wrong(error)]
    counted = Counter(error.key for error in classes if error.key)
    found += [
        Finding(error.where, f"shares its error_key {error.key!r}")
        for error in classes
        if counted[error.key] > 1
    ]
    return found


def test_every_error_has_its_place_key_and_docstring() -> None:
    assert error_classes(ROOT), "the walk sees no error at all"
    assert unexcused(errors_out_of_order(ROOT), "errors") == []


ERRORS = '''
"""ZeroClawError
└── Fine, Twin, Bare
"""
class ZeroClawError(Exception):
    """The root."""
    error_key = "error"
class Fine(ZeroClawError):
    """Said when fine."""
    error_key = "fine.thing"
class Twin(ZeroClawError):
    """Said when twin."""
    error_key = "fine.thing"
class Bare(ZeroClawError): ...
class Undrawn(ZeroClawError):
    """Said."""
    error_key = "Un drawn"
'''
ELSEWHERE = '''
from zeroclaw_api.errors import ZeroClawError
class Lost(ZeroClawError):
    """Lost"""
    error_key = "lost"
class Foreign(ValueError): ...
'''


def test_control_errors_out_of_order_are_found(tmp_path: Path) -> None:
    src = "packages/zeroclaw-api/src/zeroclaw_api"
    write_tree(tmp_path, {f"{src}/errors.py": ERRORS, f"{src}/x.py": ELSEWHERE})
    found = {(f.key.rpartition(".")[2], f.text) for f in errors_out_of_order(tmp_path)}
    assert found == {
        ("Bare", "has no docstring of its own"),
        ("Bare", "has no error_key of its own"),
        ("Fine", "shares its error_key 'fine.thing'"),
        ("Foreign", "is an exception, yet no ZeroClawError"),
        ("Lost", "is missing from the tree in the docstring of its module"),
        ("Lost", "is outside of errors.py"),
        ("Twin", "shares its error_key 'fine.thing'"),
        ("Undrawn", "is missing from the tree in the docstring of its module"),
        ("Undrawn", "its error_key 'Un drawn' is no dotted name"),
    }
