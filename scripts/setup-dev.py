"""Prepare a fresh clone for commits: git cleans `uv.lock` whenever it is added.

python3 scripts/setup-dev.py
"""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
SETTINGS = {
    "filter.host-free-lock.clean": "python3 scripts/lock.py --filter",
    # The lock in the work tree is whatever uv last wrote; nothing is done on checkout.
    "filter.host-free-lock.smudge": "cat",
    "filter.host-free-lock.required": "true",
}


def main() -> None:
    """Write the settings into the configuration of this clone."""
    for key, value in SETTINGS.items():
        subprocess.run(["git", "config", "--local", key, value], cwd=ROOT, check=True)
    print("git cleans uv.lock on `git add` from now on")


if __name__ == "__main__":
    main()
