"""Which rules a policy comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy
from zeroclaw_runtime.process.restrict_main import (
    FILE_RIGHTS,
    IOCTL_DEV,
    MAKE_CHAR,
    READ_DIR,
    READ_FILE,
    WRITE_FILE,
    known_rights,
)
from zeroclaw_runtime.sandboxes.landlock_grants import ENTRY_LIMIT, Grants, grants_of


def made(root: Path, *files: str) -> None:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()


def grants(root: Path, *, protected: tuple[str, ...] = (), hidden: tuple[str, ...] = ()) -> Grants:
    policy = SandboxPolicy(
        writable=(str(root),),
        readable=(),
        protected=tuple(f"{root}/{path}" for path in protected),
        hidden=tuple(f"{root}/{path}" for path in hidden),
    )
    return grants_of(policy, 7)


def can(found: Grants, path: Path, right: int) -> bool:
    """Whether a rule on the path, or on a folder above it, gives the right."""
    rules = dict(found.rules)
    return any(rules.get(str(place), 0) & right for place in (path, *path.parents))


def test_workspace_without_exceptions_is_one_rule(tmp_path: Path) -> None:
    made(tmp_path, "a", "b/c")
    found = [path for path, _ in grants(tmp_path).rules if path.startswith(str(tmp_path))]
    assert found == [str(tmp_path)]


def test_everything_but_the_protected_stays_writable(tmp_path: Path) -> None:
    made(tmp_path, "a", "b/c", ".git/config", ".git/hooks/x", ".git/objects/y")
    found = grants(tmp_path, protected=(".git/config", ".git/hooks"))
    for path in ("a", "b/c", ".git/objects/y"):
        assert can(found, tmp_path / path, WRITE_FILE)
    for path in (".git/config", ".git/hooks/x", ".git/new", "new"):
        assert not can(found, tmp_path / path, WRITE_FILE)
        assert can(found, tmp_path / path, READ_FILE)
    assert found.frozen == (str(tmp_path), str(tmp_path / ".git"))


def test_hidden_file_is_neither_read_nor_listed_away(tmp_path: Path) -> None:
    made(tmp_path, ".env", "a")
    found = grants(tmp_path, hidden=(".env",))
    assert not can(found, tmp_path / ".env", READ_FILE | WRITE_FILE)
    assert can(found, tmp_path, READ_DIR)
    assert found.unlisted == ()


def test_folder_of_a_hidden_folder_is_not_listed(tmp_path: Path) -> None:
    made(tmp_path, "keys/a", "b")
    found = grants(tmp_path, hidden=("keys",))
    assert not can(found, tmp_path / "keys", READ_DIR)
    assert found.unlisted == (str(tmp_path),)
    assert can(found, tmp_path / "b", WRITE_FILE)


def test_workspace_beneath_something_hidden_was_named_on_purpose(tmp_path: Path) -> None:
    made(tmp_path, "project/a")
    policy = SandboxPolicy(writable=(f"{tmp_path}/project",), readable=(), hidden=(str(tmp_path),))
    assert can(grants_of(policy, 7), tmp_path / "project" / "a", WRITE_FILE)


def test_workspace_beneath_something_protected_is_read_only(tmp_path: Path) -> None:
    made(tmp_path, "project/a")
    policy = SandboxPolicy(
        writable=(f"{tmp_path}/project",), readable=(), protected=(str(tmp_path),)
    )
    found = grants_of(policy, 7)
    assert not can(found, tmp_path / "project" / "a", WRITE_FILE)
    assert can(found, tmp_path / "project" / "a", READ_FILE)


@pytest.mark.parametrize(("beside", "unprotected"), [((), (".git/hooks",)), ((".git/config",), ())])
def test_absent_protected_path_is_admitted_unless_its_folder_is_frozen(
    tmp_path: Path, beside: tuple[str, ...], unprotected: tuple[str, ...]
) -> None:
    made(tmp_path, "a", *beside)
    found = grants(tmp_path, protected=(".git/hooks", *beside))
    assert found.unprotected == tuple(f"{tmp_path}/{path}" for path in unprotected)


@pytest.mark.parametrize("kind", ["writable", "readable", "protected", "hidden"])
def test_link_that_a_command_can_replace_is_refused(tmp_path: Path, kind: str) -> None:
    made(tmp_path, "project/a", "elsewhere/hooks")
    (tmp_path / "project" / "link").symlink_to(tmp_path / "elsewhere")
    link, work = f"{tmp_path}/project/link/hooks", f"{tmp_path}/project"
    policy = {
        "writable": SandboxPolicy(writable=(work, link), readable=()),
        "readable": SandboxPolicy(writable=(work,), readable=(link,)),
        "protected": SandboxPolicy(writable=(work,), readable=(), protected=(link,)),
        "hidden": SandboxPolicy(writable=(work,), readable=(), hidden=(link,)),
    }[kind]
    with pytest.raises(SandboxUnavailable, match="symbolic link"):
        grants_of(policy, 7)


def test_link_beside_something_protected_gives_no_right_to_its_target(tmp_path: Path) -> None:
    made(tmp_path, "project/config", "elsewhere/secret")
    (tmp_path / "project" / "link").symlink_to(tmp_path / "elsewhere")
    found = grants(tmp_path / "project", protected=("config",))
    assert not can(found, tmp_path / "elsewhere" / "secret", READ_FILE)


def test_workspace_behind_a_link_of_the_host_is_its_target(tmp_path: Path) -> None:
    made(tmp_path, "real/a")
    (tmp_path / "project").symlink_to(tmp_path / "real")
    assert can(grants(tmp_path / "project"), tmp_path / "real" / "a", WRITE_FILE)


def test_too_many_entries_are_refused_instead_of_left_out(tmp_path: Path) -> None:
    made(tmp_path, "config", *(f"{number}" for number in range(ENTRY_LIMIT)))
    with pytest.raises(SandboxUnavailable, match="entries"):
        grants(tmp_path, protected=("config",))


@pytest.mark.parametrize("abi", range(3, 8))
def test_no_rule_has_a_right_that_the_kernel_does_not_know(tmp_path: Path, abi: int) -> None:
    made(tmp_path, "a", "config")
    policy = SandboxPolicy(
        writable=(str(tmp_path),), readable=(), protected=(f"{tmp_path}/config",)
    )
    for path, rights in grants_of(policy, abi).rules:
        known = known_rights(abi) if Path(path).is_dir() else known_rights(abi) & FILE_RIGHTS
        assert rights & ~known == 0
        assert rights


def test_devices_cannot_be_made_nor_the_terminal_typed_into(tmp_path: Path) -> None:
    rules = dict(grants(tmp_path).rules)
    assert not rules[str(tmp_path)] & MAKE_CHAR
    assert not rules.get("/dev/tty", 0) & IOCTL_DEV


def test_names_of_hosts_are_for_an_open_network_only(tmp_path: Path) -> None:
    policy = SandboxPolicy(writable=(), readable=(), network=NetworkAccess.OPEN)
    assert can(grants_of(policy, 7), Path("/etc/hosts"), READ_FILE)
    assert not can(grants(tmp_path), Path("/etc/hosts"), READ_FILE)
