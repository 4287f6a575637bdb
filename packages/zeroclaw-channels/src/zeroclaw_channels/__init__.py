"""Connect an agent to chat platforms."""

__all__: list[str] = []
