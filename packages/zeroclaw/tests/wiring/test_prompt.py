"""The prompt says where the agent is; it says it the same way each time."""

from __future__ import annotations

from zeroclaw.wiring.prompt import system_prompt, talk_prompt


def test_prompt_names_the_agent_with_its_workspace() -> None:
    text = system_prompt("main", "/some/where")
    assert "You are main" in text
    assert "/some/where" in text


def test_prompt_is_short_enough_for_a_small_model() -> None:
    assert len(system_prompt("main", "/some/where")) < 1200


def test_braces_in_a_path_stay_as_they_are() -> None:
    assert "/a/{alias}/b" in system_prompt("main", "/a/{alias}/b")


def test_model_without_tools_is_told_that_it_cannot_act() -> None:
    text = talk_prompt("main")
    assert "named main" in text
    assert "cannot use tools" in text
    assert len(text) < len(system_prompt("main", "/w")) / 2
