"""Commands see few variables: none with a secret unless the profile names it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest
from attacks import Place, attempt, risk_of, runs
from command_line import CommandLine
from homes import SECRET, WITHOUT_BUBBLEWRAP, only_sentence, write_config

QUIET: Final = "a quiet word"
NOWHERE: Final = "http://127.0.0.1:9"
ENVIRONMENT: Final = {
    "SOME_SETTING": QUIET,
    "OTHER_SETTING": QUIET,
    "LD_PRELOAD_PATH": QUIET,
    "CLOUD_TOKEN": QUIET,
    "DATABASE_PASSWORD": QUIET,
}
ALWAYS: Final = {"PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_", "TMPDIR"}


def names_in(told: str) -> set[str]:
    """The names of variables that `env` told."""
    return {line.partition("=")[0] for line in told.splitlines() if "=" in line}


@pytest.mark.parametrize("backend", ["auto", "landlock", "none"])
async def test_commands_see_no_variable_with_a_secret(backend: str, tmp_path: Path) -> None:
    tried = await attempt(
        Place(tmp_path),
        runs("env"),
        risk=risk_of(sandbox_backend=backend),
        environment=ENVIRONMENT,
    )
    assert "PATH" in names_in(tried.all_told)
    assert names_in(tried.all_told) <= ALWAYS
    assert QUIET not in tried.all_told


@pytest.mark.parametrize("backend", ["auto", "landlock", "none"])
async def test_named_variable_is_let_through_alone(backend: str, tmp_path: Path) -> None:
    risk = risk_of(sandbox_backend=backend)
    passing = risk_of(shell_env_passthrough=["SOME_SETTING"])
    tried = await attempt(
        Place(tmp_path), runs("env"), risk=f"{risk}\n{passing}", environment=ENVIRONMENT
    )
    assert f"SOME_SETTING={QUIET}" in tried.all_told
    assert names_in(tried.all_told) <= ALWAYS | {"SOME_SETTING"}


@pytest.mark.parametrize("command", ["ps xeww", "ps axeww", "cat /proc/[0-9]*/environ"])
async def test_variables_of_the_agent_are_not_read_through_its_process(
    command: str, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    # Neither a sandbox nor a namespace of processes is in the way.
    risk = risk_of(sandbox_backend="none")
    through = WITHOUT_BUBBLEWRAP if shutil.which("bwrap") else ()
    asking = runs(f"{command} | tr '\\0' '\\n' | grep -a -o 'SOME_SETTING=a quiet word'")
    tried = await attempt(
        place, asking, level="supervised", risk=risk, environment=ENVIRONMENT, through=through
    )
    assert tried.is_refused, tried.all_told
    control = await attempt(place, asking, risk=risk, environment=ENVIRONMENT, through=through)
    assert f"SOME_SETTING={QUIET}\n" in control.all_told


@pytest.mark.parametrize("name", ["CLOUD_TOKEN", "DATABASE_PASSWORD", "A_SECRET", "SOME_KEY"])
async def test_variable_named_as_a_secret_is_refused_by_the_config(
    name: str, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    write_config(place.home, NOWHERE, risk=risk_of(shell_env_passthrough=[name]))
    done = await CommandLine(place.home, {"SOME_KEY": SECRET}).run("agent", "-m", "Do it.")
    assert "shell_env_passthrough" in only_sentence(done)
    write_config(place.home, NOWHERE, risk=risk_of(shell_env_passthrough=["SOME_SETTING"]))
    control = await CommandLine(place.home, {"SOME_KEY": SECRET}).run("agent", "-m", "Do it.")
    assert "shell_env_passthrough" not in only_sentence(control)
