"""Tests of the keys of a skill's files."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_config._fields import known_keys
from zeroclaw_config.files.skill_tables import (
    SLASH_TABLES,
    TOOL_TABLES,
    CommandTable,
    SkillFrontMatter,
    SlashNumberTable,
)


def test_the_keys_of_the_open_format_are_known() -> None:
    keys = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
    assert keys <= known_keys(SkillFrontMatter, ())


def test_each_kind_has_only_the_keys_that_mean_something_for_it() -> None:
    kinds = {"shell", "script", "http", "builtin", "mcp"}
    assert TOOL_TABLES.keys() == kinds
    assert "command" not in known_keys(TOOL_TABLES["mcp"], ())
    assert "target" not in known_keys(TOOL_TABLES["shell"], ())
    assert "choices" not in known_keys(SLASH_TABLES["user"], ())


def test_blank_texts_are_no_texts() -> None:
    with pytest.raises(ValidationError, match="at least 1"):
        SkillFrontMatter.model_validate({"name": "  "})


def test_a_time_limit_is_bounded_both_ways() -> None:
    tool = {"name": "a", "description": "b", "kind": "shell", "command": "c"}
    assert CommandTable.model_validate(tool).timeout_secs == 60
    for seconds in (0, -1, 100_000):
        with pytest.raises(ValidationError):
            CommandTable.model_validate({**tool, "timeout_secs": seconds})


def test_bounds_are_read_from_text_but_never_infinite() -> None:
    option = {"name": "a", "description": "b", "type": "number", "min": "1.5"}
    assert SlashNumberTable.model_validate(option).min == 1.5
    with pytest.raises(ValidationError):
        SlashNumberTable.model_validate({**option, "max": "inf"})
