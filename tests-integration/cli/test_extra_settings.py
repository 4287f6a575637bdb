"""What a section adds to its requests reaches its endpoint; secrets in it are never shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine
from homes import only_sentence

from zeroclaw_testing.model_server import HttpAnswer, ModelServer, saying, serve_model

SECONDS: Final = 60
PLANTED: Final = "planted-header-8c1f-0123456789"
SEALED: Final = "sealed-header-77ab-0123456789"
SECTION: Final = "providers.models.custom.home"

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "{uri}"
model = "some-model"
max_tokens = 100
provider_extra = {{ top_k = 5, model = "other", provider = {{ order = ["one", "two"] }} }}
[providers.models.custom.home.extra_headers]
X-Team = "{team}"
{more}
[agents.main]
model_provider = "custom.home"
"""


def home_of(
    folder: Path, uri: str = "http://127.0.0.1:1/v1", *, team: str = "${TEAM}", more: str = ""
) -> CommandLine:
    """The command with a config of one model, to which something is added."""
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(CONFIG.format(uri=uri, team=team, more=more))
    return CommandLine(folder, {"TEAM": PLANTED})


def headers_sent(server: ModelServer, name: str) -> list[str | None]:
    return [request.header(name) for request in server.requests]


async def test_headers_and_fields_are_in_every_request_to_the_model(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."))
            command = home_of(tmp_path, server.url)
            sealed = await command.run(
                "secrets", "set", f"{SECTION}.extra_headers.X-Other", stdin=SEALED.encode()
            )
            done = await command.run("agent", "-m", "Hi.")
            (request,) = server.requests
            body = request.json or {}
            server.answer(saying("OK"))
            checked = await command.run("doctor")
            assert {*headers_sent(server, "x-team")} == {PLANTED}
            assert {*headers_sent(server, "x-other")} == {SEALED}
    assert sealed.code == 0, sealed
    assert (done.code, done.answer) == (0, "Hello.\n"), done
    assert (body["top_k"], body["provider"]) == (5, {"order": ["one", "two"]})
    # What the program writes itself goes before what is added.
    assert (body["model"], body["stream"], body["max_tokens"]) == ("some-model", True, 100)
    assert len(server.requests) > 1, checked
    assert SEALED not in (tmp_path / "config.toml").read_text()


async def test_header_that_the_server_repeats_is_not_told(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(HttpAnswer(403, message=f"team {PLANTED} is unknown"))
            done = await home_of(tmp_path, server.url).run("agent", "-m", "Hi.")
    assert done.code == 1
    assert "team *** is unknown" in done.told
    assert PLANTED not in done.told


async def test_headers_are_masked_where_the_config_is_shown(tmp_path: Path) -> None:
    command = home_of(tmp_path, team=PLANTED, more='X-Other = "op://vault/item/field"')
    with trio.fail_after(SECONDS):
        shown = [
            await command.run("config", "get", SECTION),
            await command.run("config", "get", f"{SECTION}.extra_headers"),
            await command.run("config", "get", f"{SECTION}.extra_headers.X-Team"),
            await command.run("config", "list"),
            await command.run("secrets", "list", "--json"),
        ]
    for each in shown:
        assert each.code == 0, each
        assert PLANTED not in each.answer + each.told
    assert "***" in shown[1].answer
    assert "op://vault/item/field" in shown[1].answer
    keys = [entry["key"] for entry in json.loads(shown[-1].answer)]
    assert f"{SECTION}.extra_headers.X-Team" in keys


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (f'Authorization = "{PLANTED}"', "this header is not yours to set"),
        (f'"X Other" = "{PLANTED}"', "signs such as `-` in its name"),
        (f'X-Other = "{PLANTED}\\n"\nX-More = "a\\nb"', "the value of a header has only"),
    ],
)
async def test_header_that_cannot_be_added_is_told_in_a_sentence(
    tmp_path: Path, more: str, said: str
) -> None:
    with trio.fail_after(SECONDS):
        done = await home_of(tmp_path, more=more).run("agent", "-m", "Hi.")
    assert said in only_sentence(done)
    assert PLANTED not in done.told
