"""What the command line asks of the first run."""

from __future__ import annotations

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.presets import Preset
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
            raise WrongUsage(problem=f"What {flag} says is not UTF-8; give it as UTF-8 text")
        if text is not None and not text.strip():
            raise WrongUsage(problem=f"{flag} is empty; leave it out, or say something")
        if asked.is_local and text is not None and flag != "--agent":
            raise WrongUsage(
                problem=f"{flag} does not go with --local, which is the bundled model; "
                "leave one out"
            )
    if asked.api_key_env is not None and not asked.names_model:
        raise WrongUsage(
            problem="--api-key-env needs --uri URL or --model-provider NAME, whose key it is"
        )


def check_enough(asked: Asked) -> None:
    """Refuse what leaves a question open where nobody can be asked. Raises `WrongUsage`."""
    if asked.is_agreed:
        return
    missing = []
    if not asked.names_model:
        missing.append("--model-provider NAME (or --uri URL, or --local)")
    if asked.model is None and not asked.is_local:
        missing.append("--model NAME")
    if missing:
        raise WrongUsage(
            problem=f"Nobody can be asked here; give {' and '.join(missing)}, or --yes to take "
            "what is proposed"
        )
    if asked.preset is Preset.YOLO:
        raise WrongUsage(
            problem="Nobody can be asked here whether yolo is meant; give --yes with --preset yolo"
        )
