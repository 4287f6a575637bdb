"""Read the configuration file of an installation."""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from zeroclaw_config._toml import parsed, require_schema_version
from zeroclaw_config.errors import ConfigMissing, ConfigNotText, ConfigTooLarge, ConfigUnreadable

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_config.config import Config

__all__ = ["MAX_CONFIG_BYTES", "load_config"]

MAX_CONFIG_BYTES = 4 * 1024 * 1024
"""A larger file is something else, given by mistake."""

_BOM = b"\xef\xbb\xbf"


def load_config(
    path: Path,
    environ: Mapping[str, str],
    families: Mapping[str, Callable[[], type[ModelSettings]]],
) -> Config:
    """Read and check a file; nothing is written.

    `environ` gives the values of `${NAME}`. `families` maps a provider family to a function
    that returns its settings class, a frozen pydantic model; only those of families that the
    file names are called. Raises a `ConfigError`; `InvalidConfig` has all problems at once.
    """
    file = _shown(path)
    text = _decoded(_read(path, file), file)
    tree = parsed(text, file)
    require_schema_version(tree, file)
    # pydantic takes its time, and a file that cannot be read needs none.
    from zeroclaw_config._check import checked

    return checked(tree, text, path, file, environ, families)


def _shown(path: Path) -> str:
    return str(path).encode("utf-8", "backslashreplace").decode()


def _read(path: Path, file: str) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            problem = "it is a folder; give the file in it"
            raise ConfigUnreadable(path=file, problem=problem)
        if not stat.S_ISREG(mode):
            # Opening a pipe or a device may wait forever.
            raise ConfigUnreadable(path=file, problem="it is no regular file")
        with path.open("rb") as stream:
            data = stream.read(MAX_CONFIG_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise ConfigMissing(path=file) from None
    except PermissionError as error:
        problem = "permission denied; check its owner and its mode"
        raise ConfigUnreadable(path=file, problem=problem) from error
    except OSError as error:
        problem = (error.strerror or "the system refuses").lower()
        raise ConfigUnreadable(path=file, problem=problem) from error
    except ValueError as error:
        raise ConfigUnreadable(path=file, problem="its name cannot be a path") from error
    if len(data) > MAX_CONFIG_BYTES:
        raise ConfigTooLarge(path=file, limit=MAX_CONFIG_BYTES)
    return data


def _decoded(data: bytes, file: str) -> str:
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    # The decoder's error holds all bytes, so ours must not have it as its context.
    raise ConfigNotText(path=file, line=line)
