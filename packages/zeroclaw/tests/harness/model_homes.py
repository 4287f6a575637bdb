"""A home with several models, for tests of what is known about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen
from click.testing import CliRunner

from zeroclaw.commands.models import models as command
from zeroclaw_api.json import Json, JsonObject

__all__ = ["MODELS_TEXT", "ModelHome"]

MODELS_TEXT: Final = """\
schema_version = 3

[providers.models.custom.home]
uri = "http://127.0.0.1:1/v1"
model = "some-model"

[providers.models.anthropic.work]
model = "claude-opus-4-5"
api_key = "sk-planted"

[providers.models.gemini.free]
model = "gemini-3.8-flash"
prices = { input = 0, output = 0 }

[agents.main]
model_provider = "custom.home"
"""


@frozen
class ModelHome:
    """A folder as the home of an installation, with or without a config."""

    root: Path
    environ: Mapping[str, str] = field(factory=dict, hash=False)

    def write(self, text: str = MODELS_TEXT) -> ModelHome:
        """Put a config there."""
        (self.root / "config.toml").write_text(text, encoding="utf-8")
        return self

    def knows(self, family: str, model: str, entry: JsonObject) -> ModelHome:
        """Put a list of the user's own there, of a later day than any."""
        document = {"date": "2099-01-01", "families": {family: {model: entry}}}
        (self.root / "models.json").write_text(json.dumps(document))
        return self

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run `zeroclaw models` with these words; exit code, standard output, standard error."""
        environ = {"ZEROCLAW_HOME": str(self.root), **self.environ}
        done = CliRunner().invoke(command, words, env=environ, prog_name="zeroclaw models")
        return done.exit_code, done.stdout, done.stderr

    def json(self, *words: str) -> Json:
        """What a command prints as JSON."""
        code, out, err = self.run(*words, "--json")
        assert (code, err) == (0, "")
        parsed: Json = json.loads(out)
        return parsed
