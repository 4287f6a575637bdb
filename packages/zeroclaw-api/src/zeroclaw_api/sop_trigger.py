"""The triggers: what can start a run of a procedure."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import frozen

from zeroclaw_api.condition import Condition

__all__ = [
    "AmqpTrigger",
    "CalendarTrigger",
    "ChannelTrigger",
    "CronTrigger",
    "FileChange",
    "FilesystemTrigger",
    "ManualTrigger",
    "MqttTrigger",
    "PeripheralTrigger",
    "SopTrigger",
    "WebhookTrigger",
]


@frozen
class MqttTrigger:
    """A message on a topic; `+` matches one level, `#` the rest."""

    topic: str
    condition: Condition | None = None


class FileChange(StrEnum):
    """What happened to a file."""

    CREATED = "created"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"


@frozen
class FilesystemTrigger:
    """A change of a file; `path` is a glob, or a folder with all in it. No `events` means any."""

    path: str
    events: frozenset[FileChange] = frozenset()
    condition: Condition | None = None


@frozen
class AmqpTrigger:
    """A delivery; `*` in the key matches one word, `#` any number of words."""

    routing_key: str
    condition: Condition | None = None


@frozen
class ChannelTrigger:
    """A message or event of a channel of that type; of any alias when it is None."""

    channel: str
    alias: str | None = None
    condition: Condition | None = None


@frozen
class CronTrigger:
    """A time. `expression` is parsed by whoever schedules."""

    expression: str


@frozen
class ManualTrigger:
    """A person or an agent asks for it."""


@frozen
class WebhookTrigger:
    """A request to exactly that path."""

    path: str


@frozen
class PeripheralTrigger:
    """A signal of a board."""

    board: str
    signal: str
    condition: Condition | None = None


@frozen
class CalendarTrigger:
    """An event of a calendar; of any of the source's calendars when none is named."""

    source: str
    calendar_ids: frozenset[str] = frozenset()
    condition: Condition | None = None


SopTrigger: TypeAlias = (
    MqttTrigger
    | FilesystemTrigger
    | AmqpTrigger
    | ChannelTrigger
    | CronTrigger
    | ManualTrigger
    | WebhookTrigger
    | PeripheralTrigger
    | CalendarTrigger
)
