"""Runs a chat through its sessions, from the first to the one it is left in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import define, field

from zeroclaw.chat.talk import ChangeAgent, Front, Leave, NewSession, Talk
from zeroclaw.home import Home
from zeroclaw.interrupts import CANCELLED, Interrupts, listen_to_signals
from zeroclaw.request import Chosen, new_session_key
from zeroclaw.wiring.agent import OpenedAgent, open_agent
from zeroclaw.wiring.session_names import session_name
from zeroclaw_runtime import open_session

__all__ = ["chat"]


async def chat(
    chosen: Chosen, home: Home, environment: Mapping[str, str], key: str | None, front: Front
) -> int:
    """Talk in a session, without a key in a new one, until the person leaves; the exit code.

    Raises what opening an agent raises, and `StoreError`.
    """
    is_resumed = key is not None
    return await _Chat(chosen, home, environment, front, key or new_session_key(), is_resumed).run()


@define(eq=False)
class _Chat:
    _chosen: Chosen
    _home: Home
    _environment: Mapping[str, str] = field(repr=False)
    _front: Front
    _key: str
    _is_resumed: bool

    async def run(self) -> int:
        is_new = not self._is_resumed
        while True:
            after: Leave | ChangeAgent = Leave(CANCELLED)
            # The agent is outside: what it has begun to write is finished, whatever signal comes.
            async with (
                open_agent(
                    self._chosen.agent, self._home, self._environment, is_session_new=is_new
                ) as opened,
                listen_to_signals() as interrupts,
            ):
                after = await self._through_sessions(opened, interrupts)
            match after:
                case Leave(code=code):
                    return code
                case ChangeAgent(chosen=changed):
                    self._chosen, self._is_resumed, is_new = changed, False, False
                case _:
                    assert_never(after)

    async def _through_sessions(
        self, opened: OpenedAgent, interrupts: Interrupts
    ) -> Leave | ChangeAgent:
        while True:
            name = session_name(self._chosen.agent.alias, self._key)
            async with open_session(opened.agent, name, store=opened.store) as session:
                talk = Talk(
                    opened,
                    session,
                    self._chosen,
                    interrupts,
                    self._key,
                    self._is_resumed,
                )
                after = await self._front.talk(talk)
            if not isinstance(after, NewSession):
                return after
            self._key, self._is_resumed = new_session_key(), False
