"""Speak to LLM providers."""

__all__: list[str] = []
