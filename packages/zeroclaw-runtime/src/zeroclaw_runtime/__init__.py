"""The kernel: sessions, turns, the gate; it knows contracts, never a concrete edge."""

from zeroclaw_runtime.agent import Agent, ModelRoute
from zeroclaw_runtime.assembly import assemble, open_session
from zeroclaw_runtime.clock import SystemClock
from zeroclaw_runtime.host.docker import DockerHost
from zeroclaw_runtime.host.native import NativeHost
from zeroclaw_runtime.limits.actions import ActionWindow
from zeroclaw_runtime.limits.budget import BudgetBook, BudgetLimits
from zeroclaw_runtime.limits.settings import Limits, UnpricedPolicy
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.session.actor import SessionActor
from zeroclaw_runtime.stores.in_memory import InMemorySessionStore
from zeroclaw_runtime.tools.function import function_tool
from zeroclaw_runtime.tools.schema import SubsetValidator
from zeroclaw_runtime.workspace.files import RootedFiles, open_workspace

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
    "open_processes",
    "open_session",
    "open_workspace",
]
