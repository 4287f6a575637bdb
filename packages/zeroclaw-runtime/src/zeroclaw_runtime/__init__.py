"""The kernel: sessions, turns, the gate; it knows contracts, never a concrete edge.

Names are loaded when they are first used, since nobody needs them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroclaw_runtime.agent import Agent as Agent
    from zeroclaw_runtime.agent import ModelRoute as ModelRoute
    from zeroclaw_runtime.assembly import assemble as assemble
    from zeroclaw_runtime.assembly import open_session as open_session
    from zeroclaw_runtime.clock import SystemClock as SystemClock
    from zeroclaw_runtime.host.docker import DockerHost as DockerHost
    from zeroclaw_runtime.host.native import NativeHost as NativeHost
    from zeroclaw_runtime.limits.actions import ActionWindow as ActionWindow
    from zeroclaw_runtime.limits.budget import BudgetBook as BudgetBook
    from zeroclaw_runtime.limits.budget import BudgetLimits as BudgetLimits
    from zeroclaw_runtime.limits.settings import Limits as Limits
    from zeroclaw_runtime.limits.settings import UnpricedPolicy as UnpricedPolicy
    from zeroclaw_runtime.process.choose import open_processes as open_processes
    from zeroclaw_runtime.security.gate import may_remember as may_remember
    from zeroclaw_runtime.session.actor import SessionActor as SessionActor
    from zeroclaw_runtime.stores.in_memory import InMemorySessionStore as InMemorySessionStore
    from zeroclaw_runtime.tools.function import function_tool as function_tool
    from zeroclaw_runtime.tools.schema import SubsetValidator as SubsetValidator
    from zeroclaw_runtime.workspace.files import RootedFiles as RootedFiles
    from zeroclaw_runtime.workspace.files import open_workspace as open_workspace

__all__ = [
    "ActionWindow",
    "Agent",
    "BudgetBook",
    "BudgetLimits",
    "DockerHost",
    "InMemorySessionStore",
    "Limits",
    "ModelRoute",
    "NativeHost",
    "RootedFiles",
    "SessionActor",
    "SubsetValidator",
    "SystemClock",
    "UnpricedPolicy",
    "assemble",
    "function_tool",
    "may_remember",
    "open_processes",
    "open_session",
    "open_workspace",
]

_HOME = {
    "ActionWindow": "limits.actions",
    "Agent": "agent",
    "BudgetBook": "limits.budget",
    "BudgetLimits": "limits.budget",
    "DockerHost": "host.docker",
    "InMemorySessionStore": "stores.in_memory",
    "Limits": "limits.settings",
    "ModelRoute": "agent",
    "NativeHost": "host.native",
    "RootedFiles": "workspace.files",
    "SessionActor": "session.actor",
    "SubsetValidator": "tools.schema",
    "SystemClock": "clock",
    "UnpricedPolicy": "limits.settings",
    "assemble": "assembly",
    "function_tool": "tools.function",
    "may_remember": "security.gate",
    "open_processes": "process.choose",
    "open_session": "assembly",
    "open_workspace": "workspace.files",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
