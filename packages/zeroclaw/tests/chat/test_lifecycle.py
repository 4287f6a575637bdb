"""A chat goes from session to session until the person leaves it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from attrs import define, evolve, field

from zeroclaw.chat.lifecycle import chat
from zeroclaw.chat.talk import ChangeAgent, Leave, NewSession, Next, Talk
from zeroclaw.home import Home
from zeroclaw.request import Chosen
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_memory import open_sessions
from zeroclaw_providers import CustomSettings
from zeroclaw_testing.model_server import saying, serve_model

SECONDS = 30
SMALL = CustomSettings(uri="http://127.0.0.1:1/v1", model="small")
LARGE = CustomSettings(uri="http://127.0.0.1:1/v1", model="large")
CHOSEN = Chosen(AgentChoice("main", "custom.home", SMALL), {"custom.home": SMALL})
CHANGED = evolve(CHOSEN, agent=evolve(CHOSEN.agent, settings=LARGE))


@define(eq=False)
class Script:
    """A front at which a person does one thing after another; None is to stay for ever."""

    nexts: list[Next | None]
    talks: list[Talk] = field(factory=list)
    says: str | None = None
    does: Callable[[], None] | None = None

    async def talk(self, talk: Talk) -> Next:
        """See `Front.talk`."""
        self.talks.append(talk)
        if self.says is not None:
            await talk.session.ask(self.says)
        if self.does is not None:
            self.does()
        following = self.nexts.pop(0)
        if following is None:
            await trio.sleep_forever()
        assert following is not None
        return following


async def code_of(script: Script, tmp_path: Path, key: str | None = None) -> int:
    with trio.fail_after(SECONDS):
        return await chat(CHOSEN, Home(tmp_path), {}, key, script)


@pytest.mark.parametrize("code", [0, 1, 130])
async def test_leaving_ends_with_the_code_that_was_given(tmp_path: Path, code: int) -> None:
    assert await code_of(Script([Leave(code)]), tmp_path) == code


async def test_a_session_without_a_key_is_new(tmp_path: Path) -> None:
    script = Script([Leave(0)])
    await code_of(script, tmp_path)
    (talk,) = script.talks
    assert not talk.is_resumed
    assert talk.session.id == f"main/{talk.key}"


async def test_a_session_with_a_key_is_resumed(tmp_path: Path) -> None:
    script = Script([Leave(0)])
    await code_of(script, tmp_path, "holiday")
    (talk,) = script.talks
    assert talk.is_resumed
    assert talk.session.id == "main/holiday"


async def test_a_new_session_has_a_name_of_its_own(tmp_path: Path) -> None:
    script = Script([NewSession(), NewSession(), Leave(0)])
    await code_of(script, tmp_path, "holiday")
    assert len({talk.key for talk in script.talks}) == 3
    assert [talk.is_resumed for talk in script.talks] == [True, False, False]
    assert len({id(talk.opened) for talk in script.talks}) == 1


async def test_another_model_goes_on_in_the_same_session(tmp_path: Path) -> None:
    script = Script([NewSession(), ChangeAgent(CHANGED), Leave(0)])
    await code_of(script, tmp_path)
    _, before, after = script.talks
    assert before.key == after.key
    assert not after.is_resumed
    assert after.chosen == CHANGED
    assert before.opened.agent.routes[0].model == "small"
    assert after.opened.agent.routes[0].model == "large"


async def test_what_was_said_is_there_after_a_change_of_the_model(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("First."), saying("Second."))
            small = evolve(CHOSEN.agent, settings=CustomSettings(uri=server.url, model="small"))
            large = evolve(CHOSEN.agent, settings=CustomSettings(uri=server.url, model="large"))
            script = Script([ChangeAgent(Chosen(large, {})), Leave(0)], says="Hello.")
            assert await chat(Chosen(small, {}), Home(tmp_path), {}, None, script) == 0
    texts = [message.text for message in script.talks[-1].session.conversation]
    assert texts == ["Hello.", "First.", "Hello.", "Second."]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_ends_the_chat_as_cancelled(tmp_path: Path, number: signal.Signals) -> None:
    script = Script([NewSession(), None])

    def signal_the_second_talk() -> None:
        if len(script.talks) == 2:
            os.kill(os.getpid(), number)

    script.does = signal_the_second_talk
    assert await code_of(script, tmp_path) == 130


async def test_a_session_is_free_for_others_once_it_was_left(tmp_path: Path) -> None:
    script = Script([Leave(0)])
    await code_of(script, tmp_path, "holiday")
    with trio.fail_after(SECONDS):
        async with open_sessions(Home(tmp_path).database) as store:
            await store.open(script.talks[0].session.id, "another")


async def test_what_ends_a_talk_ends_the_chat(tmp_path: Path) -> None:
    class Broken(ZeroClawError):
        """The front does not work."""

        error_key = "broken"
        template = "It broke."

    def fail() -> None:
        raise Broken

    with pytest.RaisesGroup(Broken, flatten_subgroups=True):
        await code_of(Script([], does=fail), tmp_path)
