"""The model that a command line describes, or renames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.chain import renamed
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import InvalidConfig, check_config

__all__ = ["DescribedModel", "GivenModel"]

_ALIAS: Final = "command_line"
_SOURCE: Final = "argv"
_FLAGS: Final = {
    "uri": "--uri",
    "model": "--model",
    "api_key": "--api-key-env",
    "model_path": "--model-path",
}


@frozen
class DescribedModel:
    """A model that the command line describes; `provider` is what it is called in messages."""

    provider: str
    settings: ModelSettings


@frozen
class GivenModel:
    """What the command line says of the model; None where it says nothing.

    `is_local` asks for one that runs on this machine; a `model_path` asks for that as well. Such a
    model is offered tools only `with_tools`.
    """

    uri: str | None = None
    model: str | None = None
    api_key_env: str | None = None
    is_local: bool = False
    model_path: str | None = None
    with_tools: bool = False

    @property
    def is_bundled(self) -> bool:
        """Whether it is the model that is bundled, which the user did not name."""
        return self.is_local and self.model_path is None

    def described(
        self,
        environment: Mapping[str, str],
        families: Mapping[str, Callable[[], type[ModelSettings]]],
    ) -> DescribedModel | None:
        """The model it describes, if it describes one. Raises `WrongUsage`."""
        if self.is_local or self.model_path is not None:
            return _checked("local", self._local_table(), environment, families)
        if self.with_tools:
            raise WrongUsage(problem=say("agent_tools_alone"))
        if self.uri is None:
            if self.api_key_env is not None:
                raise WrongUsage(problem=say("agent_key_env_alone"))
            return None
        return _checked("custom", self._endpoint_table(self.uri), environment, families)

    def _local_table(self) -> dict[str, str | bool]:
        for flag, value in (
            ("--uri", self.uri),
            ("--model", self.model),
            ("--api-key-env", self.api_key_env),
        ):
            if value is not None:
                raise WrongUsage(problem=say("agent_flag_with_local", flag=flag))
        table: dict[str, str | bool] = {"native_tools": self.with_tools}
        if self.model_path is not None:
            table["model_path"] = _literal(str(Path.cwd() / Path(self.model_path)))
        return table

    def _endpoint_table(self, uri: str) -> dict[str, str | bool]:
        if self.model is None:
            raise WrongUsage(problem=say("agent_uri_alone"))
        table: dict[str, str | bool] = {"uri": _literal(uri), "model": _literal(self.model)}
        if self.api_key_env is not None:
            table["api_key"] = f"${{{self.api_key_env}}}"
        return table

    def renamed(self, settings: ModelSettings) -> ModelSettings:
        """The settings with the model it names, if it names one. Raises `WrongUsage`."""
        if self.model is None:
            return settings
        if self.model == settings.model:
            return settings
        other = renamed(settings, self.model)
        if other.model != self.model:
            raise WrongUsage(problem=say("agent_model_is_file"))
        return other


def _checked(
    family: str,
    table: Mapping[str, str | bool],
    environment: Mapping[str, str],
    families: Mapping[str, Callable[[], type[ModelSettings]]],
) -> DescribedModel:
    document = {"providers": {"models": {family: {_ALIAS: table}}}}
    try:
        config = check_config(document, _SOURCE, environment, families)
    except InvalidConfig as error:
        problem = error.problems[0]
        flag = _FLAGS.get(problem.key.rpartition(".")[2], problem.key)
        raise WrongUsage(problem=say("flag_problem", flag=flag, problem=problem.what)) from error
    provider = f"{family}.{_ALIAS}"
    return DescribedModel(provider, config.models[provider])


def _literal(text: str) -> str:
    """The text as a config must have it to mean just that."""
    return text.replace("${", "$${")
