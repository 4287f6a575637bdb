"""Read YAML as nested texts, without anything in it that could run or grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import Factory, define

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config.files.notes import Notes

if TYPE_CHECKING:
    from yaml.events import Event

__all__ = ["DEEPEST", "YamlText", "yaml_mapping"]

YamlText: TypeAlias = "str | list[YamlText] | dict[str, YamlText] | None"
"""Every scalar is text as it was written: a schema says what it is, so `1.10` stays a version.

An empty one, or `null`, is None.
"""

DEEPEST: Final = 16
"""Levels; what we read has three."""

_NULLS = ("", "~", "null", "Null", "NULL")


@define
class _Level:
    """A list or mapping whose end has not come; `key` is that of the value to come."""

    value: list[YamlText] | dict[str, YamlText]
    path: KeyPath
    key: str | None = None


@define
class _Tree:
    notes: Notes
    first_line: int
    lines: dict[KeyPath, int] = Factory(dict)
    levels: list[_Level] = Factory(list)
    root: YamlText = None
    documents: int = 0


def yaml_mapping(
    text: str, notes: Notes, first_line: int = 1
) -> tuple[Mapping[str, YamlText], Mapping[KeyPath, int]] | None:
    """What a YAML text maps, with the line of each key; None, with a note, when it maps nothing.

    Tags, aliases and keys that occur twice are refused: the first could run code, the second
    grow without bound, the third be read in two ways. `first_line` is that of the text in its
    file. An empty text is an empty mapping.
    """
    tree = _Tree(notes, first_line)
    if not _is_built(text, tree):
        return None
    if tree.root is None:
        return {}, {}
    if not isinstance(tree.root, dict):
        notes.whole(
            Phrase("front_matter_maps_nothing", "must map keys to values in its front matter"),
            first_line,
        )
        return None
    return tree.root, tree.lines


def _is_built(text: str, tree: _Tree) -> bool:
    from yaml import MarkedYAMLError, YAMLError

    try:
        return all(_is_taken(event, tree) for event in _events(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark
        line = None if mark is None else mark.line + tree.first_line
        problem = " ".join((error.problem or "").split())
        reason = quoted(problem) or Phrase("cannot_be_parsed", "it cannot be parsed")
        what = Phrase(
            "front_matter_is_not_yaml", "is not YAML in its front matter: {problem}", problem=reason
        )
        tree.notes.whole(what, line)
    except (YAMLError, UnicodeError):
        tree.notes.whole(
            Phrase(
                "front_matter_has_character",
                "has a character in its front matter that YAML does not allow",
            )
        )
    return False


def _events(text: str) -> Iterator[Event]:
    import yaml

    # Both give the same events; the one in C is not in every build.
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    events: Iterator[Event] = yaml.parse(text, Loader=loader)
    return events


def _is_taken(event: Event, tree: _Tree) -> bool:
    from yaml import events as kinds

    mark = event.start_mark
    line = tree.first_line + (0 if mark is None else mark.line)
    match event:
        case kinds.AliasEvent():
            tree.notes.whole(
                Phrase(
                    "front_matter_has_alias",
                    "has an alias (`*…`) in its front matter: write it out",
                ),
                line,
            )
            return False
        case kinds.DocumentStartEvent():
            tree.documents += 1
            if tree.documents > 1:
                tree.notes.whole(
                    Phrase(
                        "front_matter_has_document", "has a second document in its front matter"
                    ),
                    line,
                )
            return tree.documents == 1
        case kinds.ScalarEvent():
            # An escape can spell half a character, which the reader in Python lets pass.
            event.value.encode()
            # Plain is None in one reader, nothing in the other.
            is_plain = not event.style
            text = None if is_plain and event.value in _NULLS else event.value
            return _is_untagged(event.tag, line, tree) and _is_placed(text, event.value, line, tree)
        case kinds.MappingStartEvent():
            return _is_untagged(event.tag, line, tree) and _is_begun({}, line, tree)
        case kinds.SequenceStartEvent():
            return _is_untagged(event.tag, line, tree) and _is_begun([], line, tree)
        case kinds.MappingEndEvent() | kinds.SequenceEndEvent():
            tree.levels.pop()
    return True


def _is_untagged(tag: str | None, line: int, tree: _Tree) -> bool:
    if tag is not None:
        tree.notes.whole(
            Phrase(
                "front_matter_has_tag", "has a tag (`!…`) in its front matter, which is not allowed"
            ),
            line,
        )
    return tag is None


def _is_begun(value: list[YamlText] | dict[str, YamlText], line: int, tree: _Tree) -> bool:
    if len(tree.levels) >= DEEPEST:
        tree.notes.whole(
            Phrase(
                "front_matter_is_too_deep",
                "is nested more than {deepest} levels deep in its front matter",
                deepest=DEEPEST,
            ),
            line,
        )
        return False
    path = _place_of_next(tree)
    if not _is_placed(value, None, line, tree):
        return False
    tree.levels.append(_Level(value, path))
    return True


def _place_of_next(tree: _Tree) -> KeyPath:
    if not tree.levels:
        return ()
    level = tree.levels[-1]
    last = len(level.value) if isinstance(level.value, list) else (level.key or "")
    return (*level.path, last)


def _is_placed(value: YamlText, key: str | None, line: int, tree: _Tree) -> bool:
    """Put a value where it belongs; `key` is what it is if a key belongs there, else None."""
    if not tree.levels:
        tree.root = value
        return True
    level = tree.levels[-1]
    if isinstance(level.value, list):
        tree.lines[(*level.path, len(level.value))] = line
        level.value.append(value)
    elif level.key is not None:
        level.value[level.key] = value
        level.key = None
    elif key is None:
        tree.notes.whole(
            Phrase("front_matter_has_no_key", "has a key in its front matter that is no text"), line
        )
        return False
    elif key in level.value:
        where = (*level.path, key)
        tree.notes.with_lines({where: line}).add(where, Phrase("occurs_twice", "occurs twice"))
        return False
    else:
        tree.lines[(*level.path, key)] = line
        level.key = key
    return True
