"""A command is judged as the gate would judge it for the agent that is meant."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw.policies.checking import Check

CONFIG = """
schema_version = 3
[providers.models.custom.small]
uri = "http://127.0.0.1:1/v1"
model = "small"
[agents.main]
model_provider = "custom.small"
[agents.free]
model_provider = "custom.small"
risk_profile = "free"
[risk_profiles.free]
level = "full"
allowed_commands = ["git", "rm"]
"""


def checked(home: Path, *words: str, config: str = CONFIG) -> tuple[int, dict[str, object]]:
    if config:
        (home / "config.toml").write_text(config)
    code = "from zeroclaw.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "policy", "check", "--json", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "ZEROCLAW_HOME": str(home)},
    )
    return done.returncode, json.loads(done.stdout or "{}")


def test_one_word_is_a_script_and_several_are_one_command() -> None:
    assert Check(("ls; rm x",), None, as_json=False).script == "ls; rm x"
    assert Check(("echo", "a b;c"), None, as_json=False).script == "echo 'a b;c'"


@pytest.mark.parametrize(
    ("words", "code", "decision"),
    [
        (("-a", "main", "--", "git", "status"), 0, "allow"),
        (("-a", "main", "--", "git", "commit", "-m", "x"), 3, "ask"),
        (("-a", "main", "--", "git status; rm -rf x"), 1, "deny"),
        (("-a", "free", "--", "rm -rf x"), 0, "allow"),
        (("-a", "free", "--", "ls"), 1, "deny"),
        (("-a", "free", "--", "echo 'open"), 1, "deny"),
    ],
)
def test_exit_code_tells_the_decision(
    tmp_path: Path, words: tuple[str, ...], code: int, decision: str
) -> None:
    found, form = checked(tmp_path, *words)
    assert (found, form["decision"]) == (code, decision)


def test_without_a_config_the_built_in_profile_decides(tmp_path: Path) -> None:
    found, form = checked(tmp_path, "--", "make", config="")
    assert (found, form["decision"], form["risk"]) == (3, "ask", "medium")
