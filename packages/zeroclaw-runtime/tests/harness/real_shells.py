"""Runs scripts in real shells, where every program only records how it was called."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

__all__ = ["SHELLS", "Laboratory", "laboratory"]

SHELLS: tuple[tuple[str, ...], ...] = (("dash",), ("bash", "--posix"))

_PROG = """#!/bin/dash
printf '%s\\0' "$(($# + 4))" "${0##*/}" "$@" - "${FOO-}" "${BAR-}" >> "$LOG"
"""
_READS = """#!/bin/dash
in=$(/bin/cat; printf x)
printf '%s\\0' "$(($# + 4))" "${0##*/}" "$@" "${in%x}" "${FOO-}" "${BAR-}" >> "$LOG"
"""
# One process start for many scripts. An input is there, and what a script leaves is taken away.
_DRIVER = """
logs=$1; shift
n=0
for script in "$@"; do
    LOG=$logs/$n; export LOG; : > "$LOG"
    /bin/mkdir work; cd work; echo input > in
    PATH=$BIN $SHELL_UNDER_TEST -c -- "$script" < /dev/null > /dev/null 2> ../errors
    cd ..; /bin/rm -rf work
    n=$((n+1))
done
"""
_CHECKER = """
for script in "$@"; do
    $SHELL_UNDER_TEST -n -c -- "$script" < /dev/null > /dev/null 2>&1 && echo 1 || echo 0
done
"""


@frozen
class Laboratory:
    """A folder with the recording programs."""

    folder: Path

    def runs(self, shell: Sequence[str], scripts: Sequence[str]) -> list[list[tuple[str, ...]]]:
        """For each script the sorted records of its programs: name, words, input, FOO, BAR."""
        logs = self.folder / "logs"
        logs.mkdir()
        self._drive(_DRIVER, shell, [str(logs), *scripts])
        found = [_records((logs / str(number)).read_bytes()) for number in range(len(scripts))]
        shutil.rmtree(logs)
        return found

    def accepts(self, shell: Sequence[str], scripts: Sequence[str]) -> list[bool]:
        """Whether the shell, without running it, takes each of them for a script."""
        return [line == "1" for line in self._drive(_CHECKER, shell, scripts).split()]

    def _drive(self, driver: str, shell: Sequence[str], arguments: Sequence[str]) -> str:
        program = shutil.which(shell[0])
        assert program is not None
        done = subprocess.run(
            ["/bin/dash", "-c", driver, "driver", *arguments],
            cwd=self.folder,
            env={
                "BIN": str(self.folder / "bin"),
                "SHELL_UNDER_TEST": " ".join([program, *shell[1:]]),
                "FOO": "foo",
                "BAR": "bar",
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=True,
        )
        return done.stdout.decode()


def laboratory(folder: Path) -> Laboratory:
    """Make one in an empty folder."""
    for name, text in (("prog", _PROG), ("reads", _READS)):
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return Laboratory(folder)


def _records(log: bytes) -> list[tuple[str, ...]]:
    fields = log.decode(errors="surrogateescape").split("\0")[:-1]
    found = []
    while fields:
        size = int(fields[0])
        found.append(tuple(fields[1 : size + 1]))
        fields = fields[size + 1 :]
    return sorted(found)
