"""Runs the example of the README."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_the_readme_runs_as_shown(tmp_path: Path) -> None:
    (example,) = blocks("toml")
    (program,) = blocks("python")
    (tmp_path / "config.toml").write_text(example, encoding="utf-8")
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout, done.stderr) == ("main some-model supervised\n", "")
