"""The tool that asks the user a question."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import frozen

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.questions import (
    Answered,
    Choice,
    QuestionCancelled,
    Reply,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import text_of, texts_of

__all__ = ["AskUser", "told"]

_LONGEST: Final = 4000
_MOST_SUGGESTIONS: Final = 10

_SPEC: Final = ToolSpec(
    name="ask_user",
    description=(
        "Ask the user one question and wait for the answer. Use it when only the user can know "
        "or decide. Suggestions are answers to choose from; any other answer is possible."
    ),
    parameters={
        "type": "object",
        "properties": {
            "question": {"type": "string", "description": "The question."},
            "suggestions": {
                "type": "array",
                "items": {"type": "string"},
                "description": "At most 10 short answers.",
            },
        },
        "required": ["question"],
        "additionalProperties": False,
    },
    risk=Risk.LOW,
    effects=frozenset({Effect.READ}),
)


@frozen
class AskUser:
    """Asks through the session that the call belongs to."""

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Ask. Raises `ToolFailed` when there is no question to ask."""
        question = text_of(args, "question").strip()
        suggestions = texts_of(args, "suggestions", _MOST_SUGGESTIONS)
        if not question:
            raise ToolFailed(problem="The question is empty. Say what you want to know.")
        if max(map(len, (question, *suggestions))) > _LONGEST:
            raise ToolFailed(problem=f"Too long: ask in at most {_LONGEST} characters.")
        return ToolOutput.of_text(told(await context.ask(question, suggestions)))


def told(resolution: Resolution) -> str:
    """What became of the question, so that silence is never taken for a no."""
    match resolution:
        case Answered(reply):
            return _answer(reply)
        case TimedOut():
            return (
                "Nobody answered in time. This is neither a yes nor a no. Go on without the "
                "answer only where that is safe, and say what you assumed."
            )
        case Unreachable():
            return (
                "There is nobody who can be asked here. This is neither a yes nor a no. Go on "
                "without the answer only where that is safe, and say what you assumed."
            )
        case QuestionCancelled():
            return "The question was withdrawn before anybody answered. Nothing was decided."
        case _:
            assert_never(resolution)


def _answer(reply: Reply) -> str:
    text = reply.text.strip()
    match reply.choice:
        case Choice.TEXT:
            return f"The user answered: {text}" if text else "The user sent an empty answer."
        case Choice.APPROVE:
            return f"The user said yes. {text}".strip()
        case Choice.DENY:
            return f"The user said no. {text}".strip()
        case Choice.REPLACE:
            return f"The user answered: {reply.replacement or text}"
        case _:
            assert_never(reply.choice)
