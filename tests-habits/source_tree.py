"""Walk the sources of a tree of distributions, which may be this repository or a small bad one."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parent.parent
_IGNORED = frozenset({".git", ".venv", ".uv", ".nox", "build", "dist", "_build", "__pycache__"})


@dataclass(frozen=True, order=True)
class Finding:
    """One breach of a habit: where it is, as an exception would name it, with what is wrong."""

    key: str
    text: str


@dataclass(frozen=True)
class Module:
    """One Python file; `distribution` and `name` are empty outside of a distribution's `src`."""

    root: Path
    path: Path
    distribution: str = ""
    name: str = ""

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @property
    def key(self) -> str:
        return self.path.relative_to(self.root).as_posix()

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def package(self) -> str:
        """The import name of the distribution that the module belongs to."""
        return self.distribution.replace("-", "_")


def _name_of(file: Path, src: Path) -> str:
    parts = file.relative_to(src).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_modules(root: Path, distribution: str = "*") -> list[Module]:
    """The modules in `packages/<distribution>/src`, sorted by path."""
    return [
        Module(root, file, file.relative_to(root).parts[1], _name_of(file, src))
        for src in sorted(root.glob(f"packages/{distribution}/src"))
        for file in sorted(src.rglob("*.py"))
    ]


def test_modules(root: Path) -> list[Module]:
    """The Python files under a folder of tests."""
    return [
        module
        for module in python_files(root)
        if any(part == "tests" or part.startswith("tests-") for part in module.path.parts)
    ]


def files(root: Path) -> list[Path]:
    """Every file that is or could be committed, sorted."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if (root / ".git").exists():
        done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
        found: Iterable[Path] = (root / name for name in done.stdout.split("\0") if name)
    else:
        found = root.rglob("*")
    return sorted({p for p in found if p.is_file() and _IGNORED.isdisjoint(p.parts)})


def python_files(root: Path) -> list[Module]:
    """Every Python file that is or could be committed."""
    return [Module(root, path) for path in files(root) if path.suffix == ".py"]


def functions(
    tree: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name, methods and nested ones included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def dotted(node: ast.expr) -> str:
    """`a.b.c` of a name or attribute; empty for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call with the dotted name of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield dotted(node.func), node


def _exceptions() -> Mapping[str, Mapping[str, str]]:
    file = Path(__file__).parent / "exceptions.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def unexcused(findings: Iterable[Finding], habit: str) -> list[str]:
    """What the exceptions of a habit leave, with each exception that excuses nothing.

    An exception whose name ends in `/` excuses everything below that folder.
    """
    excused = _exceptions().get(habit, {})
    remaining, used = [], set()
    for finding in sorted(set(findings)):
        reasons = {name for name in excused if _excuses(name, finding.key)}
        used |= reasons
        if not reasons:
            remaining.append(f"{finding.key}: {finding.text}")
    stale = sorted(excused.keys() - used)
    return remaining + [f"exceptions.toml: [{habit}] {name!r} excuses nothing" for name in stale]


def _excuses(name: str, key: str) -> bool:
    return key.startswith(name) if name.endswith("/") else key == name


def write_tree(root: Path, contents: Mapping[str, str]) -> Path:
    """Write the files of a small tree for a control; returns its root.

    Folders under `src` become packages, so that they stand before installed ones of that name.
    """
    folders = {Path(name).parent for name in contents if "/src/" in name}
    for name, text in {**{f"{f.as_posix()}/__init__.py": "" for f in folders}, **contents}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def fresh_interpreter(code: str, *arguments: str, paths: Iterable[Path]) -> str:
    """Run code in a new isolated interpreter with some folders on its path; returns its output.

    A failing child raises `AssertionError` with what it wrote to standard error.
    """
    head = f"import sys; sys.path[:0] = {[str(path) for path in paths]!r}\n"
    command = [sys.executable, "-I", "-B", "-c", head + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def source_folders(root: Path) -> list[Path]:
    """The `src` folder of every distribution."""
    return sorted(root.glob("packages/*/src"))
