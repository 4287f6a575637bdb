"""The choice of a sandbox, made by trying it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Final, assert_never

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Processes
from zeroclaw_api.sandbox import Sandbox, SandboxName
from zeroclaw_runtime.sandboxes.bubblewrap import BubblewrapSandbox
from zeroclaw_runtime.sandboxes.docker import DockerSandbox
from zeroclaw_runtime.sandboxes.firejail import FirejailSandbox
from zeroclaw_runtime.sandboxes.landlock import LandlockSandbox
from zeroclaw_runtime.sandboxes.seatbelt import SeatbeltSandbox
from zeroclaw_runtime.sandboxes.unconfined import UnconfinedSandbox

__all__ = ["UNCONFINED", "choose_sandbox"]

UNCONFINED: Final = "none"
DEFAULT_IMAGE = "debian:stable-slim"


async def choose_sandbox(
    name: SandboxName,
    processes: Processes,
    *,
    temporary: Callable[[], str],
    image: str = DEFAULT_IMAGE,
) -> Sandbox:
    """A sandbox that confines commands here, since a real one ran in it just now.

    "auto" is the strongest that works: bubblewrap, then Landlock; on macOS Seatbelt. Raises
    `SandboxUnavailable` with the reasons of all that were tried, or of the one that was named:
    nothing ever runs unconfined unless the name is "none". `processes` must honour
    `Command.files` and `restrictions`; `temporary` makes a private folder, which only Landlock
    needs; `image` is what a container is made of, for Docker.
    """
    candidates: Iterable[Sandbox]
    match name:
        case "auto" if sys.platform == "darwin":
            candidates = (SeatbeltSandbox(processes),)
        case "auto":
            candidates = _of_linux(processes, temporary)
        case "bubblewrap":
            candidates = (BubblewrapSandbox(processes),)
        case "landlock":
            candidates = (LandlockSandbox(processes, temporary()),)
        case "docker":
            candidates = (DockerSandbox(processes, image),)
        case "firejail":
            candidates = (FirejailSandbox(processes),)
        case "seatbelt":
            candidates = (SeatbeltSandbox(processes),)
        case "none":
            candidates = (UnconfinedSandbox(),)
        case _ as never:
            assert_never(never)
    return await first_that_works(candidates)


def _of_linux(processes: Processes, temporary: Callable[[], str]) -> Iterator[Sandbox]:
    """Each made only when the one before it does not work."""
    yield BubblewrapSandbox(processes)
    yield LandlockSandbox(processes, temporary())


async def first_that_works(candidates: Iterable[Sandbox]) -> Sandbox:
    """The first whose probe succeeds. Raises `SandboxUnavailable`."""
    refusals: list[SandboxUnavailable] = []
    for sandbox in candidates:
        try:
            await sandbox.probe()
        except SandboxUnavailable as error:
            refusals.append(error)
        else:
            return sandbox
    if len(refusals) == 1:
        raise refusals[0]
    reasons = "; ".join(f"{refusal.sandbox}: {refusal.problem}" for refusal in refusals)
    raise SandboxUnavailable(sandbox="auto", problem=reasons)
