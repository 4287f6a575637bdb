"""Make the plain tables that the program reads from the Fluent catalogues of each distribution.

A distribution keeps `locales/<language>/*.ftl`. What English errors and commands say stands beside
them in the code, so their English catalogues are written from there, for translators. A language
is compiled into one table, `locales/<language>.json`, when it says every key with its facts.

    uv run python scripts/catalogues.py           write catalogues and tables
    uv run python scripts/catalogues.py --check   fail when one is not up to date

Source of the format: Fluent Syntax 1.0. Of it a message may use text, facts (`{ $name }`), quoted
text and one choice by a fact, whose variants are `[1]`, other numbers or names, and a default.
"""

from __future__ import annotations

import json
import sys
from ast import Call, Constant, Name, walk
from ast import parse as parse_code
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from string import Formatter

from fluent.syntax import ast, parse

from zeroclaw.commands.group import group
from zeroclaw.commands.translation import keyed_texts
from zeroclaw.locales.language import ENGLISH, LANGUAGES
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.phrases import Phrase

PACKAGES = Path(__file__).parent.parent / "packages"
# It is installed where extensions are tested, and its errors are for their authors.
UNTRANSLATED = {"zeroclaw_testing"}
ERRORS, COMMANDS, PHRASES = "errors.ftl", "commands.ftl", "phrases.ftl"
HEAD = (
    "# Written by scripts/catalogues.py from the code, which says this in English; do not edit.\n"
)
_SPECIAL_AT_START = "[*.}"

Message = str | dict[str, object]


class CatalogueError(Exception):
    """A catalogue cannot be compiled, or does not say what English says."""


def compiled(text: str, source: str) -> dict[str, Message]:
    """The messages of a catalogue as templates; raises `CatalogueError`."""
    table: dict[str, Message] = {}
    for entry in parse(text).body:
        match entry:
            case ast.BaseComment():
                continue
            case ast.Message(id=name, value=ast.Pattern() as pattern, attributes=[]):
                if name.name in table:
                    raise CatalogueError(f"{source}: {name.name} is there twice")
                table[name.name] = _message(pattern, f"{source}: {name.name}")
            case _:
                where = getattr(entry, "content", None) or getattr(entry, "id", entry)
                raise CatalogueError(f"{source}: this is no message: {str(where)[:80]!r}")
    return table


def facts_of(message: Message) -> set[str]:
    """The facts that a message uses in any of its forms."""
    if isinstance(message, str):
        return {name for _, name, _, _ in Formatter().parse(message) if name}
    when = message["when"]
    assert isinstance(when, dict)
    forms = [*when.values(), message["else"]]
    return {str(message["by"])}.union(*(facts_of(str(form)) for form in forms))


def differences(english: Mapping[str, Message], other: Mapping[str, Message]) -> list[str]:
    """Where the other language lacks a key, has one of its own, or uses an unknown fact."""
    wrong = [f"{key} is missing" for key in sorted(english.keys() - other.keys())]
    wrong += [f"{key} is not in English" for key in sorted(other.keys() - english.keys())]
    for key in sorted(english.keys() & other.keys()):
        unknown = facts_of(other[key]) - facts_of(english[key])
        wrong += [f"{key} uses {name}, which English does not" for name in sorted(unknown)]
    return wrong


def fluent(entries: Iterable[tuple[str, str]]) -> str:
    """A catalogue of texts that are given as `str.format` templates."""
    messages = "".join(f"{key} ={_pattern(template)}\n" for key, template in entries)
    return f"{HEAD}\n{messages}"


def error_templates() -> dict[str, dict[str, str]]:
    """By package: the English template of each error key."""
    for file in sorted(PACKAGES.glob("*/src/*/**/errors.py")):
        import_module(_module_of(file))
    found: dict[str, dict[str, str]] = {}
    for error in _with_all_below(ZeroClawError):
        package = error.__module__.partition(".")[0]
        is_ours = (PACKAGES / package.replace("_", "-") / "src" / package).is_dir()
        if "error_key" in vars(error) and is_ours and package not in UNTRANSLATED:
            found.setdefault(package, {})[error.error_key] = error.template
    return found


def phrases_in(code: str) -> Iterator[tuple[str, str]]:
    """The key with the English template of each `Phrase` that some code makes."""
    for call in (node for node in walk(parse_code(code)) if isinstance(node, Call)):
        made = [call.func, *call.args]
        if isinstance(call.func, Name) and call.func.id == partial.__name__:
            made = call.args
        named = bool(made) and isinstance(made[0], Name) and made[0].id == Phrase.__name__
        match made[1:3]:
            case [Constant(value=str(key)), Constant(value=str(template))] if named:
                yield key, template
            case _ if named:
                raise CatalogueError(
                    f"line {call.lineno}: key and English of a phrase are literals"
                )


def phrase_templates(package: Path) -> dict[str, str]:
    """All phrases of a package; raises `CatalogueError` when two share a key."""
    found: dict[str, str] = {}
    for file in sorted(package.rglob("*.py")):
        for key, template in phrases_in(file.read_text("utf-8")):
            if found.setdefault(key, template) != template:
                raise CatalogueError(f"{file}: the phrase {key} says two things")
    return found


def _module_of(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[parts.index("src") + 1 :])


def _with_all_below(error: type[ZeroClawError]) -> Iterator[type[ZeroClawError]]:
    yield error
    for below in error.__subclasses__():
        yield from _with_all_below(below)


def _message(pattern: ast.Pattern, where: str) -> Message:
    texts: list[str] = [""]
    choice: ast.SelectExpression | None = None
    for element in pattern.elements:
        match element:
            case ast.Placeable(expression=ast.SelectExpression() as select) if choice is None:
                choice = select
                texts.append("")
            case _:
                texts[-1] += _piece(element, where)
    if choice is None:
        return texts[0]
    if not isinstance(choice.selector, ast.VariableReference):
        raise CatalogueError(f"{where} chooses by something else than a fact")
    when: dict[str, str] = {}
    otherwise = ""
    for variant in choice.variants:
        form = texts[0] + "".join(_piece(e, where) for e in variant.value.elements) + texts[1]
        key = variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value
        if variant.default:
            otherwise = form
        elif key in ("zero", "one", "two", "few", "many", "other"):
            raise CatalogueError(f"{where} chooses by plural category; name the number instead")
        else:
            when[key] = form
    return {"by": choice.selector.id.name, "when": when, "else": otherwise}


def _piece(element: ast.TextElement | ast.Placeable, where: str) -> str:
    match element:
        case ast.TextElement(value=text):
            return str(text).replace("{", "{{").replace("}", "}}")
        case ast.Placeable(expression=ast.VariableReference(id=name)):
            return "{" + str(name.name) + "}"
        case ast.Placeable(expression=ast.StringLiteral() as literal):
            text = str(literal.parse()["value"])
            return text.replace("{", "{{").replace("}", "}}")
    raise CatalogueError(f"{where} uses something else than text, facts and one choice")


def _pattern(template: str) -> str:
    """The Fluent pattern of a template; a format of a fact is left to the program."""
    text = ""
    for literal, name, _, _ in Formatter().parse(template):
        text += "".join(f'{{"{c}"}}' if c in "{}" else c for c in literal)
        text += "" if name is None else f"{{ ${name} }}"
    lines = [_line(line) for line in text.replace("\b", '{"\\u0008"}').split("\n")]
    if len(lines) == 1:
        return f" {lines[0]}"
    return "".join(f"\n    {line}" if line else "\n" for line in lines)


def _line(line: str) -> str:
    if line[:1].isspace():
        bare = line.lstrip()
        return f'{{"{line[: len(line) - len(bare)]}"}}{bare}'
    if line[:1] and line[0] in _SPECIAL_AT_START:
        return f'{{"{line[0]}"}}{line[1:]}'
    return line


def english_catalogues() -> dict[Path, str]:
    """What each catalogue that is written from the code should hold."""
    files: dict[Path, str] = {}
    for package, templates in sorted(error_templates().items()):
        folder = PACKAGES / package.replace("_", "-") / "src" / package
        english = folder / "locales" / ENGLISH
        files[english / ERRORS] = fluent(
            (f"error_{key}", template) for key, template in sorted(templates.items())
        )
        if phrases := phrase_templates(folder):
            files[english / PHRASES] = fluent(sorted(phrases.items()))
    own = PACKAGES / "zeroclaw" / "src" / "zeroclaw" / "locales"
    files[own / ENGLISH / COMMANDS] = fluent(sorted(keyed_texts(group)))
    return files


def tables(written: Mapping[Path, str]) -> tuple[dict[Path, str], list[str]]:
    """What each table should hold, with what the languages lack; `written` is English."""
    files: dict[Path, str] = {}
    wrong: list[str] = []
    owners: dict[str, Path] = {}
    for folder in sorted({file.parents[1] for file in written}):
        texts = {file.name: text for file, text in written.items() if file.parents[1] == folder}
        by_hand = _compiled_folder(folder / ENGLISH, texts)
        english = dict(by_hand)
        for name, text in texts.items():
            english |= compiled(text, name)
        wrong += [
            f"{folder.relative_to(PACKAGES)}: {owners[key]} has {key} as well"
            for key in sorted(english.keys() & owners.keys())
        ]
        owners |= dict.fromkeys(english, folder.relative_to(PACKAGES))
        if by_hand:
            files[folder / f"{ENGLISH}.json"] = _table(by_hand)
        for language in LANGUAGES:
            if language != ENGLISH:
                other = _compiled_folder(folder / language, ())
                where = (folder / language).relative_to(PACKAGES)
                wrong += [f"{where}: {each}" for each in differences(english, other)]
                files[folder / f"{language}.json"] = _table(other)
    return files, wrong


def _compiled_folder(folder: Path, without: Iterable[str]) -> dict[str, Message]:
    table: dict[str, Message] = {}
    for file in sorted(folder.glob("*.ftl")):
        if file.name not in without:
            messages = compiled(file.read_text("utf-8"), str(file.relative_to(PACKAGES)))
            if twice := table.keys() & messages.keys():
                raise CatalogueError(f"{file.name} has what another file has: {sorted(twice)}")
            table |= messages
    return table


def _table(messages: Mapping[str, Message]) -> str:
    return json.dumps(messages, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Run the command line; returns the exit status."""
    try:
        written = english_catalogues()
        made, wrong = tables(written)
    except CatalogueError as error:
        print(error, file=sys.stderr)
        return 1
    stale = {
        path: text
        for path, text in (written | made).items()
        if not path.is_file() or path.read_text("utf-8") != text
    }
    for path, text in stale.items():
        if "--check" in arguments:
            wrong.append(f"{path} is not up to date; run `python scripts/catalogues.py`")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
