"""The entry of the `zeroclaw` command: answers `--version` at once, loads the rest when needed."""

from __future__ import annotations

import gc
import os
import signal
import sys

from zeroclaw.version import VERSION

# What is loaded before signals are listened to prolongs the time in which Ctrl+C prints a
# traceback, and `typing` takes longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Final, NoReturn

__all__ = ["main"]

LAST_STANDARD_STREAM: Final = 2

INTERRUPTED: Final = 128 + signal.SIGINT


def main() -> None:
    """Run the command line with the arguments of this process, then exit."""
    # Until a command listens to signals itself, there is nothing to clean up.
    signal.signal(signal.SIGINT, _leave)
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"zeroclaw {VERSION}\n")
        return
    _fill_standard_streams()
    # Loading makes no garbage, and looking for some in all that was loaded takes a tenth of it.
    gc.disable()
    # Else pydantic parses the metadata of everything installed, to load whoever wants to look in.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    from zeroclaw.commands.group import group
    from zeroclaw.locales.language import language_of, speak

    speak(language_of(os.environ))
    group(prog_name="zeroclaw")


def _fill_standard_streams() -> None:
    """Open what is closed of them, or the next file to be opened would take the answer."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= LAST_STANDARD_STREAM:
        descriptor = os.dup(descriptor)
    os.close(descriptor)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)
