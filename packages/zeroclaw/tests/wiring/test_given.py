"""A model can be described by the command line alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attrs import evolve

from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.given import GivenModel
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers.local.factory import local
from zeroclaw_providers.local.settings import LocalSettings

URI = "http://127.0.0.1:8080/v1"
SECRET = "sk-planted-secret"
WITH_LOCAL = {"local": local.settings_model}


def settings_of(given: GivenModel) -> ModelSettings:
    described = given.described({}, installed_families())
    assert described is not None
    return described.settings


def local_settings_of(given: GivenModel) -> LocalSettings:
    described = given.described({}, WITH_LOCAL)
    assert described is not None
    assert described.provider == "local.command_line"
    assert isinstance(described.settings, LocalSettings)
    return described.settings


def test_address_with_a_name_is_a_model() -> None:
    described = GivenModel(URI, "some-model").described({}, installed_families())
    assert described is not None
    assert described.provider == "custom.command_line"
    assert described.settings.model == "some-model"


def test_nothing_given_describes_no_model() -> None:
    assert GivenModel().described({}, installed_families()) is None
    assert GivenModel(model="another").described({}, installed_families()) is None


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (GivenModel(URI), "--uri needs --model"),
        (GivenModel(api_key_env="KEY"), "--api-key-env is for --uri"),
        (GivenModel("ftp://127.0.0.1", "m"), "--uri is not acceptable: a URL with http"),
        (GivenModel(f"http://{SECRET}@127.0.0.1/v1", "m"), "--uri .*put the key into"),
        (GivenModel(URI, "  "), "--model must have at least 1 character"),
        (GivenModel(URI, "m", "KEY"), "--api-key-env .*KEY"),
    ],
)
def test_what_cannot_be_used_names_its_flag(given: GivenModel, reason: str) -> None:
    with pytest.raises(WrongUsage, match=reason) as caught:
        given.described({}, installed_families())
    assert SECRET not in str(caught.value)


def test_key_is_taken_from_the_environment_and_shown_nowhere() -> None:
    described = GivenModel(URI, "m", "KEY").described({"KEY": SECRET}, installed_families())
    assert SECRET not in repr(described)
    assert SECRET not in str(described)


def test_dollar_sign_in_a_flag_means_itself() -> None:
    assert settings_of(GivenModel(URI, "a${HOME}b")).model == "a${HOME}b"


def test_local_model_needs_nothing_else_to_be_named() -> None:
    assert local_settings_of(GivenModel(is_local=True)).model_path is None
    assert GivenModel(is_local=True).is_bundled


@pytest.mark.parametrize("is_local", [True, False])
def test_file_of_a_model_runs_here_from_wherever_it_is(is_local: bool, tmp_path: Path) -> None:
    file = tmp_path / "a${HOME}b.gguf"
    for name in (str(file), os.path.relpath(file)):
        given = GivenModel(is_local=is_local, model_path=name)
        path = local_settings_of(given).model_path
        assert path is not None
        assert path.resolve() == file
        assert not given.is_bundled


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (GivenModel(URI, "m", is_local=True), "--uri does not go with"),
        (GivenModel(model="m", is_local=True), "--model does not go with"),
        (GivenModel(api_key_env="KEY", model_path="x.gguf"), "--api-key-env does not go with"),
        (GivenModel(model_path="a\0b"), "--model-path .*NUL"),
    ],
)
def test_what_no_local_model_can_use_is_refused(given: GivenModel, reason: str) -> None:
    with pytest.raises(WrongUsage, match=reason):
        given.described({}, WITH_LOCAL)


def test_model_that_is_a_file_cannot_be_renamed() -> None:
    with pytest.raises(WrongUsage, match="use --model-path"):
        GivenModel(model="two").renamed(LocalSettings())


def test_model_can_be_renamed_alone() -> None:
    settings = settings_of(GivenModel(URI, "one"))
    assert GivenModel(model="two").renamed(settings).model == "two"
    assert GivenModel().renamed(settings) is settings


@pytest.mark.parametrize("given", [GivenModel(is_local=True), GivenModel(model_path="x.gguf")])
def test_model_that_runs_here_has_tools_only_when_asked(given: GivenModel) -> None:
    assert not local_settings_of(given).native_tools
    assert local_settings_of(evolve(given, with_tools=True)).native_tools


@pytest.mark.parametrize("given", [GivenModel(), GivenModel(model="m"), GivenModel(URI, "m")])
def test_tools_are_asked_for_only_with_a_model_that_runs_here(given: GivenModel) -> None:
    with pytest.raises(WrongUsage, match="--tools goes with --local or --model-path"):
        evolve(given, with_tools=True).described({}, WITH_LOCAL)
