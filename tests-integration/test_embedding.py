"""Run the README's embedding example where only the kernel is installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UV = os.environ.get("UV", "uv")
LIMIT_SECONDS = 300
MAX_LINES = 20
KERNEL = {"zeroclaw_api", "zeroclaw_runtime"}
ALLOWED = KERNEL | {"attrs", "trio", "idna", "outcome", "sniffio", "sortedcontainers"}


def example() -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- embedding-example -->\n```python\n(.*?)```", readme, re.DOTALL)
    assert found is not None, "the README has no embedding example"
    return found[1]


@pytest.fixture(scope="module")
def kernel_only(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    environment = tmp_path_factory.mktemp("kernel") / "venv"
    python = environment / "bin" / "python"
    wheels = [str(wheel) for name in KERNEL for wheel in dist.glob(f"{name}-*.whl")]
    for command in (
        ["venv", "--quiet", "--no-project", "--python", sys.executable, str(environment)],
        ["pip", "install", "--quiet", "--python", str(python), "attrs", "trio"],
        ["pip", "install", "--quiet", "--no-index", "--python", str(python), *wheels],
    ):
        subprocess.run([UV, *command], check=True, timeout=LIMIT_SECONDS)
    return python


def test_the_example_of_the_readme_answers_with_the_kernel_alone(kernel_only: Path) -> None:
    done = subprocess.run(
        [str(kernel_only), "-W", "error", "-I", "-c", example()],
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_SECONDS,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "It is 5.\n", "")


def test_the_environment_of_the_example_holds_nothing_else(kernel_only: Path) -> None:
    listed = subprocess.run(
        [UV, "pip", "list", "--python", str(kernel_only), "--format", "freeze"],
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_SECONDS,
    )
    names = {line.split("==")[0].replace("-", "_") for line in listed.stdout.splitlines()}
    assert KERNEL <= names <= ALLOWED


def test_the_example_has_at_most_twenty_lines_of_code() -> None:
    assert len([line for line in example().splitlines() if line.strip()]) <= MAX_LINES
