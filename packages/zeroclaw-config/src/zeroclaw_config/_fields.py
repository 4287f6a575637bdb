"""Find the fields of a settings class by the keys that lead to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel, SecretBytes, SecretStr
from pydantic.fields import FieldInfo

from zeroclaw_config._key_path import KeyPath

__all__ = ["is_secret_field", "known_keys", "takes_text"]

_SECRETS = (SecretStr, SecretBytes)
_TEXTS = (str, SecretStr, PurePath)


def known_keys(model: type[BaseModel], place: KeyPath) -> set[str]:
    """The keys that a settings class takes in the table at a place."""
    return {key for each in _models_at({model}, place) for key, _ in _fields(each)}


def takes_text(model: type[BaseModel], place: KeyPath) -> bool:
    """Whether only text fits at a place, so that `5` there means the text, not the number."""
    annotations = [field.annotation for field in _fields_at(model, place)]
    return bool(annotations) and all(_is_text(annotation) for annotation in annotations)


def is_secret_field(model: type[BaseModel], place: KeyPath) -> bool:
    """Whether the settings class keeps what stands at a place, or around it, from being shown."""
    return any(
        _mentions_secret(field.annotation)
        for length in range(1, len(place) + 1)
        for field in _fields_at(model, place[:length])
    )


def _fields_at(model: type[BaseModel], place: KeyPath) -> list[FieldInfo]:
    if not place:
        return []
    models = _models_at({model}, place[:-1])
    return [field for each in models for key, field in _fields(each) if key == place[-1]]


def _models_at(models: set[type[BaseModel]], place: KeyPath) -> set[type[BaseModel]]:
    for part in place:
        if isinstance(part, str):
            models = {
                inner
                for outer in models
                for name, field in outer.model_fields.items()
                if part in (name, field.alias)
                for inner in _models_in(field.annotation)
            }
    return models


def _fields(model: type[BaseModel]) -> Iterable[tuple[str, FieldInfo]]:
    return ((field.alias or name, field) for name, field in model.model_fields.items())


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _is_text(annotation: object) -> bool:
    kinds = [kind for kind in _kinds(annotation) if kind is not NoneType]
    return bool(kinds) and all(
        isinstance(kind, str)
        or (isinstance(kind, type) and issubclass(kind, _TEXTS))
        or (isinstance(kind, type) and issubclass(kind, Enum) and _has_texts(kind))
        for kind in kinds
    )


def _mentions_secret(annotation: object) -> bool:
    return annotation in _SECRETS or any(map(_mentions_secret, get_args(annotation)))


def _has_texts(kind: type[Enum]) -> bool:
    return all(isinstance(member.value, str) for member in kind)


def _kinds(annotation: object) -> Iterator[object]:
    """What a union is made of, the allowed words of a Literal, else the type itself."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _kinds(get_args(annotation)[0])
    elif origin is Literal:
        yield from get_args(annotation)
    elif origin in (Union, UnionType):
        for argument in get_args(annotation):
            yield from _kinds(argument)
    else:
        yield annotation
