"""Homes for the command: a config with a planted key, plus what a user should read of a failure."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from command_line import CommandLine, Finished

from zeroclaw_api.json import JsonObject
from zeroclaw_testing.model_server import Completion, calling, cut_call

__all__ = [
    "SECRET",
    "WITHOUT_BUBBLEWRAP",
    "calls",
    "configured",
    "only_sentence",
    "secret_of",
    "write_config",
]

SECRET: Final = "sk-planted-0123456789abcdef"
"""The key in the environment; nothing that the command shows may hold it."""

_PLACES: Final = tuple(Path(name, "bwrap") for name in ("/usr/bin", "/bin", "/usr/local/bin"))

WITHOUT_BUBBLEWRAP: Final = (
    *("bwrap", "--dev-bind", "/", "/"),
    *(word for path in _PLACES if path.exists() for word in ("--ro-bind", os.devnull, str(path))),
    "--",
)
"""Words before a command to run it where no bubblewrap is found, whatever PATH says."""

ASKED_ONCE: Final = "provider_retries = 0"
"""So that a script says what becomes of each request."""

_CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "{uri}"
model = "some-model"
api_key = "${{SOME_KEY}}"
{model}
[risk_profiles.default]
level = "{level}"
{risk}
[runtime_profiles.default]
{runtime}
[agents.main]
model_provider = "custom.home"
risk_profile = "default"
runtime_profile = "default"
"""


def write_config(
    home: Path,
    uri: str,
    *,
    model: str = "",
    level: str = "full",
    risk: str = "",
    runtime: str = ASKED_ONCE,
) -> str:
    """Write the config of a home; the words are added to their sections. Returns its text."""
    text = _CONFIG.format(uri=uri, model=model, level=level, risk=risk, runtime=runtime)
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(text)
    return text


def configured(home: Path, uri: str, *, level: str = "full") -> CommandLine:
    """The command with a config for a server, its key in the environment."""
    write_config(home, uri, level=level)
    return CommandLine(home, {"SOME_KEY": SECRET})


def calls(name: str, args: JsonObject) -> Completion:
    """An answer that makes one call."""
    return calling(*cut_call(0, "wire-1", name, json.dumps(args)))


def secret_of(done: Finished) -> bool:
    """Whether the key shows anywhere."""
    return SECRET.encode() in done.out + done.err


def only_sentence(done: Finished, code: int = 1) -> str:
    """The one sentence that the command says of its failure, without the name of the program.

    Raises `AssertionError` when it says nothing, more, or something nobody should read.
    """
    assert done.code == code, done
    assert not secret_of(done), done
    told = done.err.decode("utf-8")
    for unwanted in ("Traceback", "Internal error", "Error(", "..", "\x1b"):
        assert unwanted not in told, told
    said = [line for line in told.splitlines() if line.startswith("zeroclaw: ")]
    assert len(said) == 1, told
    assert told.endswith(f"{said[0]}\n"), told
    assert said[0].endswith((".", "?")), told
    return said[0].removeprefix("zeroclaw: ")
