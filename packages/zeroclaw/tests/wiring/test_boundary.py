"""What a risk profile says of reach is what an agent is held to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
import trio

from zeroclaw.home import Home
from zeroclaw.wiring.boundary import Boundary, boundary_of
from zeroclaw_api.processes import Command
from zeroclaw_api.risk import Assessment, Risk
from zeroclaw_api.sandbox import SandboxName
from zeroclaw_config import BoundarySettings
from zeroclaw_runtime import assess_script

SECONDS = 30


def bounded(
    tmp_path: Path,
    settings: BoundarySettings = BoundarySettings(),
    environ: Mapping[str, str] = MappingProxyType({}),
) -> Boundary:
    home = Home(tmp_path / "home")
    home.prepare("main")
    return boundary_of("main", settings, home, {"PATH": "/usr/bin:/bin", **environ})


def judged(boundary: Boundary, script: str) -> Assessment:
    return assess_script(script, boundary.policies)


def test_commands_see_the_usual_variables_and_those_that_were_asked_for(tmp_path: Path) -> None:
    given = {"LC_ALL": "C", "SOME_TOKEN": "s", "LD_PRELOAD": "x.so", "CARGO_HOME": "/c"}
    usual = bounded(tmp_path, environ=given)
    assert dict(usual.environment) == {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    more = bounded(tmp_path, BoundarySettings(passed_variables=("CARGO_HOME",)), given)
    assert dict(more.environment) == {**usual.environment, "CARGO_HOME": "/c"}


def test_home_of_the_user_is_not_that_of_a_confined_command(tmp_path: Path) -> None:
    assert bounded(tmp_path, environ={"HOME": "/home/ada"}).environment["HOME"] == "/tmp"
    # The control: a command that nothing confines has the user's own.
    bare = bounded(tmp_path, BoundarySettings(sandbox="none"), {"HOME": "/home/ada"})
    assert bare.environment["HOME"] == "/home/ada"


def test_secrets_are_in_no_picture_of_a_boundary(tmp_path: Path) -> None:
    boundary = bounded(tmp_path, environ={"LC_ALL": "my-secret"})
    assert "my-secret" not in repr(boundary)
    assert "my-secret" not in boundary.place


@pytest.mark.parametrize(
    ("path", "writes", "rule"),
    [
        ("notes.txt", True, "inside"),
        ("../../../config.toml", False, "path_outside"),
        (".git/hooks/pre-commit", True, "protected_name"),
        ("/etc/passwd", False, "path_outside"),
        ("~/secret", False, "path_outside"),
    ],
)
def test_paths_are_held_to_the_workspace(
    tmp_path: Path, path: str, writes: bool, rule: str
) -> None:
    paths = bounded(tmp_path, environ={"HOME": str(tmp_path / "user")}).policies.paths
    assert paths is not None
    verdict = paths(path, writes)
    assert verdict.rule == rule
    assert (verdict.denial is None) is (rule == "inside")


def test_further_roots_open_what_lies_in_them_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "docs").mkdir()
    settings = BoundarySettings(
        allowed_roots=(str(tmp_path / "shared"),),
        readonly_roots=(str(tmp_path / "docs"),),
        forbidden_paths=(str(tmp_path / "shared" / "closed"),),
    )
    paths = bounded(tmp_path, settings).policies.paths
    assert paths is not None
    assert paths(f"{tmp_path}/shared/a", True).rule == "inside"
    assert paths(f"{tmp_path}/docs/a", False).rule == "inside"
    assert paths(f"{tmp_path}/docs/a", True).denial == "read_only_root"
    assert paths(f"{tmp_path}/shared/closed/a", False).denial == "forbidden_path"
    assert paths(f"{tmp_path}/shared-not/a", False).denial == "path_outside"


def test_our_own_files_stay_closed_whatever_is_allowed(tmp_path: Path) -> None:
    paths = bounded(tmp_path, BoundarySettings(allowed_roots=(str(tmp_path),))).policies.paths
    assert paths is not None
    for name in ("config.toml", ".secret_key", "data/state.db", "ledger/x", "estop.json"):
        assert paths(f"{tmp_path}/home/{name}", False).denial == "own_files"
    # The control: beside them it is open.
    assert paths(f"{tmp_path}/other", True).denial is None


def test_scripts_are_judged_by_their_commands(tmp_path: Path) -> None:
    boundary = bounded(tmp_path)
    assert judged(boundary, "git status && ls").risk is Risk.LOW
    assert judged(boundary, "touch a").risk is Risk.MEDIUM
    assert judged(boundary, "cat <<EOF ; rm -rf notes\nx\nEOF").risk is Risk.HIGH
    assert judged(boundary, "echo 'open").denial == "unparsable"
    only = bounded(tmp_path, BoundarySettings(allowed_commands=frozenset({"ls"})))
    assert judged(only, "ls").denial is None
    assert judged(only, "git status").denial is not None


def test_place_of_an_approval_changes_with_what_confines_commands(tmp_path: Path) -> None:
    names: tuple[SandboxName, ...] = ("auto", "none")
    places = {bounded(tmp_path, BoundarySettings(sandbox=name)).place for name in names}
    places.add(bounded(tmp_path, BoundarySettings(has_network=True)).place)
    places.add(bounded(tmp_path, environ={"TERM": "xterm"}).place)
    assert len(places) == 4
    assert bounded(tmp_path).place == bounded(tmp_path).place


@pytest.mark.bubblewrap
async def test_commands_are_confined_unless_somebody_said_otherwise(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("plain")

    async def read_from(settings: BoundarySettings) -> bytes:
        boundary = bounded(tmp_path, settings)
        command = Command(("cat", str(secret)), boundary.roots.workspace, boundary.environment)
        async with boundary.open_processes() as processes:
            return (await processes.run(command, timeout=20, output_limit=1000)).stdout

    with trio.fail_after(SECONDS):
        assert await read_from(BoundarySettings()) == b""
        # The control: unconfined it is read.
        assert await read_from(BoundarySettings(sandbox="none")) == b"plain"


def test_agent_is_offline_only_where_a_sandbox_keeps_it_so(tmp_path: Path) -> None:
    assert bounded(tmp_path).is_offline
    assert not bounded(tmp_path, BoundarySettings(has_network=True)).is_offline
    assert not bounded(tmp_path, BoundarySettings(sandbox="none")).is_offline


def test_no_command_names_our_own_files_whatever_is_allowed(tmp_path: Path) -> None:
    boundary = bounded(tmp_path, BoundarySettings(allowed_roots=(str(tmp_path),), sandbox="none"))
    config = f"{boundary.roots.workspace}/../../../config.toml"
    for path in (f"{tmp_path}/home/config.toml", config, f"{tmp_path}/home/data/state.db"):
        assert judged(boundary, f"cat {path}").denial is not None
    # The control: a file beside them can be read.
    assert judged(boundary, f"cat {tmp_path}/other").risk is Risk.LOW
    assert judged(boundary, "cat notes.txt").risk is Risk.LOW
