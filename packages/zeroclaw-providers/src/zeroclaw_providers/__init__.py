"""LLM providers for ZeroClaw."""

from __future__ import annotations

from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider

__all__ = ["OpenAIChatProvider"]
