"""Triggers are told apart by their kind."""

from __future__ import annotations

from typing import get_args

from zeroclaw_api.condition import Comparison, NumberCondition
from zeroclaw_api.sop_trigger import (
    CronTrigger,
    FileChange,
    FilesystemTrigger,
    MqttTrigger,
    SopTrigger,
    WebhookTrigger,
)


def test_there_are_nine_kinds_of_trigger() -> None:
    assert len(get_args(SopTrigger)) == 9


def test_triggers_with_the_same_text_differ_by_kind() -> None:
    assert len({WebhookTrigger("/a"), CronTrigger("/a")}) == 2


def test_triggers_can_be_collected_without_repeats() -> None:
    high = NumberCondition(Comparison.GREATER, 5)
    change = FilesystemTrigger("/in", frozenset({FileChange.CREATED}))
    triggers = {MqttTrigger("a/+", high), MqttTrigger("a/+", high), MqttTrigger("a/+"), change}
    assert len(triggers) == 3
