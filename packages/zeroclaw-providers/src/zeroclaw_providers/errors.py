"""What can go wrong with a provider of ours, beyond what every provider's requests can meet.

The tree, below `zeroclaw_api.errors.ProviderError`::

    ProviderAuthFailed     trying again is useless
      CredentialsMissing   there is nothing to show to the provider
        KeyMissing         no key was set, neither in the config nor in the environment
    LocalModelFailed       the model on this machine cannot be run
    ProgramUnusable        the program that reaches the model cannot be run

Below `zeroclaw_api.errors.ZeroClawError`::

    LoginFailed            a service gave no tokens; trying again may help
      LoginRefused         only logging in anew helps
    ModelsFileUnusable     the user's own list of models cannot be read
    ModelsFileUnwritable   it cannot be written
    ModelsUnfetched        there is no newer list to be had
"""

from __future__ import annotations

from zeroclaw_api.errors import ProviderAuthFailed, ProviderError, ZeroClawError

__all__ = [
    "CredentialsMissing",
    "KeyMissing",
    "LocalModelFailed",
    "LoginFailed",
    "LoginRefused",
    "ModelsFileUnusable",
    "ModelsFileUnwritable",
    "ModelsUnfetched",
    "ProgramUnusable",
]


class CredentialsMissing(ProviderAuthFailed):
    """Nothing was asked: no credentials were found, or no usable ones; `detail` says more."""

    error_key = "credentials_missing"
    template = "{provider} has no credentials to ask {model} with: {detail}."


class KeyMissing(CredentialsMissing):
    """Nothing was asked: there is no key; `variable` is where the environment may have it."""

    error_key = "provider_key_missing"
    template = (
        "{provider} wants a key for {model}: put api_key into its section, or set {variable}."
    )

    variable: str


class LocalModelFailed(ProviderError):
    """The model on this machine cannot be run; `detail` says why, with what to do about it."""

    error_key = "local_model_failed"
    template = "Cannot run {model} on this machine: {detail}."


class ModelsFileUnusable(ZeroClawError):
    """The user's own list of models cannot be read, or says what makes no sense."""

    error_key = "models_file_unusable"
    template = (
        "Cannot read what is known about models in {path}: {problem}. "
        "Get it again with `zeroclaw models refresh`, or remove it."
    )

    path: str
    problem: str


class ModelsFileUnwritable(ZeroClawError):
    """The user's own list of models cannot be written; an older one is still there."""

    error_key = "models_file_unwritable"
    template = "Cannot write what is known about models to {path}: {problem}."

    path: str
    problem: str


class ModelsUnfetched(ZeroClawError):
    """What was sent is no list of models, or was not sent in time; nothing was changed."""

    error_key = "models_unfetched"
    template = "Cannot get a list of models from {place}: {problem}. What was known still holds."

    place: str
    problem: str


class LoginFailed(ZeroClawError):
    """The service of `login` gave no tokens; `detail` says why, with what to do about it."""

    error_key = "login_failed"
    template = "There is no token from {login}: {detail}."

    login: str
    detail: str


class LoginRefused(LoginFailed):
    """The service no longer takes the login, which is kept; `detail` is what it said."""

    error_key = "login_refused"
    template = (
        "{login} no longer takes its login: {detail}. Log in anew with `zeroclaw auth login "
        "{login}`."
    )


class ProgramUnusable(ProviderError):
    """The program in front of a model cannot be run; `detail` says why, with what to do."""

    error_key = "program_unusable"
    template = "Cannot run {program} for {model}: {detail}."

    program: str
