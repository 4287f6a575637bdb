"""Finds a model in a table under the many names that it is asked for by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["names_of"]

_REGION: Final = re.compile(r"(?:us-gov|us|eu|apac|global|jp|au|ca|in|sa|me|af)\.(?=[a-z0-9]+\.)")
"""Where a cloud answers from, which its names of models may begin with."""
_EDITION: Final = re.compile(r"-(?:latest|\d{4}-\d{2}-\d{2}|20\d{6})\Z")


def names_of(model: str) -> Iterator[str]:
    """The names under which it may be listed, the likeliest first: as it is, then shortened.

    A path or an ARN is left out, then a region, then the date of an edition.
    """
    given: dict[str, None] = {model: None, model.rpartition("/")[2]: None}
    for name in given:
        without_region = _REGION.sub("", name, count=1) if _REGION.match(name) else name
        yield from dict.fromkeys((name, without_region, _EDITION.sub("", without_region)))
