"""The models that can be proposed, with where each is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked
from zeroclaw.words import say

__all__ = [
    "BUNDLED",
    "SERVERS",
    "UNNAMED",
    "VENDORS",
    "Offer",
    "named_offer",
    "offers_of_keys",
    "proposed",
]


@frozen
class Offer:
    """One place where a model can be asked. Without a `uri` it is the bundled model.

    `models` are what the place lists, `default_model` is a fair first choice there; `key_env`
    names the variable with its key.
    """

    name: str
    title: str
    uri: str | None = None
    key_env: str | None = None
    default_model: str | None = None
    models: tuple[str, ...] = ()


BUNDLED: Final = Offer("bundled", "bundled")

VENDORS: Final = (
    Offer("openai", "OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-4.1-mini"),
    Offer(
        "openrouter",
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
        "openrouter/auto",
    ),
    Offer(
        "groq",
        "Groq",
        "https://api.groq.com/openai/v1",
        "GROQ_API_KEY",
        "llama-3.3-70b-versatile",
    ),
    Offer(
        "mistral",
        "Mistral",
        "https://api.mistral.ai/v1",
        "MISTRAL_API_KEY",
        "mistral-small-latest",
    ),
    Offer(
        "deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepseek-chat"
    ),
    Offer(
        "together",
        "Together",
        "https://api.together.xyz/v1",
        "TOGETHER_API_KEY",
        "meta-llama/Llama-3.3-70B-Instruct-Turbo",
    ),
    Offer("xai", "xAI", "https://api.x.ai/v1", "XAI_API_KEY", "grok-4"),
)
"""Services that speak OpenAI chat completions, by what holds their key."""

SERVERS: Final = (
    Offer("ollama", "Ollama", "http://127.0.0.1:11434/v1"),
    Offer("lm_studio", "LM Studio", "http://127.0.0.1:1234/v1"),
    Offer("llama_cpp", "llama.cpp", "http://127.0.0.1:8080/v1"),
    Offer("vllm", "vLLM", "http://127.0.0.1:8000/v1"),
)
"""Model servers of this machine, on the ports they usually take."""

UNNAMED: Final = "endpoint"
"""The alias of an endpoint that nobody named."""

_NOT_FOR_CHAT: Final = ("embed", "whisper", "tts", "rerank", "moderation", "dall-e", "image")


def offers_of_keys(environ: Mapping[str, str]) -> tuple[Offer, ...]:
    """The services whose key is in the environment."""
    return tuple(vendor for vendor in VENDORS if environ.get(vendor.key_env or "", "").strip())


def named_offer(asked: Asked, environ: Mapping[str, str]) -> Offer | None:
    """The place that the command line names; None when it names none. Raises `WrongUsage`."""
    if asked.is_local:
        return BUNDLED
    key_env = asked.api_key_env
    if asked.uri is not None:
        name = asked.model_provider or UNNAMED
        return _with_key(Offer(name, asked.uri, asked.uri, key_env), environ, key_env)
    if asked.model_provider is None:
        return None
    known = {offer.name: offer for offer in (*VENDORS, *SERVERS)}
    found = known.get(asked.model_provider)
    if found is None:
        facts = {"name": repr(asked.model_provider), "known": ", ".join(known)}
        raise WrongUsage(problem=say("quickstart_unknown_provider", **facts))
    variable = key_env or found.key_env
    offer = Offer(found.name, found.title, found.uri, variable, found.default_model)
    return _with_key(offer, environ, key_env)


def proposed(offer: Offer, models: Sequence[str]) -> str | None:
    """The model to propose out of those that are listed; None when there is nothing to go by."""
    if offer.default_model is not None and (not models or offer.default_model in models):
        return offer.default_model
    for model in models:
        if not any(word in model.lower() for word in _NOT_FOR_CHAT):
            return model
    return offer.default_model or next(iter(models), None)


def _with_key(offer: Offer, environ: Mapping[str, str], named: str | None) -> Offer:
    """The offer, whose key is there. What was given is not quoted: it may be the key itself."""
    if offer.key_env is None or environ.get(offer.key_env, "").strip():
        return offer
    if named is not None:
        raise WrongUsage(problem=say("quickstart_key_env_unset"))
    facts = {"variable": offer.key_env, "title": offer.title}
    raise WrongUsage(problem=say("quickstart_key_missing", **facts))
