"""Speak HTTP as a client on trio."""

__all__: list[str] = []
