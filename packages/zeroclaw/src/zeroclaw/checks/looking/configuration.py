"""Looks into the configuration, with the secrets that are sealed in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from attrs import evolve

from zeroclaw.checks.judging.configuration import ConfigFacts
from zeroclaw.checks.judging.secrets import SecretFacts
from zeroclaw.home import Home
from zeroclaw.wiring.families import installed_families
from zeroclaw.words import error_text, say
from zeroclaw_config import MAX_CONFIG_BYTES, ConfigError, load_config
from zeroclaw_config._key_path import dotted
from zeroclaw_config.errors import SecretKeyUnusable, SecretNotReadable
from zeroclaw_config.load import KEY_FILE
from zeroclaw_config.secrets.box import is_sealed, unseal
from zeroclaw_config.secrets.key_file import KeyRing, previous_file, read_ring

__all__ = ["look_at_config", "look_at_secrets"]

Place: TypeAlias = tuple[str | int, ...]

_MOST_DEPTH: Final = 64
"""TOML that is nested deeper was made to hurt."""


def look_at_config(home: Home, environ: Mapping[str, str], alias: str | None) -> ConfigFacts:
    """Read the file as an agent's start does. Raises `UnknownAgent`."""
    facts = ConfigFacts(str(home.config), alias=alias)
    try:
        config = load_config(home.config, environ, installed_families())
    except ConfigError as failure:
        return evolve(facts, failure=failure)
    return evolve(facts, config=config)


def look_at_secrets(home: Home) -> SecretFacts:
    """Open every sealed value, those that nothing reads yet as well; none is kept."""
    file = home.config.with_name(KEY_FILE)
    facts = SecretFacts(str(file), has_previous=previous_file(file).exists())
    sealed = dict(_texts(_document(home.config), (), 0))
    facts = evolve(facts, sealed=len(sealed))
    try:
        ring = read_ring(file)
    except SecretKeyUnusable as error:
        unopened = {
            key: say("check_key_unusable", key=key, clause=error.clause)
            for key in map(dotted, sealed)
        }
        return evolve(facts, problem=error_text(error), unopened=unopened)
    if ring is None:
        keys = map(dotted, sealed)
        missing = {key: say("check_key_missing", key=key, path=file) for key in keys}
        return evolve(facts, unopened=missing)
    failures = [_failure(ring, place, text) for place, text in sealed.items()]
    told = {each.key: error_text(each) for each in failures if each is not None}
    return evolve(facts, unopened=told)


def _document(path: Path) -> object:
    """The file as far as it is TOML; what is wrong with it is told by whoever loads it."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_CONFIG_BYTES:
            return {}
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}


def _texts(value: object, place: Place, depth: int) -> Iterator[tuple[Place, str]]:
    """Every sealed text with its place."""
    match value:
        case _ if depth > _MOST_DEPTH:
            return
        case str() if is_sealed(value):
            yield place, value
        case dict():
            for key, item in value.items():
                yield from _texts(item, (*place, key), depth + 1)
        case list():
            for index, item in enumerate(value):
                yield from _texts(item, (*place, index), depth + 1)
        case _:
            return


def _failure(ring: KeyRing, place: Place, text: str) -> SecretNotReadable | None:
    try:
        unseal(ring, text, place)
    except SecretNotReadable as failure:
        return failure
    return None
