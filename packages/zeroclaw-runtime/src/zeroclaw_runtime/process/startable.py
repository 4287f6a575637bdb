"""What can be said of a command before it starts, in the words of the kernel."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.failures import start_failed
from zeroclaw_runtime.process.reaper_main import DIRECTORY

__all__ = ["check_startable"]

_DEFAULT_PATH = "/bin:/usr/bin"


def check_startable(command: Command) -> None:
    """Raises `ProcessStartFailed` for a program or a working directory that is not usable.

    For what stands between the owner and the command, such as bwrap, and would mix the reason
    into the command's stderr. It holds for the moment only.
    """
    cwd = Path(command.cwd or "/")
    try:
        if not stat.S_ISDIR(cwd.stat().st_mode):
            raise start_failed(command, errno.ENOTDIR, DIRECTORY)
        if not os.access(cwd, os.X_OK):
            raise start_failed(command, errno.EACCES, DIRECTORY)
    except OSError as error:
        raise start_failed(command, error.errno or 0, DIRECTORY) from error
    program = command.argv[0]
    folders = [""] if "/" in program else command.env.get("PATH", _DEFAULT_PATH).split(":")
    problem = errno.ENOENT
    for folder in folders:
        candidate = cwd / folder / program
        try:
            mode = candidate.stat().st_mode
        except OSError as error:
            if "/" in program:
                problem = error.errno or 0
            continue
        if stat.S_ISREG(mode) and os.access(candidate, os.X_OK):
            return
        problem = errno.EACCES
    raise start_failed(command, problem)
