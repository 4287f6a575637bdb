"""Run WebAssembly components as tools."""

__all__: list[str] = []
