"""Every public name is there, from its package, once."""

from __future__ import annotations

import subprocess
import sys

import pytest

import zeroclaw_api


@pytest.mark.parametrize("name", zeroclaw_api.__all__)
def test_every_exported_name_can_be_had(name: str) -> None:
    assert getattr(zeroclaw_api, name) is not None
    assert name in dir(zeroclaw_api)


def test_unknown_name_is_an_attribute_error_that_says_it() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing_of_that_name'"):
        zeroclaw_api.nothing_of_that_name  # noqa: B018 - the access is what is tested


def test_importing_the_package_loads_no_module_of_it() -> None:
    names = "m for m in sys.modules if m.startswith(('zeroclaw', 'attr'))"
    script = f"import sys, zeroclaw_api; print(*({names}))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["zeroclaw_api"]
