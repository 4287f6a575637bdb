"""The names that providers had, with the family that each means now."""

from __future__ import annotations

import re

from attrs import field, frozen

from zeroclaw_config._aliases import is_alias

__all__ = ["FAMILIES", "FamilyName", "alias_from", "family_from", "free_alias"]

# fmt: off
FAMILIES = frozenset({
    "openai", "azure", "moonshot", "qwen", "ollama", "stepfun", "glm", "minimax", "zai",
    "gemini", "gemini_cli", "grok_cli", "kilocli", "kilo", "bedrock", "anthropic",
    "openrouter", "together", "fireworks", "groq", "mistral", "atomic_chat", "deepseek",
    "cohere", "perplexity", "xai", "cerebras", "sambanova", "hyperbolic", "deepinfra",
    "huggingface", "ai21", "reka", "baseten", "nscale", "anyscale", "nebius", "friendli",
    "aihubmix", "siliconflow", "astrai", "avian", "deepmyst", "venice", "nearai", "novita",
    "nvidia", "telnyx", "vercel", "cloudflare", "atlascloud", "ovh", "copilot", "doubao",
    "yi", "hunyuan", "qianfan", "baichuan", "lmstudio", "llamacpp", "sglang", "vllm",
    "osaurus", "litellm", "lepton", "morph", "manifest", "github_models", "upstage",
    "featherless", "arcee", "lambda_ai", "inception", "synthetic", "opencode", "custom",
    "local",
})
# fmt: on
"""The families of models that the current form has."""

_OTHER_NAMES = {
    "aws_bedrock": "bedrock",
    "azure_openai": "azure",
    "dashscope": "qwen",
    "fireworks_ai": "fireworks",
    "github_copilot": "copilot",
    "google": "gemini",
    "google_gemini": "gemini",
    "grok": "xai",
    "hf": "huggingface",
    "kimi": "moonshot",
    "llama_cpp": "llamacpp",
    "lm_studio": "lmstudio",
    "together_ai": "together",
    "z_ai": "zai",
    "zhipu": "glm",
}

_NO_ALIAS_CHARACTERS = re.compile(r"[^a-z0-9]+")
_LONGEST = 63


@frozen
class FamilyName:
    """A family, with the address that an old name carried; None when it carried none."""

    family: str
    uri: str | None = field(default=None, repr=False)

    @property
    def is_known(self) -> bool:
        """Whether the current form has such a family."""
        return self.family in FAMILIES


def family_from(name: str) -> FamilyName:
    """The family that an old provider name means, such as `custom:<address>` or `lm-studio`."""
    kind, colon, address = name.partition(":")
    if colon and "//" in address:
        family = "anthropic" if kind.startswith("anthropic") else "custom"
        return FamilyName(family, address)
    plain = alias_from(name)
    return FamilyName(_OTHER_NAMES.get(plain, plain))


def alias_from(name: str) -> str:
    """The alias nearest to a name, `default` when nothing of it can be in one."""
    alias = _NO_ALIAS_CHARACTERS.sub("_", name.lower())[:_LONGEST].strip("_")
    return alias if is_alias(alias) else "default"


def free_alias(wanted: str, taken: object) -> str:
    """The alias, with the first number behind it that makes it new among those taken."""
    names = set(taken) if isinstance(taken, dict | set | list) else set()
    if wanted not in names:
        return wanted
    count = 2
    while f"{wanted[: _LONGEST - 8]}_{count}" in names:
        count += 1
    return f"{wanted[: _LONGEST - 8].rstrip('_')}_{count}"
