"""Homes whose configuration has, or is given, secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from zeroclaw.sealing.set_secret import run as run_set

__all__ = ["KEY", "PLANTED", "environment", "give", "key_of", "text_of", "write"]

KEY: Final = "providers.models.custom.home.api_key"
PLANTED: Final = "sk-planted-7f3a9c-0123456789"

CONFIG: Final = """\
schema_version = 3
# my own server
[providers.models.custom.home]
uri = "http://127.0.0.1:1/v1"
model = "some-model"
{more}
[agents.main]
model_provider = "custom.home"
"""


def write(home: Path, more: str = "") -> Path:
    """Write the config, with more in the table of its model; its path."""
    path = home / "config.toml"
    path.write_text(CONFIG.format(more=more))
    return path


def environment(home: Path) -> dict[str, str]:
    """What points to a home."""
    return {"ZEROCLAW_HOME": str(home), "HOME": str(home)}


def give(home: Path, text: str | None, key: str = KEY) -> int:
    """Set a secret; the exit code."""
    return run_set(key, lambda: text, environment(home), debug=False)


def text_of(home: Path) -> str:
    """The config as it is now."""
    return (home / "config.toml").read_text()


def key_of(home: Path) -> str:
    """What is in the key file."""
    return (home / ".secret_key").read_text()
