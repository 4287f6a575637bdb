"""What the integration tests share: the built wheels."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UV = os.environ.get("UV", "uv")
BUILD_SECONDS = 300


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [UV, "build", "--quiet", "--wheel", "--all-packages", "--out-dir", str(folder)],
        cwd=ROOT,
        check=True,
        timeout=BUILD_SECONDS,
    )
    return folder
