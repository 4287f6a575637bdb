"""Speaks the Agent Client Protocol with a program, as a client that allows nothing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Final, assert_never

from attrs import define, field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.processes import ProcessExit
from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, StreamEvent, TextDelta
from zeroclaw_http.errors import StreamTooLarge
from zeroclaw_http.ndjson import NdjsonReader
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import count_of, items_of, loaded, object_of, text_of
from zeroclaw_providers.programs.dialogue import failure_of_end
from zeroclaw_providers.programs.vendors import Vendor

__all__ = ["AcpDialogue", "AcpPrompt"]

FRAME_BYTES: Final = 1024 * 1024
VERSION: Final = 1
METHOD_NOT_FOUND: Final = -32601
LOGIN_NEEDED: Final = -32000
KEY_METHOD: Final = "xai.api_key"
LOGIN_METHODS: Final = ("cached_token", "xai.oauth")

REASONS: Final = {
    "end_turn": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "max_turn_requests": FinishReason.LENGTH,
    "refusal": FinishReason.REFUSAL,
    "cancelled": FinishReason.ERROR,
}


class _Step(Enum):
    """What is waited for."""

    INITIALIZE = "initialize"
    AUTHENTICATE = "authenticate"
    NEW_SESSION = "session/new"
    PROMPT = "session/prompt"
    NOTHING = "nothing"


@frozen
class AcpPrompt:
    """What is asked, in which folder. `has_key` says that the program has a key from us."""

    text: str = field(repr=False)
    folder: Path
    has_key: bool


@define(eq=False)
class AcpDialogue:
    """A `Dialogue` that opens a session for one prompt, and refuses whatever the agent asks."""

    _failures: Failures
    _vendor: Vendor
    _prompt: AcpPrompt
    _step: _Step = field(default=_Step.INITIALIZE, init=False)
    _asked: int = field(default=0, init=False)
    _raw: str = field(default="", init=False)
    _outgoing: bytearray = field(factory=bytearray, init=False)
    _lines: NdjsonReader = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._lines = NdjsonReader(max_line=FRAME_BYTES)
        abilities: JsonObject = {
            "fs": {"readTextFile": False, "writeTextFile": False},
            "terminal": False,
        }
        self._ask(_Step.INITIALIZE, {"protocolVersion": VERSION, "clientCapabilities": abilities})

    @property
    def ends_input(self) -> bool:
        """See `Dialogue.ends_input`."""
        return False

    @property
    def is_done(self) -> bool:
        """See `Dialogue.is_done`."""
        return self._step is _Step.NOTHING

    def outgoing(self) -> bytes:
        """See `Dialogue.outgoing`."""
        sent = bytes(self._outgoing)
        self._outgoing.clear()
        return sent

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """See `Dialogue.feed`."""
        try:
            for line in self._lines.feed(chunk):
                yield from self._message(line)
        except StreamTooLarge as error:
            problem = f"a piece of it is longer than {error.limit} bytes"
            raise self._failures.bad_stream(problem) from error

    def close(self) -> Iterator[StreamEvent]:
        """See `Dialogue.close`."""
        yield Finish(REASONS.get(self._raw, FinishReason.STOP), self._raw)

    def cut_off(self, ended: ProcessExit | None, log: str) -> Iterator[StreamEvent]:
        """See `Dialogue.cut_off`."""
        if not self.is_done:
            raise failure_of_end(self._failures, self._vendor, ended, log)
        yield from self.close()

    def _message(self, line: str) -> Iterator[StreamEvent]:
        try:
            value = loaded(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise self._failures.bad_stream("a line of it is no JSON object")
        method = text_of(value.get("method"))
        if not method:
            if value.get("id") == self._asked:
                self._answered(value)
        elif "id" in value:
            self._refuse(method, value)
        elif self._is_method(method, "session/update"):
            yield from self._update(object_of(object_of(value.get("params")).get("update")))

    def _update(self, update: JsonObject) -> Iterator[StreamEvent]:
        if self._step not in (_Step.PROMPT, _Step.NOTHING):
            return
        content = object_of(update.get("content"))
        text = text_of(content.get("text")) if content.get("type") == "text" else ""
        if not text:
            return
        match update.get("sessionUpdate"):
            case "agent_message_chunk":
                yield TextDelta(text)
            case "agent_thought_chunk":
                yield ReasoningDelta(text)
            case _:
                return

    def _answered(self, answer: JsonObject) -> None:
        error = object_of(answer.get("error"))
        if error:
            if error.get("code") == LOGIN_NEEDED:
                raise self._login_needed()
            raise self._failures.from_body({"error": error})
        result = object_of(answer.get("result"))
        match self._step:
            case _Step.INITIALIZE:
                self._initialized(result)
            case _Step.AUTHENTICATE:
                self._open_session()
            case _Step.NEW_SESSION:
                self._send_prompt(text_of(result.get("sessionId")))
            case _Step.PROMPT:
                self._raw = text_of(result.get("stopReason"))
                self._step = _Step.NOTHING
            case _Step.NOTHING:
                return
            case _:
                assert_never(self._step)

    def _initialized(self, result: JsonObject) -> None:
        if count_of(result.get("protocolVersion")) not in (None, VERSION):
            raise self._failures.bad_stream("it speaks another version of the protocol")
        offered = [
            text_of(object_of(method).get("id")) for method in items_of(result.get("authMethods"))
        ]
        if not offered:
            self._open_session()
            return
        wanted = (*((KEY_METHOD,) if self._prompt.has_key else ()), *LOGIN_METHODS)
        method = next((each for each in wanted if each in offered), None)
        if method is None:
            raise self._login_needed()
        self._ask(_Step.AUTHENTICATE, {"methodId": method, "_meta": {"headless": True}})

    def _open_session(self) -> None:
        self._ask(_Step.NEW_SESSION, {"cwd": str(self._prompt.folder), "mcpServers": []})

    def _send_prompt(self, session: str) -> None:
        if not session:
            raise self._failures.bad_stream("it opened no session")
        said: Json = [{"type": "text", "text": self._prompt.text}]
        self._ask(_Step.PROMPT, {"sessionId": session, "prompt": said})

    def _refuse(self, method: str, asked: JsonObject) -> None:
        said: JsonObject
        if self._is_method(method, "session/request_permission"):
            said = {"result": {"outcome": _refusal(object_of(asked.get("params")))}}
        else:
            said = {"error": {"code": METHOD_NOT_FOUND, "message": "This client has no methods."}}
        self._send({"jsonrpc": "2.0", "id": asked.get("id"), **said})

    def _ask(self, step: _Step, params: JsonObject) -> None:
        self._step = step
        self._asked += 1
        self._send({"jsonrpc": "2.0", "id": self._asked, "method": step.value, "params": params})

    def _send(self, message: JsonObject) -> None:
        self._outgoing += encoded(message) + b"\n"

    def _login_needed(self) -> CredentialsMissing:
        return CredentialsMissing(
            provider=self._failures.provider,
            model=self._failures.model,
            detail=self._vendor.login,
        )

    @staticmethod
    def _is_method(method: str, name: str) -> bool:
        """Vendors put a name of their own before the protocol's."""
        return method == name or method.endswith(f"/{name}")


def _refusal(params: JsonObject) -> JsonObject:
    for option in map(object_of, items_of(params.get("options"))):
        if option.get("kind") == "reject_once" and text_of(option.get("optionId")):
            return {"outcome": "selected", "optionId": option.get("optionId")}
    return {"outcome": "cancelled"}
