"""A path is open or closed by its parts, whatever way it is spelled."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_runtime.workspace.rules import (
    PROTECTED_NAMES,
    PathRules,
    Roots,
    holder,
    parts_of,
    refusal,
)

HOME = "/home/me/.zeroclaw"
WORKSPACE = f"{HOME}/agents/a/workspace"
ROOTS = Roots(WORKSPACE, ("/project", "/project/kept/mine"), ("/project/vendor", "/nix/store"))
RULES = PathRules(forbidden=("/project/kept", "/project/.env"), installation=HOME)


def judged(path: str, *, writes: bool, roots: Roots = ROOTS, rules: PathRules = RULES) -> str:
    return refusal(parts_of(path), roots, rules, writes=writes) or "open"


def test_innermost_folder_holds_a_path_by_its_parts() -> None:
    assert holder(ROOTS.paths, parts_of("/project/vendor/x")) == "/project/vendor"
    assert holder(ROOTS.paths, parts_of("/project/vendored")) == "/project"
    assert holder(ROOTS.paths, parts_of("/project")) == "/project"
    assert holder(ROOTS.paths, parts_of("/project-evil/x")) is None
    # The control: as text, the other folder begins like the root.
    assert "/project-evil/x".startswith("/project")
    assert holder(("/",), parts_of("/anything")) == "/"


@pytest.mark.parametrize(
    ("path", "read", "written"),
    [
        ("/project/a", "open", "open"),
        (f"{WORKSPACE}/a", "open", "open"),
        ("/project/vendor/a", "open", "read_only_root"),
        ("/nix/store/x", "open", "read_only_root"),
        ("/project/kept", "forbidden_path", "forbidden_path"),
        ("/project/kept/a", "forbidden_path", "forbidden_path"),
        ("/project/KEPT/a", "forbidden_path", "forbidden_path"),
        ("/project/keptsake", "open", "open"),
        ("/project/.env", "forbidden_path", "forbidden_path"),
        ("/project/kept/mine/a", "open", "open"),
        (f"{HOME}/config.toml", "own_files", "own_files"),
        (f"{HOME}/.secret_key", "own_files", "own_files"),
        (f"{HOME}/data/state.db-wal", "own_files", "own_files"),
        (f"{HOME}/agents/a", "own_files", "own_files"),
        (f"{HOME}/agents/a/workspace-evil/x", "own_files", "own_files"),
        (f"{HOME}/agents/b/workspace/x", "own_files", "own_files"),
        ("/home/me/.ZeroClaw/config.toml", "own_files", "own_files"),
    ],
)
def test_path_is_closed_by_the_rule_nearest_to_it(path: str, read: str, written: str) -> None:
    assert (judged(path, writes=False), judged(path, writes=True)) == (read, written)


@pytest.mark.parametrize("root", ["/home/me", HOME, f"{HOME}/data", f"{HOME}/agents"])
def test_no_root_opens_our_own_files(root: str) -> None:
    roots = evolve(ROOTS, writable=(root,))
    assert judged(f"{HOME}/data/state.db", writes=False, roots=roots) == "own_files"
    assert judged(f"{WORKSPACE}/a", writes=True, roots=roots) == "open"
    # The control: without the rule that root would open them.
    if root != f"{HOME}/agents":
        bare = evolve(RULES, installation=None)
        assert judged(f"{HOME}/data/state.db", writes=False, roots=roots, rules=bare) == "open"


def test_workspace_around_the_installation_does_not_open_it() -> None:
    around = Roots("/home/me")
    assert judged(f"{HOME}/config.toml", writes=False, roots=around) == "own_files"
    assert judged("/home/me/a", writes=True, roots=around) == "open"
    assert judged(f"{HOME}/a", writes=True, roots=Roots(HOME)) == "own_files"


def test_forbidden_path_beats_a_root_at_the_same_place() -> None:
    rules = PathRules(forbidden=("/project", "/"))
    assert judged("/project/a", writes=False, rules=rules) == "forbidden_path"
    assert judged(f"{WORKSPACE}/a", writes=False, rules=rules) == "open"
    assert judged("/a", writes=False, roots=Roots("/"), rules=rules) == "forbidden_path"


def test_folder_that_is_both_writable_and_readable_is_never_written() -> None:
    roots = Roots("/project", ("/libs",), ("/libs",))
    assert judged("/libs/a", writes=True, roots=roots) == "read_only_root"


PROTECTED = [
    *(".git/hooks/pre-commit", ".git/config", ".git/modules/a/b/hooks/x", ".git/modules/a/config"),
    *("deep/er/.git/config", ".git", "deep/.git", ".git/worktrees/w/config.worktree"),
    *(".git/rebase-merge/git-rebase-todo", ".git/objects/info/alternates", "bare.git/config"),
    *("made/HEAD", "made/head", ".hg/hgrc", ".envrc", "a/.envrc", ".vscode/tasks.json"),
    *(".idea/workspace.xml", ".mcp.json", ".bashrc", ".husky/pre-commit", ".gitmodules"),
    # As other file systems take it.
    *(".GIT/config", ".Git/hooks/x", ".git /config", ".git./config", ".git::$INDEX_ALLOCATION/x"),
    *("GIT~1/config", ".g\u200cit/config", ".gi\ufefft/config", ".\uff47it/config", ".ENVRC"),
]


@pytest.mark.parametrize("path", PROTECTED)
def test_what_runs_programs_is_read_but_never_written(path: str) -> None:
    assert judged(f"/project/{path}", writes=True) == "protected_name"
    assert judged(f"/project/{path}", writes=False) == "open"


@pytest.mark.parametrize(
    "path",
    [
        *(".gitignore", ".github/workflows/ci.yml", "git/config", "hooks/pre-commit", "config"),
        *("components/head/index.tsx", "head.html", "x.gitx/config", ".env.local", "envrc", "..."),
    ],
)
def test_names_that_only_look_alike_are_written(path: str) -> None:
    assert judged(f"/project/{path}", writes=True) == "open"


def test_name_above_the_root_protects_nothing_in_it() -> None:
    roots = Roots("/home/me/.claude/worktrees/w")
    assert judged("/home/me/.claude/worktrees/w/a", writes=True, roots=roots) == "open"


NAMES = st.sampled_from(sorted(PROTECTED_NAMES))
PLAIN = st.lists(st.sampled_from(["a", "src", "é"]), max_size=4)


@given(NAMES, PLAIN, PLAIN, st.data())
def test_protected_name_is_found_at_any_depth_in_any_case(
    name: str, before: list[str], after: list[str], data: st.DataObject
) -> None:
    spelled = "".join(data.draw(st.sampled_from([c.lower(), c.upper()])) for c in name)
    path = "/".join(["/project", *before, spelled, *after])
    assert judged(path, writes=True) == "protected_name"
    # The control: the rest of the path is open.
    assert judged("/".join(["/project", *before, *after, "x"]), writes=True) == "open"
