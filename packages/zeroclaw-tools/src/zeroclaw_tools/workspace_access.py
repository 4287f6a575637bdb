"""Handles whole files of a workspace, with failures in words for the model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from zeroclaw_api.errors import PathForbidden, PathOutside, ToolFailed, ZeroClawError
from zeroclaw_api.services import Workspace

__all__ = ["MOST_BYTES", "explained", "read_whole", "write_whole"]

MOST_BYTES: Final = 10 * 1024 * 1024
"""Of one file that is read or written: what fits into memory several times over."""


def read_whole(workspace: Workspace, path: str) -> bytes:
    """The bytes of a file. Raises `ToolFailed` when it is too large or cannot be read."""
    with explained("Check the name with glob_search."):
        data = workspace.read(path, 0, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ToolFailed(
            problem=f"{path} is larger than {MOST_BYTES // 1024**2} MiB. Find the part you need "
            "with content_search, or cut it out with a command such as sed or head."
        )
    return data


def write_whole(workspace: Workspace, path: str, data: bytes) -> None:
    """Replace a file. Raises `ToolFailed` when it would be too large or cannot be written."""
    if len(data) > MOST_BYTES:
        raise ToolFailed(
            problem=f"{len(data)} bytes are too many for one file: at most {MOST_BYTES // 1024**2} "
            "MiB. Nothing was written. Write several smaller files."
        )
    with explained("Nothing was written. Choose another path, or tell the user."):
        workspace.write(path, data)


@contextmanager
def explained(advice: str) -> Iterator[None]:
    """Turn what a workspace refuses into a `ToolFailed` with advice."""
    try:
        yield
    except PathOutside as error:
        raise ToolFailed(problem=f"{error} Only paths inside of it can be used.") from error
    except PathForbidden as error:
        raise ToolFailed(problem=f"{error} Go on without it, or tell the user.") from error
    except ZeroClawError as error:
        raise ToolFailed(problem=f"{error} {advice}") from error
