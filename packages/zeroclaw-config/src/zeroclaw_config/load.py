"""Read the configuration file of an installation."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from attrs import evolve

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._known_sections import READ_SECTIONS
from zeroclaw_config._toml import parsed, require_schema_version
from zeroclaw_config.errors import ConfigMissing, ConfigNotText, ConfigTooLarge, ConfigUnreadable

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_config.config import Config

__all__ = ["MAX_CONFIG_BYTES", "load_config"]

MAX_CONFIG_BYTES = 4 * 1024 * 1024
"""A larger file is something else, given by mistake."""

NO_OVERRIDES: Final[Mapping[tuple[str, ...], object]] = MappingProxyType({})

KEY_FILE = ".secret_key"

SEALED = re.compile("enc[0-9]*:")
"""In a text without it no value is sealed, so that nothing needs the key."""

_BOM = b"\xef\xbb\xbf"


def load_config(
    path: Path,
    environ: Mapping[str, str],
    families: Mapping[str, Callable[[], type[ModelSettings]]],
    *,
    overrides: Mapping[tuple[str, ...], object] = NO_OVERRIDES,
    strict: bool = False,
) -> Config:
    """Read and check a file; nothing is written.

    `environ` gives the values of `${NAME}`, and through `ZEROCLAW_a__b__c` that of the key
    `a.b.c`. `overrides`, from the command line, come last: each key path with its value, a text
    being taken as the switch, number, list or table that it spells. `families` maps a provider
    family to a function that returns its settings class, a frozen pydantic model; only those of
    families that are named are called.

    Sealed values are opened with the key in `.secret_key` beside the file.

    Raises a `ConfigError`; `InvalidConfig` has all problems at once. A problem within one model,
    agent or runtime profile only disables that entry, with the agents that refer to it, unless
    it is `strict`, or unless `environ` or `overrides` said it.
    """
    file = _shown(path)
    text = _decoded(_read(path, file), file)
    tree = parsed(text, file)
    require_schema_version(tree, file)
    # pydantic takes its time, and a file that cannot be read needs none.
    from zeroclaw_config._check import Source, checked
    from zeroclaw_config._overrides import from_command_line, from_environment

    layers = [from_environment(environ), from_command_line(overrides)]
    source = Source(path, file, text)
    if SEALED.search(text):
        from zeroclaw_config.secrets.reading import unsealed

        # A value that nothing reads need not open.
        read = {section: value for section, value in tree.items() if section in READ_SECTIONS}
        result = unsealed(read, path.with_name(KEY_FILE))
        tree = {**tree, **result.tree}
        source = evolve(source, opened=result.opened, unopened=result.problems)
    return checked(tree, source, environ, families, layers, strict=strict)


def _shown(path: Path) -> str:
    return str(path).encode("utf-8", "backslashreplace").decode()


def _read(path: Path, file: str) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            problem = Phrase("is_a_folder", "it is a folder; give the file in it")
            raise ConfigUnreadable(path=file, problem=problem)
        if not stat.S_ISREG(mode):
            # Opening a pipe or a device may wait forever.
            raise ConfigUnreadable(
                path=file, problem=Phrase("is_no_regular_file", "it is no regular file")
            )
        with path.open("rb") as stream:
            data = stream.read(MAX_CONFIG_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise ConfigMissing(path=file) from None
    except PermissionError as error:
        problem = Phrase("permission_denied", "permission denied; check its owner and its mode")
        raise ConfigUnreadable(path=file, problem=problem) from error
    except OSError as error:
        refusal = (error.strerror or "").lower() or Phrase("system_refuses", "the system refuses")
        raise ConfigUnreadable(path=file, problem=refusal) from error
    except ValueError as error:
        raise ConfigUnreadable(
            path=file, problem=Phrase("name_is_no_path", "its name cannot be a path")
        ) from error
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
