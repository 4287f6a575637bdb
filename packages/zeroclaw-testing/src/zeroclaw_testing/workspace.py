"""A workspace that is a table of paths."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from threading import Lock

from zeroclaw_api.services import DirectoryEntry
from zeroclaw_testing.errors import FakePathRefused

__all__ = ["InMemoryWorkspace"]


class InMemoryWorkspace:
    """Files by their path beneath `root`; folders exist as long as something is in them.

    `files` may be read by a test at any time.
    """

    def __init__(
        self, files: Mapping[str, bytes] | None = None, *, root: str = "/workspace"
    ) -> None:
        self._root = PurePosixPath(root)
        self._lock = Lock()
        self.files: dict[str, bytes] = {
            self._name(path): data for path, data in (files or {}).items()
        }

    @property
    def root(self) -> str:
        """The root it was given; it need not exist."""
        return str(self._root)

    def read(self, path: str, offset: int, limit: int) -> bytes:
        """See `Workspace.read`."""
        name = self._name(path)
        with self._lock:
            data = self.files.get(name)
        if data is None:
            raise FakePathRefused(path=path, problem="there is no such file")
        return data[offset : offset + limit]

    def write(self, path: str, data: bytes) -> None:
        """See `Workspace.write`."""
        name = self._name(path)
        with self._lock:
            if any(known.startswith(f"{name}/") for known in self.files):
                raise FakePathRefused(path=path, problem="it is a folder")
            parents = [str(parent) for parent in PurePosixPath(name).parents]
            if any(parent in self.files for parent in parents):
                raise FakePathRefused(path=path, problem="a parent is a file")
            self.files[name] = data

    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        """See `Workspace.list`."""
        name = self._name(path)
        prefix = "" if name == "." else f"{name}/"
        with self._lock:
            inside = {
                known.removeprefix(prefix): len(data)
                for known, data in self.files.items()
                if known.startswith(prefix)
            }
        if not inside and prefix:
            raise FakePathRefused(path=path, problem="there is no such folder")
        found = {
            head: DirectoryEntry(head, is_directory=bool(rest), size=0 if rest else size)
            for (head, _, rest), size in ((key.partition("/"), n) for key, n in inside.items())
        }
        return tuple(found[head] for head in sorted(found))

    def _name(self, path: str) -> str:
        """The path beneath the root, without dots; raises when it leads outside."""
        if path == "~" or path.startswith("~/"):
            raise FakePathRefused(path=path, problem="the user's home lies outside the workspace")
        wanted = PurePosixPath(path)
        if wanted.is_absolute():
            if not wanted.is_relative_to(self._root):
                raise FakePathRefused(path=path, problem="it lies outside the workspace")
            wanted = wanted.relative_to(self._root)
        parts: list[str] = []
        for part in wanted.parts:
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
            else:
                raise FakePathRefused(path=path, problem="it leads out of the workspace")
        return str(PurePosixPath(*parts))
