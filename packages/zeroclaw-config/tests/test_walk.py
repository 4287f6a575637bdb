"""Tests of reading each section."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config._findings import Findings
from zeroclaw_config._walk import walked


@pytest.mark.parametrize(
    ("tree", "unread"),
    [
        ({"memory": {}}, {"memory": "is read by nothing that is installed; ignored"}),
        ({"gateway": {"port": 1}}, {"gateway": "needs zeroclaw-gateway; ignored"}),
        (
            {"channels": {"discord": {"a": {}, "b": {}}, "telegram": {"a": {}}, "cli": True}},
            {
                "channels.discord": "needs zeroclaw-channels[discord]; ignored",
                "channels.telegram": "needs zeroclaw-channels[telegram]; ignored",
            },
        ),
        (
            {"channels": {"discrod": {}}},
            {"channels.discrod": "is no channel that is known; ignored; did you mean `discord`?"},
        ),
        ({"channels": {"cli": True}}, {"channels": "needs zeroclaw-channels; ignored"}),
        ({"channels": 5}, {"channels": "needs zeroclaw-channels; ignored"}),
        (
            {"providers": {"tts": {}}},
            {"providers.tts": "is read by nothing that is installed; ignored"},
        ),
    ],
)
def test_each_unread_section_says_once_what_would_read_it(
    tree: dict[str, object], unread: dict[str, str]
) -> None:
    findings = Findings({})
    found = walked(tree, findings, {})
    assert {".".join(map(str, path)): why for path, why in found.unread} == unread
    assert len(found.unread) == len(unread)
    assert not findings


def test_what_is_right_is_read_beside_what_is_wrong(
    house: Callable[[], type[ModelSettings]],
) -> None:
    good = {"uri": "u", "model": "m"}
    tree: dict[str, object] = {
        "providers": {"models": {"custom": {"good": good, "bad": {}}}},
        "agents": {"good": {"model_provider": "custom.good"}, "bad": {"model_provider": 5}},
    }
    findings = Findings({})
    found = walked(tree, findings, {"custom": house})
    assert found.models.keys() == {"custom.good"}
    assert found.agents.keys() == {"good"}
    assert found.agent_tables.keys() == {"good", "bad"}
    assert ("agents", "bad", "model_provider") in findings.paths
