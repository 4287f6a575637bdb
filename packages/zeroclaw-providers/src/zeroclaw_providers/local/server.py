"""Starts the server of a local model as a child process."""

from __future__ import annotations

import json
import re
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ProcessPipeClosed, ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.processes import (
    Command,
    ProcessExit,
    ResidentProgram,
    ResidentPrograms,
    RunningProcess,
)
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.json_fields import count_of, loaded, object_of, text_of
from zeroclaw_providers.local.server_main import OPENMP, Order

__all__ = ["Launch", "ModelServer", "start_server"]

SERVER_MAIN: Final = Path(__file__).with_name("server_main.py")
READY_SECONDS: Final = 300.0
"""To load a model; a large one comes from a slow disk at a few hundred megabytes a second."""
STOP_SECONDS: Final = 5.0
END_SECONDS: Final = 1.0
"""For a server that no longer takes requests to be told from one that is busy."""
LAST_WORDS_SECONDS: Final = 1.0
"""For the log and the exit code of a child that has closed its standard output."""
LOG_BYTES: Final = 64 * 1024
ANSWER_BYTES: Final = 4096
MAGIC: Final = b"GGUF"

_ERROR_LINE: Final = re.compile(r"^\S+ E (?:\w+: )?(.+)$", re.MULTILINE)
_OUT_OF_MEMORY: Final = re.compile(
    r"bad_alloc|MemoryError|failed to allocate|cannot allocate|unable to allocate|out of memory"
    r"|resource temporarily unavailable",
    re.IGNORECASE,
)
_MORE_MEMORY: Final = (
    "there is not enough memory for it: take a smaller model, or fewer context_tokens"
)
_NO_TOOLS: Final = (
    "its chat template cannot tell it of tools: set text_tools = true in place of native_tools or "
    "--tools, or take a model that was made for them"
)


@frozen
class Launch:
    """What to serve. `provider` and `model` are for messages; the engine is in `packages`.

    `sampling` says how words are chosen where a request does not, by the engine's own names.
    `chat_template` takes the place of the one in the file.
    """

    provider: str
    model: str
    file: Path
    context_tokens: int
    packages: Path
    sampling: Mapping[str, float] = field(factory=dict, hash=False)
    chat_template: str = field(default="", repr=False)
    needs_tools: bool = False
    program: Path = SERVER_MAIN
    ready_seconds: float = READY_SECONDS

    def failed(self, detail: str) -> LocalModelFailed:
        """The error that says why it cannot be served."""
        return LocalModelFailed(provider=self.provider, model=self.model, detail=detail)


@frozen
class ModelServer:
    """A server that is ready. `url` is the root of its API, `key` is what it wants to be shown."""

    url: str
    key: str = field(repr=False)
    process: ResidentProgram = field(repr=False)

    async def has_ended(self) -> bool:
        """Whether it ended by itself, or is about to."""
        with trio.move_on_after(END_SECONDS) as waiting:
            try:
                await self.process.wait()
            except ZeroClawError:
                # Who watched over it is gone, and with that the server.
                return True
        return not waiting.cancelled_caught

    async def stop(self) -> None:
        """Kill it, also when the caller is being cancelled."""
        await _stopped(self.process)


async def start_server(programs: ResidentPrograms, launch: Launch) -> ModelServer:
    """Start it; returns when it can be asked. Raises `LocalModelFailed`."""
    problem = _problem_of(launch.file)
    if problem is not None:
        raise launch.failed(problem)
    command = Command(argv=(sys.executable, "-I", str(launch.program)), cwd=None, env={})
    try:
        process = await programs.start(command)
    except ZeroClawError as error:
        raise launch.failed(str(error).rstrip(".")) from error
    server = None
    try:
        server = await _ready(process, launch)
    finally:
        if server is None:
            await _stopped(process)
    return server


def _problem_of(file: Path) -> str | None:
    """What is wrong with a model file, as far as its first bytes tell."""
    try:
        if not file.is_file():
            return f"{file} is no file: give the path of a GGUF file"
        with file.open("rb") as stream:
            magic = stream.read(len(MAGIC))
    except OSError as error:
        return f"{file} cannot be read ({error.strerror})"
    return None if magic == MAGIC else f"{file} is no GGUF file: give one of that format"


async def _ready(process: ResidentProgram, launch: Launch) -> ModelServer:
    key = secrets.token_urlsafe(24)
    log = bytearray()
    answer = b""
    with trio.move_on_after(launch.ready_seconds) as waiting:
        answer = await _answer(process, _order(launch, key), log)
    if waiting.cancelled_caught:
        raise launch.failed(f"it was not ready within {launch.ready_seconds:g} seconds")
    facts = _facts(answer)
    port = count_of(facts.get("port"))
    if facts.get("tools") is False:
        raise launch.failed(_NO_TOOLS)
    if port is not None:
        return ModelServer(f"http://127.0.0.1:{port}/v1", key, process)
    ended = None
    with trio.move_on_after(LAST_WORDS_SECONDS):
        ended = await process.wait()
    raise launch.failed(_reason(text_of(facts.get("problem")), log.decode(errors="replace"), ended))


def _order(launch: Launch, key: str) -> bytes:
    order: Order = {
        "model": str(launch.file),
        "context_tokens": launch.context_tokens,
        "key": key,
        "packages": str(launch.packages),
        "sampling": dict(launch.sampling),
        "chat_template": launch.chat_template,
        "needs_tools": launch.needs_tools,
    }
    return json.dumps(order).encode() + b"\n"


async def _answer(process: RunningProcess, order: bytes, log: bytearray) -> bytes:
    """The child's one line, or what came of it; the log so far goes into `log`."""
    answer = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_gather, process.receive_stderr, log)
        try:
            await process.send(order)
        except ProcessPipeClosed:
            # It has ended already; its log says why.
            answer.clear()
        while not answer.endswith(b"\n") and len(answer) < ANSWER_BYTES:
            chunk = await process.receive_stdout()
            if not chunk:
                break
            answer += chunk
        if "port" in _facts(bytes(answer)):
            nursery.cancel_scope.cancel()
        else:
            nursery.cancel_scope.deadline = trio.current_time() + LAST_WORDS_SECONDS
    return bytes(answer)


async def _gather(receive: Callable[[], Awaitable[bytes]], kept: bytearray) -> None:
    while chunk := await receive():
        kept += chunk
        del kept[:-LOG_BYTES]


def _facts(answer: bytes) -> JsonObject:
    try:
        return object_of(loaded(answer))
    except ValueError:
        return {}


def _reason(problem: str, log: str, ended: ProcessExit | None) -> str:
    """The most telling of what a child that could not serve left behind."""
    if _OUT_OF_MEMORY.search(f"{problem}\n{log}"):
        return _MORE_MEMORY
    if ended is not None and ended.signal == signal.SIGKILL:
        return f"its server was killed; if the system did it, {_MORE_MEMORY}"
    if OPENMP in problem:
        return f"the system lacks {OPENMP}: install its package (Debian: libgomp1, Fedora: libgomp)"
    if problem.startswith(("ImportError", "ModuleNotFoundError")):
        return f"xllamacpp cannot be loaded ({problem}): install it again"
    found = _ERROR_LINE.search(log)
    lines = [found[1]] if found else log.strip().splitlines()[-3:]
    said = " / ".join(line.strip() for line in lines) or problem or _ending(ended)
    return f"its server did not start ({said})"


def _ending(ended: ProcessExit | None) -> str:
    match ended:
        case ProcessExit(signal=int(number)):
            return f"it ended by signal {number}"
        case ProcessExit(exit_code=int(code)):
            return f"it ended with exit code {code}"
        case _:
            return "it closed its output without a word"


async def _stopped(process: RunningProcess) -> None:
    with trio.move_on_after(STOP_SECONDS, shield=True):
        await process.kill()
