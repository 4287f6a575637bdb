"""What an endpoint of chat completions wants otherwise than OpenAI's own, as data."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

from attrs import frozen

from zeroclaw_api.json import Json
from zeroclaw_providers.model_options import Thinking, thinking_tokens
from zeroclaw_providers.wire_ids import STRICT_IDS, IdRule

__all__ = ["NINE_LETTERS", "PLAIN", "Quirks", "ReasoningEcho", "ThinkingForm", "thinking_fields"]

NINE_LETTERS: Final = IdRule(re.compile(r"[A-Za-z0-9]{9}"), STRICT_IDS.ours, STRICT_IDS.other)
"""Ids of calls as Mistral insists on them: what another server made is not sent to it."""


class ThinkingForm(Enum):
    """How a request says how long the model shall think."""

    EFFORT = auto()
    """`reasoning_effort`, a word."""
    EFFORT_INSIDE = auto()
    """`reasoning`, an object with a word of effort in it."""
    SWITCH = auto()
    """`enable_thinking`, with the most tokens beside it."""
    TYPE = auto()
    """`thinking`, an object that turns it on or off."""
    TEMPLATE = auto()
    """A variable of the chat template, which turns it on or off."""


class ReasoningEcho(Enum):
    """Whether the thinking before a tool call goes back with it."""

    NEVER = auto()
    """The endpoint refuses the fields."""
    AS_SENT = auto()
    """Where the endpoint itself sent it."""
    ALWAYS = auto()
    """With every call: the endpoint refuses one without, such as another endpoint's."""


@frozen
class Quirks:
    """How requests to an endpoint differ; the defaults are what nearly all take.

    `merge_system`: there is no system message, its text begins the first of the user.
    `named_results`: results bear the name of their tool. `text_in_calls`: calls without words
    have an empty text, not null. `tool_stream`: arguments only stream when that is asked for.
    `asks_for_usage`: False where the question itself is refused. `marks_cache`: the system
    message is marked as what shall be kept in the cache.
    """

    merge_system: bool = False
    named_results: bool = False
    text_in_calls: bool = False
    tool_stream: bool = False
    asks_for_usage: bool = True
    marks_cache: bool = False
    ids: IdRule = STRICT_IDS
    max_tokens_key: str = "max_tokens"
    echo: ReasoningEcho = ReasoningEcho.AS_SENT
    thinking: ThinkingForm = ThinkingForm.EFFORT


PLAIN: Final = Quirks()
"""None at all."""


def thinking_fields(form: ThinkingForm, level: Thinking) -> dict[str, Json]:
    """What is added to a request; where there is only on or off, all levels but one are on."""
    is_on = level is not Thinking.OFF
    effort = level.value if is_on else "none"
    fields: dict[ThinkingForm, dict[str, Json]] = {
        ThinkingForm.EFFORT: {"reasoning_effort": effort},
        ThinkingForm.EFFORT_INSIDE: {"reasoning": {"effort": effort}},
        ThinkingForm.SWITCH: {
            "enable_thinking": is_on,
            **({"thinking_budget": thinking_tokens(level)} if is_on else {}),
        },
        ThinkingForm.TYPE: {"thinking": {"type": "enabled" if is_on else "disabled"}},
        ThinkingForm.TEMPLATE: {"chat_template_kwargs": {"enable_thinking": is_on}},
    }
    return fields[form]
