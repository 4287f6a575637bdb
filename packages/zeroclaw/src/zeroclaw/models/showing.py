"""Shows which models there are, from the flags to the exit code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

import trio

from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import is_terminal, show, show_json, show_lines
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.models.asking import Listing, ask_endpoints
from zeroclaw.models.known import KnownModel, configured, described, listed
from zeroclaw.models.text import as_json as model_json
from zeroclaw.models.text import card, rows
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import style_for
from zeroclaw.words import say
from zeroclaw_api.json import Json
from zeroclaw_config import Config, load_config
from zeroclaw_providers.catalogue.reading import open_catalogue

__all__ = ["show_endpoints", "show_info", "show_list"]


def show_list(family: str | None, *, is_configured: bool, as_json: bool, debug: bool) -> int:
    """What the config has, or all that is known of a family; the exit code."""

    def work() -> int:
        place = this_installation()
        catalogue = open_catalogue(place.home.models)
        if family is not None and not is_configured:
            models = list(listed(catalogue, family))
        else:
            models = list(configured(_config(place), catalogue, family))
        return _show(models, as_json=as_json)

    return ended(work, debug=debug)


def show_endpoints(family: str | None, *, as_json: bool, debug: bool) -> int:
    """What the endpoints in the config list right now; the exit code."""

    def work() -> int:
        place = this_installation()
        config = _config(place)
        models = {
            address: settings
            for address, settings in config.models.items()
            if family in (None, address.partition(".")[0])
        }
        asking = partial(ask_endpoints, models, str(place.config), place.environ)
        return _show_listings(trio.run(asking), as_json=as_json)

    return ended(work, debug=debug)


def show_info(name: str, *, as_json: bool, debug: bool) -> int:
    """All that is known about one model; the exit code."""

    def work() -> int:
        place = this_installation()
        config = _config(place) if place.config.exists() else None
        found = described(config, open_catalogue(place.home.models), name)
        if as_json:
            show_json([model_json(model) for model in found])
            return SUCCEEDED
        style = style_for(os.environ, is_terminal=is_terminal())
        lines = [line for model in found for line in ("", *card(model, style))]
        show("\n".join(lines[1:]), is_harmless=True)
        return SUCCEEDED

    return ended(work, debug=debug)


def _config(place: Installation) -> Config:
    return load_config(place.config, place.environ, place.families)


def _show(models: Sequence[KnownModel], *, as_json: bool) -> int:
    if as_json:
        show_json([model_json(model) for model in models])
    elif models:
        style = style_for(os.environ, is_terminal=is_terminal())
        show("\n".join(rows(models, style)), is_harmless=True)
    else:
        tell(say("models_none_configured"))
    return SUCCEEDED


def _show_listings(listings: Sequence[Listing], *, as_json: bool) -> int:
    if as_json:
        show_json({each.address: list[Json](each.models) for each in listings})
        return SUCCEEDED
    for each in listings:
        show_lines(visible(f"{each.address}  {model}") for model in each.models)
        if each.problem is not None:
            tell(each.problem)
        elif not each.models:
            tell(say("models_endpoint_lists_none", address=each.address))
    if not listings:
        tell(say("models_none_listable"))
    return SUCCEEDED
