"""No file tool reaches what lies outside, whatever way the path takes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from attacks import SECRET_WORDS, Place, attempt, risk_of

from zeroclaw_api.json import Json, JsonObject

Call = tuple[str, JsonObject]

HOOK: Final = "#!/bin/sh\necho planted\n"
NOBODY: Final = 65534


def reading(path: str | Path) -> Call:
    """A call of the tool that reads."""
    return "file_read", {"path": str(path)}


def writing(path: str | Path, content: str = HOOK) -> Call:
    """A call of the tool that writes."""
    return "file_write", {"path": str(path), "content": content}


def searching(**args: Json) -> Call:
    """A call of the tool that searches in files."""
    return "content_search", {"pattern": "heron", **args}


def _with_links(place: Place) -> None:
    (place.workspace / "link").symlink_to(place.secret)
    (place.workspace / "folder").symlink_to(place.outside)
    (place.workspace / "up").symlink_to("../../../../outside")


WAYS: Final[dict[str, Callable[[Place], Call]]] = {
    "by its absolute path": lambda p: reading(p.secret),
    "by going up": lambda _: reading("../../../../outside/secret.txt"),
    "by going down, then up": lambda _: reading("a/../../../../../outside/secret.txt"),
    "through a link to the file": lambda _: reading("link"),
    "through a link to the folder": lambda _: reading("folder/secret.txt"),
    "through a relative link": lambda _: reading("up/secret.txt"),
    "through the root of a process": lambda p: reading(f"/proc/self/root{p.secret}"),
    "through the working folder of a process": lambda _: reading(
        "/proc/self/cwd/../outside/secret.txt"
    ),
    "by a search of the folder": lambda p: searching(path=str(p.outside)),
    "by a search through a link": lambda _: searching(path="folder"),
    "by a search of all, with links in it": lambda _: searching(output_mode="content"),
}
"""Calls that reach a folder outside, unless something stops them."""

OPENED: Final = tuple(
    name for name in WAYS if "process" not in name and "search of all" not in name
)
"""Those that lead somewhere once the folder is among the roots."""


@pytest.mark.parametrize("name", WAYS)
async def test_file_outside_is_not_read(name: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    _with_links(place)
    tried = await attempt(place, WAYS[name](place))
    assert SECRET_WORDS not in tried.all_told
    assert tried.done.code == 0


@pytest.mark.parametrize("name", OPENED)
async def test_control_same_file_is_read_where_its_folder_is_open(
    name: str, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    _with_links(place)
    (place.workspace / "a").mkdir()
    risk = risk_of(readonly_roots=[str(place.outside)])
    tried = await attempt(place, WAYS[name](place), risk=risk)
    assert SECRET_WORDS in tried.all_told, tried.all_told


async def test_key_of_the_user_is_read_only_where_their_home_is_open(tmp_path: Path) -> None:
    place = Place(tmp_path)
    key = place.root / "user" / ".ssh" / "id"
    key.parent.mkdir(parents=True)
    key.write_text(SECRET_WORDS)
    environment = {"HOME": str(place.root / "user")}
    paths = ("~/.ssh/id", str(key), "../../../../user/.ssh/id")
    tried = await attempt(place, *map(reading, paths), environment=environment)
    assert SECRET_WORDS not in tried.all_told
    control = await attempt(
        place,
        *map(reading, paths),
        risk=risk_of(readonly_roots=["~"]),
        environment=environment,
    )
    assert all(SECRET_WORDS in told for told in control.told), control.all_told


async def test_our_configuration_stays_closed_whatever_is_open(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.workspace / "config").symlink_to(place.home / "config.toml")
    (place.root / "notes.toml").write_text("providers.models of somebody else")
    paths = (
        str(place.home / "config.toml"),
        "../../../config.toml",
        "config",
        str(place.home / "CONFIG.toml"),
        str(place.root / "notes.toml"),
    )
    changes = (writing(place.home / "estop.json", "{}"), writing("../../../config.toml", "x"))
    tried = await attempt(
        place, *map(reading, paths), *changes, risk=risk_of(allowed_roots=[str(place.root)])
    )
    *ours, control = tried.told[: len(paths)]
    assert not any("providers.models" in told for told in ours), tried.all_told
    assert not (place.home / "estop.json").exists()
    assert (place.home / "config.toml").read_text() != "x"
    assert "providers.models" in control, control


async def test_search_of_names_tells_none_outside(tmp_path: Path) -> None:
    place = Place(tmp_path)
    _with_links(place)
    (place.workspace / "mine.txt").write_text("x")
    patterns = ("**/*.txt", "folder/*", "../../../../outside/*", f"{place.outside}/*", "up/*.txt")
    tried = await attempt(place, *(("glob_search", {"pattern": each}) for each in patterns))
    assert not any("secret.txt" in told for told in tried.told), tried.all_told
    assert "mine.txt" in tried.told[0]
    (place.workspace / "secret.txt").write_text("x")
    control = await attempt(place, ("glob_search", {"pattern": "**/*.txt"}))
    assert "secret.txt" in control.all_told


PROTECTED: Final = {
    ".git/hooks/pre-commit": "hooks/pre-commit",
    ".git/config": "git/config",
    ".GIT/hooks/pre-commit": "GIT/hooks/pre-commit",
    "sub/.git/hooks/pre-commit": "sub/git/hooks/pre-commit",
    "linked/pre-commit": "plain/pre-commit",
    ".envrc": "envrc",
    ".bashrc": "bashrc",
    ".vscode/tasks.json": "vscode/tasks.json",
    "sub/../.envrc": "sub/../envrc",
    ".mcp.json": "mcp.json",
}
"""Names that make programs run what is written there, each with one that does not."""


@pytest.mark.parametrize("name", PROTECTED)
async def test_name_that_makes_programs_run_is_not_written(name: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    hooks = place.workspace / ".git" / "hooks"
    for folder in (hooks, place.workspace / "sub", place.workspace / "plain"):
        folder.mkdir(parents=True)
    (place.workspace / "linked").symlink_to(hooks)
    (hooks.parent / "config").write_text("[core]\n")
    before = _files(place)
    change: Call = "file_edit", {"path": name, "old_string": "[core]", "new_string": HOOK}
    tried = await attempt(place, writing(name), change)
    assert _files(place) == before, tried.all_told
    control = await attempt(place, writing(PROTECTED[name]))
    assert (place.workspace / PROTECTED[name]).read_text() == HOOK, control.all_told


def _files(place: Place) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in place.workspace.rglob("*") if path.is_file()}


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file to somebody else")
async def test_other_name_of_a_file_of_somebody_else_is_not_read(tmp_path: Path) -> None:
    place = Place(tmp_path)
    os.chown(place.secret, NOBODY, NOBODY)
    place.secret.chmod(0o600)
    other = place.workspace / "other"
    other.hardlink_to(place.secret)
    tried = await attempt(place, reading("other"), searching(output_mode="content"))
    assert SECRET_WORDS not in tried.all_told
    place.secret.unlink()
    control = await attempt(place, reading("other"))
    assert SECRET_WORDS in control.all_told


async def test_closed_folder_within_the_workspace_is_closed(tmp_path: Path) -> None:
    place = Place(tmp_path)
    closed = place.workspace / "closed"
    closed.mkdir()
    (closed / "note").write_text(SECRET_WORDS)
    (place.workspace / "link").symlink_to(closed)
    wanted = (reading("closed/note"), reading("link/note"), searching(output_mode="content"))
    tried = await attempt(place, *wanted, risk=risk_of(forbidden_paths=["closed"]))
    assert SECRET_WORDS not in tried.all_told
    control = await attempt(place, *wanted)
    assert all(SECRET_WORDS in told for told in control.told), control.all_told


async def test_folder_that_may_be_read_is_not_written(tmp_path: Path) -> None:
    place = Place(tmp_path)
    _with_links(place)
    names = (place.outside / "new", "folder/newer")
    wanted = tuple(writing(name) for name in names)
    outside = [str(place.outside)]
    await attempt(place, *wanted, risk=risk_of(readonly_roots=outside))
    assert [path.name for path in place.outside.iterdir()] == ["secret.txt"]
    await attempt(place, *wanted, risk=risk_of(allowed_roots=outside))
    assert {path.name for path in place.outside.iterdir()} == {"secret.txt", "new", "newer"}
