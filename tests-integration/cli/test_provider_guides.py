"""What the guides say about adding a vendor or a protocol holds."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys
import tomllib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, cast

import pytest
import trio
from attrs import frozen
from command_line import CommandLine, Finished
from pydantic import BaseModel

from zeroclaw_api.errors import BadStream, ProviderAuthFailed, ProviderError
from zeroclaw_api.factory import (
    ModelSettings,
    OfferedFamily,
    ProviderFactory,
    ProviderServices,
)
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.provider import Provider
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_http import HttpClient
from zeroclaw_providers.json_fields import items_of, object_of, text_of
from zeroclaw_testing import FixedSecrets
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    Delivery,
    Frame,
    HttpAnswer,
    InBandError,
    ModelCall,
    ModelServer,
    Silence,
    saying,
    serve_model,
)

SECONDS: Final = 60
DOCS: Final = Path(__file__).parents[2] / "docs"
TALK: Final = DOCS / "examples" / "talk_protocol"
ACME: Final = DOCS / "examples" / "acme_vendors"
KEY: Final = "not-a-key"
MOST_LINES: Final = 80


@frozen
class TalkEncoder:
    """The frames of one answer in the protocol of the example."""

    newline: str

    def event(self, event: StreamEvent) -> bytes:
        match event:
            case TextDelta(text):
                return self.frame({"text": text})
            case Finish(reason):
                return self.frame({"end": reason.value})
            case _:
                return b""

    def frame(self, payload: JsonObject | str) -> bytes:
        data = payload if isinstance(payload, str) else json.dumps(payload)
        return f"data: {data}{self.newline}{self.newline}".encode()

    def comment(self, text: str) -> bytes:
        return f": {text}{self.newline}{self.newline}".encode()

    def error(self, error: InBandError) -> bytes:
        return self.frame(Talk().error(error.message, error.kind, error.code))

    def end(self) -> bytes:
        return b""


@frozen
class Talk:
    """The protocol of the example, as the scripted server wants it described."""

    stream_type: str = "text/event-stream"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        return None

    def claims(self, method: str, path: str) -> bool:
        return (method, path) == ("POST", "/talk")

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        said = [object_of(each) for each in items_of(body.get("said"))]
        is_whole = bool(said) and all(text_of(each.get("text")) for each in said)
        return () if is_whole and body.get("limit") else ("something is missing",)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        return ModelCall(text_of(body.get("model")), stream=True, usage_wanted=False)

    def encoder(self, answer: Completion, call: ModelCall) -> TalkEncoder:
        return TalkEncoder(answer.delivery.newline.value)

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        texts = [step.text for step in answer.steps if isinstance(step, TextDelta)]
        return {"text": "".join(texts), "end": "stop"}

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        return {"error": {"message": message, "type": kind, "code": code}}


def talk_factory() -> ProviderFactory[ModelSettings]:
    """The factory of the example, loaded from its file."""
    spec = importlib.util.spec_from_file_location("talk_protocol", TALK / "talk_protocol.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("talk_protocol", module)
    spec.loader.exec_module(module)
    return cast("ProviderFactory[ModelSettings]", module.talk)


FACTORY: Final = talk_factory()


def talk_provider(http: HttpClient, uri: str) -> Provider:
    model = cast("type[BaseModel]", FACTORY.settings_model())
    settings = model.model_validate({"model": "m", "uri": uri, "api_key": KEY})
    services = ProviderServices(http, FixedSecrets())
    return FACTORY.build(cast("ModelSettings", settings), services, "main")


class TestTalkProvider(ProviderConformance):
    http: HttpClient

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Provider]:
        async with self.serving(saying("Hel", "lo")) as provider:
            yield provider

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Silence()))) as provider:
            yield provider

    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(HttpAnswer(503)) as provider:
            yield provider

    @asynccontextmanager
    async def serving(self, answer: Answer) -> AsyncIterator[Provider]:
        async with (
            serve_model(lambda _: answer, dialects=(Talk(),)) as server,
            HttpClient() as self.http,
        ):
            yield talk_provider(self.http, server.origin)

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


async def read(answer: Answer) -> list[StreamEvent]:
    """What the example gives for an answer."""
    with trio.fail_after(SECONDS):
        async with (
            serve_model(lambda _: answer, dialects=(Talk(),)) as server,
            HttpClient() as http,
            talk_provider(http, server.origin).stream(ProviderConformance().request()) as events,
        ):
            return [event async for event in events]


async def test_the_example_gives_text_as_it_comes_then_the_end() -> None:
    end = Finish(FinishReason.STOP, "stop")
    assert await read(saying("Hel", "lo")) == [TextDelta("Hel"), TextDelta("lo"), end]


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (Completion((TextDelta("a"), Cut())), BadStream),
        (Completion((TextDelta("a"),)), BadStream),
        (Completion((Frame("{"),)), BadStream),
        (Completion((InBandError("no such key", code="invalid_api_key"),)), ProviderAuthFailed),
        (HttpAnswer(401), ProviderAuthFailed),
    ],
)
async def test_the_example_never_takes_a_failure_for_an_answer(
    answer: Answer, failure: type[ProviderError]
) -> None:
    with pytest.raises(failure) as caught:
        await read(answer)
    assert "talk.main" in str(caught.value)


async def test_the_example_does_not_mind_how_the_bytes_are_cut() -> None:
    cut = Completion(saying("Hällo").steps, delivery=Delivery(write_size=1))
    assert (await read(cut))[0] == TextDelta("Hällo")


def test_the_example_is_offered_by_its_card() -> None:
    assert isinstance(FACTORY, OfferedFamily)
    assert (FACTORY.card.title, FACTORY.card.variables) == ("Talk", ("TALK_API_KEY",))


def test_the_example_is_as_small_as_the_guide_has_it() -> None:
    lines = (TALK / "talk_protocol.py").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) < MOST_LINES


def installed(example: Path, folder: Path) -> Path:
    """A folder in which the example is, as an installer would leave it there."""
    folder.mkdir()
    project = tomllib.loads((example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    place.mkdir()
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (place / "entry_points.txt").write_text("".join(groups), encoding="utf-8")
    shutil.copy(example / f"{example.name}.py", folder)
    return folder


def config_in(guide: str) -> str:
    """The config that a guide shows."""
    text = (DOCS / "guides" / guide).read_text(encoding="utf-8")
    (config,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    return str(config)


async def answered(
    home: Path, example: Path, config: str, server: ModelServer, *arguments: str
) -> Finished:
    """What the installed command says with the example beside it."""
    folder = installed(example, home / "site")
    (home / "config.toml").write_text(config, encoding="utf-8")
    variables = {"PYTHONPATH": str(folder), "ACME_API_KEY": KEY, "TALK_API_KEY": KEY}
    server.answer(saying("Hello."))
    with trio.fail_after(SECONDS):
        return await CommandLine(home, variables).run("agent", "-m", "Hi.", *arguments)


async def test_the_protocol_of_the_guide_answers_from_its_config(tmp_path: Path) -> None:
    async with serve_model(dialects=(Talk(),)) as server:
        config = config_in("add-a-protocol.md").replace("https://talk.example.com", server.origin)
        assert server.origin in config
        done = await answered(tmp_path, TALK, config, server)
        (seen,) = server.requests
    assert (done.code, done.answer) == (0, "Hello.\n"), done.told
    assert seen.header("x-key") == KEY
    assert seen.json is not None
    assert seen.json["model"] == "talk-large"
    # Tools are described in words, since the protocol has no other way.
    assert "<tool_call>" in text_of(seen.json["rules"])


async def test_the_vendor_of_the_guide_answers_from_its_config(tmp_path: Path) -> None:
    async with serve_model() as server:
        place = f'uri = "{server.url}"\napi_key'
        config = config_in("add-a-vendor.md").replace("api_key", place)
        done = await answered(tmp_path, ACME, config, server)
        (seen,) = server.requests
    assert (done.code, done.answer) == (0, "Hello.\n"), done.told
    assert seen.header("authorization") == f"Bearer {KEY}"


async def test_control_without_the_distribution_its_family_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(config_in("add-a-vendor.md"), encoding="utf-8")
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path, {"ACME_API_KEY": KEY}).run("agent", "-m", "Hi.")
    assert done.code == 1
    assert "acme" in done.told
