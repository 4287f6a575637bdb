"""One thing that is wrong with a configuration file."""

from __future__ import annotations

from attrs import frozen

__all__ = ["Problem"]


@frozen
class Problem:
    """Where something is wrong, what, with the name that was probably meant.

    `line` counts from 1; it is that of the table when a key is missing from it, None when unknown.
    `what` is a clause that follows the key. `origin` is the variable of the environment, or the
    command line, that said it instead of the file. None of these holds a secret value.
    """

    file: str
    line: int | None
    key: str
    what: str
    nearest: str | None = None
    origin: str | None = None

    @property
    def sentence(self) -> str:
        """Key with clause and hint, without the place."""
        hint = "." if self.nearest is None else f"; did you mean `{self.nearest}`?"
        return f"{self.key} {self.what}{hint}"

    def __str__(self) -> str:
        if self.origin is not None:
            return f"{self.origin}: {self.sentence}"
        line = "" if self.line is None else f", line {self.line}"
        return f"{self.file}{line}: {self.sentence}"
