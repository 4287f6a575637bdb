"""The logins of an installation cost nothing until one is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import trio
from login_homes import login_file

from zeroclaw.home import Home
from zeroclaw.logins.errors import LoginMissing
from zeroclaw.logins.login_file import KeptLogin
from zeroclaw.logins.opening import InstalledLogins
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_testing import FakeHttp


async def test_kept_login_is_found_in_its_home(tmp_path: Path) -> None:
    login_file(tmp_path).put("copilot", KeptLogin(Tokens("planted-a")))
    logins = InstalledLogins(Home(tmp_path), FakeHttp())
    with trio.fail_after(10):
        assert (await logins.token("copilot")).access == "planted-a"
        assert (await logins.renewed("copilot", "another")).access == "planted-a"
        with pytest.raises(LoginMissing):
            await logins.token("qwen")


def test_agent_without_logins_loads_nothing_of_them() -> None:
    script = "import sys, zeroclaw.logins.opening; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw.logins.opening" in loaded
    assert not loaded & {
        "cryptography",
        "zeroclaw.logins.stored",
        "zeroclaw_config.secrets.box",
        "zeroclaw_providers.oauth.asking",
    }
