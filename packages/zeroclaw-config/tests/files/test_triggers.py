"""Tests of reading triggers."""

from __future__ import annotations

import pytest

from zeroclaw_api.condition import Comparison, NumberCondition, PathCondition
from zeroclaw_api.sop_trigger import (
    AmqpTrigger,
    CalendarTrigger,
    ChannelTrigger,
    CronTrigger,
    FileChange,
    FilesystemTrigger,
    ManualTrigger,
    MqttTrigger,
    PeripheralTrigger,
    SopTrigger,
    WebhookTrigger,
)
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.triggers import MAX_TRIGGERS, procedure_triggers

HIGH = NumberCondition(Comparison.GREATER, 5)


@pytest.mark.parametrize(
    ("table", "trigger"),
    [
        ({"type": "mqtt", "topic": "a/+", "condition": "> 5"}, MqttTrigger("a/+", HIGH)),
        ({"type": "filesystem", "path": "/in"}, FilesystemTrigger("/in")),
        (
            {"type": "filesystem", "path": "*.md", "events": ["created", "renamed"]},
            FilesystemTrigger("*.md", frozenset({FileChange.CREATED, FileChange.RENAMED})),
        ),
        (
            {"type": "amqp", "routing_key": "a.#", "condition": "$.x == 1"},
            AmqpTrigger("a.#", PathCondition(("x",), Comparison.EQUAL, "1")),
        ),
        ({"type": "channel", "channel": "git", "alias": "main"}, ChannelTrigger("git", "main")),
        ({"type": "cron", "expression": "0 9 * * *"}, CronTrigger("0 9 * * *")),
        ({"type": "manual"}, ManualTrigger()),
        ({"type": "webhook", "path": "/hook"}, WebhookTrigger("/hook")),
        ({"type": "peripheral", "board": "b", "signal": "s"}, PeripheralTrigger("b", "s")),
        (
            {"type": "calendar", "calendar_source": "m", "calendar_ids": ["x"]},
            CalendarTrigger("m", frozenset({"x"})),
        ),
    ],
)
def test_each_type_becomes_its_own_trigger(table: dict[str, object], trigger: SopTrigger) -> None:
    notes = Notes("f")
    assert procedure_triggers([table], ("triggers",), notes) == (trigger,)
    assert not notes


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"type": "mqt"}, "did you mean `mqtt`?"),
        ({"topic": "a"}, "triggers[0].type is missing"),
        ({"type": "mqtt"}, "triggers[0].topic is missing"),
        ({"type": "mqtt", "topic": " "}, "triggers[0].topic must have at least 1"),
        ({"type": "cron", "expression": "* * * * *", "condition": "> 5"}, "not a known key"),
        ({"type": "filesystem", "path": "a", "events": ["create"]}, "did you mean `created`?"),
        ({"type": "webhook", "path": "hook"}, "triggers[0].path must have the form ^/"),
        ({"type": "mqtt", "topic": "a", "condition": "junk"}, "triggers[0].condition must have"),
        ("manual", "triggers[0] must be a table"),
    ],
)
def test_a_trigger_that_would_never_fire_is_noted(table: object, problem: str) -> None:
    notes = Notes("f")
    procedure_triggers([table], ("triggers",), notes)
    (found,) = notes.problems
    assert problem in str(found)


def test_there_is_a_limit_to_how_many_triggers() -> None:
    notes = Notes("f")
    tables = [{"type": "webhook", "path": f"/{number}"} for number in range(MAX_TRIGGERS + 1)]
    assert len(procedure_triggers(tables[1:], ("triggers",), notes)) == MAX_TRIGGERS
    assert not notes
    assert procedure_triggers(tables, ("triggers",), notes) == ()
    assert "at most 256 entries" in str(notes.problems[0])


def test_a_trigger_written_twice_is_noted() -> None:
    notes = Notes("f")
    procedure_triggers([{"type": "manual"}, {"type": "manual"}], ("triggers",), notes)
    assert str(notes.problems[0]) == "f: triggers[1] is written twice."
