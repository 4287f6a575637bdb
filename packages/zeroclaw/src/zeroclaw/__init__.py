"""Wire the distributions of ZeroClaw together."""

__all__: list[str] = []
