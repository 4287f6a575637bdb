"""The order in which models are asked."""

from __future__ import annotations

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Item, Media, Message, ResultStatus, Role, Text, ToolResult
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_runtime import ModelRoute
from zeroclaw_runtime.turn.routes import in_order, shows_pictures
from zeroclaw_testing.scripted_provider import ScriptedProvider

PICTURE = Media("image/png", "a" * 64, 3)
SOUND = Media("audio/ogg", "b" * 64, 3)


def route(name: str, *, sees: bool = False) -> ModelRoute:
    capabilities = ProviderCapabilities(vision=sees)
    return ModelRoute(ScriptedProvider([], name=name, capabilities=capabilities), "m")


def ordered(routes: list[ModelRoute], resting: set[str], *, pictures: bool = False) -> list[str]:
    found = in_order(routes, resting, with_pictures=pictures)
    return [each.provider.name for each in found]


def asked(role: Role, item: Item) -> ModelRequest:
    return ModelRequest("m", "", (), (Message(MessageId(1), TurnId(1), role, (item,)),), 10)


def test_order_is_that_of_the_agent_without_a_reason() -> None:
    assert ordered([route("a"), route("b"), route("c")], set()) == ["a", "b", "c"]


def test_who_rests_comes_last_and_is_still_asked() -> None:
    assert ordered([route("a"), route("b"), route("c")], {"a"}) == ["b", "c", "a"]
    assert ordered([route("a"), route("b")], {"a", "b"}) == ["a", "b"]


def test_pictures_go_to_a_model_that_sees_even_if_it_rests() -> None:
    routes = [route("blind"), route("sees", sees=True)]
    assert ordered(routes, {"sees"}, pictures=True) == ["sees", "blind"]
    assert ordered(routes, set()) == ["blind", "sees"]
    assert ordered([route("a"), route("b")], set(), pictures=True) == ["a", "b"]


def test_a_picture_is_found_in_a_message_or_in_a_result() -> None:
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("see"), PICTURE))
    assert shows_pictures(asked(Role.USER, PICTURE))
    assert shows_pictures(asked(Role.TOOL, result))
    assert not shows_pictures(asked(Role.USER, SOUND))
    assert not shows_pictures(asked(Role.USER, Text("a picture of image/png")))
