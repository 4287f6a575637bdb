"""Takes off the programs that run the command which is given to them as their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.arguments import FOREIGN, read_arguments
from zeroclaw_runtime.security.commands.programs.rule import ProgramRule, Reading, names, options
from zeroclaw_runtime.security.commands.script import Assignment, Word

__all__ = ["Wrapped", "unwrap"]


@frozen
class Wrapped:
    """What a wrapper runs: words, or the text of a script.

    `risk` is the wrapper's own. With `problem` it is not known what would run. `kept_words` begin
    an approval for what runs, `is_keepable` says that there may be one. One that `is_bare` has no
    command, so it only tells something. `folder` is where it runs.
    """

    words: tuple[Word, ...] = ()
    script: Word | None = None
    assignments: tuple[Assignment, ...] = ()
    risk: Risk = Risk.LOW
    problem: str | None = None
    kept_words: tuple[Word, ...] = ()
    is_keepable: bool = False
    is_bare: bool = False
    runs_project: bool = False
    folder: Word | None = None


_Unwrap = Callable[[Sequence[Word]], Wrapped | None]

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_ONLY_OPTIONS = ProgramRule(stops_at_operand=True)


def unwrap(name: str, words: Sequence[Word]) -> Wrapped | None:
    """What the wrapper `name` runs with these words after it; None for what is no wrapper."""
    found = _WRAPPERS.get(name)
    return None if found is None else found(words)


def _simple(
    text: str = "", *, operands: int = 0, risk: Risk = Risk.LOW, is_bare: bool = False
) -> _Unwrap:
    """A wrapper with these options and some operands before the command."""
    rule = evolve(_ONLY_OPTIONS, options=options(text))

    def found(words: Sequence[Word]) -> Wrapped:
        reading = read_arguments(words, rule)
        if problem := _problem(reading):
            return Wrapped(problem=problem)
        rest = tuple(words[reading.end :])
        for word in rest[:operands]:
            if word.is_pattern or word.text.startswith("-"):
                return Wrapped(problem=word.text)
        inner = rest[operands:]
        if not inner and not is_bare:
            return Wrapped(problem="no command")
        return Wrapped(inner, risk=risk, is_bare=not inner)

    return found


def _problem(reading: Reading) -> str | None:
    if reading.unknown:
        return reading.unknown[0]
    return reading.loose[0] if reading.loose else None


def _command(words: Sequence[Word]) -> Wrapped:
    asks = options("-p -v -V")
    reading = read_arguments(words, evolve(_ONLY_OPTIONS, options=asks))
    if problem := _problem(reading):
        return Wrapped(problem=problem)
    if {"-v", "-V"} & reading.names or not reading.operands:
        return Wrapped(is_bare=True)
    return Wrapped(tuple(words[reading.end :]))


_ENV_OPTIONS = options(
    "-i -0 -u= -C= -v --ignore-environment --null --unset= --chdir= --debug --help --version"
)


def _env(words: Sequence[Word]) -> Wrapped:
    reading = read_arguments(words, evolve(_ONLY_OPTIONS, options=_ENV_OPTIONS))
    rest = list(words[reading.end :])
    if problem := _problem(reading):
        return Wrapped(problem=problem)
    if rest and rest[0].text == "-":
        del rest[0]
    assignments: list[Assignment] = []
    while rest and "=" in rest[0].text:
        word = rest.pop(0)
        found = _ASSIGNMENT.fullmatch(word.text)
        if found is None:
            return Wrapped(problem=word.text)
        assignments.append(Assignment(found[1], evolve(word, text=found[2])))
    folder = next(iter(reading.values("-C", "--chdir")), None)
    return Wrapped(tuple(rest), assignments=tuple(assignments), is_bare=not rest, folder=folder)


def _exec(words: Sequence[Word]) -> Wrapped:
    if not words or words[0].text.startswith("-") or words[0].is_pattern:
        return Wrapped(problem="exec")
    return Wrapped(tuple(words))


_NICE_NUMBER = re.compile(r"-{1,2}[0-9]+|-\+[0-9]+")


def _nice(words: Sequence[Word]) -> Wrapped:
    # `-5`, and `--5` for minus five, which is no long option.
    if words and _NICE_NUMBER.fullmatch(words[0].text):
        words = words[1:]
    return _PLAIN_NICE(words) or Wrapped(problem="nice")


_PLAIN_NICE = _simple("-n= --adjustment=", is_bare=True)
_XARGS_OPTIONS = options(
    "-0 -a= -d= -E= -I= -i? -L= -l? -n= -P= -p -r -s= -t -x --null --arg-file= --delimiter= "
    "--eof? --replace? --max-lines? --max-args= --max-procs= --interactive --no-run-if-empty "
    "--max-chars= --verbose --exit"
)


def _xargs(words: Sequence[Word]) -> Wrapped:
    reading = read_arguments(words, evolve(_ONLY_OPTIONS, options=_XARGS_OPTIONS))
    if problem := _problem(reading):
        return Wrapped(problem=problem)
    if {"-a", "--arg-file"} & reading.names:
        return Wrapped(problem="--arg-file")
    inner = tuple(words[reading.end :]) or (Word("echo"),)
    replaced = reading.values("-I", "-i", "--replace")
    if not replaced and not {"-i", "--replace"} & reading.names:
        return Wrapped((*inner, FOREIGN))
    sign = replaced[-1].text if replaced else "{}"
    return Wrapped(tuple(_replaced(word, sign) for word in inner))


def _replaced(word: Word, sign: str) -> Word:
    if word.text == sign:
        return FOREIGN
    return evolve(word, is_known=word.is_known and sign not in word.text)


_SHELL_OPTIONS = options("-c -e -u -x -f -n -v -h")


def _shell(words: Sequence[Word]) -> Wrapped | None:
    """`sh -c TEXT`; a shell with a script in a file is no wrapper, but an interpreter."""
    reading = read_arguments(words, evolve(_ONLY_OPTIONS, options=_SHELL_OPTIONS))
    if problem := _problem(reading):
        return Wrapped(problem=problem)
    if "-c" not in reading.names:
        return None
    if not reading.operands:
        return Wrapped(problem="no command")
    script = reading.operands[0]
    if script.is_pattern or not script.is_known:
        return Wrapped(problem=script.text)
    return Wrapped(script=script, risk=Risk.MEDIUM)


_PYTHON_OPTIONS = options("-B -b -d -E -I -O -OO -P -q -s -S -u -v -x -W= -X= -c=; -m=;")
_PYTHON_MODULES = frozenset(
    names("pytest pip mypy ruff black isort flake8 pylint coverage pyright tox nox pre-commit")
)


def _python(words: Sequence[Word]) -> Wrapped | None:
    reading = read_arguments(words, evolve(_ONLY_OPTIONS, options=_PYTHON_OPTIONS))
    modules = reading.values("-m")
    if reading.unknown or not modules or modules[0].text not in _PYTHON_MODULES:
        return None
    inner = (modules[0], *words[reading.end :])
    # A file of that name in the working folder would run in its place.
    return Wrapped(
        inner,
        risk=Risk.MEDIUM,
        kept_words=tuple(words[: reading.end - 1]),
        # `-mpytest` is one word, and no beginning of the same command written otherwise.
        is_keepable=words[reading.end - 1] == modules[0],
        runs_project=True,
    )


def _project_run(low: str) -> _Unwrap:
    """`uv run COMMAND` and the like: the environment of a project around a command."""
    rule = evolve(_ONLY_OPTIONS, options=options(low))

    def found(words: Sequence[Word]) -> Wrapped | None:
        if not words or words[0].text != "run":
            return None
        reading = read_arguments(words[1:], rule)
        if problem := _problem(reading):
            return Wrapped(problem=problem)
        inner = tuple(words[1 + reading.end :])
        if not inner:
            return Wrapped(problem="no command")
        if inner[0].text.endswith(".py"):
            inner = (Word("python"), *inner)
        return Wrapped(
            inner,
            risk=Risk.MEDIUM,
            kept_words=tuple(words[: 1 + reading.end]),
            is_keepable=True,
            runs_project=True,
        )

    return found


def _privileged(words: Sequence[Word]) -> Wrapped:
    inner = tuple(words)
    while inner and inner[0].text in ("-n", "-E", "-H", "-S", "-k", "--"):
        inner = inner[1:]
    if not inner or inner[0].text.startswith("-") or "=" in inner[0].text:
        return Wrapped(problem="privileges")
    return Wrapped(inner, risk=Risk.HIGH)


_WRAPPERS: Mapping[str, _Unwrap] = {
    "env": _env,
    "command": _command,
    "builtin": _simple(),
    "exec": _exec,
    "nice": _nice,
    "nohup": _simple(),
    "timeout": _simple(
        "-k= -s= -v --kill-after= --signal= --preserve-status --foreground --verbose", operands=1
    ),
    "time": _simple("-p -v --portability --verbose"),
    "stdbuf": _simple("-i= -o= -e= --input= --output= --error="),
    "setsid": _simple("-w -c --wait --ctty", risk=Risk.MEDIUM),
    "ionice": _simple("-c= -n= -t --class= --classdata= --ignore"),
    "chrt": _simple(
        "-b -f -i -o -r --batch --fifo --idle --other --rr", operands=1, risk=Risk.MEDIUM
    ),
    "xargs": _xargs,
    "busybox": _simple(risk=Risk.MEDIUM),
    "toybox": _simple(risk=Risk.MEDIUM),
    "sudo": _privileged,
    "doas": _privileged,
    "sh": _shell,
    "bash": _shell,
    "dash": _shell,
    "ash": _shell,
    "python": _python,
    "uv": _project_run(
        "-q -v --quiet --verbose --frozen --locked --no-sync --offline --all-extras --all-packages "
        "--all-groups --no-dev --dev --extra= --group= --package= --no-project --exact --isolated"
    ),
    "poetry": _project_run("-q -v --quiet --verbose"),
    "pdm": _project_run("-q -v --quiet"),
    "pipenv": _project_run("-q --quiet"),
    "hatch": _project_run(""),
}
