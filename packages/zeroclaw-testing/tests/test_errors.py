"""The errors of fakes are errors of the project, with keys of their own."""

from __future__ import annotations

import zeroclaw_testing.errors as module
from zeroclaw_api.errors import ZeroClawError


def test_every_error_derives_from_the_root_under_its_own_key() -> None:
    kinds = [getattr(module, name) for name in module.__all__]
    assert all(issubclass(kind, ZeroClawError) for kind in kinds)
    keys = {kind.error_key for kind in kinds}
    assert len(keys) == len(kinds)
    assert all(key.startswith("fake_") for key in keys)
