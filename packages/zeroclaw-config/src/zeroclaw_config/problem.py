"""One thing that is wrong with a configuration file."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.phrases import Phrase

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
    def sentence(self) -> Phrase:
        """Key with clause and hint, without the place."""
        said = {"key": self.key, "what": self.what}
        if self.nearest is None:
            return Phrase("problem", "{key} {what}.", **said)
        return Phrase(
            "problem_near", "{key} {what}; did you mean `{near}`?", near=self.nearest, **said
        )

    @property
    def place(self) -> str | None:
        """Who said it instead of the file, else file with line; None when neither is known."""
        if self.origin is not None or self.line is None:
            return self.origin
        return Phrase("problem_place", "{file}, line {line}", file=self.file, line=self.line)

    @property
    def told(self) -> Phrase:
        """The sentence after its place."""
        place = self.place or self.file
        return Phrase("problem_in", "{place}: {problem}", place=place, problem=self.sentence)

    def __str__(self) -> str:
        return str(self.told)
