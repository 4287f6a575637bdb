"""What is taken from a command before its program starts."""

from __future__ import annotations

from attrs import field, frozen

__all__ = ["ResourceLimits", "Restrictions"]


@frozen
class ResourceLimits:
    """What one command may use up; None leaves a limit as the owner has it.

    `memory` is address space of each of its processes in bytes, `file_size` the bytes of each file
    that it writes, `cpu_seconds` the time of each of its processes, `open_files` and `processes`
    are counts. The kernel counts `processes` for all of one user and never for root, who can also
    lift the other limits while it has its capabilities.
    """

    cpu_seconds: int | None = None
    memory: int | None = None
    file_size: int | None = None
    open_files: int | None = None
    processes: int | None = None


@frozen
class Restrictions:
    """What the kernel takes from a command before its program starts, as Landlock and seccomp do.

    `beneath` are folders and files with what may be done below them, as a set of Landlock's access
    rights of files; None leaves files alone. The paths have no symbolic link in them. With
    `without_network` it can neither connect nor listen over TCP, nor reach an abstract socket.
    `system_calls` is a program of classic BPF for seccomp; empty for none. What of this the kernel
    cannot do makes the start fail with `ProcessStartFailed`.

    Every command with restrictions, even empty ones, loses its capabilities. One with `beneath`
    or `without_network` sends no signal to a process outside where the kernel is new enough
    (Landlock 6).
    """

    beneath: tuple[tuple[str, int], ...] | None = None
    without_network: bool = False
    system_calls: bytes = field(default=b"", repr=False)
