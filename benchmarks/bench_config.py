"""What loading a configuration of 40 aliases costs, beyond importing pydantic."""

from __future__ import annotations

import cProfile
import pstats
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Final

from figures import Figure, cpu_of, options, show

from zeroclaw_config import load_config
from zeroclaw_providers import CustomSettings

RUNS: Final = 15
ALIASES: Final = 10
"""Of each of the four kinds: models, risk profiles, runtime profiles, agents."""
AGAIN: Final = 20
PROFILED_LINES: Final = 40
SECTIONS: Final = """\
[providers.models.custom.m{n}]
uri = "http://127.0.0.1:8080/v1"
model = "some-model"
api_key = "${{SOME_KEY:-none}}"
prices = {{ input = 1.5, output = 6 }}
[risk_profiles.r{n}]
level = "supervised"
auto_approve = ["file_read", "file_write"]
[runtime_profiles.t{n}]
max_iterations = 20
budget = {{ day = 0.5, month = 10 }}
[agents.a{n}]
model_provider = "custom.m{n}"
risk_profile = "r{n}"
runtime_profile = "t{n}"
"""
FRESH: Final = """\
import sys
from pathlib import Path
from time import process_time
import pydantic, attrs
from pydantic import BaseModel, Field, SecretStr
class Small(BaseModel):
    key: SecretStr | None = Field(default=None)
if sys.argv[2] == "settings":
    import zeroclaw_providers.openai_chat.settings
def settings():
    from zeroclaw_providers import CustomSettings
    return CustomSettings
began = process_time()
from zeroclaw_config import load_config
load_config(Path(sys.argv[1]), {}, {"custom": settings})
print(process_time() - began)
"""
"""The first class of a process costs pydantic itself most, so that one is made before."""


def fresh(path: Path, loaded: str) -> float:
    """The CPU seconds of the first load of a process, the middle of several."""
    command = [sys.executable, "-c", FRESH, str(path), loaded]
    return median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(RUNS)
    )


def load(path: Path) -> None:
    """Load it several times in a process that has done so before."""
    for _ in range(AGAIN):
        load_config(path, {}, {"custom": lambda: CustomSettings})


def measure(folder: Path) -> list[Figure]:
    """All figures of one file of 40 aliases, with one that has none as the floor."""
    path, empty = folder / "config.toml", folder / "empty.toml"
    text = "".join(SECTIONS.format(n=number) for number in range(ALIASES))
    path.write_text(f"schema_version = 3\n{text}", encoding="utf-8")
    empty.write_text("schema_version = 3\n", encoding="utf-8")
    name, floor = "a file without aliases", fresh(empty, "nothing") * 1000
    load(path)
    again = cpu_of(lambda: load(path)) / AGAIN * 1000
    return [
        Figure("first load, 40 aliases", fresh(path, "nothing") * 1000, "ms CPU", floor, name),
        Figure("the same, settings imported", fresh(path, "settings") * 1000, "ms CPU"),
        Figure("a later load", again, "ms CPU"),
    ]


def profile(folder: Path) -> str:
    """The functions that cost most in later loads."""
    measured = cProfile.Profile()
    measured.runcall(load, folder / "config.toml")
    out = StringIO()
    pstats.Stats(measured, stream=out).sort_stats("cumulative").print_stats(PROFILED_LINES)
    return out.getvalue()


def main() -> None:
    """Measure; print."""
    chosen = options(__doc__ or "")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        show("Loading a configuration", measure(folder), as_json=chosen.json)
        if chosen.profile:
            Path(chosen.profile).write_text(profile(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
