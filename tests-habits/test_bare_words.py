"""Find sentences that the command would say in English whatever language is spoken."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, Finding, Module, dotted, source_modules, unexcused, write_tree

# What is no text for people, or is said in other languages by its key.
SPOKEN_ELSEWHERE = {"Phrase"}
FOR_PROGRAMMERS = {"AssertionError", "TypeError", "ValueError", "KeyError", "RuntimeError"}
FOR_PROGRAMS = {"cast", "TypeVar", "NewType", "compile", "match", "search", "sub", "split"}
LOGGERS = {"log", "logger", "logging"}

FACT = "\0"
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b")
TWO_WORDS = re.compile(r"(?<![\w-])[A-Za-z]['’A-Za-z-]*[,;:.]? +[a-z]['’a-z-]+(?![\w-])")
# Beside a fact one word is enough; the shortest are units, the name of the program is no word.
LONE_WORD = r"(?<![\w-])(?!zeroclaw)[a-z]{4,}"
WORD_AND_FACT = re.compile(rf"{FACT}[,;:.]? +{LONE_WORD}(?![\w-])|{LONE_WORD}[,:]? +{FACT}")


def _text_of(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else FACT for part in values
            )
    return None


def _looks_like_words(text: str) -> bool:
    if SQL.match(text):
        return False
    return bool(TWO_WORDS.search(text) or WORD_AND_FACT.search(text))


def _is_for_others(call: ast.Call) -> bool:
    name = dotted(call.func)
    return (
        name.split(".")[-1] in SPOKEN_ELSEWHERE | FOR_PROGRAMMERS | FOR_PROGRAMS
        or name.split(".")[0] in LOGGERS
    )


def _parts_to_look_at(node: ast.AST, *, in_commands: bool) -> Iterator[ast.AST]:
    """What is directly below a node, but for what a person never reads, or reads by its key."""
    passed_over: list[ast.AST | None] = []
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Call() if _is_for_others(node):
            return
        case ast.ClassDef(body=body):
            passed_over += [
                line
                for line in body
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "template"
            ]
        case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
            passed_over.append(annotation)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            passed_over.append(node.returns)
            if in_commands:
                # Click shows them, and `commands/translation.py` says them by key.
                passed_over += node.decorator_list
        case ast.Module(body=body) if in_commands:
            passed_over += [line for line in body if isinstance(line, ast.Assign | ast.AnnAssign)]
    for part in ast.iter_child_nodes(node):
        if not any(part is each for each in passed_over):
            yield part


def _name_of(node: ast.AST, above: ast.AST) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name if isinstance(above, ast.Module | ast.ClassDef) else ""
    return ""


def _bare_words(node: ast.AST, where: str, *, in_commands: bool) -> Iterator[tuple[str, int, str]]:
    """Where, in which line, what."""
    text = _text_of(node)
    if text is not None and _looks_like_words(text):
        yield where, getattr(node, "lineno", 0), text.replace(FACT, "…")
    for part in _parts_to_look_at(node, in_commands=in_commands):
        name = _name_of(part, node)
        below = f"{where}.{name}" if where and name else where or name
        if not isinstance(node, ast.JoinedStr) or not isinstance(part, ast.Constant):
            yield from _bare_words(part, below, in_commands=in_commands)


def _in_module(module: Module) -> Iterator[Finding]:
    in_commands = ".commands." in module.name
    for where, line, text in _bare_words(module.tree, "", in_commands=in_commands):
        shown = f"line {line} has words that no catalogue has: {text[:60]!r}"
        yield Finding("::".join(filter(None, (module.key, where))), shown)


def bare_words(root: Path) -> list[Finding]:
    """Texts in the command's own sources that look like words for a person."""
    return [
        finding for module in source_modules(root, "zeroclaw") for finding in _in_module(module)
    ]


def _runs_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """What is done while a module is loaded: all but the bodies of functions."""
    yield node
    for part in ast.iter_child_nodes(node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            if any(part is each for each in body):
                continue
        yield from _runs_at_import(part)


def said_at_import(root: Path) -> list[Finding]:
    """Sentences that are made before it is known which language is spoken."""
    return [
        Finding(
            module.key, f"line {node.lineno} says something before it is known in what language"
        )
        for module in source_modules(root, "zeroclaw")
        for node in _runs_at_import(module.tree)
        if isinstance(node, ast.Call)
        and dotted(node.func).split(".")[-1] in {"say", "worded", "error_text", "current_words"}
    ]


def test_nothing_is_said_before_the_language_is_known() -> None:
    assert unexcused(said_at_import(ROOT), "said_at_import") == []


def test_control_sentences_made_at_import_are_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw/src/zeroclaw/bad.py"
    text = """
SAID = say("key")
class A:
    said = {"a": words.say("key")}
def f(text=say("key")):
    return say("key")
LATER = lambda: say("key")
"""
    found = said_at_import(write_tree(tmp_path, {name: text}))
    assert [finding.text.split()[1] for finding in found] == ["2", "4", "5"]


def test_everything_the_command_says_is_in_its_catalogues() -> None:
    assert unexcused(bare_words(ROOT), "bare_words") == []


def test_control_words_in_the_code_are_found(tmp_path: Path) -> None:
    room = "packages/zeroclaw/src/zeroclaw"
    text = '''
"""Does this and that."""
import re
SAID = "Nothing was written"
COUNTED = f"{count} agents"
QUERY = "SELECT this from that"
FORM = re.compile("what it says")
KEY = "some_key"
NAMES: "a b c" = ("LM Studio", "--model NAME", f"{count} s", f"zeroclaw {version}")
class Refused(Error):
    """It was refused."""
    template = "It is refused."
    hint = "try again"
def f(x: "what it is") -> "some text":
    """Do it."""
    log.warning("it goes to the log")
    say("some_key", problem=f"it is {x}")
    raise AssertionError("never to be seen")
def g():
    return Phrase("key", "said by its key"), f"cannot read {x}: {why}"
'''
    commands = '''
EPILOG = "Files are there."
@click.option("--x", help="Do it now.")
def f():
    """Do it."""
    echo("It was done.")
'''
    root = write_tree(
        tmp_path, {f"{room}/bad.py": text, f"{room}/commands/bad.py": commands, "x/bad.py": text}
    )
    found = [
        (finding.key.removeprefix(f"{room}/"), finding.text.split(": ")[1].strip("'"))
        for finding in bare_words(root)
    ]
    assert found == [
        ("bad.py::SAID", "Nothing was written"),
        ("bad.py::COUNTED", "… agents"),
        ("bad.py::Refused.hint", "try again"),
        ("bad.py::f", "it is …"),
        ("bad.py::g", "cannot read …"),
        ("commands/bad.py::f", "It was done."),
    ]
