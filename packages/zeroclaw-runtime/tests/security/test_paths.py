"""A path is judged before the call as it will be held to when the file is opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import PathForbidden, PathOutside, PathUnusable
from zeroclaw_api.risk import Risk
from zeroclaw_runtime import open_workspace
from zeroclaw_runtime.security.paths import PathVerdict, judge_path
from zeroclaw_runtime.workspace.canonical import real_roots, real_rules
from zeroclaw_runtime.workspace.rules import PathRules, Roots

ROOTS = Roots("/project", ("/libs",), ("/nix/store",), (("/alias", "/libs/x"),))
RULES = PathRules(forbidden=("/project/kept",), home="/home/me")


def judged(path: str, *, writes: bool = False, rules: PathRules = RULES) -> PathVerdict:
    return judge_path(path, roots=ROOTS, rules=rules, writes=writes)


@pytest.mark.parametrize(
    "path",
    ["a", "./a/../b", "/project/a", "/libs/a", "../libs/a", "/alias/a", "/project", "%2e%2e/x"],
)
def test_path_inside_is_read_at_low_and_written_at_medium_risk(path: str) -> None:
    assert judged(path) == PathVerdict(Risk.LOW, "inside")
    assert judged(path, writes=True) == PathVerdict(Risk.MEDIUM, "inside")


@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../x",
        "a/../../x",
        "/etc/passwd",
        "/project-evil/x",
        "/",
        "~",
        "~/x",
        "/alias/../../etc",
    ],
)
def test_path_outside_is_denied_by_its_text(path: str) -> None:
    denied = PathVerdict(Risk.HIGH, "path_outside", "path_outside")
    assert (judged(path), judged(path, writes=True)) == (denied, denied)


@pytest.mark.parametrize(
    ("path", "read", "written"),
    [
        ("kept/a", "forbidden_path", "forbidden_path"),
        ("a/../kept", "forbidden_path", "forbidden_path"),
        (".git/config", None, "protected_name"),
        ("a/../.git/hooks/x", None, "protected_name"),
        ("/nix/store/x", None, "read_only_root"),
        ("a\0b", "path_outside", "path_outside"),
    ],
)
def test_closed_path_is_denied_with_its_rule(
    path: str, read: str | None, written: str | None
) -> None:
    assert (judged(path).denial, judged(path, writes=True).denial) == (read, written)


@pytest.mark.parametrize("spelled", ["~/x", "~/../me/x", "/home/me/x"])
def test_home_is_open_only_beneath_a_root(spelled: str) -> None:
    roots = Roots("/project", ("/home/me",))
    assert judge_path(spelled, roots=roots, rules=RULES, writes=False).denial is None
    assert judged(spelled).denial == "path_outside"
    assert judged("~/x", rules=PathRules()).denial == "path_outside"


@pytest.mark.parametrize(
    "path", ["~/.zeroclaw/config.toml", "~/../me/.zeroclaw/config.toml", "/home/me/.ZEROCLAW/x"]
)
def test_own_configuration_is_denied_though_home_is_a_root(path: str) -> None:
    roots = Roots("/home/me/.zeroclaw/agents/a/workspace", ("/home/me",))
    rules = PathRules(home="/home/me", installation="/home/me/.zeroclaw")
    assert judge_path(path, roots=roots, rules=rules, writes=False).denial == "own_files"


PIECES = st.sampled_from(["a", "kept", "vendor", ".git", "config", "..", ".", "", "~", "é", "HEAD"])


@given(st.lists(PIECES, max_size=6), st.booleans(), st.booleans())
def test_without_links_both_judges_say_the_same(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], is_absolute: bool, writes: bool
) -> None:
    folder = tmp_path_factory.getbasetemp() / "judged"
    work = folder / "work"
    (work / "vendor").mkdir(parents=True, exist_ok=True)
    roots = real_roots(Roots(str(work), readable=(str(work / "vendor"),)))
    rules = real_rules(PathRules((str(work / "kept"),), home=str(work / "a")))
    path = f"{work}/{'/'.join(pieces)}" if is_absolute else "/".join(pieces).lstrip("/")
    said = judge_path(path, roots=roots, rules=rules, writes=writes).denial
    assert said == held(roots, rules, path, writes=writes)


def held(roots: Roots, rules: PathRules, path: str, *, writes: bool) -> str | None:
    with open_workspace(roots, rules) as files:
        try:
            files.write(path, b"x") if writes else files.read(path, 0, 1)
        except PathOutside:
            return "path_outside"
        except PathForbidden as error:
            return error.rule
        except PathUnusable:
            return None
        finally:
            clear(Path(files.root))
    return None


def clear(work: Path) -> None:
    """Take away what was written, so that no file is in the way of a folder."""
    for path in sorted(work.rglob("*"), reverse=True):
        if path != work / "vendor":
            path.rmdir() if path.is_dir() else path.unlink()
