"""Renders what the chat's own commands tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field

from zeroclaw.chat.commands import COMMAND_NAMES
from zeroclaw.chat.turn_view import usage_text
from zeroclaw.request import Chosen
from zeroclaw.terminal.cells import cells, cut, pad, wrap
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.wording import sentence
from zeroclaw_api.events import Event, Status, StatusUpdate, UsageUpdate
from zeroclaw_api.services import Words
from zeroclaw_api.session import Session
from zeroclaw_api.tool import ToolSpec
from zeroclaw_api.usage import Money, Usage
from zeroclaw_runtime import Agent, Verdict, verdict_of

__all__ = ["Tally", "help_lines", "intro_lines", "model_lines", "tally_of", "tool_lines"]

REPLAY_CHUNK: Final = 1_000
"""Past events that are held at once."""

_KEYS: Final = ("send", "new_line", "cancel", "fold", "search", "leave")
_VERDICTS: Final = {
    Verdict.RUN: "verdict_run",
    Verdict.ASK: "verdict_ask",
    Verdict.DENY: "verdict_deny",
}


@define
class Tally:
    """What the model requests of a session used; `cost` is None once one of them is unknown."""

    requests: int = 0
    usage: Usage = Usage()
    cost: Money | None = field(default=Money(0))

    def add(self, event: Event) -> None:
        """Count an event, if it tells of a model request."""
        body = event.body
        if isinstance(body, StatusUpdate):
            self.requests += body.status is Status.WAITING_FOR_MODEL
        elif isinstance(body, UsageUpdate):
            self.usage += body.usage
            if self.cost is None or body.cost is None:
                self.cost = None
            else:
                self.cost = Money(self.cost + body.cost)

    def text(self, words: Words) -> str:
        """One sentence."""
        facts = [sentence(words, "requests", {"count": self.requests})]
        facts += usage_text(self.usage, self.cost, words)
        if self.cost is None:
            facts.append(sentence(words, "cost_unknown"))
        return " · ".join(facts)


async def tally_of(session: Session) -> Tally:
    """The sum over all of a session, earlier openings of it included. Raises `StoreError`."""
    tally, after = Tally(), 0
    while events := await session.replay(after, after + REPLAY_CHUNK):
        for event in events:
            tally.add(event)
        after = max(after + REPLAY_CHUNK, events[-1].seq)
    return tally


def intro_lines(chosen: Chosen, key: str, words: Words, width: int) -> tuple[str, ...]:
    """Who answers, where: the first thing of a chat."""
    agent = chosen.agent
    facts = {
        "agent": agent.alias,
        "provider": agent.provider,
        "model": agent.settings.model,
        "session": key,
    }
    return tuple(wrap(exact(sentence(words, "chat_intro", facts)), width))


def help_lines(words: Words, width: int) -> tuple[str, ...]:
    """What can be entered, then which keys do something."""
    rows = [(name, sentence(words, f"help_{name[1:]}")) for name in COMMAND_NAMES]
    rows += [(sentence(words, f"key_{key}"), sentence(words, f"key_{key}_does")) for key in _KEYS]
    return tuple(_table(rows, width))


def tool_lines(agent: Agent, words: Words, width: int) -> tuple[str, ...]:
    """What the agent can do, with whether it asks first."""
    rows = [
        (spec.name, " · ".join((_verdict(agent, spec, words), spec.description.partition(". ")[0])))
        for spec in agent.catalogue.specs
    ]
    return tuple(_table(rows, width)) or (sentence(words, "no_tools"),)


def _verdict(agent: Agent, spec: ToolSpec, words: Words) -> str:
    return sentence(words, _VERDICTS[verdict_of(agent.profile, spec)])


def model_lines(chosen: Chosen, words: Words, width: int) -> tuple[str, ...]:
    """Which model answers, then which others could."""
    rows = [
        ("*" if name == chosen.agent.provider else "", f"{name}  {settings.model}")
        for name, settings in sorted(
            {**chosen.models, chosen.agent.provider: chosen.agent.settings}.items()
        )
    ]
    return (*_table(rows, width), *wrap(sentence(words, "how_to_change_model"), width))


def _table(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    first = max((cells(left) for left, _ in rows), default=0)
    for left, right in rows:
        yield cut(f"  {pad(exact(left), first)}  {exact(' '.join(right.split()))}", width)
