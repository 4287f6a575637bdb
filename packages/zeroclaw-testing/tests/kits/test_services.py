"""The services kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta, timezone
from typing import ClassVar
from urllib.parse import unquote

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.services import (
    Clock,
    DirectoryEntry,
    Http,
    HttpRequest,
    HttpResponse,
    Logins,
    LoginToken,
    Secrets,
    Validator,
    Violation,
    Words,
    Workspace,
)
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.errors import FakeHttpFailed
from zeroclaw_testing.http import FakeAnswer, FakeHttp
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.services import (
    ClockConformance,
    HttpConformance,
    LoginsConformance,
    SecretsConformance,
    ValidatorConformance,
    WordsConformance,
    WorkspaceConformance,
)
from zeroclaw_testing.logins import FixedLogins
from zeroclaw_testing.secrets import FixedSecrets
from zeroclaw_testing.words import PlainWords
from zeroclaw_testing.workspace import InMemoryWorkspace


class TestManualClock(ClockConformance):
    def make(self) -> Clock:
        return ManualClock()


class TestFixedSecrets(SecretsConformance):
    def make(self) -> Secrets:
        return FixedSecrets({"known": "s3cret"})


class TestFixedLogins(LoginsConformance):
    def make(self) -> Logins:
        return FixedLogins({"known": "t0ken"})


class TestPlainWords(WordsConformance):
    def make(self) -> Words:
        return PlainWords({"known": "Hello, {name}."})


KINDS: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}


class TinyValidator:
    """Knows just enough of JSON Schema for the kit."""

    def unsupported(self, schema: JsonObject) -> tuple[Violation, ...]:
        return ()

    def violations(self, schema: JsonObject, value: Json) -> tuple[Violation, ...]:
        return tuple(self.check(schema, value, ""))

    def check(self, schema: JsonObject, value: Json, where: str) -> list[Violation]:
        kind = str(schema["type"])
        is_wrong_bool = isinstance(value, bool) and kind != "boolean"
        if is_wrong_bool or not isinstance(value, KINDS[kind]):
            return [Violation(where, f"is no {kind}")]
        enum = schema.get("enum")
        if isinstance(enum, list) and value not in enum:
            return [Violation(where, f"is none of {enum}")]
        found: list[Violation] = []
        items = schema.get("items")
        if isinstance(value, list) and isinstance(items, Mapping):
            for place, item in enumerate(value):
                found += self.check(items, item, f"{where}[{place}]")
        properties = schema.get("properties")
        if isinstance(value, dict) and isinstance(properties, Mapping):
            required = schema.get("required")
            assert isinstance(required, list)
            found += [Violation(str(key), "is missing") for key in required if key not in value]
            for key, inner in value.items():
                known = properties.get(key)
                if isinstance(known, Mapping):
                    found += self.check(known, inner, key)
                else:
                    found.append(Violation(key, "is unknown"))
        return found


class TestTinyValidator(ValidatorConformance):
    def make(self) -> Validator:
        return TinyValidator()


def serve(request: HttpRequest) -> FakeAnswer:
    if request.url == "http://nobody.test/":
        raise FakeHttpFailed(method=request.method, url=request.url, problem="nobody is there")
    match request.url.removeprefix("http://kit.test"):
        case "/hello":
            return FakeAnswer(headers={"X-Kit": "yes"}, chunks=(b"hel", b"lo"))
        case "/long":
            return FakeAnswer(chunks=(bytes(1000),) * 100)
        case "/echo":
            return FakeAnswer(chunks=(request.body,))
        case "/redirect":
            return FakeAnswer(302, {"location": "/hello"})
        case "/stall":
            return FakeAnswer(chunks=(b"x",), stalls=True)
        case _:
            return FakeAnswer(404)


class TestFakeHttp(HttpConformance):
    def make(self) -> Http:
        return FakeHttp(handler=serve)

    def open_responses(self, http: Http) -> int | None:
        assert isinstance(http, FakeHttp)
        return http.open_responses

    def unreachable_url(self) -> str:
        return "http://nobody.test/"


class TestInMemoryWorkspace(WorkspaceConformance):
    def make(self) -> Workspace:
        return InMemoryWorkspace()


class LocalClock:
    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=2)))


class NaiveClock:
    def now(self) -> datetime:
        return datetime(2026, 1, 1)


@pytest.mark.parametrize("broken", [LocalClock(), NaiveClock()])
async def test_kit_catches_a_broken_clock(broken: Clock) -> None:
    class Broken(ClockConformance):
        def make(self) -> Clock:
            return broken

    await require_caught(Broken().test_time_is_aware_and_in_utc)


class InventsSecrets(FixedSecrets):
    def get(self, name: str) -> str | None:
        return super().get(name.strip()) or ""


class ShowsSecrets(FixedSecrets):
    def __repr__(self) -> str:
        return f"ShowsSecrets({self._values})"


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (FixedSecrets({"known": "other"}), "test_known_secret_is_given_as_it_is"),
        (InventsSecrets({"known": "s3cret"}), "test_unknown_secret_is_none_not_an_error"),
        (ShowsSecrets({"known": "s3cret"}), "test_secret_does_not_show_in_its_repr"),
    ],
)
async def test_kit_catches_broken_secrets(broken: Secrets, check: str) -> None:
    class Broken(SecretsConformance):
        def make(self) -> Secrets:
            return broken

    await require_caught(getattr(Broken(), check))


class InventsLogins(FixedLogins):
    async def token(self, login: str) -> LoginToken:
        return LoginToken("t0ken")


class ShowsLogins(FixedLogins):
    def __repr__(self) -> str:
        return f"ShowsLogins({self._tokens})"


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (FixedLogins({"known": "other"}), "test_known_login_gives_its_token"),
        (InventsLogins(), "test_unknown_login_is_an_error_that_names_it"),
        (FixedLogins({"known": "other"}), "test_many_tasks_get_the_same_token"),
        (ShowsLogins({"known": "t0ken"}), "test_token_does_not_show_when_printed"),
    ],
)
async def test_kit_catches_broken_logins(broken: Logins, check: str) -> None:
    class Broken(LoginsConformance):
        def make(self) -> Logins:
            return broken

    await require_caught(getattr(Broken(), check))


class FormatsTwice(PlainWords):
    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        sentence = super().say(key, facts)
        return None if sentence is None else sentence.replace("%s", "")


class EchoesKeys(PlainWords):
    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        return super().say(key, facts) or key


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (PlainWords({"known": "Hello."}), "test_known_key_gives_a_sentence_with_its_facts"),
        (PlainWords(), "test_known_key_gives_a_sentence_with_its_facts"),
        (EchoesKeys({"known": "{name}"}), "test_unknown_key_gives_none"),
        (FormatsTwice({"known": "{name}"}), "test_facts_are_never_read_as_a_template"),
    ],
)
async def test_kit_catches_broken_words(broken: Words, check: str) -> None:
    class Broken(WordsConformance):
        def make(self) -> Words:
            return broken

    await require_caught(getattr(Broken(), check))


class TakesBooleans(TinyValidator):
    def check(self, schema: JsonObject, value: Json, where: str) -> list[Violation]:
        if isinstance(value, bool) and schema["type"] in ("integer", "number"):
            return []
        return super().check(schema, value, where)


class SaysNoPlace(TinyValidator):
    def violations(self, schema: JsonObject, value: Json) -> tuple[Violation, ...]:
        found = super().violations(schema, value)
        return tuple(Violation("", violation.problem) for violation in found)


class TakesUnknown(TinyValidator):
    def check(self, schema: JsonObject, value: Json, where: str) -> list[Violation]:
        return [v for v in super().check(schema, value, where) if v.problem != "is unknown"]


class RefusesAll(TinyValidator):
    def unsupported(self, schema: JsonObject) -> tuple[Violation, ...]:
        return (Violation("", "too hard"),)

    def violations(self, schema: JsonObject, value: Json) -> tuple[Violation, ...]:
        return (Violation("", "no"),)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TakesBooleans(), "test_booleans_are_no_numbers"),
        (SaysNoPlace(), "test_misfits_are_reported_where_they_are"),
        (TakesUnknown(), "test_missing_and_unknown_keys_are_violations"),
        (RefusesAll(), "test_ordinary_schema_is_supported"),
        (RefusesAll(), "test_fitting_arguments_pass"),
    ],
)
async def test_kit_catches_a_broken_validator(broken: Validator, check: str) -> None:
    class Broken(ValidatorConformance):
        def make(self) -> Validator:
            return broken

    await require_caught(getattr(Broken(), check))


def serves(**changes: FakeAnswer) -> FakeHttp:
    def handler(request: HttpRequest) -> FakeAnswer:
        return changes.get(request.url.rpartition("/")[2]) or serve(request)

    return FakeHttp(handler=handler)


class LeaksResponses(FakeHttp):
    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        self.open_responses += 1
        return super().send(request)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (serves(hello=FakeAnswer(chunks=(b"hello",))), "test_answer_has_status_headers_and_body"),
        (serves(missing=FakeAnswer(200)), "test_error_status_is_an_answer"),
        (serves(redirect=FakeAnswer(200)), "test_redirect_is_not_followed"),
        (serves(echo=FakeAnswer(chunks=(b"?",))), "test_body_is_sent_as_it_is"),
        (serves(long=FakeAnswer(chunks=(b"short",))), "test_body_longer_than_the_limit_is_refused"),
        (serves(long=FakeAnswer(chunks=(bytes(100_000), b""))), "test_chunks_are_the_body"),
        (serves(hello=FakeAnswer(chunks=(b"bye",))), "test_answers_come_side_by_side"),
        (LeaksResponses(handler=serve), "test_cancelled_response_is_given_back_at_once"),
        (serves(), "test_failure_is_an_error_of_ours"),
    ],
)
async def test_kit_catches_a_broken_client(broken: Http, check: str) -> None:
    class Broken(TestFakeHttp):
        time_limit: ClassVar[float] = 1.0

        def make(self) -> Http:
            return broken

        def unreachable_url(self) -> str:
            return "http://kit.test/hello"

    await require_caught(getattr(Broken(), check))


class TrustsPaths(InMemoryWorkspace):
    """Joins paths as text."""

    def _name(self, path: str) -> str:
        return path.removeprefix(f"{self.root}/").replace("/./", "/")


class ComparesPrefixes(InMemoryWorkspace):
    def _name(self, path: str) -> str:
        if path.startswith(self.root):
            return super()._name(path.removeprefix(self.root).lstrip("/") or ".")
        return super()._name(path)

    def read(self, path: str, offset: int, limit: int) -> bytes:
        return super().read(path, offset, limit) if "evil" not in path else b"leaked"


class DecodesPaths(InMemoryWorkspace):
    def _name(self, path: str) -> str:
        return super()._name(unquote(path))


class IgnoresHome(InMemoryWorkspace):
    def _name(self, path: str) -> str:
        return super()._name(f"./{path}" if path.startswith("~") else path)


class AppendsFiles(InMemoryWorkspace):
    def write(self, path: str, data: bytes) -> None:
        super().write(path, data + self.files.get(self._name(path), b"")[len(data) :])


class ListsUnsorted(InMemoryWorkspace):
    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        return tuple(reversed(super().list(path)))


class IgnoresOffset(InMemoryWorkspace):
    def read(self, path: str, offset: int, limit: int) -> bytes:
        return super().read(path, 0, limit)


class HidesPaths(InMemoryWorkspace):
    def read(self, path: str, offset: int, limit: int) -> bytes:
        if path == "gone.txt":
            raise FileNotFoundError(path)
        return super().read(path, offset, limit)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TrustsPaths, "test_paths_that_lead_outside_are_refused"),
        (ComparesPrefixes, "test_paths_that_lead_outside_are_refused"),
        (IgnoresHome, "test_paths_that_lead_outside_are_refused"),
        (DecodesPaths, "test_what_would_lead_outside_when_decoded_is_a_plain_name"),
        (AppendsFiles, "test_writing_replaces_the_whole_file"),
        (ListsUnsorted, "test_folder_lists_its_names_sorted"),
        (IgnoresOffset, "test_written_file_is_read_back_in_pieces"),
        (HidesPaths, "test_missing_path_is_an_error_that_names_it"),
        (ListsUnsorted, "test_it_may_be_used_from_several_threads"),
    ],
)
async def test_kit_catches_a_broken_workspace(broken: type[InMemoryWorkspace], check: str) -> None:
    class Broken(WorkspaceConformance):
        def make(self) -> Workspace:
            return broken()

    await require_caught(getattr(Broken(), check))


async def test_kit_catches_a_workspace_that_follows_links_out() -> None:
    class Broken(WorkspaceConformance):
        def make(self) -> Workspace:
            return InMemoryWorkspace()

        def plant_link(self, workspace: Workspace, name: str, target: str) -> None:
            workspace.write(f"{name}/passwd", b"root:x:0:0")

    await require_caught(Broken().test_link_that_leads_outside_is_refused)
