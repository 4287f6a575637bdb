"""Check a configuration that is in no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_config.config import Config

__all__ = ["check_config"]


def check_config(
    document: Mapping[str, object],
    source: str,
    environ: Mapping[str, str],
    families: Mapping[str, Callable[[], type[ModelSettings]]],
) -> Config:
    """Check a document like that of a file; `source` says in messages where it came from.

    `environ`, `families` and what is raised are as for `load_config` with `strict`. Variables
    such as `ZEROCLAW_a__b` have no say here.
    """
    from zeroclaw_config._check import Source, checked

    return checked(document, Source(Path(source), source), environ, families, strict=True)
