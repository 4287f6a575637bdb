"""What every store of approvals must show."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar, Final

from zeroclaw_api.approvals import (
    Approvals,
    ApprovalScope,
    CommandPrefix,
    KeptApproval,
    SameCall,
    SamePath,
)
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_testing.kits.conformance import Conformance

__all__ = ["ApprovalsConformance"]

_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)


def _approval(agent: str, tool: str, scope: ApprovalScope) -> KeptApproval:
    return KeptApproval(agent, tool, scope, LOCAL_USER, _AT)


class ApprovalsConformance(Conformance[Approvals]):
    """The subject is one store that holds nothing yet."""

    time_limit: ClassVar[float] = 5.0

    async def test_what_is_kept_is_found_again_as_it_was(self) -> None:
        async with self.subject() as approvals:
            assert await approvals.kept("main", "shell") == (), "it holds something already"
            scopes = (CommandPrefix(("git", "a b")), SamePath("a\n/b"), SameCall("d" * 64))
            for scope in scopes:
                await approvals.keep(_approval("main", "shell", scope))
            found = await approvals.kept("main", "shell")
            assert set(found) == set(scopes), f"it gives {found}"

    async def test_an_approval_is_for_one_tool_of_one_agent(self) -> None:
        async with self.subject() as approvals:
            await approvals.keep(_approval("main", "shell", CommandPrefix(("git",))))
            for agent, tool in (("other", "shell"), ("main", "file_write"), ("MAIN", "shell")):
                found = await approvals.kept(agent, tool)
                assert found == (), f"{tool} of {agent} has {found}"
