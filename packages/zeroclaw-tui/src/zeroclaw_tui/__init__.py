"""Show a gateway's sessions in a terminal."""

__all__: list[str] = []
