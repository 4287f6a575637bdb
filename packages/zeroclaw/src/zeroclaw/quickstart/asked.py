"""What the command line asks of the first run."""

from __future__ import annotations

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.presets import Preset
from zeroclaw.words import say
from zeroclaw_api.json import well_formed

__all__ = ["Asked", "check_asked", "check_enough"]


@frozen
class Asked:
    """The flags; None where nothing was said. `is_agreed` takes what is proposed, unasked."""

    model_provider: str | None = None
    model: str | None = None
    api_key_env: str | None = None
    uri: str | None = None
    agent: str | None = None
    preset: Preset | None = None
    is_local: bool = False
    is_agreed: bool = False
    is_tested: bool = True

    @property
    def names_model(self) -> bool:
        """Whether it says where the model is."""
        return self.is_local or self.uri is not None or self.model_provider is not None


def check_asked(asked: Asked) -> None:
    """Refuse flags that contradict each other, or are no text. Raises `WrongUsage`."""
    texts = {
        "--model-provider": asked.model_provider,
        "--model": asked.model,
        "--api-key-env": asked.api_key_env,
        "--uri": asked.uri,
        "--agent": asked.agent,
    }
    for flag, text in texts.items():
        if text is not None and text != well_formed(text):
            raise WrongUsage(problem=say("flag_not_text", flag=flag))
        if text is not None and not text.strip():
            raise WrongUsage(problem=say("quickstart_flag_empty", flag=flag))
        if asked.is_local and text is not None and flag != "--agent":
            raise WrongUsage(problem=say("quickstart_flag_with_local", flag=flag))
    if asked.api_key_env is not None and not asked.names_model:
        raise WrongUsage(problem=say("quickstart_key_env_alone"))


def check_enough(asked: Asked) -> None:
    """Refuse what leaves a question open where nobody can be asked. Raises `WrongUsage`."""
    if asked.is_agreed:
        return
    is_unnamed = asked.model is None and not asked.is_local
    if not asked.names_model:
        missing = "both" if is_unnamed else "provider"
        raise WrongUsage(problem=say("quickstart_unasked", missing=missing))
    if is_unnamed:
        raise WrongUsage(problem=say("quickstart_unasked", missing="model"))
    if asked.preset is Preset.YOLO:
        raise WrongUsage(problem=say("quickstart_yolo_unasked"))
