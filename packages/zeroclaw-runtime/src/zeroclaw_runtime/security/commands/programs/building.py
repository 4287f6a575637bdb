"""Describes programs that build a project, in whatever language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    options,
)

__all__ = ["BUILDING"]

_PLAIN_VALUE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=[A-Za-z0-9_.-]*")


def _check_make(reading: Reading, dossier: Dossier) -> None:
    if len(reading.operands) > 1:
        # An approval of one target is none of another.
        dossier.forget_approval()
    for word in reading.operands:
        if "=" not in word.text:
            continue
        dossier.forget_approval()
        if _PLAIN_VALUE.fullmatch(word.text) is None or word.text.startswith(
            ("SHELL=", "MAKEFLAGS=", "MAKEFILES=")
        ):
            dossier.hold(Risk.HIGH, "make:variable", word.text)


_MAKE = ProgramRule(
    risk=Risk.MEDIUM,
    effects=RUNS,
    options=options(
        "-B -C=/ -f=< -i -j? -k -l? -n -q -r -R -s -S -t -w -d --always-make --directory=/ "
        "--file=< --makefile=< --ignore-errors --jobs? --keep-going --dry-run --just-print "
        "--question --silent --quiet --touch --print-directory --no-print-directory -p "
        "--no-builtin-rules --no-builtin-variables --output-sync? -O? --debug? --trace"
    ),
    unknown_option=Risk.HIGH,
    check=_check_make,
    kept_operands=1,
)

BUILDING: Mapping[str, ProgramRule] = {
    "make": _MAKE,
    "gmake": _MAKE,
    "just": evolve(_MAKE, options=options("-l --list --summary -n --dry-run -q --quiet")),
    "cmake": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-S=< -B=> -G= -N -j? --build=/ --target= -t= --config= --parallel? --preset= "
            "--clean-first --verbose -v --fresh --list-presets? --install=/ --log-level="
        ),
        operands=Operands(Use.READ),
        unknown_option=Risk.HIGH,
    ),
    "ctest": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-V -VV -N -R= -E= -L= -LE= -j? -C= --output-on-failure --test-dir=/ --parallel? "
            "--verbose --preset= --timeout= --rerun-failed"
        ),
        unknown_option=Risk.HIGH,
    ),
    "ninja": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options("-C=/ -j= -k= -n -v -f=< -t= -d= --verbose --quiet"),
        check=_check_make,
        unknown_option=Risk.HIGH,
        kept_operands=1,
    ),
    **dict.fromkeys(
        ("gradle", "gradlew", "mvn", "bazel", "meson", "sbt", "ant"),
        ProgramRule(
            risk=Risk.MEDIUM,
            effects=RUNS,
            options=options("-q -X -o --quiet --offline --info"),
            operands=Operands(Use.MAYBE),
            unknown_option=Risk.HIGH,
            check=_check_make,
            kept_operands=1,
        ),
    ),
    "shellcheck": ProgramRule(
        options=options("-s= -e= -f= -x -S= -a --shell= --exclude= --format= --severity="),
        operands=Operands(Use.READ),
    ),
    "shfmt": ProgramRule(
        options=options("-d -l -i= -ci -bn -sr -s -ln=", medium="-w"),
        operands=Operands(Use.READ),
    ),
}
