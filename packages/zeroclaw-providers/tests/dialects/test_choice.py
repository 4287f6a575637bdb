"""A model's name says in which dialects it writes."""

from __future__ import annotations

import pytest

from zeroclaw_providers.dialects.choice import dialects_of
from zeroclaw_tool_call_parser import DIALECTS

OWN = {
    "deepseek-chat": ("deepseek", "dsml"),
    "deepseek-ai/DeepSeek-R1-Distill-Llama-70B": ("deepseek", "dsml"),
    "google/gemma-3-27b-it": ("gemma4", "gemma"),
    "functiongemma:270m": ("gemma4", "gemma"),
    "XiaomiMiMo/MiMo-V2-Flash": ("hermes", "qwen3-coder"),
    "zai-org/GLM-4.6": ("glm",),
    "openai/gpt-oss-120b": ("harmony",),
    "moonshotai/Kimi-K2-Thinking": ("kimi",),
    "MiniMax-M2": ("minimax",),
    "mistralai/Mistral-Small-3.2-24B": ("mistral",),
    "mixtral:8x7b": ("mistral",),
    "codestral-latest": ("mistral",),
    "Qwen/Qwen3-Coder-30B-A3B-Instruct": ("hermes", "qwen3-coder"),
    "qwen2.5:7b": ("hermes", "qwen3-coder"),
    "NousResearch/Hermes-3-Llama-3.1-8B": ("hermes",),
    "llama3.3:70b": ("llama", "pythonic"),
    "gpt-5": (),
    "claude-sonnet-4-5": (),
    "gemini-2.5-flash": (),
    "deepseek/grok": (),
    "codellama": (),
    "": (),
}


@pytest.mark.parametrize("model", OWN)
def test_name_of_a_model_gives_its_dialects(model: str) -> None:
    assert dialects_of(model) == OWN[model]


def test_every_dialect_that_is_chosen_exists() -> None:
    assert {name for names in OWN.values() for name in names} <= set(DIALECTS)


def test_every_family_has_a_dialect_whose_tokens_leave_no_doubt() -> None:
    for names in OWN.values():
        assert not names or any(DIALECTS[name].is_sniffable for name in names)
