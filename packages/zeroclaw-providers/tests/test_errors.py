"""The errors of the providers say what happened."""

from __future__ import annotations

from zeroclaw_api.errors import ProviderAuthFailed, ProviderError
from zeroclaw_providers.errors import (
    CredentialsMissing,
    LocalModelFailed,
    LoginFailed,
    LoginRefused,
)


def test_failure_of_a_local_model_is_final_for_its_request() -> None:
    error = LocalModelFailed(provider="local.home", model="small", detail="no file")
    assert str(error) == "Cannot run small on this machine: no file."
    assert isinstance(error, ProviderError)
    assert not error.retryable


def test_missing_credentials_are_useless_to_try_again_without() -> None:
    error = CredentialsMissing(provider="bedrock.home", model="large", detail="there is no key")
    assert str(error) == "bedrock.home has no credentials to ask large with: there is no key."
    assert isinstance(error, ProviderAuthFailed)
    assert not error.retryable


def test_login_that_is_refused_names_the_command_that_helps() -> None:
    error = LoginRefused(login="qwen", detail="it was used already")
    assert isinstance(error, LoginFailed)
    assert str(error) == (
        "qwen no longer takes its login: it was used already. "
        "Log in anew with `zeroclaw auth login qwen`."
    )
