"""Read the configuration of a ZeroClaw installation."""

__all__: list[str] = []
