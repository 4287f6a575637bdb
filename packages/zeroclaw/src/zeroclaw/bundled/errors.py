"""What can go wrong when the bundled model is fetched.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    BundledModelUnfetched      the bundled model could not be installed
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["BundledModelUnfetched"]


class BundledModelUnfetched(ZeroClawError):
    """The bundled model could not be installed; `problem` says why, with what to do about it."""

    error_key = "bundled_model_unfetched"
    template = "Cannot fetch the bundled model: {problem}."

    problem: str
