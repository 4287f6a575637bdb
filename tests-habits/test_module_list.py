"""Pin what a fresh interpreter loads for the contracts, then for the kernel."""

import sys
from pathlib import Path

import pytest
from source_tree import ROOT, fresh_interpreter, source_folders, write_tree

ATTRS = {"attr", "attrs"}
TRIO = {"trio", "idna", "outcome", "sniffio", "sortedcontainers"}
PINNED = {
    "zeroclaw_api": ATTRS | {"zeroclaw_api"},
    "zeroclaw_runtime": ATTRS | TRIO | {"zeroclaw_api", "zeroclaw_runtime"},
}
# Costly, or a sign that something runs which should not; no import of ours may load these.
REFUSED = {
    *("asyncio", "concurrent.futures.process", "http.client", "http.server", "importlib.metadata"),
    *(
        "multiprocessing",
        "pydoc",
        "sqlite3",
        "tkinter",
        "trio.testing",
        "unittest",
        "urllib.request",
    ),
    *("xml", "httpx", "pydantic", "sqlalchemy", "alembic", "click", "rich"),
}
# Lazy names are asked for one by one, so that laziness does not hide what they load.
CHILD = """
import importlib, sys
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for name in package.__all__:
    getattr(package, name)
print("\\n".join(sorted(set(sys.modules) - before)))
"""


def loaded_modules(root: Path, package: str) -> set[str]:
    """The modules that a package with all its public names loads in a fresh interpreter."""
    paths = source_folders(root)
    return set(fresh_interpreter(CHILD, package, paths=paths).split())


def unpinned(loaded: set[str], package: str) -> set[str]:
    """Loaded modules that are refused, or that come from a package which is not pinned."""
    tops = {name.split(".")[0] for name in loaded}
    known = PINNED[package] | sys.stdlib_module_names
    # Compiled modules of the standard library and of attrs appear under private names.
    strange = {top for top in tops - known if not top.startswith("_")}
    return (loaded & REFUSED) | strange


@pytest.mark.parametrize("package", sorted(PINNED))
def test_a_package_loads_only_what_is_pinned(package: str) -> None:
    assert unpinned(loaded_modules(ROOT, package), package) == set()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import asyncio", "asyncio"),
        ("import trio", "trio"),
        ("def __getattr__(name): import sqlite3; return 1", "sqlite3"),
    ],
)
def test_control_a_refused_module_is_found(tmp_path: Path, line: str, name: str) -> None:
    file = "packages/zeroclaw-api/src/zeroclaw_api/__init__.py"
    write_tree(tmp_path, {file: f"{line}\n__all__ = ['x']\nif 'getattr' not in {line!r}: x = 1"})
    loaded = loaded_modules(tmp_path, "zeroclaw_api")
    assert name in unpinned(loaded, "zeroclaw_api")
