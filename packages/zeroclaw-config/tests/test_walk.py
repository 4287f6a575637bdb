"""Tests of reading each section."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config._findings import Findings
from zeroclaw_config._walk import walked
from zeroclaw_config.config import RouteSettings


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


MODELS = {"providers": {"models": {"custom": {"a": {"model": "m", "uri": "u"}}}}}


def places(tree: dict[str, object], house: Callable[[], type[ModelSettings]]) -> list[str]:
    findings = Findings({})
    walked(tree, findings, {"custom": house})
    return [".".join(map(str, path)) for path in findings.paths]


def test_a_hint_is_a_route_of_the_file_or_one_that_is_always_there(
    house: Callable[[], type[ModelSettings]],
) -> None:
    def agent_of(hint: str) -> dict[str, object]:
        routes = {"fast": {"model_provider": "custom.a", "model": "small"}}
        return MODELS | {"model_routes": routes, "agents": {"main": {"model_provider": hint}}}

    for hint in ("hint:fast", "hint:cheapest", "hint:vision"):
        assert places(agent_of(hint), house) == []
    for hint in ("hint:slow", "fast", "hint:", "Hint:fast"):
        assert places(agent_of(hint), house) == ["agents.main.model_provider"]


def test_routes_may_stand_in_a_list_with_their_hints(
    house: Callable[[], type[ModelSettings]],
) -> None:
    listed: dict[str, object] = {
        "model_routes": [{"hint": "fast", "model_provider": "custom.a"}],
        "agents": {"main": {"model_provider": "hint:fast"}},
    }
    findings = Findings({})
    found = walked(MODELS | listed, findings, {"custom": house})
    assert found.routes == {"fast": RouteSettings("custom.a")}
    assert not findings
    assert places(MODELS | {"model_routes": [{"model_provider": "custom.a"}]}, house) != []
    assert places(MODELS | {"model_routes": [5]}, house) == ["model_routes"]


def test_a_route_or_a_fallback_to_nothing_is_named_with_its_place(
    house: Callable[[], type[ModelSettings]],
) -> None:
    routes = {"fast": {"model_provider": "custom.b"}}
    assert places(MODELS | {"model_routes": routes}, house) == ["model_routes.fast.model_provider"]

    class Chained(house()):  # type: ignore[misc]
        fallback: tuple[str, ...] = ()

    tables = {"a": {"model": "m", "uri": "u", "fallback": ["custom.b", "custom.gone"]}}
    tables["b"] = {"model": "m", "uri": "u", "fallback": []}
    tree: dict[str, object] = {"providers": {"models": {"custom": tables}}}
    assert places(tree, lambda: Chained) == ["providers.models.custom.a.fallback.1"]
