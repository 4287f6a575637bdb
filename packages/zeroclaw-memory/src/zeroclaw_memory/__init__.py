"""Keep what must survive a restart."""

__all__: list[str] = []
