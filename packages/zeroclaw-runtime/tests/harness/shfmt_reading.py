"""What shfmt, in its language of POSIX, reads in a script."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import TypeAlias, cast

from zeroclaw_runtime.security.commands.script import Assignment, Redirect, SimpleCommand, Word

__all__ = ["shfmt_commands"]

Node: TypeAlias = "dict[str, Node | list[Node] | str | int | bool]"

_CONTINUATION = re.compile(r"\\\n")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPE_IN_QUOTES = re.compile(r"\\([$`\"\\])")


def shfmt_commands(text: str) -> list[SimpleCommand] | None:
    """The simple commands of a script without constructs, or nothing when shfmt refuses it."""
    program = shutil.which("shfmt")
    assert program is not None
    done = subprocess.run(
        [program, "-ln", "posix", "--to-json"],
        input=text.encode(),
        capture_output=True,
        timeout=10,
    )
    if done.returncode != 0:
        return None
    tree = cast("Node", json.loads(done.stdout))
    return [
        command
        for statement in _nodes(tree, "Stmts")
        for command in _statement(statement, reads_pipe=False)
    ]


def _node(parent: Node, name: str) -> Node:
    return cast("Node", parent.get(name, {}))


def _nodes(parent: Node, name: str) -> list[Node]:
    return cast("list[Node]", parent.get(name, []))


def _statement(statement: Node, *, reads_pipe: bool) -> Iterator[SimpleCommand]:
    command = _node(statement, "Cmd")
    if command.get("Type") == "BinaryCmd":
        yield from _statement(_node(command, "X"), reads_pipe=reads_pipe)
        yield from _statement(_node(command, "Y"), reads_pipe=command["Op"] == "|" or reads_pipe)
        return
    redirects = _nodes(statement, "Redirs")
    yield SimpleCommand(
        words=tuple(_word(word) for word in _nodes(command, "Args")),
        assignments=tuple(
            Assignment(str(_node(given, "Name")["Value"]), _word(_node(given, "Value")))
            for given in _nodes(command, "Assigns")
        ),
        redirects=tuple(
            _redirect(redirect)
            for redirect in redirects
            if redirect["Op"] not in (">&", "<&", "<<", "<<-")
        ),
        reads_pipe=reads_pipe,
        has_here_document=any(redirect["Op"] in ("<<", "<<-") for redirect in redirects),
    )


def _redirect(redirect: Node) -> Redirect:
    operator = str(redirect["Op"])
    number = _node(redirect, "N").get("Value")
    default = 0 if operator.startswith("<") else 1
    return Redirect(
        _word(_node(redirect, "Word")),
        writes=operator != "<",
        descriptor=default if number is None else int(str(number)),
    )


def _word(word: Node) -> Word:
    return Word("".join(_part(part) for part in _nodes(word, "Parts")))


def _part(part: Node) -> str:
    value = str(part.get("Value", ""))
    match part["Type"]:
        case "SglQuoted":
            return value
        case "DblQuoted":
            texts = (str(inner["Value"]) for inner in _nodes(part, "Parts"))
            return "".join(_unescaped(text, _ESCAPE_IN_QUOTES) for text in texts)
        case _:
            return _unescaped(value, _ESCAPE)


def _unescaped(text: str, escape: re.Pattern[str]) -> str:
    # A backslash that is escaped itself does not begin a continuation.
    pieces = re.split(r"(\\\\)", text)
    return "".join(
        "\\" if piece == "\\\\" else escape.sub(r"\1", _CONTINUATION.sub("", piece))
        for piece in pieces
    )
