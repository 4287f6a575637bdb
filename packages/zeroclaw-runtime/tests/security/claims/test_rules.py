"""The rules of every language are whole; tools are known by their names."""

from __future__ import annotations

import attrs
import pytest

from zeroclaw_runtime.security.claims.chinese import CHINESE
from zeroclaw_runtime.security.claims.english import ENGLISH
from zeroclaw_runtime.security.claims.german import GERMAN
from zeroclaw_runtime.security.claims.rules import (
    SATISFIED_BY,
    Action,
    Rules,
    actions_of,
    compiled,
)
from zeroclaw_runtime.security.claims.spanish import SPANISH

EVERY = [ENGLISH, CHINESE, SPANISH, GERMAN]


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.language)
def test_every_pattern_compiles_and_needs_some_text(rules: Rules) -> None:
    assert set(rules.deeds) == set(Action)
    patterns = [
        value
        for name, value in attrs.asdict(rules, recurse=False).items()
        if isinstance(value, str) and name not in ("language", "counts")
    ]
    for pattern in [*patterns, *rules.deeds.values(), *rules.fact_names.values()]:
        assert not compiled(pattern).search("")


@pytest.mark.parametrize(
    ("tool", "action"),
    [
        ("content_search", Action.SEARCH),
        ("file_read", Action.READ),
        ("shell", Action.RUN),
        ("fileWrite", Action.WRITE),
        ("send-mail", Action.SEND),
        ("web_fetch", Action.FETCH),
        ("memory_forget", Action.DELETE),
        ("cron_add", Action.SCHEDULE),
    ],
)
def test_name_of_a_tool_tells_what_it_does(tool: str, action: Action) -> None:
    assert action in actions_of(tool)
    assert len(actions_of(tool)) < len(Action)


def test_tool_with_a_name_that_tells_nothing_may_do_anything() -> None:
    assert actions_of("xyzzy") == frozenset(Action)


def test_shell_can_have_done_whatever_is_claimed() -> None:
    assert all(Action.RUN in satisfying for satisfying in SATISFIED_BY.values())
