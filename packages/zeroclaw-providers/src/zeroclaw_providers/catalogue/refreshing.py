"""Fetches the newest list of models into the user's own file."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from datetime import date
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final
from urllib.parse import urlsplit

import trio

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_api.services import Http, HttpRequest
from zeroclaw_providers.catalogue.models_dev import translated
from zeroclaw_providers.catalogue.tables import ModelTables
from zeroclaw_providers.errors import ModelsFileUnwritable, ModelsUnfetched

__all__ = ["LIST_URL", "REFRESH_SECONDS", "fetch_tables", "save_tables"]

LIST_URL: Final = "https://models.dev/api.json"
REFRESH_SECONDS: Final = 10.0
"""For all of it: it is a few megabytes from a network of caches."""
_MOST_BYTES: Final = 16 * 1024 * 1024
_OK: Final = 200


async def fetch_tables(
    http: Http,
    families: Collection[str],
    today: date,
    *,
    url: str = LIST_URL,
    seconds: float = REFRESH_SECONDS,
) -> ModelTables:
    """The tables of these families as of today. Raises `ModelsUnfetched`, `HttpError`."""
    request = HttpRequest("GET", url, {"Accept": "application/json"}, timeout=seconds)
    with trio.move_on_after(seconds) as limit:
        async with http.send(request) as response:
            if response.status != _OK:
                raise ModelsUnfetched(place=_place(url), problem=f"HTTP {response.status}")
            body = await response.read(_MOST_BYTES)
    if limit.cancelled_caught:
        raise ModelsUnfetched(place=_place(url), problem=f"it took longer than {seconds:g} s")
    try:
        found = translated(parse_json_object(body), families)
    except InvalidJson as error:
        raise ModelsUnfetched(place=_place(url), problem=str(error).rstrip(".")) from error
    if not found:
        raise ModelsUnfetched(place=_place(url), problem="it lists no models")
    return ModelTables(today.isoformat(), found)


def save_tables(tables: ModelTables, path: Path) -> None:
    """Write the file whole or not at all. Raises `ModelsFileUnwritable`."""
    document: JsonObject = {
        "date": tables.date,
        "families": {family: dict(models) for family, models in tables.families.items()},
    }
    content = json.dumps(document, separators=(",", ":")).encode()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _replace(path, content)
    except OSError as error:
        problem = error.strerror or str(error)
        raise ModelsFileUnwritable(path=str(path), problem=problem) from error


def _replace(path: Path, content: bytes) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=".models-", delete=False) as file:
        new = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


def _place(url: str) -> str:
    """Where it is; what else an address has may be secret."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
