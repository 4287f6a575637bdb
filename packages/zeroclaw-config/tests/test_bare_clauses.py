"""What a person is told stands in phrases, so that a translation can say it again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "zeroclaw_config"

KEYWORDS = {"problem", "what", "hint", "note"}
"""The arguments, and the names of values, that hold a clause for a person."""

AFTER_A_PLACE = {
    *("add", "refuse"),
    *("note", "rewrite", "absorb", "absorb_in_place", "move", "carry"),
    *("set_aside", "set_aside_in_place"),
    *("unusable", "unreadable", "reference_failed"),
}
"""Methods of findings or drafts, functions that make errors: they take a clause behind a place."""

TELLING = re.compile(r"(?:\w*_)?(?:problems?|what|hint|note|cause|clause|reason|refusal)")
"""The names of functions that give a clause."""

TWO_WORDS = re.compile(r"[A-Za-z]\S* +\S*[A-Za-z]")

Values = Mapping[str, list[ast.expr]]


def bare_clauses(code: str) -> list[str]:
    """The texts of two or more words that are given as a clause without being a phrase."""
    tree = ast.parse(code)
    values = values_of(tree)
    found: dict[str, None] = {}
    for given in clauses_given(tree):
        found |= dict.fromkeys(texts(given, values, set()))
    return list(found)


def clauses_given(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=called, args=positional, keywords=named):
                yield from (each.value for each in named if each.arg in KEYWORDS)
                match called:
                    case ast.Attribute(attr="whole"):
                        yield from positional[:1]
                    case ast.Name(id="Problem" | "Notice"):
                        yield from positional[3:4]
                    case ast.Attribute(attr=name) | ast.Name(id=name) if name in AFTER_A_PLACE:
                        yield from positional[1:]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in KEYWORDS:
                yield value
            case ast.FunctionDef(name=name) if TELLING.fullmatch(name):
                yield from results_of(node)


def values_of(tree: ast.Module) -> Values:
    """By name: what is assigned to it, what it stands for in a loop, what a function returns."""
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                for name in (name for target in targets for name in names_in(target)):
                    values.setdefault(name, []).append(value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                for name in names_in(target):
                    values.setdefault(name, []).append(value)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                values.setdefault(name, []).append(value)
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                for name in names_in(target):
                    values.setdefault(name, []).append(value)
            case ast.FunctionDef(name=name):
                values.setdefault(name, []).extend(results_of(node))
    return values


def results_of(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                yield value


def names_in(target: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def texts(given: ast.expr, values: Values, seen: set[str]) -> Iterator[str]:
    """The bare texts that an expression may give, through names and calls of its module."""
    match given:
        case ast.Constant(value=str(text)):
            if TWO_WORDS.search(text):
                yield text
        case ast.JoinedStr(values=parts):
            # A fact counts as a word: what is put beside it cannot be said again.
            said = "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in parts)
            if TWO_WORDS.search(said):
                yield said
        case ast.Name(id=name):
            if name not in seen:
                seen.add(name)
                for value in values.get(name, ()):
                    yield from texts(value, values, seen)
        case ast.Call(func=ast.Name(id="Phrase" | "partial")):
            return
        case ast.Call(func=ast.Name() as called):
            yield from texts(called, values, seen)
        case ast.Call(func=ast.Attribute(value=owner)) | ast.Subscript(value=owner):
            yield from texts(owner, values, seen)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from texts(one, values, seen)
            yield from texts(other, values, seen)
        case ast.BoolOp(values=several) | ast.Dict(values=several):
            for each in several:
                yield from texts(each, values, seen)
        case ast.Tuple(elts=several) | ast.List(elts=several):
            for each in several:
                yield from texts(each, values, seen)


def test_every_clause_of_the_sources_is_a_phrase() -> None:
    files = list(SOURCES.rglob("*.py"))
    assert files
    bare = {
        f"{file.relative_to(SOURCES)}: {text}"
        for file in files
        for text in bare_clauses(file.read_text("utf-8"))
    }
    assert not bare


@pytest.mark.parametrize(
    "code",
    [
        "raise Wrong(path=file, problem='is not there')",
        "raise Wrong(key=key, what=f'needs {name} too')",
        "raise Wrong(key=key, hint='try again' if late else 'wait')",
        "findings.add(path, 'is not there')",
        "findings.refuse(path, 'is ' + 'not there', origin)",
        "notes.whole(f'has {count} steps')",
        "Problem(file, line, key, 'is not there', near)",
        "draft.rewrite(path, value, 'is a list now')",
        "raise unusable(path, 'is not there')",
        "what = 'is not there'",
        "_GONE: str = 'is not there'\nraise Wrong(problem=_GONE)",
        "_ALL = {1: 'is not there'}\nraise Wrong(problem=_ALL.get(number, other))",
        "_ALL = {1: 'is not there'}\nraise Wrong(problem=_ALL[number])",
        "_GONE = {1: 'see there'}\nfor path, note in _GONE.items():\n    draft.move(path, note)",
        "def _why(error):\n    return 'is not there'\n\nraise Wrong(problem=_why(error))",
        "class Kind:\n    def problem(self):\n        return 'is not there'",
        "def name_problems(name):\n    yield 'is not there'",
        "raise Wrong(problem='it is {limit} long'.format(limit=3))",
    ],
)
def test_a_clause_in_mere_english_is_found_wherever_it_is_made(code: str) -> None:
    assert bare_clauses(code)


@pytest.mark.parametrize(
    "code",
    [
        "raise Wrong(path=file, problem=Phrase('is_gone', 'is not there'))",
        "what = Phrase('is_gone', 'is {where}', where=where)",
        "_GONE = Phrase('is_gone', 'is not there')\nfindings.add(path, _GONE, near)",
        "raise Wrong(problem='missing', path='not a clause')",
        "log('is not there')",
        "names.add(f'{kind} of {alias}')",
    ],
)
def test_phrases_and_other_texts_are_left_alone(code: str) -> None:
    assert not bare_clauses(code)
