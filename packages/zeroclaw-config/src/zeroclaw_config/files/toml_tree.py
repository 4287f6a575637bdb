"""Read the text of a TOML file with the line of each key."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._lines import key_lines
from zeroclaw_config._toml import parsed
from zeroclaw_config.errors import ConfigSyntax
from zeroclaw_config.files.notes import Notes

__all__ = ["toml_tree"]


def toml_tree(text: str, notes: Notes) -> tuple[Mapping[str, object], Notes] | None:
    """The document, with notes that know its lines; None, with a note, when it is not TOML."""
    try:
        tree = parsed(text, notes.file)
    except ConfigSyntax as error:
        notes.whole(
            Phrase("is_not_toml", "is not TOML: {problem}", problem=error.problem), error.line
        )
        return None
    return tree, notes.with_lines(key_lines(text))
