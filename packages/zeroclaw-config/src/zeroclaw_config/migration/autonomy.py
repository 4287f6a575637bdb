"""Make profiles of the tables in which the second form said what its agent may do."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind
from zeroclaw_config.migration.draft import Draft, Path
from zeroclaw_config.migration.form_3 import RUNTIME_KEYS

__all__ = ["RISK", "RUNTIME", "level_from", "migrate_autonomy"]

RISK: Path = ("risk_profiles", "default")
RUNTIME: Path = ("runtime_profiles", "default")

_LIMITS = ("max_actions_per_hour", "max_cost_per_day_cents", "shell_timeout_secs")
_TOOL_LISTS = ("auto_approve", "always_ask", "never_allow")
_ROOTS = ("allowed_path", "allowed_paths")

_SANDBOXES = {"seatbelt": "sandboxexec", "sandbox-exec": "sandboxexec", "noop": "none"}

_AGENT_RISK = {"allowed_tools": "allowed_tools", "excluded_tools": "excluded_tools"}


def migrate_autonomy(draft: Draft) -> None:
    """Move what three tables said about one agent to its two profiles."""
    for key in [*draft.table(("autonomy",))]:
        _autonomy_key(draft, key)
    for key in [*draft.table(("security", "sandbox"))]:
        _sandbox_key(draft, key)
    for key in [*draft.table(("agent",))]:
        if key in _AGENT_RISK:
            draft.move(("agent", key), (*RISK, _AGENT_RISK[key]))
        elif key in RUNTIME_KEYS:
            draft.move(("agent", key), (*RUNTIME, key))
        else:
            note = Phrase("note_no_runtime_key", "no runtime profile has such a key")
            draft.set_aside(("agent", key), ChangeKind.ATTENTION, note)
    for path in (("autonomy",), ("security", "sandbox"), ("agent",)):
        if draft.get(path) == {}:
            draft.absorb(path, RUNTIME if path == ("agent",) else RISK, "")


def level_from(text: str) -> str:
    """A level as it is written now."""
    plain = "".join(letter for letter in text.lower() if letter not in "_- ")
    return plain if plain in ("readonly", "supervised", "full") else text


def _autonomy_key(draft: Draft, key: str) -> None:
    old: Path = ("autonomy", key)
    value = draft.get(old)
    if key in _LIMITS:
        draft.move(old, (*RUNTIME, key))
    elif key in _TOOL_LISTS and isinstance(value, Mapping):
        draft.move((*old, "tools"), (*RISK, key))
        for other in [*draft.table(old)]:
            note = Phrase("note_only_tools", "only `tools` was known here")
            draft.set_aside((*old, other), ChangeKind.ATTENTION, note)
    elif key == "non_cli_excluded_tools":
        note = Phrase("note_on_terminal_too", "it holds on the terminal as well now")
        draft.move(old, (*RISK, "excluded_tools"), note)
    elif key in _ROOTS:
        draft.move(old, (*RISK, "allowed_roots"))
    else:
        if key == "level" and isinstance(value, str) and level_from(value) != value:
            draft.rewrite(
                old, level_from(value), Phrase("note_in_one_word", "is written in one word")
            )
        draft.move(old, (*RISK, key))


def _sandbox_key(draft: Draft, key: str) -> None:
    name = key if key == "firejail_args" else f"sandbox_{key}"
    old: Path = ("security", "sandbox", key)
    value = draft.get(old)
    if key == "backend" and isinstance(value, str) and value in _SANDBOXES:
        draft.rewrite(old, _SANDBOXES[value], Phrase("note_another_name", "has another name now"))
    draft.move(old, (*RISK, name))
