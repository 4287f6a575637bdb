"""Judges what came of asking the model providers."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import TypeAlias, assert_never

from attrs import frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = [
    "Answered",
    "Asked",
    "EngineMissing",
    "FileUnusable",
    "KeyRefused",
    "KeyUnfetched",
    "KeyUnset",
    "ModelUnknown",
    "Outcome",
    "Ready",
    "Silent",
    "Skipped",
    "Troubled",
    "Unreachable",
    "Unusable",
    "judge_providers",
]


@frozen
class Answered:
    """It answers, and has the model."""


@frozen
class KeyRefused:
    """It answers, and refuses the key, or the lack of one."""

    has_key: bool


@frozen
class KeyUnfetched:
    """Nobody was asked, as the key could not be had. `problem` is a sentence that says more."""

    problem: str


@frozen
class KeyUnset:
    """Nobody was asked, as there is no key; the environment may have it in a `variable`."""

    variable: str


@frozen
class Unusable:
    """Nobody could be asked. `problem` is a sentence that says what is missing."""

    problem: str


@frozen
class ModelUnknown:
    """It answers, and refuses the model; `models` are some that it has."""

    models: tuple[str, ...] = ()


@frozen
class Troubled:
    """It answers, but not now, or not as it should. `problem` is a clause."""

    problem: str


@frozen
class Silent:
    """No answer came in so many seconds."""

    seconds: float


@frozen
class Unreachable:
    """No connection. `problem` is a clause."""

    problem: str


@frozen
class Ready:
    """A model that runs right here; what it needs is there."""


@frozen
class EngineMissing:
    """A model that should run right here, without the engine that runs it."""


@frozen
class FileUnusable:
    """A model that should run right here, without its file: None for the bundled one."""

    path: str | None
    problem: str


@frozen
class Skipped:
    """Nobody was asked, as was wanted."""


Outcome: TypeAlias = (
    Answered
    | KeyRefused
    | KeyUnfetched
    | KeyUnset
    | Unusable
    | ModelUnknown
    | Troubled
    | Silent
    | Unreachable
    | Ready
    | EngineMissing
    | FileUnusable
    | Skipped
)


@frozen
class Asked:
    """A provider, as `family.alias`, with the model, the address where it has one.

    `is_used` says that an agent has it for its model. `key` is where its key stands in its section,
    which is shown when it `is_one_of_many`.
    """

    provider: str
    model: str
    place: str
    is_used: bool
    outcome: Outcome
    key: str = "api_key"
    is_one_of_many: bool = False

    @property
    def shown(self) -> str:
        """What it is called in a finding."""
        return f"{self.provider}.{self.key}" if self.is_one_of_many else self.provider


def judge_providers(asked: Sequence[Asked]) -> list[Finding]:
    """What an agent needs is an error when it does not work; else it is a warning."""
    if not asked:
        return [fine(Subject.PROVIDERS, "check_no_models")]
    return [_judged(each) for each in asked]


def _judged(asked: Asked) -> Finding:
    bad = error if asked.is_used else warning
    told = {
        "provider": asked.shown,
        "model": asked.model,
        "place": asked.place,
        "key": f"providers.models.{asked.provider}.{asked.key}",
        "setting": f"providers.models.{asked.provider}.model",
    }
    subject = Subject.PROVIDERS
    match asked.outcome:
        case Answered():
            return fine(subject, "check_answered", **told)
        case Ready():
            return fine(subject, "check_ready", **told)
        case Skipped():
            return fine(subject, "check_skipped", **told)
        case KeyRefused(has_key=True):
            return bad(subject, "check_key_refused", **told)
        case KeyRefused():
            return bad(subject, "check_key_wanted", **told)
        case KeyUnfetched(problem=problem):
            return bad(subject, "check_key_unfetched", problem=problem, **told)
        case KeyUnset(variable=variable):
            return bad(subject, "check_key_unset", variable=variable, **told)
        case Unusable(problem=problem):
            return bad(subject, "check_unusable", problem=problem, **told)
        case ModelUnknown(models=()):
            return bad(subject, "check_model_unknown", **told)
        case ModelUnknown(models=models):
            told |= {"models": ", ".join(models), "other": quote(models[0])}
            return bad(subject, "check_model_not_listed", **told)
        case Troubled(problem=problem):
            return warning(subject, "check_troubled", problem=problem, **told)
        case Silent(seconds=seconds):
            return bad(subject, "check_silent", seconds=f"{seconds:g}", **told)
        case Unreachable(problem=problem):
            return bad(subject, "check_unreachable", problem=problem, **told)
        case EngineMissing():
            return bad(subject, "check_engine_missing", **told)
        case FileUnusable(path=None):
            return bad(subject, "check_bundled_missing", **told)
        case FileUnusable(path=path, problem=problem):
            return bad(subject, "check_file_unusable", path=path, problem=problem, **told)
        case _ as never:
            assert_never(never)
