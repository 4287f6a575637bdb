"""The one JSON form of events, messages, commits: for pipes, sockets, audit, stores.

A value of a closed union carries its kind under `type`; everything else is its fields by name.
Instants are RFC 3339 in UTC. Readers ignore keys they do not know, and bodies they do not know.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import TypeAlias, TypeVar, cast

import attrs

from zeroclaw_api import approvals, events, messages, questions
from zeroclaw_api.errors import WireError
from zeroclaw_api.json import Json, JsonObject

__all__ = ["event_from_wire", "event_to_wire", "from_wire", "to_wire"]

T = TypeVar("T")
Decoder: TypeAlias = Callable[[Json], object]

_KINDS: Mapping[str, type] = {
    "accepted": events.Accepted,
    "turn_started": events.TurnStarted,
    "new_token": events.NewToken,
    "thinking": events.Thinking,
    "tool_started": events.ToolStarted,
    "tool_progress": events.ToolProgress,
    "tool_finished": events.ToolFinished,
    "ask_user": events.AskUser,
    "confirm_request": events.ConfirmRequest,
    "question_closed": events.QuestionClosed,
    "steered": events.Steered,
    "plan": events.Plan,
    "status_update": events.StatusUpdate,
    "usage_update": events.UsageUpdate,
    "history_trimmed": events.HistoryTrimmed,
    "warning": events.TurnWarning,
    "done": events.Done,
    "tool_error": events.ToolError,
    "tool_result": messages.ToolResult,
    "tool_call": messages.ToolCall,
    "text": messages.Text,
    "reasoning": messages.Reasoning,
    "media": messages.Media,
    "answered": questions.Answered,
    "timed_out": questions.TimedOut,
    "unreachable": questions.Unreachable,
    "question_cancelled": questions.QuestionCancelled,
    "command_prefix": approvals.CommandPrefix,
    "same_path": approvals.SamePath,
    "same_call": approvals.SameCall,
}
_NAMES: Mapping[type, str] = {kind: name for name, kind in _KINDS.items()}


def event_to_wire(event: events.Event) -> JsonObject:
    """The JSON form of an event."""
    return cast("JsonObject", to_wire(event))


def event_from_wire(form: JsonObject) -> events.Event | None:
    """Read an event; None when its body is of a kind this version does not know.

    Raises `WireError` when a known kind does not fit.
    """
    body = form.get("body")
    if isinstance(body, Mapping):
        name = body.get("type")
        if isinstance(name, str) and name not in _KINDS:
            return None
    return from_wire(events.Event, form)


def to_wire(value: object) -> Json:
    """The JSON form of any value of the vocabulary."""
    match value:
        case Enum():
            return cast("Json", value.value)
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return _encode_instant(value)
        case tuple() | list() | frozenset():
            return [to_wire(item) for item in value]
        case Mapping():
            return cast("JsonObject", value)
        case _:
            kind = type(value)
            form: dict[str, Json] = {"type": _NAMES[kind]} if kind in _NAMES else {}
            for name in _field_names(kind):
                form[name] = to_wire(getattr(value, name))
            return form


def from_wire(kind: type[T], form: Json) -> T:
    """Read a value of a known class back. Raises `WireError`."""
    return cast("T", _class_decoder(kind)(form))


_FIELDS: dict[type, tuple[str, ...]] = {}
_DECODERS: dict[type, Decoder] = {}
_JSON_HINTS: dict[str, object] = {"Json": object, "JsonObject": Mapping}
"""What JSON inside a value is resolved to: its own types refer to themselves."""


def _field_names(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in attrs.fields(kind))
    return _FIELDS[kind]


def _class_decoder(kind: type) -> Decoder:
    if kind not in _DECODERS:
        _DECODERS[kind] = _build_class_decoder(kind)
    return _DECODERS[kind]


def _build_class_decoder(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind, localns=_JSON_HINTS)
    fields = [
        (field.name, _decoder(hints[field.name]), field.default is attrs.NOTHING)
        for field in attrs.fields(kind)
    ]

    def decode(form: Json) -> object:
        if not isinstance(form, Mapping):
            raise WireError(what=kind.__name__, problem="expected an object")
        found: dict[str, object] = {}
        for name, decode_field, required in fields:
            if name in form:
                found[name] = decode_field(form[name])
            elif required:
                raise WireError(what=kind.__name__, problem=f"{name} is missing")
        return kind(**found)

    return decode


def _decoder(hint: object) -> Decoder:
    """The decoder of one annotation."""
    if hint is object:
        return lambda form: form
    if hint is Mapping:
        return _decode_object
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _union_decoder(typing.get_args(hint))
    if origin is tuple:
        return _tuple_decoder(_decoder(typing.get_args(hint)[0]))
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if not isinstance(hint, type):
        raise WireError(what=str(hint), problem="it has no wire form")
    if attrs.has(hint):
        return _class_decoder(hint)
    if issubclass(hint, Enum):
        return _enum_decoder(hint)
    if hint is datetime:
        return _decode_instant
    return _plain_decoder(hint)


def _union_decoder(members: tuple[object, ...]) -> Decoder:
    if type(None) in members:
        rest = tuple(member for member in members if member is not type(None))
        some = _union_decoder(rest) if len(rest) > 1 else _decoder(rest[0])
        return lambda form: None if form is None else some(form)
    allowed = {_NAMES[member]: member for member in members if isinstance(member, type)}

    def decode(form: Json) -> object:
        name = form.get("type") if isinstance(form, Mapping) else None
        if not isinstance(name, str) or name not in allowed:
            raise WireError(what=" | ".join(allowed), problem=f"unknown type {name!r}")
        return _class_decoder(allowed[name])(form)

    return decode


def _tuple_decoder(item: Decoder) -> Decoder:
    def decode(form: Json) -> object:
        if not isinstance(form, list | tuple):
            raise WireError(what="list", problem=f"found {type(form).__name__}")
        return tuple(item(entry) for entry in form)

    return decode


def _enum_decoder(kind: type[Enum]) -> Decoder:
    def decode(form: Json) -> object:
        try:
            return kind(form)
        except ValueError as error:
            raise WireError(what=kind.__name__, problem=str(error)) from None

    return decode


def _decode_object(form: Json) -> object:
    if not isinstance(form, Mapping):
        raise WireError(what="object", problem=f"found {type(form).__name__}")
    return form


def _encode_instant(value: datetime) -> str:
    if value.utcoffset() is None:
        raise WireError(what="instant", problem=f"{value} has no time zone")
    return value.astimezone(UTC).isoformat()


def _decode_instant(form: Json) -> object:
    if not isinstance(form, str):
        raise WireError(what="instant", problem=f"found {type(form).__name__}")
    try:
        instant = datetime.fromisoformat(form)
    except ValueError as error:
        raise WireError(what="instant", problem=str(error)) from None
    if instant.utcoffset() is None:
        raise WireError(what="instant", problem=f"{form} has no time zone")
    return instant


def _plain_decoder(kind: type) -> Decoder:
    accepted = (int, float) if kind is float else kind

    def decode(form: Json) -> object:
        if not isinstance(form, accepted) or (isinstance(form, bool) and kind is not bool):
            raise WireError(what=kind.__name__, problem=f"found {type(form).__name__}")
        return form

    return decode
