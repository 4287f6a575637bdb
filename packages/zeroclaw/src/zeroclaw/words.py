"""Holds every English sentence that the program shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ENGLISH", "EnglishWords"]

_WARNINGS: Final = {
    "answer_cut_off": "The answer was cut off: the model reached its output limit.",
    "done_not_durable": "The end of the turn could not be saved ({error_key}).",
    "failed_over": "{provider} failed ({error_key}); the next model is asked.",
    "hook_failed": "The hook {hook} failed: {problem}",
    "internal_error": "A bug ended the turn: {problem}",
    "model_refused": "The model refused to answer, or to go on.",
    "observer_failed": "The observer failed, so nothing is reported to it any more: {problem}",
    "recall_failed": "Memories could not be recalled, so the turn goes on without: {problem}",
    "summary_failed": "The closing summary failed ({error_key}).",
    "tool_abandoned": "{tool} did not stop when told to; it may still be at work.",
    "tool_crashed": "The tool {tool} crashed: {problem}",
    "tool_error": "The tool {tool} failed ({error_key}).",
    "unpriced_model": "{provider} has no price for {model}, so its cost is unknown.",
}

_PROGRESS: Final = {
    "history_trimmed": (
        "{dropped_messages} old messages left the model's view; it still sees the last "
        "{kept_turns} turns."
    ),
    "other_turn": "An earlier message is answered first:",
    "plan": "Plan:",
    "question_timed_out": "Nobody answered in time.",
    "question_unreachable": "Nobody could be asked.",
    "rule": "Rule: {rule}",
    "status_correcting": "The model's calls were malformed; it is asked to correct them.",
    "status_summarising": "A limit is reached; the model is asked for a summary.",
    "status_trimming": "The conversation is too long for the model and is being trimmed.",
    "steered": "Your message joined the running turn.",
    "unanswered_hint": (
        "To decide about {tool}, run this in a terminal and answer there, or list the tool under "
        "auto_approve in the agent's risk profile."
    ),
}

_ASKING: Final = {
    "answer_late": "The question was already closed; your answer changes nothing.",
    "answer_not_allowed": "Your answer is not allowed here; the question stays open.",
    "ask_approve": "y = run it",
    "ask_deny": "n = do not (n REASON tells the agent why)",
    "ask_edit": "e = change the arguments",
    "ask_remember": "a = run it, also when this same call comes again",
    "ask_text": "Type your answer, then Enter.",
    "ask_text_or_number": "Type your answer or the number of one, then Enter.",
    "confirm_heading": "The agent wants to run {tool}:",
    "confirm_heading_bare": "The agent wants to run {tool} without arguments.",
    "edit_arguments": "The new arguments, as one JSON object (an empty line gives up):",
    "edit_refused": "Those arguments were not taken. {problem}",
    "no_such_choice": "Please answer with one of the letters above.",
    "question_heading": "The agent asks:",
    "question_open": "A question waits for an answer, and cannot be shown: {problem}",
}

_COMMAND: Final = {
    "bundled_model": (
        "The bundled model is tiny: it can chat a little, and it gets facts wrong. For a better "
        "one, download a GGUF file and give it with --model-path FILE, or use --uri URL."
    ),
    "stdin_waiting": (
        "Reading standard input to its end, to attach it; `< /dev/null` attaches nothing."
    ),
}

ENGLISH: Final[Mapping[str, str]] = {**_WARNINGS, **_PROGRESS, **_ASKING, **_COMMAND}
"""Templates of `str.format` over the facts, by key."""


class EnglishWords:
    """The sentences as `zeroclaw_api.services.Words`."""

    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        """The sentence; None for an unknown key, or when a fact it needs is missing."""
        template = ENGLISH.get(key)
        if template is None:
            return None
        try:
            return template.format_map(facts)
        except KeyError:
            return None
