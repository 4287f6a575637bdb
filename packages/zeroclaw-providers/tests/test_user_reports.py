"""What users reported of other programs' providers happens with no protocol here.

Each test names the report, then tests the kind of mistake that it stands for, over every protocol
that can meet it. Those of tool calls are in `test_reported_calls.py`, what takes the loop of an
agent in `tests-integration/kernel/test_provider_reports.py`. Reports by a number alone are those
of the original's issue tracker.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

import pytest
import trio
from conversing import ROUNDS, SECOND, asking, calls_in, message, result_of, texts, thoughts
from every_wire import (
    WIRES,
    Form,
    Wire,
    every_wire,
    failure,
    failures,
    read,
    served,
    wires_of,
)

from zeroclaw_api.errors import (
    BadStream,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
)
from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import Role, ToolCall
from zeroclaw_api.stream import (
    Finish,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
)
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.vendors.factory import families
from zeroclaw_testing import FakeHttp
from zeroclaw_testing.model_server import (
    Answer,
    Comment,
    Completion,
    Delivery,
    Frame,
    Framing,
    HttpAnswer,
    Pause,
    Raw,
    ScriptStep,
    calling,
    cut_call,
    saying,
)

IDLE: Final = 0.1
"""Seconds without data that the tests of silence wait."""


# PR 8663: the Anthropic socket closes after `message_start`.


@every_wire
@pytest.mark.parametrize("framing", [Framing.CHUNKED, Framing.UNTIL_CLOSE])
async def test_answer_that_ends_between_any_frames_may_be_asked_for_again(
    wire: Wire, framing: Framing
) -> None:
    """Report PR 8663: what closes without saying that it ended is broken, from the first frame."""
    events: tuple[StreamEvent, ...] = (
        ReasoningDelta("hm"),
        TextDelta("a"),
        *cut_call(0, "x", "f", '{"a":1}', (3,)),
    )
    frames = wire.frames(events)
    for count in range(len(frames) + 1):
        body = b"".join(frames[:count])
        cut = len(body) if framing is Framing.CHUNKED else None
        delivery = Delivery(framing=framing, content_type=wire.dialect.stream_type, cut_after=cut)
        seen: list[StreamEvent] = []
        error = await failure(wire, HttpAnswer(200, body=body, delivery=delivery), seen)
        assert type(error) is BadStream, count
        assert error.retryable
        assert not any(isinstance(event, Finish) for event in seen)


# PR 7927, openclaw 99096: a 429 whose words say something else.

MISLEADING: Final = (
    "429 Provider returned error",
    "The model is invalid for this tier right now",
    "model not found: no capacity took 404 ms",
    "Request too large: maximum context length of tokens per minute",
    "Unauthorized burst; invalid api key usage pattern",
    "tool call validation failed under load",
)


@every_wire
@pytest.mark.parametrize("words", MISLEADING)
async def test_status_says_what_failed_whatever_the_words_are(wire: Wire, words: str) -> None:
    """Reports PR 7927, openclaw 99096: a limit is a limit, to be waited out."""
    cases: tuple[tuple[Answer, type[ProviderError]], ...] = (
        (HttpAnswer(429, message=words), ProviderRateLimited),
        (HttpAnswer(429, message=words, kind="invalid_request_error"), ProviderRateLimited),
        (HttpAnswer(429, body=words.encode()), ProviderRateLimited),
        (HttpAnswer(502, body=b"model unknown; HTTP 400: invalid"), ProviderOverloaded),
    )
    answers, expected = zip(*cases, strict=True)
    errors = await failures(wire, *answers)
    assert tuple(map(type, errors)) == expected
    assert all(error.retryable for error in errors)


@every_wire
async def test_number_in_the_words_of_a_refusal_makes_no_limit(wire: Wire) -> None:
    """Report PR 7927: the other way round, a refusal is not asked again for a number in it."""
    said = ("429 is no temperature", "it took 503 ms to refuse", "retry with rate limit 7")
    answers = [HttpAnswer(400, message=words, kind="invalid_request_error") for words in said]
    errors = await failures(wire, *answers)
    assert {type(error) for error in errors} == {ProviderRejected}
    assert not any(error.retryable for error in errors)


# 4810, 7863, 6090: history that is cut between a call and its result.

HALF: Final = (
    *ROUNDS[:2],
    message(3, Role.TOOL, result_of(SECOND)),
    message(4, Role.TOOL, result_of(SECOND), result_of(ToolCall(CallId(9), "f", {}))),
    *ROUNDS[3:],
)


@every_wire
async def test_history_cut_anywhere_is_one_that_a_strict_server_takes(wire: Wire) -> None:
    """Reports 4810, 7863, 6090: calls stay with their results, or something stands in for them."""
    kept = [
        tuple(each for at, each in enumerate(ROUNDS) if at not in left_out)
        for count in range(3)
        for left_out in combinations(range(len(ROUNDS)), count)
    ]
    async with served(wire, saying("Yes.")) as (provider, _):
        for history in (*kept, HALF, HALF[1:], HALF[2:], ROUNDS[2:3], ROUNDS[3:4], ()):
            request = asking(wire, "f", "g", history=history)
            assert texts(await read(provider, request)) == "Yes."


# 5289: a generic key goes where it was not meant to.

Family: TypeAlias = ProviderFactory[FamilySettings]
GENERIC: Final = ("API_KEY", "KEY", "TOKEN", "ZEROCLAW_API_KEY", "LLM_API_KEY")
PROGRAMS: Final = ("gemini_cli", "grok_cli", "kilocli")
FILLED: Final = {"uri": "http://127.0.0.1:9/v1", "model_path": "/models/none.gguf"}


class EveryVariable:
    """Secrets of which each has its own name for a value, but for those of AWS."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def get(self, name: str) -> str | None:
        """The name again."""
        self.asked.append(name)
        return None if name.startswith("AWS_") else f"value-of-{name}"


def all_families() -> dict[str, Family]:
    found = {entry.name: entry.load() for entry in entry_points(group=PROVIDER_GROUP)}
    return {**found, **families}


def asked_by(family: Family, *, at_home: bool) -> set[str]:
    """The variables that the building of an alias without a key asks for.

    An alias that is not `at_home` is at an address of the user's own.
    """
    model = family.settings_model()
    fields = model.model_fields
    wanted = {name for name, field in fields.items() if field.is_required()}
    if not at_home:
        wanted |= {"uri"} & fields.keys()
    settings = model.model_validate({name: FILLED.get(name, "x") for name in wanted})
    secrets = EveryVariable()
    family.build(settings, ProviderServices(FakeHttp(), secrets), "home")
    return set(secrets.asked)


def test_no_family_asks_for_a_key_that_is_another_ones() -> None:
    """Report 5289: a key belongs to one vendor; a generic one belongs to nobody."""
    asked = {name: asked_by(family, at_home=True) for name, family in all_families().items()}
    # A program of a vendor has the key of that vendor.
    keys = Counter(
        (family in PROGRAMS, name)
        for family, names in asked.items()
        for name in names
        if re.search(r"KEY|TOKEN|SECRET", name)
    )
    assert len(keys) > len(PROGRAMS)
    assert [name for name, count in keys.items() if count > 1] == []
    assert not {name for names in asked.values() for name in names} & set(GENERIC)


def test_key_of_a_vendor_stays_from_an_address_of_somebody_else() -> None:
    """Report 5289: with an address of its own an alias has the key that is written for it."""
    for name, family in all_families().items():
        if "uri" in family.settings_model().model_fields and name != "bedrock":
            assert asked_by(family, at_home=False) == set(), name


async def test_bedrock_without_its_own_keys_asks_nobody(tmp_path: Path) -> None:
    """Report 5289: with every variable set but those of AWS, there is nothing to sign with."""

    class Variables(EveryVariable):
        def get(self, name: str) -> str | None:
            files = {"AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"}
            return str(tmp_path / "none") if name in files else super().get(name)

    family, http, variables = all_families()["bedrock"], FakeHttp(), Variables()
    settings = family.settings_model().model_validate({"model": "m"})
    provider = family.build(settings, ProviderServices(http, variables), "home")
    with trio.fail_after(10), pytest.raises(CredentialsMissing):
        await read(provider)
    assert all(name.startswith("AWS_") for name in variables.asked)
    assert not any("/converse" in request.url for request in http.requests)


# goose 7928, goose 6169: `data:` without a space.


def with_more_fields(body: bytes) -> bytes:
    return re.sub(rb"(?m)^data:", b": hm\nid: 7\nretry: 3000\nfoo: bar\nbare\ndata:", body)


def in_several_lines(body: bytes) -> bytes:
    return re.sub(rb"(?m)^data: \{", b"data:{\ndata:", body)


def without_names(body: bytes) -> bytes:
    return re.sub(rb"(?m)^event:.*\r?\n", b"", body)


SPELLINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "no space": lambda body: re.sub(rb"(?m)^(data|event): ", rb"\1:", body),
    "two spaces": lambda body: re.sub(rb"(?m)^data: ", b"data:  ", body),
    "no names": without_names,
    "more fields": with_more_fields,
    "several lines": in_several_lines,
    "no last blank line": lambda body: body.rstrip(b"\r\n") + b"\n",
    "nothing after the last line": lambda body: body.rstrip(b"\r\n"),
}


@wires_of(Form.EVENTS)
@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_every_spelling_of_events_says_the_same(wire: Wire, spelling: str) -> None:
    """Reports goose 7928, 6169: whatever the standard allows, not what one vendor writes."""
    said = calling(*cut_call(0, "x", "f", '{"a": "data: b"}', (5,)), text="Hi: data: there")
    body = SPELLINGS[spelling](wire.body(said))
    for write_size in (None, 3):
        async with served(wire, wire.raw(body, write_size)) as (provider, _):
            events = await read(provider, asking(wire, "f"))
        assert texts(events) == "Hi: data: there"
        assert calls_in(events) == [("f", {"a": "data: b"})]


# goose 11679: pings for ever.

SILENT: Final[Mapping[str, ScriptStep]] = {
    "comment": Comment("ping"),
    "blank lines": Raw(b"\n\n"),
    "empty data": Raw(b"data:\n\n"),
    "named ping": Raw(b"event: ping\n\n"),
}
PINGS: Final = [
    *((wire, noise) for wire in WIRES if wire.form is Form.EVENTS for noise in SILENT.values()),
    *((wire, wire.noise) for wire in WIRES if wire.form is Form.MESSAGES),
    *((wire, Raw(b"\n")) for wire in WIRES if wire.form is Form.LINES),
    *((wire, Frame({"type": "ping"})) for wire in WIRES if wire.name == "anthropic_messages"),
]


@pytest.mark.parametrize(("wire", "noise"), PINGS, ids=str)
@pytest.mark.parametrize("before", [(), (TextDelta("a"),)], ids=["at once", "after text"])
async def test_pings_without_data_are_no_sign_of_life(
    wire: Wire, noise: ScriptStep, before: tuple[ScriptStep, ...]
) -> None:
    """Report goose 11679: a server that only says that it is there has fallen silent."""
    pings = Completion((*before, *(noise, Pause(IDLE / 4)) * 40))
    seen: list[StreamEvent] = []
    assert type(await failure(wire, pings, seen, idle=IDLE)) is ProviderTimedOut
    assert texts(seen) == "a" * len(before)


# httpx-sse 34, dify PR 39008: line separators of Unicode within a line of a stream.

SEPARATORS: Final = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\rh\ni\u00a0j"


@every_wire
@pytest.mark.parametrize("write_size", [None, 1])
async def test_separators_of_lines_stay_within_what_is_said(
    wire: Wire, write_size: int | None
) -> None:
    """Reports httpx-sse 34, dify PR 39008: only what ends a line of the protocol ends one."""
    arguments = json.dumps({"a": SEPARATORS}, ensure_ascii=False)
    said = calling(ReasoningDelta(SEPARATORS), *cut_call(0, "x", "f", arguments), text=SEPARATORS)
    body = wire.body(said)
    if wire.form is not Form.MESSAGES:
        # As they are, where a server has escaped what it need not.
        for sign in "\u2028\u2029\x85":
            body = body.replace(f"\\u{ord(sign):04x}".encode(), sign.encode())
            assert sign.encode() in body
    async with served(wire, wire.raw(body, write_size)) as (provider, _):
        events = await read(provider, asking(wire, "f"))
    assert (texts(events), thoughts(events)) == (SEPARATORS, SEPARATORS)
    assert calls_in(events) == [("f", {"a": SEPARATORS})]
