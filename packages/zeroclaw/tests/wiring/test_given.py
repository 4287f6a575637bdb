"""A model can be described by the command line alone."""

from __future__ import annotations

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.agent import families
from zeroclaw.wiring.given import GivenModel

URI = "http://127.0.0.1:8080/v1"
SECRET = "sk-planted-secret"


def test_address_with_a_name_is_a_model() -> None:
    settings = GivenModel(URI, "some-model").described({}, families())
    assert settings is not None
    assert settings.model == "some-model"


def test_nothing_given_describes_no_model() -> None:
    assert GivenModel().described({}, families()) is None
    assert GivenModel(model="another").described({}, families()) is None


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
        given.described({}, families())
    assert SECRET not in str(caught.value)


def test_key_is_taken_from_the_environment_and_shown_nowhere() -> None:
    settings = GivenModel(URI, "m", "KEY").described({"KEY": SECRET}, families())
    assert SECRET not in repr(settings)
    assert SECRET not in str(settings)


def test_dollar_sign_in_a_flag_means_itself() -> None:
    settings = GivenModel(URI, "a${HOME}b").described({}, families())
    assert settings is not None
    assert settings.model == "a${HOME}b"


def test_model_can_be_renamed_alone() -> None:
    settings = GivenModel(URI, "one").described({}, families())
    assert settings is not None
    assert GivenModel(model="two").renamed(settings).model == "two"
    assert GivenModel().renamed(settings) is settings
