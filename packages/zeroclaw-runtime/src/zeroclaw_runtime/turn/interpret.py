"""What a finished response means: an answer, calls, or nothing that can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_api.messages import Item, Text, ToolCall
from zeroclaw_api.stream import FinishReason
from zeroclaw_runtime.turn.outcome import (
    EMPTY_ANSWER,
    Answer,
    CallDraft,
    Calls,
    Malformed,
    Pause,
    Response,
    Step,
)

__all__ = ["interpret"]

QUOTED_CHARACTERS: Final = 200

BROKEN_OFF: Final = (FinishReason.CONTENT_FILTER, FinishReason.REFUSAL, FinishReason.ERROR)
"""Reasons after which nobody knows whether the calls so far are what the model meant."""


def interpret(response: Response, next_call_id: Callable[[], CallId], max_calls: int) -> Step:
    """Judge a response. If one call is malformed, none of its siblings counts."""
    reason = response.finish.reason
    items = _said(response)
    if response.calls and reason not in BROKEN_OFF:
        if reason is FinishReason.LENGTH:
            return Malformed(
                "Your answer was cut off in the middle of a tool call. Make a shorter call.",
                "call_cut_off",
            )
        return _calls(response, items, next_call_id, max_calls)
    match reason:
        case FinishReason.PAUSE if items:
            return Pause(items)
        case FinishReason.LENGTH if response.text:
            return Answer(items, "answer_cut_off")
        case FinishReason.CONTENT_FILTER | FinishReason.REFUSAL:
            return Answer(items, "model_refused")
        case FinishReason.ERROR:
            return Malformed("Your answer broke off. Give it again.", "model_error")
        case FinishReason.STOP | FinishReason.TOOL_USE | FinishReason.LENGTH | FinishReason.PAUSE:
            if response.text.strip():
                return Answer(items)
            return Malformed("Your answer was empty. Answer, or use a tool.", EMPTY_ANSWER)
        case _:
            assert_never(reason)


def _said(response: Response) -> tuple[Item, ...]:
    text = (Text(response.text),) if response.text else ()
    return (*response.reasoning, *text)


def _calls(
    response: Response,
    items: tuple[Item, ...],
    next_call_id: Callable[[], CallId],
    max_calls: int,
) -> Step:
    if len(response.calls) > max_calls:
        return Malformed(
            f"At most {max_calls} tool calls at once, not {len(response.calls)}.",
            "too_many_calls",
        )
    parsed: list[JsonObject] = []
    for draft in response.calls:
        args = _arguments(draft)
        if isinstance(args, Malformed):
            return args
        parsed.append(args)
    calls = tuple(
        ToolCall(next_call_id(), draft.name, args, draft.wire_id, draft.extra)
        for draft, args in zip(response.calls, parsed, strict=True)
    )
    return Calls((*items, *calls), calls)


def _arguments(draft: CallDraft) -> JsonObject | Malformed:
    if not draft.name:
        return Malformed("A tool call had no name.", "malformed_call")
    try:
        return parse_json_object(draft.args_text or "{}")
    except InvalidJson as error:
        quoted = draft.args_text[:QUOTED_CHARACTERS]
        return Malformed(
            f"The arguments of {draft.name} were not one JSON object ({error.problem}): {quoted}",
            "malformed_call",
        )
