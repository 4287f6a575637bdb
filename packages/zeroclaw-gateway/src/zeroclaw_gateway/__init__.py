"""Serve sessions over HTTP."""

__all__: list[str] = []
