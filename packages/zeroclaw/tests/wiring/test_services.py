"""Providers are lent what they may use, for a time."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw.home import Home
from zeroclaw.wiring.services import open_surroundings
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_config.secrets.references import SecretPlace

SECONDS = 30
PLACE = SecretPlace("config.toml", "providers.models.custom.a.api_key")


async def test_everything_is_lent_without_making_a_home(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    with trio.fail_after(SECONDS):
        async with open_surroundings(home, {"SOME_KEY": "k"}) as opened:
            assert opened.services.secrets.get("SOME_KEY") == "k"
            assert opened.services.programs is not None
            assert opened.services.blobs is not None
            assert opened.services.logins is not None
    assert not home.config.parent.exists()


async def test_login_that_nobody_made_is_a_failed_reference(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_surroundings(Home(tmp_path), {}) as opened:
            with pytest.raises(ZeroClawError):
                await opened.references.read("login://nobody", PLACE)
