"""Read skills: a SKILL.md, or a SKILL.toml whose instructions may stand in a SKILL.md beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.phrases import Phrase
from zeroclaw_api.services import Validator
from zeroclaw_api.skill import Skill, SkillTool
from zeroclaw_config._nearest import nearest
from zeroclaw_config.files.folder import Folder, shown
from zeroclaw_config.files.folder_values import value_of, values_in
from zeroclaw_config.files.front_matter import FrontMatter, first_paragraph, split
from zeroclaw_config.files.json_values import json_object
from zeroclaw_config.files.names import folder_name_problem
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.skill_tables import SkillFileTable, SkillFrontMatter
from zeroclaw_config.files.skill_tools import skill_tools
from zeroclaw_config.files.slash_options import slash_options
from zeroclaw_config.files.tables import checked
from zeroclaw_config.files.toml_tree import toml_tree
from zeroclaw_config.problem import Problem

__all__ = ["SkillReading", "markdown_skill", "read_skill", "read_skills", "toml_skill"]

MARKDOWN: Final = "SKILL.md"
MANIFEST: Final = "SKILL.toml"

FIRST_VERSION: Final = "0.1.0"

LONGEST_DESCRIPTION: Final = 1024
"""Characters of a description taken from the body; the open format allows as many."""

_ALLOWED_TOOL = re.compile(r"[^\s,(]+(?:\([^)]*\))?")


@frozen
class SkillReading:
    """The skills of a folder that can be used, by name, with the problems of the others."""

    skills: tuple[Skill, ...]
    problems: tuple[Problem, ...]


def read_skill(folder: Path, validator: Validator) -> Skill:
    """Read the skill in a folder; `validator` says which JSON Schemas can be checked by.

    Links in the folder are not followed. Raises InvalidAgentFile with all problems at once.
    """
    return value_of(folder, partial(_read, validator=validator))


def read_skills(root: Path, validator: Validator) -> SkillReading:
    """Read the skills in the folders of a folder. One that is broken hides none of the others.

    Folders that begin with a dot or `_` are passed over, and so are files. No folder, no skills.
    """
    skills, problems = values_in(root, partial(_read, validator=validator))
    return SkillReading(skills, problems)


def markdown_skill(
    text: str, name: str, origin: str, validator: Validator, notes: Notes
) -> Skill | None:
    """The skill in the text of a SKILL.md; None, with notes, when it is wrong.

    What the front matter does not say of name and description is taken from the folder and from
    the first paragraph.
    """
    front = split(text, notes)
    if front is None:
        return None
    notes = notes.with_lines(front.lines)
    keys = checked(SkillFrontMatter, front.keys or {}, (), notes)
    _check_name(name, None if keys is None else keys.name, ("name",), notes)
    if keys is None:
        return None
    description = keys.description or _shortened(first_paragraph(front.body))
    if not description:
        notes.add(
            ("description",),
            Phrase(
                "description_is_missing", "is missing, and there is no paragraph to take it from"
            ),
        )
    if not front.body.strip():
        notes.whole(
            Phrase("skill_has_no_instructions", "has no instructions below its front matter")
        )
    metadata = json_object(keys.metadata, ("metadata",), notes)
    options = slash_options(keys.slash_options, ("slash_options",), notes)
    if notes:
        return None
    return Skill(
        name=name,
        description=description,
        origin=origin,
        body=front.body,
        version=keys.version or _text(metadata, "version") or FIRST_VERSION,
        author=keys.author or _text(metadata, "author"),
        tags=tuple(keys.tags),
        always=keys.always,
        slash_options=options,
        allowed_tools=_allowed_tools(keys.allowed_tools),
        license=keys.license,
        category=keys.category,
        compatibility=keys.compatibility,
        metadata=metadata,
        localized=keys.description_localizations,
    )


def toml_skill(
    text: str, body: str, name: str, origin: str, validator: Validator, notes: Notes
) -> Skill | None:
    """The skill in the text of a SKILL.toml, with the instructions beside it; None, with notes."""
    read = toml_tree(text, notes)
    if read is None:
        return None
    tree, notes = read
    keys = checked(SkillFileTable, tree, (), notes)
    _check_name(name, _name_in(tree), ("skill", "name"), notes)
    tools: tuple[SkillTool, ...] = ()
    given = tree.get("tools", [])
    if isinstance(given, list):
        tools = skill_tools(given, ("tools",), validator, notes)
    if keys is None:
        return None
    skill = keys.skill
    options = slash_options(skill.slash_options, ("skill", "slash_options"), notes)
    prompts = (*skill.prompts, *keys.prompts)
    if not (body.strip() or prompts or tools or notes):
        notes.whole(
            Phrase(
                "skill_says_nothing",
                "has neither prompts nor tools, and no SKILL.md with instructions beside it",
            )
        )
    if notes:
        return None
    return Skill(
        name=name,
        description=skill.description,
        origin=origin,
        body=body,
        version=skill.version or FIRST_VERSION,
        author=skill.author,
        tags=tuple(skill.tags),
        always=skill.always,
        prompts=prompts,
        tools=tools,
        slash_options=options,
        license=skill.license,
        category=skill.category,
        localized=skill.description_localizations,
    )


def _read(folder: Folder, name: str, validator: Validator) -> Skill | tuple[Problem, ...]:
    notes = Notes(shown(folder.path), called=Phrase("the_folder", "the folder"))
    manifest = Notes(shown(folder.path / MANIFEST))
    markdown = Notes(shown(folder.path / MARKDOWN))
    has_manifest, has_markdown = folder.has(MANIFEST), folder.has(MARKDOWN)
    skill = None
    if not has_manifest and not has_markdown:
        _say_none(folder, notes)
    elif not has_manifest:
        text = folder.text(MARKDOWN, markdown)
        if text is not None:
            skill = markdown_skill(text, name, str(folder.path), validator, markdown)
    else:
        text = folder.text(MANIFEST, manifest)
        body = _body_beside(folder, markdown) if has_markdown else ""
        if text is not None:
            skill = toml_skill(text, body, name, str(folder.path), validator, manifest)
    problems = (*notes.problems, *manifest.problems, *markdown.problems)
    return problems if skill is None or problems else skill


def _body_beside(folder: Folder, notes: Notes) -> str:
    text = folder.text(MARKDOWN, notes)
    front: FrontMatter | None = None if text is None else split(text, notes)
    if front is None:
        return ""
    if front.keys is not None:
        notes.whole(
            Phrase(
                "front_matter_beside_manifest",
                "has a front matter, where {manifest} beside it says all that: remove one",
                manifest=MANIFEST,
            ),
            1,
        )
    return front.body


def _say_none(folder: Folder, notes: Notes) -> None:
    names = [entry.name for entry in folder.entries(notes) if not entry.is_folder]
    near = next((name for name in names if nearest(name, [MARKDOWN, MANIFEST])), None)
    files = {"markdown": MARKDOWN, "manifest": MANIFEST}
    what = Phrase("skill_has_no_file", "has neither {markdown} nor {manifest}", **files)
    if near is not None:
        what = Phrase(
            "skill_file_is_misspelled",
            "has neither {markdown} nor {manifest}; `{near}` must be called so exactly",
            near=near,
            **files,
        )
    notes.whole(what)


def _check_name(folder: str, given: str | None, path: tuple[str, ...], notes: Notes) -> None:
    of_folder = folder_name_problem(folder)
    problem = None if given is None else folder_name_problem(given)
    if of_folder is not None:
        notes.add(
            path,
            Phrase(
                "name_of_folder_is_wrong",
                "is that of the folder, which {problem}",
                problem=of_folder,
            ),
        )
    elif problem is not None:
        notes.add(path, problem)
    elif given is not None and given != folder:
        notes.add(path, Phrase("must_be_name_of_folder", "must be the name of its folder"), folder)


def _name_in(tree: Mapping[str, object]) -> str | None:
    table = tree.get("skill")
    name = table.get("name") if isinstance(table, Mapping) else None
    return name.strip() if isinstance(name, str) else None


def _allowed_tools(given: str | list[str]) -> tuple[str, ...]:
    return tuple(_ALLOWED_TOOL.findall(given)) if isinstance(given, str) else tuple(given)


def _text(metadata: JsonObject, key: str) -> str | None:
    value = metadata.get(key)
    return value if isinstance(value, str) else None


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1] + "…"
