"""The status has the same facts in words as in JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

import pytest
from attrs import evolve

from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw.checks.looking.database import Sessions
from zeroclaw.checks.overview import AgentOverview, Overview
from zeroclaw.checks.overview_text import overview_json, overview_lines
from zeroclaw.home import Home
from zeroclaw.locales.language import speaking
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.style import Style
from zeroclaw_api.json import JsonObject
from zeroclaw_api.sandbox import SandboxStrength
from zeroclaw_api.usage import Money
from zeroclaw_runtime import BudgetLimits, Limits

AGENT: Final = AgentOverview("main", "custom.home", "m", AgentCommands(), Limits())
OVERVIEW: Final = Overview(
    home=Home(Path("/h")),
    has_config=True,
    problem=None,
    agents=(AGENT,),
    disabled={},
    sessions=Sessions(2, "main/a", "2026-11-30T12:00:00Z"),
    database_bytes=1_500_000,
    has_bubblewrap=True,
    probed={"auto": Probed("bubblewrap", SandboxStrength.FULL)},
)


def text(overview: Overview, *, colour: bool = False) -> str:
    return "\n".join(overview_lines(overview, Style(colour=colour)))


def test_lines_name_agents_sessions_and_database() -> None:
    shown = text(OVERVIEW)
    assert "agent      main · custom.home · m · supervised" in shown
    assert "10 requests and 1800 s for each turn, no limit in money" in shown
    assert "2, the latest main/a at 2026-11-30T12:00:00Z" in shown
    assert "1.5 MB at /h/data/state.db" in shown


def test_labels_of_wide_words_leave_all_facts_in_one_column() -> None:
    with speaking("zh-CN"):
        lines = list(overview_lines(OVERVIEW, Style(colour=False)))
    assert lines[0].startswith("版本       ")
    facts = [line for line in lines if "/h" in line]
    assert len({cells(line[: line.index("/h")]) for line in facts if line.rindex(" /h") < 12}) == 1


def test_commands_of_each_agent_are_told_below_it() -> None:
    lines = text(OVERVIEW).splitlines()
    [confined] = [line for line in lines if "confined by" in line]
    assert lines.index(confined) == 5
    assert confined.startswith("           shell commands are confined by bubblewrap")


def test_budgets_are_told_for_what_they_hold() -> None:
    limits = Limits(budget=BudgetLimits(session=Money(500_000_000), month=Money(10**10)))
    shown = text(evolve(OVERVIEW, agents=(evolve(AGENT, limits=limits),)))
    assert "0.50 USD for each session, 10.00 USD for each month" in shown


@pytest.mark.parametrize(
    ("sessions", "words"),
    [(None, "cannot be read"), (Sessions(0), "sessions   0")],
)
def test_sessions_that_are_not_there_are_told(sessions: Sessions | None, words: str) -> None:
    assert words in text(evolve(OVERVIEW, sessions=sessions))


def test_problem_and_disabled_entries_are_told_without_orders_for_the_terminal() -> None:
    broken = evolve(
        OVERVIEW,
        problem="bad\nworse\x1b[2J",
        has_config=False,
        disabled={"agents.x": ("it\x1b[2J is wrong.",)},
    )
    shown = text(broken)
    assert "\x1b" not in shown
    assert "does not exist" in shown
    assert "agents.x: it" in shown


def test_json_has_the_same_facts() -> None:
    form = overview_json(evolve(OVERVIEW, disabled={"agents.x": ("wrong.",)}))
    assert form["home"] == "/h"
    assert form["disabled"] == {"agents.x": ["wrong."]}
    assert form["sandbox"] == {"bubblewrap": True}
    [agent] = cast("list[JsonObject]", form["agents"])
    assert agent["runs_commands_unasked"] is True
    assert cast("JsonObject", agent["commands"])["works"] == "bubblewrap"
    assert form["database"] == {"path": "/h/data/state.db", "bytes": 1_500_000}
    assert form["sessions"] == {"count": 2, "latest": "main/a", "at": "2026-11-30T12:00:00Z"}
    assert overview_json(evolve(OVERVIEW, sessions=None))["sessions"] is None
