"""Ollama's own protocol: one JSON object a line."""
