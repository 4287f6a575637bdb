"""A home with a configuration, for tests of the commands about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen
from click.testing import CliRunner

from zeroclaw.commands.config import config as command
from zeroclaw_api.json import JsonObject, parse_json_object

__all__ = ["CONFIG_TEXT", "PLANTED", "ConfigHome", "Ran"]

PLANTED: Final = "sk-planted-0123456789abcdef"
"""A secret; nothing that is shown may hold it."""

CONFIG_TEXT: Final = """\
# Mine.
schema_version = 3

[providers.models.custom.home]
uri = "http://127.0.0.1:9/v1"  # this machine
model = "some-model"
api_key = "${SOME_KEY}"

[risk_profiles.default]
level = "full"

[agents.main]
model_provider = "custom.home"
risk_profile = "default"
"""


@frozen
class Ran:
    """What became of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> JsonObject:
        """Standard output as the object that it is."""
        return parse_json_object(self.out)


@frozen
class ConfigHome:
    """A folder as the home of an installation; `environ` is what commands see besides."""

    root: Path
    environ: Mapping[str, str] = field(factory=lambda: {"SOME_KEY": PLANTED}, hash=False)

    @property
    def file(self) -> Path:
        """The configuration."""
        return self.root / "config.toml"

    @property
    def text(self) -> str:
        """What the configuration says."""
        return self.file.read_text()

    def write(self, text: str = CONFIG_TEXT) -> ConfigHome:
        """With such a configuration; itself."""
        self.file.write_text(text)
        return self

    def run(self, *arguments: str, stdin: str | bytes | None = None, **variables: str) -> Ran:
        """Run `zeroclaw config`; `variables` are added to the environment."""
        environ = {"ZEROCLAW_HOME": str(self.root), **self.environ, **variables}
        done = CliRunner().invoke(command, arguments, input=stdin, env=environ)
        assert "Traceback" not in done.output
        assert "Internal error" not in done.output, done.output
        return Ran(done.exit_code, done.stdout, done.stderr)
