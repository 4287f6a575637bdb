"""Split a Markdown text into its YAML front matter with its body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.yaml_text import YamlText, yaml_mapping

__all__ = ["FrontMatter", "first_paragraph", "split"]

FENCE: Final = "---"
"""The line before the front matter and the one after it."""

CODE_FENCES: Final = ("```", "~~~")


@frozen
class FrontMatter:
    """What stands above a body. `keys` is None when a text has no front matter at all."""

    keys: Mapping[str, YamlText] | None
    lines: Mapping[KeyPath, int]
    body: str
    body_line: int = field(default=1)
    """The line on which the body begins, counted from 1."""


def split(text: str, notes: Notes) -> FrontMatter | None:
    """The parts of a text; None, with a note, when its front matter cannot be read."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        return FrontMatter(None, {}, text.strip("\n"))
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        notes.whole(
            Phrase(
                "front_matter_does_not_end",
                "begins a front matter with `---` that no second `---` ends",
            ),
            1,
        )
        return None
    read = yaml_mapping("\n".join(lines[1:end]), notes, first_line=2)
    if read is None:
        return None
    keys, key_lines = read
    # A key without a value says no more than one that was left out.
    given = {key: value for key, value in keys.items() if value is not None}
    return FrontMatter(given, key_lines, "\n".join(lines[end + 1 :]).strip("\n"), end + 2)


def first_paragraph(body: str) -> str:
    """The first paragraph of a Markdown text that is no heading, as one line; else nothing."""
    paragraph: list[str] = []
    fence = ""
    for line in map(str.strip, body.split("\n")):
        if fence or line.startswith(CODE_FENCES):
            fence = "" if fence and line.startswith(fence) else fence or line[:3]
        elif line and not line.startswith("#"):
            paragraph.append(line)
            continue
        if paragraph:
            break
    return " ".join(paragraph)
