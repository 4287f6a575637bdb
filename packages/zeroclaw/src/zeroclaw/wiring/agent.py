"""Builds the agent that was chosen from what is installed, with the store of its sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import trio
from attrs import frozen

from zeroclaw.discovery import entry_points
from zeroclaw.errors import EntryPointBroken
from zeroclaw.home import Home
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.stored import StoredApprovals
from zeroclaw.wiring.boundary import boundary_of
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.wiring.deferred_store import open_deferred
from zeroclaw.wiring.ledger import open_ledger_on_demand
from zeroclaw.wiring.prompt import system_prompt, talk_prompt
from zeroclaw.wiring.routes import RouteBuilder
from zeroclaw.wiring.services import open_surroundings
from zeroclaw.words import current_words, say
from zeroclaw_api.factory import (
    ToolFactory,
    ToolServices,
)
from zeroclaw_api.groups import TOOL_GROUP
from zeroclaw_api.stores import SessionStore
from zeroclaw_api.tool import TurnTool
from zeroclaw_memory import open_sessions
from zeroclaw_runtime import (
    Agent,
    Guards,
    NativeHost,
    SystemClock,
    assemble,
    open_workspace,
)
from zeroclaw_runtime.security.estop_file import EstopFile

if TYPE_CHECKING:
    from zeroclaw_runtime.security.leaks.detector import LeakDetector

__all__ = ["OpenedAgent", "open_agent"]

HOST: Final = NativeHost()


def _nothing() -> None:
    """All is there already."""


@frozen
class OpenedAgent:
    """An agent, with the store in which its sessions are kept.

    Nothing of a session may be shown before `durable` has returned; it raises `StoreError`.
    `prepare` says that there is time now for what will be needed later.
    """

    agent: Agent
    store: SessionStore
    durable: Callable[[], Awaitable[object]] = trio.lowlevel.checkpoint
    prepare: Callable[[], None] = _nothing


@asynccontextmanager
async def open_agent(
    choice: AgentChoice, home: Home, environment: Mapping[str, str], *, is_session_new: bool
) -> AsyncIterator[OpenedAgent]:
    """The agent, ready for sessions, until the block ends; the first may be said to be new.

    References among the secrets of its models are followed, those of no others. Raises
    `HomeUnusable`, `EntryPointBroken`, `SecretReferenceFailed`, `StoreError`, what factories raise
    and what `StoredLogins.token` does.
    """
    home.prepare(choice.alias)
    async with AsyncExitStack() as stack:
        boundary = boundary_of(choice.alias, choice.boundary, home, environment)
        workspace = stack.enter_context(open_workspace(boundary.roots, boundary.rules))
        lent = await stack.enter_async_context(open_surroundings(home, environment))
        builder = RouteBuilder(lent.services, lent.references, home.config, home.models)
        routes = await builder.routes(choice.chain)
        services = ToolServices(
            http=lent.services.http,
            host=HOST,
            environment=boundary.environment,
            workspace=workspace,
            blobs=lent.blobs,
            secrets=lent.services.secrets,
            clock=SystemClock(),
            words=current_words(),
        )
        ledger = await stack.enter_async_context(open_ledger_on_demand(home.ledger))
        can_act = routes[0].provider.capabilities.native_tools
        agent = assemble(
            choice.alias,
            routes,
            system=(
                system_prompt(choice.alias, workspace.root)
                if can_act
                else talk_prompt(choice.alias)
            ),
            tools=_tools(services) if can_act else (),
            profile=choice.profile,
            guards=Guards(
                policies=boundary.policies,
                place=boundary.place,
                approvals=StoredApprovals(ApprovalFile.of(home)),
                estop=EstopFile(home.estop),
                ledger=ledger,
                open_processes=boundary.open_processes,
                is_offline=boundary.is_offline,
                leaks=partial(_leak_detector, choice, environment),
            ),
            limits=choice.limits,
            host=HOST,
        )
        opening = partial(open_sessions, home.database)
        if is_session_new:
            deferred = await stack.enter_async_context(open_deferred(opening))
            yield OpenedAgent(agent, deferred, deferred.ready, deferred.prepare)
        else:
            store = await stack.enter_async_context(opening())
            yield OpenedAgent(agent, store)


def _leak_detector(
    choice: AgentChoice, environ: Mapping[str, str], is_issued: Callable[[str], bool]
) -> LeakDetector:
    # On a thread of its own, since all of this is loaded by it.
    from zeroclaw_config.secrets.values import secret_values
    from zeroclaw_runtime.security.leaks.detector import LeakDetector
    from zeroclaw_runtime.security.leaks.known import KnownSecrets

    values = secret_values((choice.settings, *choice.models.values()), environ)
    return LeakDetector(KnownSecrets.of(values), is_issued)


def _tools(services: ToolServices) -> tuple[TurnTool, ...]:
    factory = cast("ToolFactory[object]", _load(TOOL_GROUP, "core"))
    return factory.build(factory.settings_model()(), services, "core")


def _load(group: str, name: str) -> object:
    entry = entry_points(group).get(name)
    if entry is None:
        raise EntryPointBroken(group=group, name=name, problem=say("entry_point_missing"))
    return entry.load()
