"""Turn text that a model wrote into tool calls."""

__all__: list[str] = []
