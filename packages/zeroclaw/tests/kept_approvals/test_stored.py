"""Approvals outlive the process, but not their revocation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio
from approval_homes import COMMIT, approval, approval_file, given

from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.errors import ApprovalsUnusable
from zeroclaw.kept_approvals.stored import StoredApprovals
from zeroclaw.private_file import locked_file
from zeroclaw_api.approvals import Approvals
from zeroclaw_testing.kits.approvals import ApprovalsConformance


class TestStoredApprovals(ApprovalsConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[Approvals]:
        with TemporaryDirectory() as folder:
            yield StoredApprovals(approval_file(Path(folder)))


async def test_revoked_approval_holds_for_no_further_call(tmp_path: Path) -> None:
    running = StoredApprovals(approval_file(tmp_path))
    with trio.fail_after(30):
        await running.keep(approval())
        again = StoredApprovals(approval_file(tmp_path))
        assert await again.kept("main", "shell") == (COMMIT,)
        approval_file(tmp_path).revoke(lambda _each: True)
        assert await running.kept("main", "shell") == ()


async def test_spoilt_file_approves_nothing_until_it_is_mended(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    whole = file.path.read_bytes()
    running = StoredApprovals(file)
    with trio.fail_after(30):
        assert await running.kept("main", "shell") == (COMMIT,)
        file.path.write_bytes(whole[:-5])
        with pytest.raises(ApprovalsUnusable):
            await running.kept("main", "shell")
        with pytest.raises(ApprovalsUnusable):
            await running.keep(approval(agent="other"))
        assert file.path.read_bytes() == whole[:-5]
        file.path.write_bytes(whole)
        assert await running.kept("main", "shell") == (COMMIT,)


async def test_waiting_for_the_file_can_be_cancelled(tmp_path: Path) -> None:
    file = ApprovalFile(tmp_path / "approvals.json")
    running = StoredApprovals(file)
    with locked_file(file.path, 1), trio.fail_after(4):
        with trio.move_on_after(0.1) as scope:
            await running.keep(approval())
        assert scope.cancelled_caught
