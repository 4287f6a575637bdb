"""The errors of the providers say what happened."""

from __future__ import annotations

from zeroclaw_api.errors import ProviderError
from zeroclaw_providers.errors import LocalModelFailed


def test_failure_of_a_local_model_is_final_for_its_request() -> None:
    error = LocalModelFailed(provider="local.home", model="small", detail="no file")
    assert str(error) == "Cannot run small on this machine: no file."
    assert isinstance(error, ProviderError)
    assert not error.retryable
