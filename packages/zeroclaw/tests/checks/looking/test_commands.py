"""The folders that an agent reaches are told by where they really lead."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from zeroclaw.checks.judging.commands import AgentCommands
from zeroclaw.checks.looking.commands import look_at_commands
from zeroclaw.home import Home
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import load_config

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:9/v1"
model = "m"
[risk_profiles.p]
sandbox_backend = "landlock"
sandbox_network = "open"
{risk}
[agents.main]
model_provider = "custom.home"
risk_profile = "p"
[agents.plain]
model_provider = "custom.home"
"""


def looked(folder: Path, risk: str = "", alias: str = "main") -> AgentCommands:
    """With a home folder of the user that is called `user`, one other folder beside it."""
    home = Home(folder / "installation")
    for made in (home.root, folder / "user", folder / "other"):
        made.mkdir(exist_ok=True)
    home.config.write_text(CONFIG.format(risk=risk))
    return look_at_commands(
        load_config(home.config, {}, installed_families()),
        alias,
        home,
        {"HOME": str(folder / "user")},
    )


def test_settings_come_with_the_name_of_their_profile(tmp_path: Path) -> None:
    found = looked(tmp_path)
    assert (found.profile_name, found.sandbox, found.has_network) == ("p", "landlock", True)
    assert found.section == "risk_profiles.p"
    assert looked(tmp_path, alias="plain") == AgentCommands()


@pytest.mark.parametrize("root", ["/", "~", "{folder}", "{folder}/link", "{folder}/user/../user"])
def test_folders_that_hold_the_home_are_wide_however_written(tmp_path: Path, root: str) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "user")
    written = root.format(folder=tmp_path)
    found = looked(tmp_path, f'allowed_roots = ["{written}"]\nreadonly_roots = ["{written}"]')
    assert len(found.wide_writable) == 1
    assert len(found.wide_readable) == 1
    assert str(tmp_path / "user").startswith(found.wide_writable[0])


def test_folders_beside_or_within_the_home_are_not_wide(tmp_path: Path) -> None:
    roots = f'["{tmp_path}/other", "~/within", "{tmp_path}/use"]'
    found = looked(tmp_path, f"allowed_roots = {roots}\nreadonly_roots = {roots}")
    assert (found.wide_writable, found.wide_readable) == ((), ())
