"""Builds the agent that was chosen from what is installed, with the store of its sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final, cast

import trio
from attrs import field, frozen

from zeroclaw.discovery import entry_points
from zeroclaw.errors import EntryPointBroken
from zeroclaw.home import Home
from zeroclaw.logins.opening import InstalledLogins
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.wiring.deferred_store import open_deferred
from zeroclaw.wiring.families import table_factories
from zeroclaw.wiring.programs import open_programs
from zeroclaw.wiring.prompt import system_prompt, talk_prompt
from zeroclaw.wiring.references import LoginReferences, ProgramReferences
from zeroclaw.wiring.routes import RouteBuilder
from zeroclaw.words import current_words, say
from zeroclaw_api.factory import (
    ModelSettings,
    ProviderFactory,
    ProviderServices,
    ToolFactory,
    ToolServices,
)
from zeroclaw_api.groups import PROVIDER_GROUP, TOOL_GROUP
from zeroclaw_api.processes import Processes
from zeroclaw_api.stores import SessionStore
from zeroclaw_api.tool import TurnTool
from zeroclaw_http import HttpClient
from zeroclaw_memory import FileBlobs, open_sessions
from zeroclaw_runtime import (
    Agent,
    NativeHost,
    SystemClock,
    assemble,
    may_remember,
    open_workspace,
)

__all__ = ["OpenedAgent", "open_agent", "provider_factory"]

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

    def may_remember(self, tool_name: str) -> bool:
        """Whether an approval of the tool can hold for the same call later."""
        tool = self.agent.catalogue.get(tool_name)
        return tool is not None and may_remember(self.agent.profile, tool.spec)


@frozen
class EnvironmentSecrets:
    """Secrets from the environment of the process."""

    _environment: Mapping[str, str] = field(repr=False, hash=False)

    def get(self, name: str) -> str | None:
        """See `zeroclaw_api.Secrets`."""
        return self._environment.get(name)


def provider_factory(family: str) -> ProviderFactory[ModelSettings]:
    """The factory of a family of providers, one of its own before one of a table.

    Raises `EntryPointBroken`.
    """
    if family not in entry_points(PROVIDER_GROUP):
        factory = table_factories().get(family)
        if factory is not None:
            return factory
    return cast("ProviderFactory[ModelSettings]", _load(PROVIDER_GROUP, family))


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
    secrets = EnvironmentSecrets(environment)
    async with AsyncExitStack() as stack:
        workspace = stack.enter_context(open_workspace(str(home.workspace(choice.alias))))
        http = await stack.enter_async_context(HttpClient())
        programs = await stack.enter_async_context(open_programs(_open_processes))
        logins = InstalledLogins(home, http)
        blobs = FileBlobs(home.blobs)
        builder = RouteBuilder(
            provider_factory,
            ProviderServices(http, secrets, programs, blobs, logins),
            LoginReferences(logins, ProgramReferences(_open_processes, environment)),
            home.config,
            home.models,
        )
        routes = await builder.routes(choice.chain)
        services = ToolServices(
            http=http,
            host=HOST,
            environment=environment,
            workspace=workspace,
            blobs=blobs,
            secrets=secrets,
            clock=SystemClock(),
            words=current_words(),
        )
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


def _open_processes() -> AbstractAsyncContextManager[Processes]:
    # Loaded by the first program that outlives a turn, which most runs do not have.
    from zeroclaw_runtime import open_processes

    return open_processes()


def _tools(services: ToolServices) -> tuple[TurnTool, ...]:
    factory = cast("ToolFactory[object]", _load(TOOL_GROUP, "core"))
    return factory.build(factory.settings_model()(), services, "core")


def _load(group: str, name: str) -> object:
    entry = entry_points(group).get(name)
    if entry is None:
        raise EntryPointBroken(group=group, name=name, problem=say("entry_point_missing"))
    return entry.load()
