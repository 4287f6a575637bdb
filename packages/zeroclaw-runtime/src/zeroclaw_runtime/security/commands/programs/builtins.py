"""Describes commands that a shell carries out itself."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Style,
    Use,
    names,
    options,
)

__all__ = ["BUILTINS"]

# `-v` of bash's own `test` runs what stands between the brackets of its operand.
_TESTS = frozenset(
    names(
        "-a -b -c -d -e -ef -eq -f -g -G -ge -gt -h -k -L -le -lt -n -ne -nt -o -O -ot -p -r "
        "-s -S -t -u -w -x -z"
    )
)


def _check_test(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands:
        is_number = word.text[1:].isdigit()
        if word.text.startswith("-") and not is_number and word.text not in _TESTS:
            dossier.hold(Risk.HIGH, "test:option", word.text)
        if word.is_pattern:
            dossier.hold(Risk.MEDIUM, "test:pattern", word.text)


def _check_printf(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands[:1]:
        option = word.text.startswith("-") and word.text != "--"
        if option or word.is_pattern:
            # `-v` of bash sets a variable.
            dossier.hold(Risk.HIGH, "printf:option", word.text)


_TEXT = ProgramRule(style=Style.PLAIN, version_words=frozenset())
_TEST = ProgramRule(
    style=Style.PLAIN,
    operands=Operands(Use.MAYBE),
    check=_check_test,
    version_words=frozenset(),
)
_CHANGES_SHELL = ProgramRule(
    risk=Risk.HIGH,
    effects=RUNS,
    style=Style.PLAIN,
    operands=Operands(Use.MAYBE),
    version_words=frozenset(),
)

BUILTINS: Mapping[str, ProgramRule] = {
    **dict.fromkeys(
        ("echo", ":", "true", "false", "exit", "return", "wait", "times", "break", "continue"),
        _TEXT,
    ),
    "printf": ProgramRule(style=Style.PLAIN, check=_check_printf, version_words=frozenset()),
    "test": _TEST,
    "[": _TEST,
    "type": ProgramRule(options=options("-a -t -p -P -f")),
    "cd": ProgramRule(options=options("-L -P -e"), operands=Operands(Use.FOLDER)),
    "pwd": ProgramRule(options=options("-L -P")),
    **dict.fromkeys(
        names(
            "eval source . trap alias unalias set shopt ulimit enable bind complete compgen "
            "declare typeset local readonly read mapfile readarray let history fc getopts unset "
            "hash shift pushd popd dirs disown bg fg jobs suspend logout caller coproc newgrp "
            "function select [["
        ),
        _CHANGES_SHELL,
    ),
}
