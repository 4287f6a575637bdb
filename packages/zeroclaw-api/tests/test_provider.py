"""A model request is a value."""

from __future__ import annotations

from attrs import evolve

from zeroclaw_api.provider import ListedModels, ModelRequest, ProviderCapabilities


def test_requests_with_the_same_content_are_the_same() -> None:
    request = ModelRequest("m", "s", (), (), 10, params={"temperature": 0.5})
    assert request == evolve(request)
    assert request != evolve(request, params={"temperature": 1})
    assert len({request, evolve(request)}) == 1


def test_vision_is_off_unless_a_provider_says_so() -> None:
    assert ProviderCapabilities() == ProviderCapabilities(native_tools=True, vision=False)


def test_listed_model_is_found_by_each_of_its_names() -> None:
    listed = ListedModels(("a:latest", "b"), frozenset({"a"}))
    assert all(listed.has(name) for name in ("a:latest", "a", "b"))
    assert not listed.has("b:latest")
