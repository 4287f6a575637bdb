"""Check what every distribution has to have besides its sources."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import stability
from source_tree import ROOT, Finding, unexcused, write_tree

LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
LICENCE = "MIT OR Apache-2.0"


def _range(version: str) -> str:
    major, minor, *_ = version.split(".")
    return f">={major}.{minor},<{major}.{int(minor) + 1}"


def _missing_files(folder: Path, root: Path) -> Iterator[str]:
    package = folder.name.replace("-", "_")
    needed = ["README.md", "CHANGELOG.md", f"src/{package}/__init__.py", f"src/{package}/py.typed"]
    for name in needed:
        if not (folder / name).is_file():
            yield f"has no {name}"
    for name in LICENCES:
        file = folder / name
        if not file.is_file() or file.read_bytes() != (root / name).read_bytes():
            yield f"its {name} is not that of the repository"


def _wrong_metadata(folder: Path, versions: dict[str, str]) -> Iterator[str]:
    file = folder / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    if project["name"] != folder.name:
        yield f"is called {project['name']}"
    if project.get("requires-python") != ">=3.11" or project.get("license") != LICENCE:
        yield "has another licence or needs another Python"
    try:
        stability.tier_of(project.get("classifiers", []), file)
    except stability.UnknownTierError as error:
        yield str(error)
    for line in project.get("dependencies", []):
        for name, version in versions.items():
            wanted = f"{name}{_range(version)}"
            # A longer name that begins alike is another distribution.
            same_name = line.startswith(name) and line[len(name) : len(name) + 1] not in tuple(
                "-_."
            )
            if same_name and line != wanted:
                yield f"requires {line}, not {wanted}"
    changelog = folder / "CHANGELOG.md"
    if changelog.is_file() and f"## {project['version']}" not in changelog.read_text("utf-8"):
        yield f"its changelog says nothing of {project['version']}"


def incomplete_distributions(root: Path) -> list[Finding]:
    """Distributions with missing files or metadata that do not fit the set."""
    folders = sorted(file.parent for file in root.glob("packages/*/pyproject.toml"))
    versions = {
        folder.name: tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"][
            "version"
        ]
        for folder in folders
    }
    return [
        Finding(folder.name, text)
        for folder in folders
        for text in (*_missing_files(folder, root), *_wrong_metadata(folder, versions))
    ]


def test_every_distribution_is_complete() -> None:
    assert unexcused(incomplete_distributions(ROOT), "distributions") == []


def test_control_an_incomplete_distribution_is_found(tmp_path: Path) -> None:
    project = '[project]\nname = "{}"\nversion = "0.3.1"\ndependencies = ["{}"]\n'
    write_tree(
        tmp_path,
        {
            **dict.fromkeys(LICENCES, "text"),
            "packages/a/pyproject.toml": project.format("a", "b>=0.1,<0.2"),
            "packages/a/LICENSE-MIT": "other",
            "packages/b/pyproject.toml": project.format("c", "b-other>=1"),
            "packages/b/CHANGELOG.md": "## 0.2.0",
        },
    )
    texts = "\n".join(f"{f.key} {f.text}" for f in incomplete_distributions(tmp_path))
    for expected in (
        "a requires b>=0.1,<0.2, not b>=0.3,<0.4",
        "a its LICENSE-MIT is not that of the repository",
        "a has no README.md",
        "a has no src/a/py.typed",
        "a has another licence or needs another Python",
        "Development Status is []",
        "b is called c",
        "b its changelog says nothing of 0.3.1",
    ):
        assert expected in texts
    assert "b requires" not in texts
