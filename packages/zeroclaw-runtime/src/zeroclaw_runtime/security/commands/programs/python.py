"""Describes Python with the tools around it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    CHANGES,
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    names,
    options,
)

__all__ = ["PYTHON"]

# Modules of the standard library that run what their arguments say, or talk to the network.
_RUNNING_MODULES = frozenset(
    names(
        "asyncio bdb cProfile code codeop ensurepip ftplib http http.server idlelib imaplib "
        "nntplib pdb pip pipx poplib profile pydoc runpy smtplib socketserver telnetlib "
        "timeit trace tkinter turtledemo uv virtualenv webbrowser xmlrpc.server zipapp pyrepl "
        "site"
    )
)
_FOREIGN_CODE = ProgramRule(
    risk=Risk.HIGH, effects=RUNS | {Effect.NETWORK}, operands=Operands(Use.MAYBE)
)
_SHOWS = ProgramRule(
    options=options(
        "-v -q -f --format= --local --user --not-required --all --exclude= --editable "
        "--include-editable --verbose --quiet --no-color --depth= --package= --invert "
        "--disable-pip-version-check --offline --frozen"
    ),
    operands=Operands(Use.TEXT),
    unknown_option=Risk.HIGH,
)
_PROJECT_CODE = ProgramRule(
    risk=Risk.MEDIUM, effects=RUNS, operands=Operands(Use.MAYBE), version_words=frozenset()
)


def _check_python(reading: Reading, dossier: Dossier) -> None:
    modules = reading.values("-m")
    if "-c" in reading.names:
        dossier.hold(Risk.HIGH, "inline_code", "-c")
    elif not modules and not reading.operands and not {"-V", "--help"} & reading.names:
        dossier.hold(Risk.HIGH, "inline_code", "standard input")
    for module in modules:
        name = module.text
        top = name.partition(".")[0]
        if name in _RUNNING_MODULES or top in _RUNNING_MODULES or module.is_pattern:
            dossier.hold(Risk.HIGH, "python:module", name)
    if not modules and reading.operands:
        dossier.use(reading.operands[0], Use.EXECUTED)


_RUFF_CHECK = ProgramRule(
    options=options(
        "-q -v -s -n -e --select= --ignore= --extend-select= --extend-ignore= --exclude= "
        "--output-format= --preview --no-preview --line-length= --target-version= --diff "
        "--statistics --quiet --verbose --silent --no-cache --isolated --exit-zero --show-files "
        "--show-settings --no-fix --respect-gitignore --per-file-ignores= --watch -w",
        medium="--fix --unsafe-fixes --fix-only --add-noqa -o=> --output-file=>",
    ),
    operands=Operands(Use.READ),
)
_PIP = ProgramRule(
    options=options("-q -v --quiet --verbose --no-color --disable-pip-version-check --no-input"),
    unknown_option=Risk.HIGH,
    unknown_command=Risk.HIGH,
    commands={
        **dict.fromkeys(("list", "show", "freeze", "check", "help", "debug", "inspect"), _SHOWS),
        **dict.fromkeys(
            ("install", "uninstall", "download", "wheel", "index", "search", "config", "cache"),
            _FOREIGN_CODE,
        ),
    },
    version_words=frozenset({"--version", "-V"}),
)

PYTHON: Mapping[str, ProgramRule] = {
    "python": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-B -b -d -E -I -O -OO -P -q -s -S -u -v -V -x -W= -X= -c=; -m=; --help "
            "--check-hash-based-pycs="
        ),
        operands=Operands(Use.MAYBE),
        unknown_option=Risk.HIGH,
        stops_at_operand=True,
        check=_check_python,
        kept_operands=1,
        version_words=frozenset({"--version", "-V", "-VV"}),
    ),
    "pip": _PIP,
    "uv": ProgramRule(
        options=options("-q -v --quiet --verbose --offline --no-cache -n --no-progress"),
        unknown_option=Risk.HIGH,
        unknown_command=Risk.HIGH,
        commands={
            "pip": ProgramRule(
                commands={
                    **dict.fromkeys(("list", "show", "freeze", "check", "tree"), _SHOWS),
                },
                unknown_command=Risk.HIGH,
                unknown_option=Risk.HIGH,
            ),
            "version": _SHOWS,
            "help": _SHOWS,
        },
        version_words=frozenset({"--version", "-V"}),
    ),
    **dict.fromkeys(
        ("pipx", "uvx", "conda", "mamba", "easy_install", "twine", "poetry", "pdm", "pipenv"),
        _FOREIGN_CODE,
    ),
    "pytest": evolve(
        _PROJECT_CODE,
        options=options(
            "-q -qq -v -vv -vvv -x -s -l -k= -m= -n= -r= -h --quiet --verbose --exitfirst "
            "--maxfail= --lf --last-failed --ff --failed-first --nf --sw --stepwise --tb= "
            "--durations= --co --collect-only --cov? --cov-report= --cov-fail-under= --no-cov "
            "--no-header --no-summary --disable-warnings --strict-markers --strict-config "
            "--capture= --color= --showlocals --deselect= --ignore= --ignore-glob= --markers "
            "--fixtures --import-mode= --timeout= --benchmark-only --benchmark-skip --numprocesses="
        ),
    ),
    "ruff": ProgramRule(
        options=options("-q -v --quiet --verbose --isolated"),
        unknown_command=Risk.MEDIUM,
        commands={
            "check": _RUFF_CHECK,
            "format": ProgramRule(
                options=options(
                    "--check --diff -q -v --quiet --preview --line-length= --target-version= "
                    "--exclude= --isolated --no-cache -n"
                ),
                operands=Operands(Use.READ),
                low_only_with=frozenset({"--check", "--diff"}),
            ),
            "rule": _SHOWS,
            "linter": _SHOWS,
            "version": _SHOWS,
        },
        version_words=frozenset({"--version", "-V"}),
    ),
    "black": ProgramRule(
        options=options(
            "--check --diff -q -v -l= --line-length= --quiet --verbose --target-version= -t= "
            "--color --no-color --include= --exclude= --preview --skip-string-normalization -S"
        ),
        operands=Operands(Use.READ),
        low_only_with=frozenset({"--check", "--diff"}),
    ),
    "isort": ProgramRule(
        options=options("--check-only --check -c --diff -d -q -v --profile= --quiet --verbose"),
        operands=Operands(Use.READ),
        low_only_with=frozenset({"--check-only", "--check", "-c", "--diff", "-d"}),
    ),
    **dict.fromkeys(
        ("mypy", "pyright", "flake8", "pylint", "tox", "nox", "coverage", "pre-commit", "hatch"),
        evolve(
            _PROJECT_CODE,
            options=options(
                "-q -v -p= -m= -e= -s= -a --strict --ignore-missing-imports --show-error-codes "
                "--pretty --all-files --python-version= --no-incremental --quiet --verbose "
                "--max-line-length= --select= --ignore= --extend-ignore= --show-missing"
            ),
            kept_operands=0,
        ),
    ),
    "virtualenv": ProgramRule(risk=Risk.HIGH, effects=CHANGES),
}
