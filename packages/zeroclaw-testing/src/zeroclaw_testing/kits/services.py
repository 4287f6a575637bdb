"""What clock, secrets, words, validator, HTTP client, workspace must show."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import ClassVar, Final

import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.services import (
    Clock,
    Http,
    HttpRequest,
    Logins,
    LoginToken,
    Secrets,
    Validator,
    Words,
    Workspace,
)
from zeroclaw_testing.kits.conformance import (
    Conformance,
    failure_of,
    failure_of_call,
    needs,
    optional,
)

__all__ = [
    "ClockConformance",
    "HttpConformance",
    "LoginsConformance",
    "SecretsConformance",
    "ValidatorConformance",
    "WordsConformance",
    "WorkspaceConformance",
]


class ClockConformance(Conformance[Clock]):
    """The subject is one clock."""

    async def test_time_is_aware_and_in_utc(self) -> None:
        async with self.subject() as clock:
            offset = clock.now().utcoffset()
            assert offset is not None, "the time has no zone"
            assert offset == timedelta(0), f"the zone is {offset} away from UTC"


class SecretsConformance(Conformance[Secrets]):
    """The subject holds one secret: `known_name` with `known_value`."""

    known_name: ClassVar[str] = "known"
    known_value: ClassVar[str] = "s3cret"

    async def test_known_secret_is_given_as_it_is(self) -> None:
        async with self.subject() as secrets:
            assert secrets.get(self.known_name) == self.known_value, "it gives something else"

    async def test_unknown_secret_is_none_not_an_error(self) -> None:
        async with self.subject() as secrets:
            for name in ("", "unknown-to-all", f"{self.known_name} "):
                assert secrets.get(name) is None, f"it has a secret named {name!r}"

    async def test_secret_does_not_show_in_its_repr(self) -> None:
        async with self.subject() as secrets:
            assert self.known_value not in repr(secrets), "printing it gives the secret away"


class LoginsConformance(Conformance[Logins]):
    """The subject is logged in to one service: `known_login`, with `known_token`."""

    known_login: ClassVar[str] = "known"
    known_token: ClassVar[str] = "t0ken"

    async def test_known_login_gives_its_token(self) -> None:
        async with self.subject() as logins:
            token = await logins.token(self.known_login)
            assert token.access == self.known_token, "it gives something else"

    async def test_unknown_login_is_an_error_that_names_it(self) -> None:
        async with self.subject() as logins:
            failure = await failure_of(partial(logins.token, "unknown-to-all"))
            assert isinstance(failure, ZeroClawError), f"it says {failure!r}"
            assert "unknown-to-all" in str(failure), "the error does not name the login"

    async def test_many_tasks_get_the_same_token(self) -> None:
        async with self.subject() as logins:
            tokens: list[LoginToken] = []

            async def ask() -> None:
                tokens.append(await logins.token(self.known_login))

            async with trio.open_nursery() as nursery:
                for _ in range(8):
                    nursery.start_soon(ask)
            assert [token.access for token in tokens] == [self.known_token] * 8, "they differ"

    async def test_token_does_not_show_when_printed(self) -> None:
        async with self.subject() as logins:
            token = await logins.token(self.known_login)
            shown = f"{logins!r} {token!r}"
            assert self.known_token not in shown, "printing it gives the token away"


class WordsConformance(Conformance[Words]):
    """The subject has a sentence for `known_key`, over `known_facts`."""

    known_key: ClassVar[str] = "known"
    known_facts: ClassVar[dict[str, object]] = {"name": "Ada"}

    async def test_known_key_gives_a_sentence_with_its_facts(self) -> None:
        async with self.subject() as words:
            sentence = words.say(self.known_key, self.known_facts)
            assert sentence, "it has no sentence"
            for fact in self.known_facts.values():
                assert str(fact) in sentence, f"{fact!r} is not in {sentence!r}"

    async def test_unknown_key_gives_none(self) -> None:
        async with self.subject() as words:
            assert words.say("a key that nobody has", {}) is None, "it made something up"

    async def test_facts_are_never_read_as_a_template(self) -> None:
        async with self.subject() as words:
            facts = dict.fromkeys(self.known_facts, "{name} %s { $x }")
            sentence = words.say(self.known_key, facts)
            assert sentence is not None, "it has no sentence"
            assert "{name} %s { $x }" in sentence, f"the fact was read as a template: {sentence!r}"


_PERSON: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer"},
        "size": {"type": "number"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "mood": {"type": "string", "enum": ["good", "bad"]},
        "is_here": {"type": "boolean"},
    },
    "required": ["name"],
    "additionalProperties": False,
}


class ValidatorConformance(Conformance[Validator]):
    """The subject is one validator."""

    async def test_ordinary_schema_is_supported(self) -> None:
        async with self.subject() as validator:
            problems = validator.unsupported(_PERSON)
            assert problems == (), f"it does not support {problems!r}"

    async def test_fitting_arguments_pass(self) -> None:
        fitting: tuple[JsonObject, ...] = (
            {"name": ""},
            {"name": "a", "age": 0, "size": 1.5, "tags": [], "mood": "good", "is_here": False},
            {"name": "a", "size": 2, "tags": ["x", "y"]},
        )
        async with self.subject() as validator:
            for value in fitting:
                problems = validator.violations(_PERSON, value)
                assert problems == (), f"{value!r} fits, and it says {problems!r}"

    async def test_misfits_are_reported_where_they_are(self) -> None:
        misfits: dict[str, Json] = {
            "name": {"name": 1},
            "age": {"name": "a", "age": "3"},
            "tags[1]": {"name": "a", "tags": ["x", 2]},
            "mood": {"name": "a", "mood": "so-so"},
            "is_here": {"name": "a", "is_here": 1},
        }
        async with self.subject() as validator:
            for where, value in misfits.items():
                problems = validator.violations(_PERSON, value)
                places = [problem.where for problem in problems]
                assert places == [where], f"{value!r} is wrong at {where}, it says {problems!r}"
                assert problems[0].problem.strip(), "a violation says nothing"

    async def test_booleans_are_no_numbers(self) -> None:
        async with self.subject() as validator:
            for name in ("age", "size"):
                problems = validator.violations(_PERSON, {"name": "a", name: True})
                assert problems, f"True passes as {name}"

    async def test_missing_and_unknown_keys_are_violations(self) -> None:
        async with self.subject() as validator:
            misfits: tuple[Json, ...] = ({}, {"name": "a", "nmae": "b"}, None, [], "x")
            for value in misfits:
                assert validator.violations(_PERSON, value), f"{value!r} passes"


class HttpConformance(Conformance[Http]):
    """The subject reaches a server of the test at `url`.

    `GET {url}/hello` answers 200 with header `X-Kit: yes` and body `hello`; `/long` with 100,000
    bytes; `/echo` with the request's body; `/redirect` with 302 to `/hello`; `/missing` with 404;
    `/stall` with headers and `x`, then nothing.
    """

    url: ClassVar[str] = "http://kit.test"

    @optional
    def unreachable_url(self) -> str:
        """A URL nobody answers."""
        raise NotImplementedError

    def open_responses(self, http: Http) -> int | None:
        """How many responses the client has open; None when a test cannot know."""
        return None

    async def test_answer_has_status_headers_and_body(self) -> None:
        async with self.subject() as http, http.send(self._get("/hello")) as response:
            assert response.status == 200, f"the status is {response.status}"
            assert response.headers.get("x-kit") == "yes", f"headers: {dict(response.headers)}"
            assert await response.read(100) == b"hello", "the body is another"

    async def test_error_status_is_an_answer(self) -> None:
        async with self.subject() as http, http.send(self._get("/missing")) as response:
            assert response.status == 404, f"the status is {response.status}"

    async def test_redirect_is_not_followed(self) -> None:
        async with self.subject() as http, http.send(self._get("/redirect")) as response:
            assert response.status == 302, f"it followed, and got {response.status}"

    async def test_body_is_sent_as_it_is(self) -> None:
        body = bytes(range(256)) * 10
        async with self.subject() as http:
            request = HttpRequest("POST", f"{self.url}/echo", body=body)
            async with http.send(request) as response:
                assert await response.read(10_000) == body, "the server saw other bytes"

    async def test_body_longer_than_the_limit_is_refused(self) -> None:
        async with self.subject() as http, http.send(self._get("/long")) as response:
            failure = await failure_of(partial(response.read, 99_999))
            assert isinstance(failure, ZeroClawError), f"it says {failure!r}"

    async def test_chunks_are_the_body(self) -> None:
        async with self.subject() as http, http.send(self._get("/long")) as response:
            chunks = [chunk async for chunk in response.chunks()]
            assert all(chunks), "a chunk is empty"
            assert sum(map(len, chunks)) == 100_000, "bytes are missing"

    async def test_cancelled_response_is_given_back_at_once(self) -> None:
        async with self.subject() as http:
            begun = trio.Event()

            async def read() -> None:
                async with http.send(self._get("/stall")) as response:
                    async for _ in response.chunks():
                        begun.set()

            await self.cancel_promptly("a response", read, begun)
            assert self.open_responses(http) in (None, 0), "the response is still open"
            async with http.send(self._get("/hello")) as response:
                assert await response.read(100) == b"hello", "the next answer is spoiled"

    async def test_answers_come_side_by_side(self) -> None:
        async with self.subject() as http:
            bodies: list[bytes] = []

            async def fetch() -> None:
                async with http.send(self._get("/hello")) as response:
                    bodies.append(await response.read(100))

            async with trio.open_nursery() as nursery:
                for _ in range(8):
                    nursery.start_soon(fetch)
            assert bodies == [b"hello"] * 8, f"got {bodies!r}"

    @needs("unreachable_url")
    async def test_failure_is_an_error_of_ours(self) -> None:
        url = self.unreachable_url()
        async with self.subject() as http:

            async def fetch() -> None:
                async with http.send(HttpRequest("GET", url, timeout=5)):
                    await trio.lowlevel.checkpoint()

            failure = await failure_of(fetch)
            assert isinstance(failure, ZeroClawError), f"{failure!r} is no error of ours"

    def _get(self, path: str) -> HttpRequest:
        return HttpRequest("GET", f"{self.url}{path}")


class WorkspaceConformance(Conformance[Workspace]):
    """The subject is an empty workspace."""

    @optional
    def plant_link(self, workspace: Workspace, name: str, target: str) -> None:
        """Put a symbolic link into the workspace, past its own methods."""
        raise NotImplementedError

    async def test_written_file_is_read_back_in_pieces(self) -> None:
        async with self.subject() as workspace:
            data = bytes(range(256))
            workspace.write("a/b ü.bin", data)
            assert workspace.read("a/b ü.bin", 0, 1000) == data, "other bytes came back"
            assert workspace.read("a/./b ü.bin", 10, 5) == data[10:15], "the piece is another"
            assert workspace.read("a/b ü.bin", 256, 5) == b"", "there is something after the end"

    async def test_writing_replaces_the_whole_file(self) -> None:
        async with self.subject() as workspace:
            workspace.write("f", b"long content")
            workspace.write("f", b"short")
            assert workspace.read("f", 0, 100) == b"short", "the old end is still there"

    async def test_folder_lists_its_names_sorted(self) -> None:
        async with self.subject() as workspace:
            for name in ("d/z.txt", "d/a.txt", "d/sub/x"):
                workspace.write(name, b"123")
            entries = workspace.list("d")
            seen = [(entry.name, entry.is_directory) for entry in entries]
            wanted = [("a.txt", False), ("sub", True), ("z.txt", False)]
            assert seen == wanted, f"it lists {seen}"
            assert entries[0].size == 3, f"the size is {entries[0].size}"

    async def test_absolute_path_beneath_the_root_is_the_same_file(self) -> None:
        async with self.subject() as workspace:
            workspace.write("f", b"x")
            assert workspace.read(f"{workspace.root}/f", 0, 9) == b"x", "it is another file"

    async def test_paths_that_lead_outside_are_refused(self) -> None:
        async with self.subject() as workspace:
            workspace.write("d/f", b"x")
            outside = ["..", "../x", "d/../../x", "/etc/passwd", f"{workspace.root}/../x", "/"]
            outside += ["~", "~/x"]
            for path in outside:
                self._require_refused("read", path, partial(workspace.read, path, 0, 9))
                self._require_refused("write", path, partial(workspace.write, path, b"x"))
                self._require_refused("list", path, partial(workspace.list, path))
            # A folder that only begins like the root is another folder.
            sibling = f"{workspace.root}-evil/x"
            self._require_refused("read", sibling, partial(workspace.read, sibling, 0, 9))

    async def test_what_would_lead_outside_when_decoded_is_a_plain_name(self) -> None:
        async with self.subject() as workspace:
            names = ("%2e%2e%2fx", "%252e%252e%252fx", "..\\x", "...", "....", "\uff0e\uff0e", "~x")
            for name in names:
                failure = failure_of_call(partial(workspace.write, name, b"x"))
                assert failure is None, f"write {name!r}: {failure!r}"
            seen = [entry.name for entry in workspace.list(".")]
            assert seen == sorted(names), f"it lists {seen}"

    async def test_missing_path_is_an_error_that_names_it(self) -> None:
        async with self.subject() as workspace:
            self._require_refused("read", "gone.txt", partial(workspace.read, "gone.txt", 0, 9))
            self._require_refused("list", "gone.d", partial(workspace.list, "gone.d"))

    @needs("plant_link")
    async def test_link_that_leads_outside_is_refused(self) -> None:
        async with self.subject() as workspace:
            self.plant_link(workspace, "way_out", "/etc")
            path = "way_out/passwd"
            self._require_refused("read", path, partial(workspace.read, path, 0, 9))
            path = "way_out/zeroclaw-kit"
            self._require_refused("write", path, partial(workspace.write, path, b"x"))

    async def test_it_may_be_used_from_several_threads(self) -> None:
        async with self.subject() as workspace:
            threads = trio.CapacityLimiter(4)

            async def write(number: int) -> None:
                work = partial(workspace.write, f"t{number}", b"x" * number)
                await trio.to_thread.run_sync(work, limiter=threads)

            async with trio.open_nursery() as nursery:
                for number in range(8):
                    nursery.start_soon(write, number)
            sizes = [entry.size for entry in workspace.list(".")]
            assert sizes == list(range(8)), f"the sizes are {sizes}"

    def _require_refused(self, verb: str, path: str, work: Callable[[], object]) -> None:
        failure = failure_of_call(work)
        assert isinstance(failure, ZeroClawError), f"{verb} {path!r}: {failure!r}"
        assert path in str(failure), f"{verb} {path!r}: the error does not name the path"
