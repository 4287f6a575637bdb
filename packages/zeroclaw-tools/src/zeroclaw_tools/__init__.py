"""Give an agent its built-in tools."""

__all__: list[str] = []
