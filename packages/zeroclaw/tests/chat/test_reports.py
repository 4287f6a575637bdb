"""The commands of the chat tell what is there, in lines that fit."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import trio

from zeroclaw.chat.commands import COMMAND_NAMES
from zeroclaw.chat.reports import (
    Tally,
    help_lines,
    intro_lines,
    model_lines,
    tally_of,
    tool_lines,
)
from zeroclaw.request import Chosen
from zeroclaw.terminal.cells import cells
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.words import current_words
from zeroclaw_api.events import (
    Event,
    EventBody,
    NewToken,
    Status,
    StatusUpdate,
    UsageUpdate,
)
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.risk import Effect, Risk, RiskProfile
from zeroclaw_api.usage import Money, Usage
from zeroclaw_providers import CustomSettings
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import FakeTool, ModelStore, ScriptedProvider, tool_spec
from zeroclaw_testing import say as saying

WORDS = current_words()
SESSION = SessionId("main/s")
SETTINGS = CustomSettings(uri="http://127.0.0.1:1/v1", model="some-model")
CHOSEN = Chosen(
    AgentChoice("main", "custom.home", SETTINGS),
    {"custom.other": CustomSettings(uri="http://127.0.0.1:1/v1", model="big\x1b[2J")},
)


def event(body: EventBody) -> Event:
    return Event(SESSION, 1, None, ("main",), datetime(2026, 1, 1, tzinfo=UTC), body)


def tally_of_requests(*costs: int | None) -> Tally:
    tally = Tally()
    for number, cost in enumerate(costs, 1):
        tally.add(event(StatusUpdate(Status.WAITING_FOR_MODEL, number)))
        money = None if cost is None else Money(cost)
        tally.add(event(UsageUpdate(Usage(1_000, 20), money)))
    return tally


@pytest.mark.parametrize("width", [10, 40, 200])
def test_every_report_fits_with_nothing_to_obey(width: int) -> None:
    tools = [FakeTool(tool_spec("a_tool_with_a_long_name"))]
    agent = assemble("main", [ModelRoute(ScriptedProvider(), "model")], tools=tools)
    lines = (
        *help_lines(WORDS, width),
        *tool_lines(agent, WORDS, width),
        *model_lines(CHOSEN, WORDS, width),
        *intro_lines(CHOSEN, "key\u202e", WORDS, width),
    )
    assert all(cells(line) <= width and line.isprintable() for line in lines)


def test_help_tells_every_command_with_the_keys() -> None:
    text = "\n".join(help_lines(WORDS, 100))
    for word in (*COMMAND_NAMES, "Ctrl+C", "Ctrl+D", "Ctrl+O", "Ctrl+R", "Alt+Enter"):
        assert f"  {word} " in text
    assert not {"help_", "key_"} & {word[:5] for word in text.split()}


def test_the_first_lines_say_who_answers() -> None:
    text = " ".join(intro_lines(CHOSEN, "holiday", WORDS, 100))
    assert text == "main · custom.home · some-model · session holiday · /help tells more"


def test_tools_are_told_with_whether_they_ask_first() -> None:
    def tool(name: str, risk: Risk, effect: Effect) -> FakeTool:
        return FakeTool(tool_spec(name, risk=risk, effects=frozenset({effect})))

    agent = assemble(
        "main",
        [ModelRoute(ScriptedProvider(), "model")],
        tools=[
            tool("look", Risk.LOW, Effect.READ),
            tool("change", Risk.MEDIUM, Effect.WRITE),
            tool("destroy", Risk.HIGH, Effect.EXECUTE),
        ],
        profile=RiskProfile(),
    )
    assert tool_lines(agent, WORDS, 100) == (
        "  change   asks first · The tool change of a test.",
        "  destroy  never runs · The tool destroy of a test.",
        "  look     runs by itself · The tool look of a test.",
    )


def test_an_agent_without_tools_says_so() -> None:
    agent = assemble("main", [ModelRoute(ScriptedProvider(), "model")])
    assert tool_lines(agent, WORDS, 100) == ("This agent has no tools.",)


def test_models_are_listed_with_the_one_that_answers() -> None:
    first, second, *rest = model_lines(CHOSEN, WORDS, 100)
    assert first == "  *  custom.home some-model"
    assert second == "     custom.other big\\x1b[2J"
    assert "/model NAME" in rest[0]


def test_a_tally_sums_what_requests_used() -> None:
    tally = tally_of_requests(1_500_000, 500_000)
    assert tally.text(WORDS) == "2 model requests · 2,000 + 40 tokens · $0.0020"


def test_a_cost_that_is_unknown_once_stays_unknown() -> None:
    tally = tally_of_requests(1_500_000, None, 500_000)
    expected = "3 model requests · 3,000 + 60 tokens · cost unknown: the model has no price"
    assert tally.text(WORDS) == expected


def test_a_tally_counts_nothing_but_requests() -> None:
    tally = Tally()
    tally.add(event(NewToken("a")))
    tally.add(event(StatusUpdate(Status.TRIMMING, 1)))
    assert tally.text(WORDS) == "0 model requests"


async def test_a_tally_covers_earlier_openings_of_a_session() -> None:
    store = ModelStore()
    rounds = [saying("x" * 50, usage=Usage(10, 1), pieces=50) for _ in range(60)]
    agent = assemble("main", [ModelRoute(ScriptedProvider(rounds), "model")])
    with trio.fail_after(30):
        for _ in range(2):
            async with open_session(agent, SESSION, store=store) as session:
                for _ in range(30):
                    await session.ask("Go on.")
        async with open_session(agent, SESSION, store=store) as session:
            tally = await tally_of(session)
    assert store.all_events(SESSION)[-1].seq > 2_000
    assert (tally.requests, tally.usage) == (60, Usage(600, 60))
