"""The settings of a model that runs on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from zeroclaw_api.usage import Price
from zeroclaw_providers.family_settings import Temperature, Trimmed, no_switch
from zeroclaw_providers.local.bundled import BUNDLED_MODEL
from zeroclaw_providers.model_options import ModelOptions, Thinking

__all__ = ["IDLE_SECONDS", "LocalSettings"]

IDLE_SECONDS: Final = 300.0
"""Long enough for the next thought of a person; a model is loaded anew in seconds."""
MOST_CONTEXT_TOKENS: Final = 10_000_000
"""Far above what any model can use: a larger number was meant otherwise."""


def _absolute(path: Path) -> Path:
    try:
        path = path.expanduser()
    except RuntimeError:
        raise ValueError("nobody's home is known, so that ~ means nothing") from None
    if not path.is_absolute():
        raise ValueError("an absolute path is needed here, or one that begins with ~")
    if "\0" in str(path):
        raise ValueError("a path has no NUL character")
    return path


class LocalSettings(BaseModel):
    """A `[providers.models.local.<alias>]` section; satisfies `zeroclaw_api.ModelSettings`.

    It satisfies `zeroclaw_api.FallbackSettings` as well.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    model_path: Annotated[Path, AfterValidator(_absolute)] | None = Field(
        default=None,
        description="A model as one GGUF file; the bundled one, which is tiny, when left out.",
    )
    context_tokens: Annotated[
        int, BeforeValidator(no_switch), Field(ge=512, le=MOST_CONTEXT_TOKENS)
    ] = Field(
        default=4096,
        description="Tokens that a conversation with its answer may have; they take memory.",
    )
    max_tokens: Annotated[int, BeforeValidator(no_switch), Field(ge=1)] = Field(
        default=1024,
        description="Most tokens of one answer.",
    )
    native_tools: bool = Field(
        default=False,
        description="Whether the model is offered tools; a small one can only talk.",
    )
    text_tools: bool = Field(
        default=False,
        description="Whether tools are described to the model in words; with neither it can only"
        " talk.",
    )
    idle_secs: Annotated[float, BeforeValidator(no_switch), Field(gt=0)] = Field(
        default=IDLE_SECONDS,
        description="Seconds after the last answer until its memory is given back, to be loaded"
        " anew for the next one; inf for never.",
    )
    fallback: tuple[Trimmed, ...] = Field(
        default=(),
        description="Other entries, as `family.alias`, asked in this order when this one fails.",
    )
    thinking: Thinking | None = Field(
        default=None,
        description="Whether the model thinks before it answers, if it can: off, or any other.",
    )
    temperature: Temperature | None = Field(
        default=None,
        description="How varied answers are, from 0 to 2; as the model likes when left out.",
    )

    @property
    def options(self) -> ModelOptions:
        """What is asked of the model beyond the conversation."""
        return ModelOptions(self.thinking, self.temperature)

    @property
    def fallback_models(self) -> tuple[str, ...]:
        """See `FallbackSettings.fallback_models`: an entry is one file."""
        return ()

    @property
    def model(self) -> str:
        """See `ModelSettings.model`: the stem of the file."""
        return BUNDLED_MODEL if self.model_path is None else self.model_path.stem

    @property
    def price(self) -> Price | None:
        """See `ModelSettings.price`: it costs nothing."""
        return Price(input=0, output=0)
