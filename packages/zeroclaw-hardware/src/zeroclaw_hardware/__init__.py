"""Offer boards with their buses as tools."""

__all__: list[str] = []
