"""A home with providers that cannot be reached, for tests of the commands about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen
from click.testing import CliRunner

from zeroclaw.commands.providers import providers as command
from zeroclaw_api.json import Json

__all__ = ["PLANTED_KEY", "PROVIDERS_TEXT", "ProviderHome"]

PLANTED_KEY: Final = "sk-planted-fedcba9876543210"

PROVIDERS_TEXT: Final = f"""\
schema_version = 3

[providers.models.custom.home]
uri = "http://127.0.0.1:1/v1"
model = "some-model"
api_key = "{PLANTED_KEY}"

[providers.models.custom.broken]
uri = "http://127.0.0.1:1/v1"
model = "some-model"
api_key = "${{NOT_SET_ANYWHERE}}"

[providers.models.anthropic.work]
uri = "http://127.0.0.1:1/v1"
model = "claude-opus-4-5"
api_key = "{PLANTED_KEY}"

[agents.main]
model_provider = "custom.home"
"""


@frozen
class ProviderHome:
    """A folder as the home of an installation, with or without a config."""

    root: Path
    environ: Mapping[str, str] = field(factory=dict, hash=False)

    def write(self, text: str = PROVIDERS_TEXT) -> ProviderHome:
        """Put a config there."""
        (self.root / "config.toml").write_text(text, encoding="utf-8")
        return self

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run `zeroclaw providers` with these words; exit code, standard output and error."""
        environ = {"ZEROCLAW_HOME": str(self.root), **self.environ}
        done = CliRunner().invoke(command, words, env=environ, prog_name="zeroclaw providers")
        return done.exit_code, done.stdout, done.stderr

    def json(self, *words: str) -> Json:
        """What a command prints as JSON, however it ended."""
        parsed: Json = json.loads(self.run(*words, "--json")[1])
        return parsed
