"""Gets a newer list of models, from the flags to the exit code."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime

import trio

from zeroclaw.configuring.place import this_installation
from zeroclaw.configuring.printing import show, show_json
from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.words import say
from zeroclaw_http import HttpClient
from zeroclaw_providers.catalogue.reading import ModelCatalogue
from zeroclaw_providers.catalogue.refreshing import LIST_URL, fetch_tables, save_tables
from zeroclaw_providers.catalogue.tables import ModelTables

__all__ = ["refresh"]


def refresh(url: str | None, *, as_json: bool, debug: bool) -> int:
    """Fetch it, check it, put it into the home of this installation; the exit code."""

    def work() -> int:
        place = this_installation()
        path = place.home.models
        families = {*place.families, *ModelCatalogue().families()}
        tables = trio.run(_fetch, families, url or LIST_URL, datetime.now(UTC).date())
        save_tables(tables, path)
        models = sum(len(table) for table in tables.families.values())
        if as_json:
            counts = {"families": len(tables.families), "models": models}
            show_json({"path": str(path), "date": tables.date, **counts})
        else:
            show(say("models_refreshed", models=models, path=path))
        return SUCCEEDED

    return ended(work, debug=debug)


async def _fetch(families: Collection[str], url: str, today: date) -> ModelTables:
    async with HttpClient() as http:
        return await fetch_tables(http, families, today, url=url)
