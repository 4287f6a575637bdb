"""Read what starts a run of a procedure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from zeroclaw_api.condition import Condition
from zeroclaw_api.phrases import Phrase
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
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.conditions import condition
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.step_tables import Filled
from zeroclaw_config.files.tables import Table, chosen

__all__ = ["MAX_TRIGGERS", "procedure_triggers"]

MAX_TRIGGERS: Final = 256
"""Of one procedure."""


class _Trigger(Table):
    type: str


class _Conditional(_Trigger):
    condition: str | None = None


class _Mqtt(_Conditional):
    topic: Filled


class _Filesystem(_Conditional):
    path: Filled
    events: list[Annotated[FileChange, Field(strict=False)]] = Field(default=[])


class _Amqp(_Conditional):
    routing_key: Filled


class _Channel(_Conditional):
    channel: Filled
    alias: Filled | None = None


class _Cron(_Trigger):
    expression: Filled


class _Webhook(_Trigger):
    path: Annotated[str, Field(pattern="^/")]


class _Peripheral(_Conditional):
    board: Filled
    signal: Filled


class _Calendar(_Conditional):
    calendar_source: Filled
    calendar_ids: list[Filled] = Field(default=[])


class _Manual(_Trigger):
    pass


_TABLES: Final[dict[str, type[_Trigger]]] = {
    "mqtt": _Mqtt,
    "filesystem": _Filesystem,
    "amqp": _Amqp,
    "channel": _Channel,
    "cron": _Cron,
    "manual": _Manual,
    "webhook": _Webhook,
    "peripheral": _Peripheral,
    "calendar": _Calendar,
}


def procedure_triggers(
    tables: Sequence[object], path: KeyPath, notes: Notes
) -> tuple[SopTrigger, ...]:
    """The triggers, with notes of all that is wrong with them."""
    found: list[SopTrigger] = []
    if len(tables) > MAX_TRIGGERS:
        notes.add(
            path,
            Phrase(
                "must_have_fewer_entries", "must have at most {limit} entries", limit=MAX_TRIGGERS
            ),
        )
        return ()
    for at, table in enumerate(tables):
        place = (*path, at)
        read = chosen(table, "type", _TABLES, place, notes)
        if read is None:
            continue
        text = read.condition if isinstance(read, _Conditional) else None
        trigger = _trigger(read, condition(text, (*place, "condition"), notes))
        if trigger in found:
            notes.add(place, Phrase("is_written_twice", "is written twice"))
        found.append(trigger)
    return tuple(found)


def _trigger(table: _Trigger, when: Condition | None) -> SopTrigger:
    match table:
        case _Mqtt():
            return MqttTrigger(table.topic, when)
        case _Filesystem():
            return FilesystemTrigger(table.path, frozenset(table.events), when)
        case _Amqp():
            return AmqpTrigger(table.routing_key, when)
        case _Channel():
            return ChannelTrigger(table.channel, table.alias, when)
        case _Cron():
            return CronTrigger(table.expression)
        case _Webhook():
            return WebhookTrigger(table.path)
        case _Peripheral():
            return PeripheralTrigger(table.board, table.signal, when)
        case _Calendar():
            return CalendarTrigger(table.calendar_source, frozenset(table.calendar_ids), when)
        case _Manual():
            return ManualTrigger()
        case _:
            raise TypeError(f"no trigger is known for {type(table).__name__}")
