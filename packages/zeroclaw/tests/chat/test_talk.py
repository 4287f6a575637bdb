"""The next model is one of the config, or another of the same provider."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw.chat.talk import Talk, with_model
from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import Interrupts
from zeroclaw.request import Chosen
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw_api.identifiers import MessageId, SessionId
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import ModelStore, ScriptedProvider
from zeroclaw_testing import say as saying

URI = "http://127.0.0.1:1/v1"
SMALL = CustomSettings(uri=URI, model="small")
LARGE = CustomSettings(uri=URI, model="large")
CHOSEN = Chosen(
    AgentChoice("main", "custom.small", SMALL), {"custom.small": SMALL, "custom.large": LARGE}
)


def test_a_model_of_the_config_is_taken_with_its_provider() -> None:
    changed = with_model(CHOSEN, "custom.large")
    assert (changed.agent.provider, changed.agent.settings) == ("custom.large", LARGE)
    assert changed.models == CHOSEN.models


@pytest.mark.parametrize("name", ["tiny", "vendor/tiny-1.5", "gpt-4.1"])
def test_any_other_name_is_a_model_of_the_same_provider(name: str) -> None:
    changed = with_model(CHOSEN, name)
    assert changed.agent.provider == "custom.small"
    assert changed.agent.settings == CustomSettings(uri=URI, model=name)


def test_an_alias_that_is_not_in_the_config_is_refused() -> None:
    with pytest.raises(WrongUsage, match=r"no model custom\.huge; .* custom\.large, custom\.small"):
        with_model(CHOSEN, "custom.huge")


def test_a_model_that_is_a_file_takes_no_other_name() -> None:
    local = LocalSettings(model_path=Path("/models/one.gguf"))
    chosen = Chosen(AgentChoice("main", "local.command_line", local), {"local.command_line": local})
    with pytest.raises(WrongUsage, match="a file"):
        with_model(chosen, "other")


async def test_a_message_of_the_conversation_tells_its_text() -> None:
    store = ModelStore()
    agent = assemble("main", [ModelRoute(ScriptedProvider([saying("Hi.")]), "model")])
    with trio.fail_after(10):
        async with open_session(agent, SessionId("main/s"), store=store) as session:
            done = await session.ask("Hello.")
            opened = OpenedAgent(agent, store, trio.lowlevel.checkpoint)
            interrupts = Interrupts(trio.CancelScope())
            talk = Talk(opened, session, CHOSEN, interrupts, "s", is_resumed=False)
            assert talk.text_of(done.message_ids[0]) == "Hello."
            assert talk.text_of(MessageId(99)) is None
