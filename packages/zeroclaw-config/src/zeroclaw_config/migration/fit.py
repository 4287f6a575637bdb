"""Fit a document of the third form to the keys that this version reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.autonomy import level_from
from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.draft import Draft, Path
from zeroclaw_config.migration.form_3 import (
    AGENT_KEYS,
    MODEL_KEYS,
    NOT_ENFORCED,
    RISK_KEYS,
    RUNTIME_KEYS,
)
from zeroclaw_config.migration.jobs import move_scheduler_keys
from zeroclaw_config.migration.models import MODELS

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

    Families = Mapping[str, Callable[[], type[ModelSettings]]]

__all__ = ["ReadKeys", "fit", "read_keys"]

MOST_ITERATIONS = 1000

_REFERENCES = ("model_provider", "risk_profile", "runtime_profile")

_LIMITS_OF_FULL = ("allowed_commands", "forbidden_commands", "forbidden_paths", "allowed_tools")

_OLD_ROOTS = ("allowed_path", "allowed_paths")
_SEATBELT = ("sandboxexec", "sandbox-exec")

_LATER = Phrase("note_not_read_yet", "is not read yet")
_LIMIT = Phrase("note_unread_limit", "is a limit that this version does not read")


@frozen
class ReadKeys:
    """The keys that are read in each section; of a family that is missing here, all are kept."""

    agents: frozenset[str]
    risk_profiles: frozenset[str]
    runtime_profiles: frozenset[str]
    families: Mapping[str, frozenset[str]]


def read_keys(families: Families, named: frozenset[str]) -> ReadKeys:
    """The keys that this version reads, for the families among those named."""
    from pydantic import BaseModel

    from zeroclaw_config._sections import AgentSection, RiskSection, RuntimeSection

    def keys(model: type[BaseModel]) -> frozenset[str]:
        fields = model.model_fields
        return frozenset(fields) | {str(each.alias) for each in fields.values() if each.alias}

    models = {name: families[name]() for name in sorted(named & families.keys())}
    return ReadKeys(
        keys(AgentSection),
        keys(RiskSection),
        keys(RuntimeSection),
        {name: keys(model) for name, model in models.items() if issubclass(model, BaseModel)},
    )


def fit(draft: Draft, read: ReadKeys, *, is_older: bool) -> None:
    """Say in keys that are read what can be said so; carry the other known keys.

    An unknown key stays, since it may be a slip that the check names; in a document of an older
    form it is carried as well.
    """
    _salvage(draft)
    for alias in [*draft.table(("risk_profiles",))]:
        _fit_risk(draft, ("risk_profiles", alias), read.risk_profiles)
    for alias in [*draft.table(("runtime_profiles",))]:
        _fit_runtime(draft, ("runtime_profiles", alias), read.runtime_profiles)
    for alias in [*draft.table(("agents",))]:
        _fit_agent(draft, ("agents", alias), read.agents)
    sections: list[tuple[Path, frozenset[str], frozenset[str]]] = [
        (("risk_profiles",), read.risk_profiles, RISK_KEYS | NOT_ENFORCED),
        (("runtime_profiles",), read.runtime_profiles, RUNTIME_KEYS),
        (("agents",), read.agents, AGENT_KEYS),
    ]
    sections += [((*MODELS, family), keys, MODEL_KEYS) for family, keys in read.families.items()]
    for section, keys, known in sections:
        for alias in [*draft.table(section)]:
            _carry_unread(draft, (*section, alias), keys, None if is_older else known)


def _salvage(draft: Draft) -> None:
    """Move what files of the third form still have from older templates."""
    move_scheduler_keys(draft)
    if draft.get(("providers", "fallback")) is not None:
        note = Phrase(
            "note_model_names_fallback", "an agent names its model, a model its `fallback`"
        )
        draft.set_aside(("providers", "fallback"), ChangeKind.DROPPED, note)
    for name in ("file-upload", "file-upload-bundle", "file-download"):
        draft.move((name,), (name.replace("-", "_"),))


def _fit_risk(draft: Draft, place: Path, read: frozenset[str]) -> None:
    level = draft.text((*place, "level"))
    if level is not None and level_from(level) != level:
        draft.rewrite(
            (*place, "level"),
            level_from(level),
            Phrase("note_in_one_word", "is written in one word"),
        )
    _fit_tools(draft, place, read)
    _fit_sandbox(draft, place, read)
    for old_roots in _OLD_ROOTS:
        if old_roots not in read and "allowed_roots" in read:
            draft.move((*place, old_roots), (*place, "allowed_roots"))
    _lower_level(draft, place, read)
    excluded = draft.get((*place, "excluded_tools"))
    if "excluded_tools" not in read and "never_allow" in read and isinstance(excluded, list):
        never = draft.get((*place, "never_allow"))
        if never is None:
            draft.move((*place, "excluded_tools"), (*place, "never_allow"))
        elif isinstance(never, list):
            more = [tool for tool in excluded if tool not in never]
            draft.rewrite(
                (*place, "never_allow"),
                never + more,
                Phrase("note_has_excluded_tools", "has `excluded_tools` as well"),
            )
            after = (*place, "never_allow")
            draft.absorb_in_place(
                (*place, "excluded_tools"), after, Phrase("note_says_the_same", "says the same")
            )
    old: Path = (*place, "block_high_risk_commands")
    blocks = draft.get(old)
    if old[-1] not in read and "high_risk" in read and isinstance(blocks, bool):
        wanted = "deny" if blocks else "ask"
        draft.add(
            (*place, "high_risk"),
            wanted,
            Phrase("note_high_risk", "what was said of commands with high risk"),
        )
        if draft.get((*place, "high_risk")) == wanted:
            draft.absorb_in_place(
                old, (*place, "high_risk"), Phrase("note_says_the_same", "says the same")
            )


def _fit_tools(draft: Draft, place: Path, read: frozenset[str]) -> None:
    """A list of allowed tools, which meant all of them when it was empty."""
    old: Path = (*place, "allowed_tools")
    tools = draft.get(old)
    if "tools_allow" not in read or not isinstance(tools, list):
        return
    if tools and "*" not in tools:
        draft.move(old, (*place, "tools_allow"))
    else:
        note = Phrase("note_all_tools", "meant all tools, as its absence does")
        draft.set_aside_in_place(old, ChangeKind.DROPPED, note)


def _fit_sandbox(draft: Draft, place: Path, read: frozenset[str]) -> None:
    """What confines commands, in one key."""
    if "sandbox_backend" not in read:
        return
    backend: Path = (*place, "sandbox_backend")
    if draft.get(backend) in _SEATBELT:
        draft.rewrite(backend, "seatbelt", Phrase("note_another_name", "has another name now"))
    enabled: Path = (*place, "sandbox_enabled")
    if draft.get(enabled) is False:
        draft.write(backend, "none")
        note = Phrase("note_no_sandbox", "nothing confines commands, as was said")
        draft.note(enabled, backend, ChangeKind.ATTENTION, note)
    if isinstance(draft.get(enabled), bool):
        draft.absorb_in_place(enabled, backend, Phrase("note_says_the_same", "says the same"))
    network: Path = (*place, "sandbox_network")
    allowed = draft.get(network)
    if isinstance(allowed, bool):
        note = Phrase("note_in_one_word", "is written in one word")
        draft.rewrite(network, "open" if allowed else "none", note)
    elif allowed not in (None, "none", "open"):
        draft.set_aside_in_place(network, ChangeKind.ATTENTION, _LIMIT)


def _lower_level(draft: Draft, place: Path, read: frozenset[str]) -> None:
    """Ask where a profile ran everything within limits that nothing reads."""
    limits = [key for key in _LIMITS_OF_FULL if key not in read and _limits(draft, (*place, key))]
    if draft.get((*place, "level")) == "full" and limits:
        level: Path = (*place, "level")
        draft.write(level, "supervised")
        note = Phrase(
            "note_was_full",
            "was full, yet within `{limit}`, which this version does not read",
            limit=limits[0],
        )
        draft.note(level, level, ChangeKind.ATTENTION, note)
        draft.carried.append(CarriedKey(level, "full"))


def _limits(draft: Draft, path: Path) -> bool:
    listed = draft.get(path)
    if not isinstance(listed, list):
        return False
    if path[-1] == "allowed_commands":
        return "*" not in listed
    return bool(listed)


def _fit_runtime(draft: Draft, place: Path, read: frozenset[str]) -> None:
    iterations = draft.get((*place, "max_tool_iterations"))
    if (
        type(iterations) is int
        and {"max_tool_iterations", "max_iterations"} & read == {"max_iterations"}
        and 1 <= iterations <= MOST_ITERATIONS
        and draft.get((*place, "max_iterations")) is None
    ):
        draft.move((*place, "max_tool_iterations"), (*place, "max_iterations"))
    cents = draft.get((*place, "max_cost_per_day_cents"))
    if (
        type(cents) is int
        and {"max_cost_per_day_cents", "budget"} & read == {"budget"}
        and cents > 0
        and draft.add(
            (*place, "budget", "day"),
            cents / 100,
            Phrase("note_cents_in_dollars", "the cents of a day in dollars"),
        )
    ):
        after = (*place, "budget", "day")
        draft.absorb_in_place(
            (*place, "max_cost_per_day_cents"),
            after,
            Phrase("note_says_same_in_cents", "says the same in cents"),
        )


def _fit_agent(draft: Draft, place: Path, read: frozenset[str]) -> None:
    for key in _REFERENCES:
        if draft.get((*place, key)) == "":
            draft.set_aside_in_place(
                (*place, key), ChangeKind.DROPPED, Phrase("note_named_nothing", "named nothing")
            )
    enabled = draft.get((*place, "enabled"))
    if "enabled" not in read and enabled is False:
        # Without the key it would run.
        draft.set_aside(
            place,
            ChangeKind.ATTENTION,
            Phrase("note_switched_off", "is switched off, so it is left out"),
        )


def _carry_unread(
    draft: Draft, place: Path, read: frozenset[str], known: frozenset[str] | None
) -> None:
    """Carry the known keys that nothing reads; all that nothing reads when `known` is None."""
    for key in [*draft.table(place)]:
        if key in read or not (known is None or key in known):
            continue
        if key in NOT_ENFORCED:
            draft.set_aside_in_place((*place, key), ChangeKind.ATTENTION, _LIMIT)
        else:
            draft.set_aside_in_place((*place, key), ChangeKind.KEPT, _LATER)
