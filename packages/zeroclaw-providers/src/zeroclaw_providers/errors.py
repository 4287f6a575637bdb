"""What can go wrong with a provider of ours, beyond what every provider's requests can meet.

The tree, below `zeroclaw_api.errors.ProviderError`::

    LocalModelFailed       the model on this machine cannot be run
"""

from __future__ import annotations

from zeroclaw_api.errors import ProviderError

__all__ = ["LocalModelFailed"]


class LocalModelFailed(ProviderError):
    """The model on this machine cannot be run; `detail` says why, with what to do about it."""

    error_key = "local_model_failed"
    template = "Cannot run {model} on this machine: {detail}."
