"""Check the lock that uv filled in against the committed versions with their hashes.

The committed `uv.lock` carries no hashes, so what an index serves is compared with
`requirements.hashes` here. A file whose hash nobody committed is refused, even when it is merely
new; look at it, then run `--update`. A file that has gone from the index is no reason to fail.

    python3 scripts/verify-lock.py            compare
    python3 scripts/verify-lock.py --update   write requirements.hashes from the lock
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
Pins = Mapping[tuple[str, str], frozenset[str]]
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})")
_OPTION_WITH_HOST = re.compile(r"^(--(extra-)?index-url|--find-links|-i |-f )")


def committed_pins(hashes: str) -> Pins:
    """Name and version → the hashes of its files, from the text of `requirements.hashes`."""
    pins: dict[tuple[str, str], frozenset[str]] = {}
    current: tuple[str, str] | None = None
    for line in hashes.splitlines():
        if found := _PIN.match(line):
            current = (found[1], found[2])
            pins.setdefault(current, frozenset())
        if current is not None:
            pins[current] |= frozenset(_HASH.findall(line))
    return pins


def locked_pins(lock: str) -> Pins:
    """Name and version → the hashes of its files, from the text of a filled-in `uv.lock`."""
    pins: dict[tuple[str, str], frozenset[str]] = {}
    for package in tomllib.loads(lock)["package"]:
        if "registry" in package["source"]:
            files = [*package.get("wheels", []), *filter(None, [package.get("sdist")])]
            pins[package["name"], package["version"]] = frozenset(f["hash"] for f in files)
    return pins


def differences(locked: Pins, committed: Pins) -> Iterator[str]:
    """One sentence for each way in which the lock is not what was committed."""
    for name, version in sorted(committed.keys() - locked.keys()):
        yield f"{name} {version} is in requirements.hashes, not in uv.lock"
    for (name, version), hashes in sorted(locked.items()):
        if (name, version) not in committed:
            yield f"{name} {version} is in uv.lock, not in requirements.hashes"
        elif not hashes:
            yield f"{name} {version} has no hash in uv.lock; run `uv lock` to fill it in"
        else:
            for unknown in sorted(hashes - committed[name, version]):
                yield f"{name} {version} has a file that nobody committed: {unknown}"


def without_hosts(hashes: str) -> str:
    """The text of an export without the lines that name an index."""
    kept = (line for line in hashes.splitlines() if not _OPTION_WITH_HOST.match(line))
    return "\n".join(kept).strip("\n") + "\n"


def update() -> int:
    """Write `requirements.hashes` from the lock; returns the exit status."""
    command = [os.environ.get("UV") or "uv", "export", "--quiet", "--no-header", "--no-annotate"]
    command += ["--no-emit-workspace", "--all-packages", "--all-groups", "--all-extras"]
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        print(
            f"there is no {command[0]} here; put uv on the PATH, or name it in UV", file=sys.stderr
        )
        return 2
    (ROOT / "requirements.hashes").write_text(without_hosts(done.stdout), encoding="utf-8")
    return 0


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    if arguments == ["--update"]:
        return update()
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    lock = (ROOT / "uv.lock").read_text(encoding="utf-8")
    hashes = (ROOT / "requirements.hashes").read_text(encoding="utf-8")
    found = list(differences(locked_pins(lock), committed_pins(hashes)))
    print("\n".join(found) or "uv.lock has the committed versions and hashes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
