"""Looks at how commands are started here, by starting one."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from typing import Final

from zeroclaw.checks.judging.sandbox import AgentRisk, SandboxFacts
from zeroclaw.words import error_text
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_runtime import open_processes

__all__ = ["landlock_version", "look_at_sandbox"]

BUBBLEWRAP: Final = "bubblewrap"
FORK_SERVER: Final = "forkserver"

_CREATE_RULESET: Final = 444
_ASK_VERSION: Final = 1


async def look_at_sandbox(agents: Mapping[str, AgentRisk]) -> SandboxFacts:
    """Run `true` as an agent's command would run."""
    landlock = landlock_version()
    try:
        async with open_processes(BUBBLEWRAP):
            return SandboxFacts(BUBBLEWRAP, None, landlock, agents)
    except ZeroClawError as error:
        problem = error_text(error)
    try:
        async with open_processes(FORK_SERVER):
            return SandboxFacts(FORK_SERVER, problem, landlock, agents)
    except ZeroClawError as error:
        return SandboxFacts(None, error_text(error), landlock, agents)


def landlock_version() -> int:
    """The version of Landlock's interface that the kernel offers; 0 for none."""
    if sys.platform != "linux":
        return 0
    found = ctypes.CDLL(None).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    return max(0, int(found))
