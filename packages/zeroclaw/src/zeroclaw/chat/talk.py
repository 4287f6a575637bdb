"""A conversation under way, with what may come after it."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from attrs import evolve, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import Interrupts
from zeroclaw.request import Chosen
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw.wiring.given import GivenModel
from zeroclaw.words import say
from zeroclaw_api.identifiers import MessageId
from zeroclaw_runtime import SessionActor

__all__ = ["ChangeAgent", "Front", "Leave", "NewSession", "Next", "Talk", "with_model"]


@frozen
class Leave:
    """End the chat with an exit code."""

    code: int


@frozen
class NewSession:
    """Go on in a session that is new."""


@frozen
class ChangeAgent:
    """Go on in the same session with an agent that was changed."""

    chosen: Chosen


Next: TypeAlias = Leave | NewSession | ChangeAgent


@frozen(eq=False)
class Talk:
    """One session that is open, with all that commands ask about.

    `is_resumed` says that the person has not seen what was said in it before.
    """

    opened: OpenedAgent
    session: SessionActor
    chosen: Chosen
    interrupts: Interrupts
    key: str
    is_resumed: bool

    def text_of(self, message_id: MessageId) -> str | None:
        """What a message of the conversation says; None for one that is not in it."""
        messages = reversed(self.session.conversation)
        return next((message.text for message in messages if message.id == message_id), None)


class Front(Protocol):
    """How a person takes part in a talk: on a terminal that is drawn on, or line by line."""

    async def talk(self, talk: Talk) -> Next:
        """Let the person talk until something else is to come. The session stays open."""


def with_model(chosen: Chosen, name: str) -> Chosen:
    """The agent asking another model: one of the config, or another of the same provider.

    Raises `WrongUsage`.
    """
    settings = chosen.models.get(name)
    if settings is not None:
        return evolve(chosen, agent=evolve(chosen.agent, provider=name, settings=settings))
    if "." in name and name.partition(".")[0] in {key.partition(".")[0] for key in chosen.models}:
        known = ", ".join(sorted(chosen.models))
        raise WrongUsage(problem=say("no_such_model", name=name, known=known))
    renamed = GivenModel(model=name).renamed(chosen.agent.settings)
    return evolve(chosen, agent=evolve(chosen.agent, settings=renamed))
