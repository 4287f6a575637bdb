"""What is known of each program that can be asked for a model's answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

__all__ = ["OWN_CHOICE", "VENDORS", "Speech", "Vendor"]

OWN_CHOICE: Final = "default"
"""The model's name that leaves the choice to the program."""


class Speech(Enum):
    """How a program is spoken with."""

    PLAIN = "plain"
    ACP = "acp"


@frozen
class Vendor:
    """One program. `words` are its arguments for a model that is given as a flag, or for none.

    `keys` are variables with secrets, `variables` those without; both are passed on when they
    are set. `fixed` are set in any case. `login_codes` are exit codes that mean: log in first.
    """

    program: str
    speech: Speech
    words: Callable[[tuple[str, ...]], tuple[str, ...]]
    install: str
    login: str
    idle_seconds: float
    keys: tuple[str, ...]
    variables: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(factory=dict, hash=False)
    login_codes: frozenset[int] = frozenset()

    def arguments(self, model: str) -> tuple[str, ...]:
        """Its arguments; they hold nothing of the conversation, since everybody can list them."""
        return self.words(() if model == OWN_CHOICE else (f"--model={model}",))


def _gemini(model: tuple[str, ...]) -> tuple[str, ...]:
    # What would need an approval is refused where nobody can give one.
    return (
        *model,
        "--approval-mode=default",
        "--extensions=none",
        "--allowed-mcp-server-names=none",
    )


def _kilo(model: tuple[str, ...]) -> tuple[str, ...]:
    return ("run", *model)


def _grok(model: tuple[str, ...]) -> tuple[str, ...]:
    own = ("--no-auto-update", "--no-plan", "--sandbox", "strict")
    return (*own, "--permission-mode", "dontAsk", "--tools", "", *model, "agent", "stdio")


VENDORS: Final[Mapping[str, Vendor]] = {
    "gemini_cli": Vendor(
        program="gemini",
        speech=Speech.PLAIN,
        words=_gemini,
        install="install it with `npm install -g @google/gemini-cli`",
        login="run `gemini` once in a terminal to log in, or set GEMINI_API_KEY",
        idle_seconds=120.0,
        keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        variables=(
            "GOOGLE_APPLICATION_CREDENTIALS",
            "GOOGLE_CLOUD_LOCATION",
            "GOOGLE_CLOUD_PROJECT",
            "GOOGLE_GENAI_USE_GCA",
            "GOOGLE_GENAI_USE_VERTEXAI",
        ),
        # The folder is ours, with nothing in it that could be a danger.
        fixed={"GEMINI_CLI_TRUST_WORKSPACE": "true", "NO_BROWSER": "true"},
        login_codes=frozenset({41}),
    ),
    "grok_cli": Vendor(
        program="grok",
        speech=Speech.ACP,
        words=_grok,
        install="install Grok Build as its vendor says",
        login="run `grok login` once in a terminal, or set XAI_API_KEY",
        idle_seconds=600.0,
        keys=("XAI_API_KEY",),
    ),
    "kilocli": Vendor(
        program="kilo",
        speech=Speech.PLAIN,
        words=_kilo,
        install="install it with `npm install -g @kilocode/cli`",
        login="run `kilo auth login` once in a terminal, or set KILO_API_KEY",
        idle_seconds=120.0,
        keys=("KILO_API_KEY",),
        fixed={"KILO_DISABLE_AUTOUPDATE": "1", "KILO_PERMISSION": '{"*":"deny"}'},
    ),
}
"""By the names of their families."""
