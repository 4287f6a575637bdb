"""Read the steps under `## Steps` of a SOP.md as tables."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Callable, Mapping
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import parse_json
from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config._nearest import nearest
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.steps import Draft

__all__ = ["markdown_steps"]

_HEADING = re.compile(r" {0,3}(#{1,2})\s+(.*)")
_ITEM = re.compile(r"( *)([0-9]{1,9})[.)](?:\s+(.*))?")
_BULLET = re.compile(r"\s*[-*+]\s+([a-z][a-z_-]*):(?:\s+(.*))?")
_TITLE = re.compile(r"\*\*(.+?)\*\*\s*(?:[—–:-]\s*)?(.*)")
_CODE_FENCE = re.compile(r"```[^`]*$|~~~")

_UNREADABLE: Final = object()
"""What a value is read as after a note has said why it cannot be read."""

_KEYS: Final = (
    *("agent", "allow_tools", "call", "capability", "deny_tools", "depends_on", "edit", "input"),
    *("kind", "mode", "next", "on_failure", "output", "policy", "prompt"),
    *("requires_confirmation", "switch", "terminal", "tools", "when", "with"),
)


@define
class _Item:
    """One step while its lines are read; `name` stands for it in messages."""

    name: str
    number: int
    title: str
    rest: str
    line: int
    keys: dict[str, object] = Factory(dict)
    lines: dict[str, int] = Factory(dict)
    body: list[str] = Factory(list)

    @property
    def path(self) -> KeyPath:
        return (self.name,)


@define
class _Reader:
    notes: Notes
    items: list[_Item] = Factory(list)
    names: set[str] = Factory(set)
    sections: int = 0
    is_inside: bool = False
    indent: int | None = None
    fence: str = ""
    fence_line: int = 0


def markdown_steps(text: str, notes: Notes) -> tuple[list[Draft], Notes]:
    """The steps with the numbers they were given, and notes that know their lines.

    A bullet of a step whose first word is a known key, as in `- next: 3`, sets that key. One that
    is nearly one is noted; all other text is the step's body.
    """
    reader = _Reader(notes)
    for number, line in enumerate(text.split("\n"), 1):
        _take(line, number, reader)
    if reader.fence:
        notes.whole(
            Phrase("code_does_not_end", "begins a block of code that does not end"),
            reader.fence_line,
        )
    if not reader.sections:
        notes.whole(Phrase("has_no_steps_section", "has no section `## Steps`"))
    elif not reader.items:
        notes.whole(Phrase("has_no_numbered_step", "has no numbered step under `## Steps`"))
    lines: dict[KeyPath, int] = {}
    for item in reader.items:
        lines[item.path] = item.line
        lines |= {(*item.path, key): line for key, line in item.lines.items()}
    return [_draft(item) for item in reader.items], notes.with_lines(lines)


def _take(line: str, number: int, reader: _Reader) -> None:
    stripped = line.strip()
    if reader.fence:
        if stripped.startswith(reader.fence):
            reader.fence = ""
    elif _CODE_FENCE.match(stripped):
        reader.fence, reader.fence_line = stripped[:3], number
    elif heading := _HEADING.fullmatch(line):
        reader.is_inside = heading[1] == "##" and heading[2].strip(" \t#").casefold() == "steps"
        if reader.is_inside:
            reader.sections += 1
            if reader.sections > 1:
                reader.notes.whole(
                    Phrase("has_second_steps_section", "has a second section `## Steps`"), number
                )
        return
    elif reader.is_inside and _is_new_step(line, number, reader):
        return
    elif reader.is_inside and reader.items and (bullet := _BULLET.fullmatch(line)):
        name = bullet[1].replace("-", "_")
        if name in _KEYS:
            _take_key(name, (bullet[2] or "").strip(), number, reader)
            return
        near = None if reader.notes.is_full else nearest(name, _KEYS)
        if near is not None:
            item = reader.items[-1]
            place = (*item.path, bullet[1])
            what = Phrase(
                "is_unknown_key_or_text",
                "is not a known key (begin it with a capital letter if it is text)",
            )
            reader.notes.with_lines({place: number}).add(place, what, near)
    if reader.is_inside and reader.items:
        reader.items[-1].body.append(line)


def _is_new_step(line: str, number: int, reader: _Reader) -> bool:
    """Begin a step; a number that stands further in than the first one is text of a step."""
    match = _ITEM.fullmatch(line)
    if match is None or (reader.indent is not None and len(match[1]) > reader.indent):
        return False
    if reader.indent is None:
        reader.indent = len(match[1])
    first = (match[3] or "").strip()
    bold = _TITLE.fullmatch(first)
    title, rest = (bold[1].strip(), bold[2].strip()) if bold else (first, "")
    name = f"step-{int(match[2])}"
    if name in reader.names:
        name = f"{name} (line {number})"
    reader.names.add(name)
    item = _Item(name, int(match[2]), title, rest, number)
    reader.items.append(item)
    return True


def _take_key(name: str, value: str, number: int, reader: _Reader) -> None:
    item = reader.items[-1]
    place = (*item.path, name)
    here = reader.notes.with_lines({place: number})
    if not value:
        here.add(place, Phrase("has_no_value", "has no value"))
    elif name == "call":
        item.lines.setdefault("calls", number)
        calls = item.keys.setdefault("calls", [])
        call = _json(value, place, here)
        if isinstance(calls, list) and call is not _UNREADABLE:
            calls.append(call)
    elif name in item.keys:
        here.add(place, Phrase("occurs_twice_in_step", "occurs twice in the step"))
    else:
        item.lines[name] = number
        read = _READERS.get(name)
        result = value if read is None else read(value, place, here)
        if result is not _UNREADABLE:
            item.keys[name] = result


def _names(value: str, _path: KeyPath, _notes: Notes) -> object:
    return [name for name in map(str.strip, value.split(",")) if name]


def _numbers(value: str, _path: KeyPath, _notes: Notes) -> object:
    return [_whole(part) for part in map(str.strip, value.split(",")) if part]


def _number(value: str, _path: KeyPath, _notes: Notes) -> object:
    return _whole(value)


def _whole(value: str) -> object:
    """The number; the text itself, which the check then refuses, when it is none."""
    return int(value) if re.fullmatch(r"[0-9]{1,9}", value) else value


def _switch(value: str, path: KeyPath, notes: Notes) -> object:
    """Ports as `name>guard>goto`, with `;` between them. A guard may hold `>` itself."""
    ports: list[object] = []
    for part in re.findall(r'(?:"[^"]*"|[^;])+', value):
        name, first, rest = part.partition(">")
        guard, second, goto = rest.rpartition(">")
        if not first or not second:
            notes.add(
                path,
                Phrase(
                    "must_be_ports", "must have ports such as `name>guard>3`, with `;` between them"
                ),
            )
            return _UNREADABLE
        ports.append({"name": name.strip(), "when": guard.strip(), "goto": _whole(goto.strip())})
    return ports


def _truth(value: str, _path: KeyPath, _notes: Notes) -> object:
    return {"true": True, "false": False}.get(value.lower(), value)


def _fragment(value: str, path: KeyPath, notes: Notes) -> object:
    """JSON, else what TOML takes for a value, else the text itself unless it looks like either."""
    try:
        return parse_json(value)
    except InvalidJson as error:
        problem = error.problem
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        if value[0] not in "{[\"'":
            return value
    notes.add(
        path,
        Phrase(
            "is_neither_json_nor_toml",
            "is neither JSON nor TOML: {problem}",
            problem=quoted(problem),
        ),
    )
    return _UNREADABLE


def _json(value: str, path: KeyPath, notes: Notes) -> object:
    try:
        return parse_json(value)
    except InvalidJson as error:
        notes.add(
            path, Phrase("is_not_json", "is not JSON: {problem}", problem=quoted(error.problem))
        )
        return _UNREADABLE


_READERS: Final[Mapping[str, Callable[[str, KeyPath, Notes], object]]] = {
    "tools": _names,
    "allow_tools": _names,
    "deny_tools": _names,
    "depends_on": _numbers,
    "next": _number,
    "switch": _switch,
    "requires_confirmation": _truth,
    "terminal": _truth,
    "with": _fragment,
    "input": _fragment,
    "output": _fragment,
}


def _draft(item: _Item) -> Draft:
    body = textwrap.dedent("\n".join(item.body)).strip("\n")
    text = "\n".join(part for part in (item.rest, body) if part.strip())
    return Draft({"number": item.number, "title": item.title, "body": text} | item.keys, item.path)
