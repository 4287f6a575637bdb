"""The form of the rules by which claims are recognised in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from attrs import field, frozen

__all__ = ["SATISFIED_BY", "Action", "Rules", "actions_of", "compiled"]


class Action(StrEnum):
    """What an answer can claim to have done."""

    SEARCH = "search"
    READ = "read"
    RUN = "run"
    WRITE = "write"
    SEND = "send"
    FETCH = "fetch"
    DELETE = "delete"
    SCHEDULE = "schedule"


_TOOL_WORDS: Final[Mapping[Action, str]] = {
    Action.SEARCH: r"search|grep|find|glob|lookup|query|recall",
    Action.READ: r"read|cat|open|view|list|show|info|status|get|recall",
    Action.RUN: r"shell|exec|run|bash|command|python|script|test|build|code",
    Action.WRITE: r"write|edit|save|create|patch|append|update|store|remember|put",
    Action.SEND: r"send|mail|email|post|message|notify|reply|publish|push",
    Action.FETCH: r"fetch|http|web|browse|browser|download|url|weather|request",
    Action.DELETE: r"delete|remove|rm|forget|trash",
    Action.SCHEDULE: r"schedule|cron|remind|reminder|calendar|timer|alarm|job",
}
"""Words in the name of a tool that tell what it does."""

SATISFIED_BY: Final[Mapping[Action, frozenset[Action]]] = {
    Action.SEARCH: frozenset({Action.SEARCH, Action.RUN}),
    Action.READ: frozenset({Action.READ, Action.RUN, Action.FETCH, Action.SEARCH}),
    Action.RUN: frozenset({Action.RUN}),
    Action.WRITE: frozenset({Action.WRITE, Action.RUN}),
    Action.SEND: frozenset({Action.SEND, Action.RUN}),
    Action.FETCH: frozenset({Action.FETCH, Action.RUN}),
    Action.DELETE: frozenset({Action.DELETE, Action.RUN}),
    Action.SCHEDULE: frozenset({Action.SCHEDULE, Action.RUN}),
}
"""Which kinds of call can have done what is claimed: a shell can do anything."""


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


@frozen
class Rules:
    """Patterns of one language, each a regular expression over lower-case text.

    `deeds` are claims of having done something, `denials` what makes such a sentence none.
    `counted` are things that answers count; `{number}` in `counts` stands for a number, `{thing}`
    for one of those. `parts` come before a number that is part of a whole. `is_` follows the name
    of a fact, which `fact_names` tells in this language. `absence` says that there is nothing,
    `sought` that it was looked for. `certain` presents a conclusion, `because` a cause, `hedges`
    marks either as a guess, `us` speaks of the two who talk. `sources` come before the name of a
    source, `works` hold it.
    """

    language: str
    frequent: frozenset[str] = field(converter=_split)
    deeds: Mapping[Action, str] = field(hash=False)
    denials: str
    counts: str
    counted: str
    numerals: Mapping[str, int] = field(hash=False)
    parts: str
    about: str
    is_: str
    fact_names: Mapping[str, str] = field(hash=False)
    absence: str
    sought: str
    certain: str
    because: str
    us: str
    hedges: str
    sources: str
    works: str


def actions_of(tool: str) -> frozenset[Action]:
    """What a tool of that name does; a name that tells nothing may do anything."""
    words = set(re.split(r"[^a-z]+", re.sub(r"([a-z])([A-Z])", r"\1_\2", tool).lower()))
    found = {action for action, known in _TOOL_WORDS.items() if words & set(known.split("|"))}
    return frozenset(found or Action)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when it is first needed."""
    return re.compile(pattern)
