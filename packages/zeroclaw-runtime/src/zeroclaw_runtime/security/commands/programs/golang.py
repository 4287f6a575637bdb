"""Describes the go command."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    READS,
    RUNS,
    Operands,
    ProgramRule,
    Style,
    Use,
    options,
)

__all__ = ["GOLANG"]

_FOREIGN_CODE = ProgramRule(
    risk=Risk.HIGH, effects=RUNS | {Effect.NETWORK}, operands=Operands(Use.MAYBE)
)
_BUILD = ProgramRule(
    style=Style.GO,
    risk=Risk.MEDIUM,
    effects=RUNS,
    options=options(
        "-a -n -v -x -race -short -json -failfast -cover -benchmem -c -i -trimpath -fullpath "
        "-run= -skip= -bench= -benchtime= -count= -timeout= -tags= -p= -parallel= -cpu= -mod= "
        "-coverprofile=> -covermode= -coverpkg= -o=> -C=/ -shuffle= -list= -fuzz= -fuzztime= "
        "-f= -deps -test -e -find"
    ),
    operands=Operands(Use.MAYBE),
    unknown_option=Risk.HIGH,
)
_SHOWS = evolve(
    _BUILD,
    risk=Risk.LOW,
    effects=READS,
    options=options("-json -changed -v -short -all -src -u -c -cmd"),
)

GOLANG: Mapping[str, ProgramRule] = {
    "go": ProgramRule(
        options=options("-C=/"),
        unknown_option=Risk.HIGH,
        unknown_command=Risk.HIGH,
        version_words=frozenset(),
        commands={
            **dict.fromkeys(
                ("build", "test", "vet", "generate", "fmt", "clean", "fix", "list"), _BUILD
            ),
            "run": evolve(_BUILD, stops_at_operand=True, kept_operands=1),
            **dict.fromkeys(("doc", "env", "version", "help"), _SHOWS),
            **dict.fromkeys(("get", "install", "mod", "work", "tool", "bug"), _FOREIGN_CODE),
        },
    ),
    "gofmt": ProgramRule(
        options=options("-l -d -s -e", medium="-w"),
        operands=Operands(Use.READ),
        unknown_option=Risk.HIGH,
    ),
}
