"""Takes the arguments of a call as the types that its tool works with."""

from __future__ import annotations

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject

__all__ = ["flag_of", "integer_of", "path_of", "text_of", "texts_of"]


def text_of(args: JsonObject, name: str, default: str | None = None) -> str:
    """A string that can be written down as UTF-8. Raises `ToolFailed`."""
    value = args.get(name, default)
    if not isinstance(value, str):
        raise ToolFailed(problem=f"The argument {name} must be a string. Call again with one.")
    return _writable(name, value)


def path_of(args: JsonObject, name: str = "path", default: str | None = None) -> str:
    """A string that can name a file. Raises `ToolFailed`."""
    path = text_of(args, name, default)
    if not path:
        raise ToolFailed(problem=f"The argument {name} is empty. Name a file or a folder.")
    if "\0" in path:
        raise ToolFailed(problem=f"The argument {name} holds a NUL character. Leave it out.")
    return path


def integer_of(args: JsonObject, name: str, default: int, lowest: int, highest: int) -> int:
    """A whole number between the bounds. Raises `ToolFailed`."""
    value = args.get(name, default)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise ToolFailed(
            problem=f"The argument {name} must be a whole number from {lowest} to {highest}."
        )
    return value


def flag_of(args: JsonObject, name: str, default: bool) -> bool:
    """Yes or no. Raises `ToolFailed`."""
    value = args.get(name, default)
    if not isinstance(value, bool):
        raise ToolFailed(problem=f"The argument {name} must be true or false.")
    return value


def texts_of(args: JsonObject, name: str, most: int) -> tuple[str, ...]:
    """A list of strings, empty when it is not given. Raises `ToolFailed`."""
    value = args.get(name, ())
    if not isinstance(value, list | tuple) or len(value) > most:
        raise ToolFailed(problem=f"The argument {name} must be a list of at most {most} strings.")
    texts = tuple(item for item in value if isinstance(item, str))
    if len(texts) != len(value):
        raise ToolFailed(problem=f"The argument {name} must hold nothing but strings.")
    return tuple(_writable(name, text) for text in texts)


def _writable(name: str, value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ToolFailed(
            problem=f"The argument {name} holds half of a surrogate pair, which no file can hold."
        ) from None
    return value
