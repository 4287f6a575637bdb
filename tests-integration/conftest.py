"""What the integration tests share: the built wheels, a watch for secrets that show."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from planted_secrets import LeakWatch, watching

ROOT = Path(__file__).parent.parent
UV = os.environ.get("UV", "uv")
BUILD_SECONDS = 300


@pytest.fixture(autouse=True)
def leak_watch() -> Iterator[LeakWatch]:
    """Fails a test whose commands showed or left a planted secret; `may_show` makes exceptions."""
    with watching() as watch:
        yield watch
    leaks = watch.leaks()
    assert not leaks, "\n".join(leaks)


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
