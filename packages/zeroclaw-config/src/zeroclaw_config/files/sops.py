"""Read procedures: a SOP.toml, with the steps in a SOP.md beside it or in itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from attrs import frozen
from pydantic import Field

from zeroclaw_api.phrases import Phrase
from zeroclaw_api.services import Validator
from zeroclaw_api.sop import AdmissionPolicy, Sop, SopPriority
from zeroclaw_api.sop_step import ExecutionMode, SopStep
from zeroclaw_config.files.folder import Folder, shown
from zeroclaw_config.files.folder_values import value_of, values_in
from zeroclaw_config.files.names import folder_name_problem
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.step_markdown import markdown_steps
from zeroclaw_config.files.step_tables import Filled, Mode
from zeroclaw_config.files.steps import Draft, procedure_steps
from zeroclaw_config.files.tables import Table, checked
from zeroclaw_config.files.toml_tree import toml_tree
from zeroclaw_config.files.triggers import procedure_triggers
from zeroclaw_config.problem import Problem

__all__ = ["SopReading", "procedure", "read_sop", "read_sops"]

MANIFEST: Final = "SOP.toml"
MARKDOWN: Final = "SOP.md"

LONGEST_COOLDOWN: Final = 366 * 24 * 60 * 60
"""Seconds."""

MOST_RUNS: Final = 10_000
"""At once, running or waiting for an approval."""


class _SopTable(Table):
    """`[sop]`."""

    name: Filled
    description: Filled
    version: Filled = "0.1.0"
    priority: Annotated[SopPriority, Field(strict=False)] = SopPriority.NORMAL
    execution_mode: Mode | None = None
    cooldown_secs: int = Field(default=0, ge=0, le=LONGEST_COOLDOWN)
    max_concurrent: int = Field(default=1, ge=1, le=MOST_RUNS)
    deterministic: bool = False
    admission_policy: Annotated[AdmissionPolicy, Field(strict=False)] = AdmissionPolicy.PARALLEL
    max_pending_approvals: int = Field(default=0, ge=0, le=MOST_RUNS)
    agent: Filled | None = None


class _SopFile(Table):
    """A whole SOP.toml. `positions` are those of a drawing; they say nothing to a run."""

    sop: _SopTable
    triggers: list[object] = Field(default=[])
    steps: list[object] = Field(default=[])
    positions: list[object] = Field(default=[])


@frozen
class SopReading:
    """The procedures of a folder that can be run, by name, with the problems of the others."""

    sops: tuple[Sop, ...]
    problems: tuple[Problem, ...]


def read_sop(folder: Path, validator: Validator) -> Sop:
    """Read the procedure in a folder; `validator` says which JSON Schemas can be checked by.

    Links in the folder are not followed. Raises InvalidAgentFile with all problems at once.
    """
    return value_of(folder, partial(_read, validator=validator))


def read_sops(root: Path, validator: Validator) -> SopReading:
    """Read the procedures in the folders of a folder. A broken one hides none of the others.

    Folders that begin with a dot or `_` are passed over, and so are files. No folder, no SOPs.
    """
    sops, problems = values_in(root, partial(_read, validator=validator))
    return SopReading(sops, problems)


def procedure(
    manifest: tuple[str, Notes],
    markdown: tuple[str, Notes] | None,
    name: str,
    origin: str,
    validator: Validator,
) -> Sop | None:
    """The procedure in the text of a SOP.toml with that of its SOP.md; None, with notes, if wrong.

    Numbers of steps are kept as they were written, and all that refers to one is checked.
    """
    text, notes = manifest
    read = toml_tree(text, notes)
    steps = () if markdown is None else _steps_in_markdown(*markdown, validator)
    if read is None:
        return None
    tree, notes = read
    file = checked(_SopFile, tree, (), notes)
    _check_name(tree, name, notes)
    triggers = procedure_triggers(_list(tree, "triggers"), ("triggers",), notes)
    if not _list(tree, "triggers"):
        notes.add(
            ("triggers",),
            Phrase(
                "triggers_are_missing", 'is missing, so nothing starts a run: add `type = "manual"`'
            ),
        )
    if markdown is None:
        steps = _steps_in_toml(_list(tree, "steps"), validator, notes)
    elif "steps" in tree:
        notes.add(
            ("steps",),
            Phrase(
                "steps_beside_markdown",
                "stands beside a {markdown}, which has the steps: remove one",
                markdown=MARKDOWN,
            ),
        )
    if file is None:
        return None
    mode = _mode(file.sop, notes)
    if notes or (markdown is not None and markdown[1]):
        return None
    sop = file.sop
    return Sop(
        name=name,
        description=sop.description,
        origin=origin,
        triggers=triggers,
        steps=steps,
        version=sop.version,
        priority=sop.priority,
        mode=mode,
        cooldown=timedelta(seconds=sop.cooldown_secs),
        max_concurrent=sop.max_concurrent,
        admission=sop.admission_policy,
        max_pending_approvals=sop.max_pending_approvals or None,
        agent=sop.agent,
    )


def _read(folder: Folder, name: str, validator: Validator) -> Sop | tuple[Problem, ...]:
    manifest = Notes(shown(folder.path / MANIFEST))
    markdown = Notes(shown(folder.path / MARKDOWN))
    text = folder.text(MANIFEST, manifest)
    beside = folder.text(MARKDOWN, markdown) if folder.has(MARKDOWN) else None
    sop = None
    if text is not None:
        second = None if beside is None else (beside, markdown)
        sop = procedure((text, manifest), second, name, str(folder.path), validator)
    problems = (*manifest.problems, *markdown.problems)
    return problems if sop is None or problems else sop


def _steps_in_markdown(text: str, notes: Notes, validator: Validator) -> tuple[SopStep, ...]:
    drafts, notes = markdown_steps(text, notes)
    return procedure_steps(drafts, validator, notes)


def _steps_in_toml(
    tables: Sequence[object], validator: Validator, notes: Notes
) -> tuple[SopStep, ...]:
    if not tables:
        notes.add(
            ("steps",),
            Phrase(
                "steps_are_missing",
                "is missing, and there is no {markdown} with steps beside it",
                markdown=MARKDOWN,
            ),
        )
    drafts = []
    for at, table in enumerate(tables):
        path = ("steps", at)
        if isinstance(table, Mapping):
            drafts.append(Draft({"number": at + 1, **table}, path))
        else:
            notes.add(path, Phrase("must_be_table", "must be a table"))
    return procedure_steps(drafts, validator, notes)


def _mode(table: _SopTable, notes: Notes) -> ExecutionMode | None:
    if not table.deterministic:
        return table.execution_mode
    if table.execution_mode not in (None, ExecutionMode.DETERMINISTIC):
        what = Phrase(
            "contradicts_mode",
            'contradicts `execution_mode = "{mode}"`: remove one',
            mode=table.execution_mode,
        )
        notes.add(("sop", "deterministic"), what)
    return ExecutionMode.DETERMINISTIC


def _check_name(tree: Mapping[str, object], folder: str, notes: Notes) -> None:
    table = tree.get("sop")
    given = table.get("name") if isinstance(table, Mapping) else None
    name = given.strip() if isinstance(given, str) else folder
    of_folder = folder_name_problem(folder)
    problem = folder_name_problem(name)
    if of_folder is not None:
        notes.add(
            ("sop", "name"),
            Phrase(
                "name_of_folder_is_wrong",
                "is that of the folder, which {problem}",
                problem=of_folder,
            ),
        )
    elif problem is not None:
        notes.add(("sop", "name"), problem)
    elif name != folder:
        notes.add(
            ("sop", "name"),
            Phrase("must_be_name_of_folder", "must be the name of its folder"),
            folder,
        )


def _list(tree: Mapping[str, object], key: str) -> list[object]:
    value = tree.get(key)
    return value if isinstance(value, list) else []
