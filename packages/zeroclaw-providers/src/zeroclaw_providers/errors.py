"""What can go wrong with a provider of ours, beyond what every provider's requests can meet.

The tree, below `zeroclaw_api.errors.ProviderError`::

    ProviderAuthFailed     trying again is useless
      CredentialsMissing   there is nothing to show to the provider
    LocalModelFailed       the model on this machine cannot be run
"""

from __future__ import annotations

from zeroclaw_api.errors import ProviderAuthFailed, ProviderError

__all__ = ["CredentialsMissing", "LocalModelFailed"]


class CredentialsMissing(ProviderAuthFailed):
    """Nothing was asked: no credentials were found, or no usable ones; `detail` says more."""

    error_key = "credentials_missing"
    template = "{provider} has no credentials to ask {model} with: {detail}."


class LocalModelFailed(ProviderError):
    """The model on this machine cannot be run; `detail` says why, with what to do about it."""

    error_key = "local_model_failed"
    template = "Cannot run {model} on this machine: {detail}."
