"""The settings of a model behind a program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from zeroclaw_providers.family_settings import PricedModel, Seconds, Trimmed

__all__ = ["ProgramSettings"]


def _word(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters cannot be in a word of a command")
    return text


def _program(text: str) -> str:
    """A name that is looked up, or a path; a relative path would mean another file each time."""
    if "/" not in text and not text.startswith("~"):
        return text
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        raise ValueError("nobody's home is known, so that ~ means nothing") from None
    if not path.is_absolute():
        raise ValueError("give a name, an absolute path, or a path that begins with ~")
    return str(path)


_Word = Annotated[Trimmed, AfterValidator(_word)]


class ProgramSettings(PricedModel):
    """A section of a family that runs a program; satisfies `zeroclaw_api.ModelSettings`.

    It has no key: the program has its own login, or finds a key in its vendor's variables.
    """

    model: _Word = Field(
        description="The model's name, as the program knows it; `default` for its own choice.",
    )
    program: Annotated[_Word, AfterValidator(_program)] | None = Field(
        default=None,
        description="The program's path, or its name in PATH; the vendor's name when left out.",
    )
    text_tools: bool = Field(
        default=True,
        description="Whether tools are described to the model in words, so that calls it writes as"
        " text count; without them it can only talk.",
    )
    timeout_secs: Seconds | None = Field(
        default=None,
        description="Seconds without output after which a request fails; the vendor's usual time"
        " when left out.",
    )

    @property
    def max_tokens(self) -> int | None:
        """See `ModelSettings.max_tokens`: these programs cannot be told."""
        return None
