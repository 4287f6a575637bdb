"""A skill holds what an agent is told, with what it may call."""

from __future__ import annotations

from datetime import timedelta
from typing import get_args

import pytest
from attrs.exceptions import FrozenInstanceError

from zeroclaw_api.skill import (
    BuiltinAction,
    HttpAction,
    McpAction,
    ScriptAction,
    ShellAction,
    Skill,
    SkillAction,
    SkillTool,
    SlashOption,
    SlashPick,
    SlashPickKind,
    SlashText,
)

MINUTE = timedelta(minutes=1)


def test_a_skill_needs_no_more_than_name_description_origin() -> None:
    skill = Skill("brew", "Brews.", "/skills/brew")
    assert (skill.version, skill.always, skill.tools, skill.author) == ("0.1.0", False, (), None)
    with pytest.raises(FrozenInstanceError):
        skill.name = "other"  # type: ignore[misc]


def test_a_shell_action_is_no_script_action() -> None:
    assert len({ShellAction("ls", {}, MINUTE), ScriptAction("ls", {}, MINUTE)}) == 2


def test_every_kind_of_action_fits_a_tool() -> None:
    actions: tuple[SkillAction, ...] = (
        ShellAction("ls", {}, MINUTE),
        ScriptAction("./run", {}, MINUTE),
        HttpAction("https://example.com", {}),
        BuiltinAction("file_read", {"path": "a"}),
        McpAction("images", "draw"),
    )
    tools = {SkillTool("t", "d", action) for action in actions}
    assert len(tools) == len(get_args(SkillAction))


def test_options_with_values_of_the_platform_have_no_choices() -> None:
    pick = SlashPick("who", "Whom", SlashPickKind.USER)
    assert not hasattr(pick, "choices")
    assert {pick, SlashText("who", "Whom")} != {pick}
    assert len(get_args(SlashOption)) == 3
