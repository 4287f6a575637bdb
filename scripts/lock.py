"""Take every package host out of `uv.lock`, in place or as a git clean filter.

A lock that names a host ties the repository to it, while an index elsewhere serves the same files.
So the committed lock keeps versions, dependencies, markers only; uv fills in the rest on first use,
keeping the versions. Hashes are committed in `requirements.hashes`; `verify-lock.py` compares them.

    python3 scripts/lock.py            clean the repository's uv.lock in place
    python3 scripts/lock.py --filter   clean standard input to standard output

Only the standard library is used, so that the filter works before anything is installed.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "uv.lock"
_REGISTRY = re.compile(r'registry = "[^"]*"')
_DROPPED_TABLES = ("[package.metadata]", "[package.metadata.")


class HostInLockError(Exception):
    """A line of the lock still names a host; its source is not an index, so it must be changed."""


def _kept_lines(lines: list[str]) -> Iterator[str]:
    inside_wheels = inside_metadata = False
    for line in lines:
        if line.startswith("["):
            inside_metadata = line.startswith(_DROPPED_TABLES)
        if inside_wheels:
            inside_wheels = line != "]"
        elif line == "wheels = [":
            inside_wheels = True
        elif not inside_metadata and not line.startswith("sdist = "):
            yield _REGISTRY.sub('registry = "index"', line)


def host_free(lock: str) -> str:
    """The text of a lock without files, hashes, hosts or workspace metadata; idempotent.

    Raises `HostInLockError` when a host remains, as with a dependency from git or from a URL.
    """
    lines = list(_kept_lines(lock.splitlines()))
    for line in lines:
        if "://" in line:
            raise HostInLockError(f"uv.lock: {line.strip()!r} names a host; depend on an index")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    if arguments == ["--filter"]:
        sys.stdout.write(host_free(sys.stdin.read()))
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    LOCK.write_text(host_free(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
