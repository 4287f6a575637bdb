"""Providers are listed, or tried for real, by the installed command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

import trio
from at_terminal import started_at_terminal
from command_line import CANCELLED, CommandLine, Finished
from homes import SECRET, configured, only_sentence, secret_of, write_config

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    HttpAnswer,
    RecordedRequest,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)

SECONDS: Final = 60
NOWHERE: Final = "http://127.0.0.1:9/v1"
BEFOREHAND: Final = (
    "zeroclaw: This asks a real model two short questions, which may cost a fraction of a cent.\n"
)


def works(request: RecordedRequest) -> Answer:
    """What a model does that speaks as well as calls."""
    if request.json is None or not request.json.get("tools"):
        return saying("ok, ", "one, ", "two", usage=Usage(10, 5))
    return calling(*cut_call(0, "w", "ping", '{"word": "hello"}'), usage=Usage(30, 8))


def form_of(done: Finished) -> list[JsonObject]:
    """The providers of a run with --json."""
    assert not secret_of(done), done
    return cast("list[JsonObject]", json.loads(done.answer)["providers"])


def other(alias: str, uri: str) -> str:
    """One more model of a config, with the same key."""
    table = f"[providers.models.custom.{alias}]"
    return f'{table}\nuri = "{uri}"\nmodel = "m"\napi_key = "${{SOME_KEY}}"\n'


async def test_provider_that_works_exits_zero_after_saying_what_it_does(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(works) as server:
            done = await configured(tmp_path, server.url).run("providers", "check")
            keys = [request.header("authorization") for request in server.requests]
    assert done.code == 0, done
    assert done.told == BEFOREHAND
    assert not secret_of(done)
    assert b"\x1b" not in done.out
    heading, row, empty, last = done.answer.splitlines()
    assert heading.split()[:2] == ["PROVIDER", "MODEL"]
    assert row.split()[:5] == ["ok", "custom.home", "some-model", "yes", "yes"]
    assert row.split()[-3:] == ["called", "40+13", "-"]
    assert (empty, last) == ("", "1 of 1 working.")
    assert keys == [f"Bearer {SECRET}"] * 2


async def test_each_failure_is_told_by_name_with_what_to_do(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        assert request.json is not None
        if request.json["model"] != "m":
            return works(request)
        message = f"Incorrect API key provided: {SECRET}"
        return HttpAnswer(401, message=message, code="invalid_api_key")

    with trio.fail_after(SECONDS):
        async with serve_model(respond) as server:
            more = other("refused", server.url) + other("gone", NOWHERE)
            write_config(tmp_path, server.url, model=more)
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            done = await line.run("providers", "check", "--json")
            named = await line.run("providers", "check", "custom.home")
            missing = await CommandLine(tmp_path).run("providers", "check", "--json")
    assert (done.code, named.code, missing.code) == (1, 0, 1)
    fine, refused, gone = form_of(done)
    assert (fine["status"], fine["tools"], fine["streaming"]) == ("ok", "called", True)
    assert (refused["reachable"], refused["key_accepted"]) == (True, False)
    error = refused["error"]
    assert isinstance(error, dict)
    command = "zeroclaw secrets set providers.models.custom.refused.api_key"
    assert error["fix"] == f"Give it a valid key: `{command}`."
    assert gone["reachable"] is False
    assert {str(each["status"]) for each in form_of(missing)} == {"failed"}
    assert "`SOME_KEY`" in missing.answer


async def test_model_that_only_talks_works_with_a_warning(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("I ", "can ", "not.")) as server:
            line = configured(tmp_path, server.url)
            done = await line.run("providers", "check")
            chinese = await line.run("--lang", "zh-CN", "providers", "check")
    assert done.code == chinese.code == 0, done
    assert done.answer.splitlines()[1].startswith("warning custom.home")
    assert "custom.home answered in words" in done.answer
    assert "native_tools false`" in done.answer
    assert "custom.home 被要求调用工具" in chinese.answer


async def test_silent_provider_fails_when_its_time_is_up(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: Completion((Silence(),))) as server:
            done = await configured(tmp_path, server.url).run(
                "providers", "check", "--timeout", "1", "--json"
            )
    assert done.code == 1
    [form] = form_of(done)
    error = form["error"]
    assert isinstance(error, dict)
    assert error["text"] == "custom.home had not answered within a second."


async def test_interrupt_shows_what_was_found_by_then(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        assert request.json is not None
        return Completion((Silence(),)) if request.json["model"] == "m" else works(request)

    with trio.fail_after(SECONDS):
        async with serve_model(respond) as server:
            write_config(tmp_path, server.url, model=other("slow", server.url))
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET, "LC_ALL": "C.UTF-8"})
            async with started_at_terminal(line, "providers", "check") as shown:
                await shown.wait_for(b"1 of 2 through, waiting for custom.slow")
                await shown.type(b"\x03")
                code = await shown.finish()
            await server.wait_for_open_connections(0)
    text = shown.shown.decode()
    assert code == CANCELLED
    assert "\x1b[32m✓\x1b[0m custom.home" in text
    assert "\x1b[2m-\x1b[0m custom.slow" in text
    assert text.index("real models") < text.index("PROVIDER")
    assert SECRET not in text


async def test_misspelt_alias_is_wrong_usage_with_the_nearest(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await configured(tmp_path, NOWHERE).run("providers", "check", "custom.hom")
    assert "the nearest is custom.home" in only_sentence(done, 2)


async def test_list_shows_what_is_installed_without_a_config(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        bare = await CommandLine(tmp_path).run("providers", "list")
        line = configured(tmp_path, NOWHERE)
        done = await line.run("providers", "list", "--configured", "--json")
    assert (bare.code, bare.err) == (0, b"")
    assert "\n  anthropic " in bare.answer
    assert done.code == 0, done
    assert [each["family"] for each in json.loads(done.answer)] == ["custom"]
    assert json.loads(done.answer)[0]["aliases"] == ["home"]


async def test_aliases_of_the_config_are_completed(tmp_path: Path) -> None:
    asked = {
        "SOME_KEY": SECRET,
        "_ZEROCLAW_COMPLETE": "bash_complete",
        "COMP_WORDS": "zeroclaw providers check cus",
        "COMP_CWORD": "3",
    }
    write_config(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path, asked).run()
    assert done.answer.split() == ["plain,custom.home"]


async def test_closed_standard_output_ends_it_without_a_traceback(tmp_path: Path) -> None:
    through = ("sh", "-c", 'exec "$@" | true', "sh")
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET}, through)
    write_config(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        done = await line.run("providers", "check")
    assert done.told == BEFOREHAND
