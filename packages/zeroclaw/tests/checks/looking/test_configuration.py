"""The config is read as at a start; its sealed values are opened, then forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from zeroclaw.checks.looking.configuration import look_at_config, look_at_secrets
from zeroclaw.home import Home
from zeroclaw_config import ConfigMissing, ConfigSyntax
from zeroclaw_config.secrets.box import seal
from zeroclaw_config.secrets.key_file import create_key

SECRET: Final = "sk-planted-0123456789abcdef"
CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:9/v1"
model = "m"
api_key = "{sealed}"
[channels.chat.one]
token = "{moved}"
[agents.main]
model_provider = "custom.home"
"""


@pytest.fixture
def sealed(tmp_path: Path) -> Home:
    """A home with a value that opens and one that was moved."""
    home = Home(tmp_path)
    key = create_key(tmp_path / ".secret_key")
    place = ("providers", "models", "custom", "home", "api_key")
    text = seal(key, SECRET, place)
    home.config.write_text(CONFIG.format(sealed=text, moved=text))
    return home


def test_every_sealed_value_is_tried_wherever_it_stands(sealed: Home) -> None:
    facts = look_at_secrets(sealed)
    assert (facts.sealed, facts.problem, facts.has_previous) == (2, None, False)
    assert list(facts.unopened) == ["channels.chat.one.token"]
    assert SECRET not in repr(facts)


def test_key_that_is_missing_or_unusable_loses_them_all(sealed: Home) -> None:
    file = sealed.root / ".secret_key"
    file.chmod(0o644)
    unusable = look_at_secrets(sealed)
    file.unlink()
    missing = look_at_secrets(sealed)
    assert unusable.problem is not None
    assert "chmod 600" in unusable.problem
    assert missing.problem is None
    for facts in (unusable, missing):
        assert len(facts.unopened) == 2


def test_old_key_beside_the_file_is_seen(sealed: Home) -> None:
    create_key(sealed.root / ".secret_key.previous")
    assert look_at_secrets(sealed).has_previous


@pytest.mark.parametrize("text", [b"[", b"\xff", b"a = " + b"[" * 500 + b"]" * 500])
def test_file_that_cannot_be_read_has_no_sealed_values(text: bytes, tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert look_at_secrets(home).sealed == 0
    home.config.write_bytes(text)
    assert look_at_secrets(home).sealed == 0


def test_config_is_read_or_its_failure_kept(sealed: Home, tmp_path: Path) -> None:
    facts = look_at_config(sealed, {}, "main")
    assert facts.config is not None
    assert facts.alias == "main"
    assert SECRET not in repr(facts)
    sealed.config.write_text("[")
    assert isinstance(look_at_config(sealed, {}, None).failure, ConfigSyntax)
    missing = look_at_config(Home(tmp_path / "x"), {}, None)
    assert isinstance(missing.failure, ConfigMissing)
