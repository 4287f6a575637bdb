"""What can go wrong while a first config is made.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    NothingFound           there is no model that could be proposed
    ModelUntried           the model that was chosen did not answer
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["ModelUntried", "NothingFound"]


class NothingFound(ZeroClawError):
    """There is no model that could be proposed. `variables` could hold a key."""

    error_key = "quickstart_nothing_found"
    template = (
        "No model was found: no key is in the environment, no model server answers on this "
        "machine, and the bundled model is not installed. Do one of these, then run `zeroclaw "
        "quickstart` again: set one of {variables}; start a server such as Ollama or llama.cpp "
        "with a model; run `zeroclaw models fetch-bundled`; or give --uri URL --model NAME."
    )

    variables: str


class ModelUntried(ZeroClawError):
    """The model did not answer, so that nothing was written. Both facts are sentences."""

    error_key = "quickstart_model_untried"
    template = "Nothing was written, since the model did not answer. {reason} {advice}"

    reason: str
    advice: str
