"""The file of approvals is whole, or else approves nothing."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from approval_homes import AT, COMMIT, HOSTILE, approval, approval_file, given

from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.entries import approvals_text
from zeroclaw.kept_approvals.errors import ApprovalNotKept, ApprovalsNotRevoked, ApprovalsUnusable
from zeroclaw.private_file import MOST_BYTES
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, KeptApproval, SameCall, SamePath
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.principal import Principal

KEEPER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw_api.approvals import KeptApproval, SamePath
from zeroclaw_api.principal import LOCAL_USER
file, name, count = ApprovalFile(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
for number in range(count):
    scope = SamePath(f"{name}{number}")
    file.keep(KeptApproval("main", "file_write", scope, LOCAL_USER, datetime.now(UTC)))
    print(number, flush=True)
"""
FULL_DISK = """
import resource, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.errors import ApprovalNotKept, ApprovalsNotRevoked
from zeroclaw_api.approvals import KeptApproval, SamePath
from zeroclaw_api.principal import LOCAL_USER
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
file = ApprovalFile(Path(sys.argv[1]))
try:
    file.keep(KeptApproval("main", "t", SamePath("new"), LOCAL_USER, datetime.now(UTC)))
except ApprovalNotKept:
    print("not kept")
try:
    file.revoke(lambda _each: True)
except ApprovalsNotRevoked:
    print("not revoked")
"""


def keeper(file: ApprovalFile, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", KEEPER, str(file.path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_approvals_are_written_for_the_owner_alone(tmp_path: Path) -> None:
    other = approval(SamePath(HOSTILE))
    file = given(tmp_path / "home", approval(), other)
    assert approval_file(tmp_path / "home").read() == (approval(), other)
    assert file.path == tmp_path / "home" / "approvals.json"
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700


def test_missing_file_approves_nothing_and_is_not_made(tmp_path: Path) -> None:
    assert approval_file(tmp_path).read() == ()
    assert list(tmp_path.iterdir()) == []


def test_equal_approvals_are_kept_once(tmp_path: Path) -> None:
    again = KeptApproval("main", "shell", COMMIT, Principal("web", "", "b"), AT.replace(year=2027))
    assert given(tmp_path, approval(), again).read() == (approval(),)


@pytest.mark.parametrize(
    "scope", [CommandPrefix(()), CommandPrefix(("",)), SamePath(""), SameCall("")]
)
def test_approval_of_nothing_in_particular_is_never_kept(
    tmp_path: Path, scope: ApprovalScope
) -> None:
    file = given(tmp_path, approval())
    with pytest.raises(ApprovalNotKept, match="what it is for"):
        file.keep(approval(scope))
    assert file.read() == (approval(),)


def test_what_cannot_be_written_down_spoils_nothing(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    for one in (approval(SamePath("\ud800")), approval(agent="\udc00")):
        with pytest.raises(ApprovalNotKept, match="cannot be written"):
            file.keep(one)
    timeless = KeptApproval("main", "t", COMMIT, approval().by, AT.replace(tzinfo=None))
    with pytest.raises(ZeroClawError, match="zone"):
        file.keep(timeless)
    assert file.read() == (approval(),)


def test_file_never_grows_beyond_what_can_be_read(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    with pytest.raises(ApprovalNotKept, match="full"):
        file.keep(approval(SamePath("x" * MOST_BYTES)))
    assert file.read() == (approval(),)


def test_revoked_approvals_are_gone_for_everybody(tmp_path: Path) -> None:
    other = approval(agent="other")
    file, running = given(tmp_path, approval(), other), approval_file(tmp_path)
    assert file.revoke(lambda each: each.agent == "main") == (approval(),)
    assert running.read() == (other,)
    assert file.revoke(lambda each: each.agent == "main") == ()


def make_link(path: Path) -> None:
    real = path.with_name("elsewhere.json")
    real.write_bytes(approvals_text([approval()]))
    path.symlink_to(real)


def write_malformed(path: Path) -> None:
    path.write_bytes(approvals_text([approval()])[:-4])


def write_too_much(path: Path) -> None:
    path.write_bytes(approvals_text([approval()]) + b" " * MOST_BYTES + b"x")


@pytest.mark.parametrize(
    "make", [make_link, write_malformed, write_too_much, Path.touch, Path.mkdir, os.mkfifo]
)
def test_file_of_another_kind_approves_nothing_and_stays(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    file = approval_file(tmp_path)
    make(file.path)
    before = file.path.lstat()
    for work in (file.read, lambda: file.keep(approval()), lambda: file.revoke(lambda _each: True)):
        with pytest.raises(ApprovalsUnusable, match="Nothing counts as approved"):
            work()
    after = file.path.lstat()
    assert (before.st_ino, before.st_mtime_ns, before.st_size) == (
        after.st_ino,
        after.st_mtime_ns,
        after.st_size,
    )


def test_control_same_file_in_its_own_place_is_read(tmp_path: Path) -> None:
    file = approval_file(tmp_path)
    make_link(file.path)
    file.path.unlink()
    (tmp_path / "elsewhere.json").rename(file.path)
    assert file.read() == (approval(),)


def test_folder_that_cannot_be_written_is_told() -> None:
    file = ApprovalFile(Path("/proc/self/approvals.json"))
    assert file.read() == ()
    with pytest.raises(ApprovalNotKept):
        file.keep(approval())
    with pytest.raises(ApprovalsNotRevoked, match="NOTHING WAS REVOKED"):
        file.revoke(lambda _each: True)


def test_full_disk_leaves_the_approvals_as_they_were(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    command = [sys.executable, "-c", FULL_DISK, str(file.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split("\n") == ["not kept", "not revoked", ""]
    assert file.read() == (approval(),)
    assert {each.name for each in tmp_path.iterdir()} == {"approvals.json", "approvals.json.lock"}


def test_no_approval_of_several_processes_is_lost(tmp_path: Path) -> None:
    file = approval_file(tmp_path)
    keepers = [keeper(file, name, 15) for name in "abc"]
    for each in keepers:
        each.communicate(timeout=60)
    scopes = {approval.scope for approval in file.read()}
    assert scopes == {SamePath(f"{name}{number}") for name in "abc" for number in range(15)}


def test_kill_at_any_time_leaves_a_whole_file(tmp_path: Path) -> None:
    file = approval_file(tmp_path)
    for count in range(1, 9):
        each = keeper(file, f"run{count}-", 1000)
        assert each.stdout is not None
        kept = [each.stdout.readline() for _ in range(count)]
        os.kill(each.pid, signal.SIGKILL)
        each.communicate(timeout=60)
        scopes = {one.scope for one in file.read()}
        assert {SamePath(f"run{count}-{int(line)}") for line in kept} <= scopes
    # Nobody holds the lock of a process that was killed.
    file.keep(approval())
