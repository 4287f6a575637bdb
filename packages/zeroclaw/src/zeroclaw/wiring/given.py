"""The model that a command line describes, or renames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol, cast

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import InvalidConfig, check_config

__all__ = ["GIVEN_MODEL", "GivenModel"]

GIVEN_MODEL: Final = "custom.command_line"
"""What a model that the command line describes is called in messages."""

_FLAGS: Final = {"uri": "--uri", "model": "--model", "api_key": "--api-key-env"}


class _Copied(Protocol):
    """What the settings of every family are: a pydantic model."""

    def model_copy(self, *, update: Mapping[str, object]) -> ModelSettings: ...


@frozen
class GivenModel:
    """What the command line says of the model; None where it says nothing."""

    uri: str | None = None
    model: str | None = None
    api_key_env: str | None = None

    def described(
        self,
        environment: Mapping[str, str],
        families: Mapping[str, Callable[[], type[ModelSettings]]],
    ) -> ModelSettings | None:
        """The settings of the endpoint it names, if it names one. Raises `WrongUsage`."""
        if self.uri is None:
            if self.api_key_env is not None:
                raise WrongUsage(problem="--api-key-env is for --uri; give both")
            return None
        if self.model is None:
            raise WrongUsage(problem="--uri needs --model NAME as well")
        family, _, alias = GIVEN_MODEL.partition(".")
        table = {"uri": _literal(self.uri), "model": _literal(self.model)}
        if self.api_key_env is not None:
            table["api_key"] = f"${{{self.api_key_env}}}"
        document = {"providers": {"models": {family: {alias: table}}}}
        try:
            config = check_config(document, "the command line", environment, families)
        except InvalidConfig as error:
            problem = error.problems[0]
            flag = _FLAGS.get(problem.key.rpartition(".")[2], problem.key)
            raise WrongUsage(problem=f"{flag} {problem.what}") from error
        return config.models[GIVEN_MODEL]

    def renamed(self, settings: ModelSettings) -> ModelSettings:
        """The settings with the model it names, if it names one."""
        if self.model is None:
            return settings
        return cast("_Copied", settings).model_copy(update={"model": self.model})


def _literal(text: str) -> str:
    """The text as a config must have it to mean just that."""
    return text.replace("${", "$${")
