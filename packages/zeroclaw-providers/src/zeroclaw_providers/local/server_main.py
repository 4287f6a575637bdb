"""Serves one model file to the process that started this program.

It is run by path in an isolated interpreter, so that nothing of the project is imported here.
Its standard input says what to serve, in one line of JSON; its standard output says, in one
line as well, on which port it does, or why it cannot. Once it serves, it ends when its standard
input does; until then, whoever started it has to kill it.

A system may lack the library for parallel loops that the engine wants. Then it starts itself again
with the copy that some other installed package carries, and reads what to serve from the
descriptor that its argument names.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Final, TypedDict
from urllib.parse import urlsplit

__all__ = ["OPENMP", "Order", "main"]

HOST: Final = "127.0.0.1"
KEPT_PROMPTS_MIB: Final = 256
"""Main memory for prompts that were read already; the library would take 8 GiB."""
WARNINGS_ONLY: Final = 2
OPENMP: Final = "libgomp.so.1"
LIBRARY_PATH: Final = "LD_LIBRARY_PATH"


class Order(TypedDict):
    """What to serve. `packages` is the folder that has the engine; `sampling` is by its names.

    Without a `chat_template` it is that of the file.
    """

    model: str
    context_tokens: int
    key: str
    packages: str
    sampling: dict[str, float]
    chat_template: str
    needs_tools: bool


def main() -> None:
    """Serve until the standard input ends."""
    is_second_start = len(sys.argv) > 1
    order: Order = json.loads(_first_line(int(sys.argv[1]) if is_second_start else 0))
    answer = os.dup(1)
    # Whatever the library prints is for the log, not for the one line of the answer.
    os.dup2(2, 1)
    sys.path.append(order["packages"])
    try:
        engine = _load_with_copy() if is_second_start else _load(order, answer)
        server = _serve(engine, order)
    except (ImportError, MemoryError, OSError, RuntimeError) as error:
        _say(answer, {"problem": f"{type(error).__name__}: {error}"})
        # The library's threads may still be at work, and no interpreter ends well among them.
        os._exit(1)
    # Nobody reads the log from now on, and a full pipe would hold the server up.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    port = urlsplit(str(getattr(server, "listening_address", ""))).port
    facts: dict[str, object] = {"port": port}
    if order["needs_tools"] and port is not None:
        facts["tools"] = _takes_tools(port, order["key"])
    _say(answer, facts)
    while os.read(0, 1024):
        continue
    os._exit(0)


def _load(order: Order, answer: int) -> ModuleType:
    try:
        return import_module("xllamacpp")
    except ImportError as error:
        copies = sorted(Path(order["packages"]).glob("*.libs/libgomp*.so*"))
        if OPENMP not in str(error) or not copies:
            raise
        _start_again(order, answer, copies[0])
        raise


def _start_again(order: Order, answer: int, copy: Path) -> None:
    """Become the same program, where the copy is found by the name that the engine asks for."""
    folder = Path(mkdtemp())
    (folder / OPENMP).symlink_to(copy.resolve())
    # Neither an argument nor the environment may hold the key.
    told = os.memfd_create("order", 0)
    os.write(told, json.dumps(order).encode() + b"\n")
    os.lseek(told, 0, os.SEEK_SET)
    os.dup2(answer, 1)
    environment = {**os.environ, LIBRARY_PATH: str(folder)}
    os.execve(sys.executable, [*sys.orig_argv, str(told)], environment)


def _load_with_copy() -> ModuleType:
    try:
        return import_module("xllamacpp")
    finally:
        shutil.rmtree(os.environ[LIBRARY_PATH], ignore_errors=True)


def _serve(library: ModuleType, order: Order) -> object:
    """Load the model; what is returned serves it from threads of its own."""
    params = library.CommonParams()
    params.model.path = order["model"]
    params.n_ctx = order["context_tokens"]
    params.n_parallel = 1
    params.use_jinja = True
    if order["chat_template"]:
        params.chat_template = order["chat_template"]
    params.hostnames = [HOST]
    params.port = 0
    # Any program of this machine can connect, pages in a browser included: the key keeps them out.
    params.api_keys = [order["key"]]
    params.cors_origins = ""
    params.ui = False
    params.endpoint_slots = False
    params.offline = True
    params.cache_ram_mib = KEPT_PROMPTS_MIB
    params.warmup = False
    params.fit_params = False
    params.verbosity = WARNINGS_ONLY
    # Its threads wait for one another at every step, so that one whose processor is taken holds up
    # all of them: on two busy processors, two threads are ten times as slow as one.
    threads = max(1, _processors() - 1)
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    for name, value in order["sampling"].items():
        setattr(params.sampling, name, value)
    server: object = library.Server(params)
    return server


def _takes_tools(port: int, key: str) -> bool:
    """Whether the chat template shows tools to the model: the library drops them if it does not."""
    from http.client import HTTPConnection

    connection = HTTPConnection(HOST, port)
    connection.request("GET", "/props", headers={"Authorization": f"Bearer {key}"})
    props = json.loads(connection.getresponse().read())
    connection.close()
    return bool(props.get("chat_template_caps", {}).get("supports_tools", True))


def _processors() -> int:
    # Only some systems can say which of them this process may use.
    allowed = getattr(os, "sched_getaffinity", None)
    return (os.cpu_count() or 1) if allowed is None else len(allowed(0))


def _say(answer: int, facts: dict[str, object]) -> None:
    os.write(answer, json.dumps(facts).encode() + b"\n")


def _first_line(descriptor: int) -> bytes:
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        line += byte
    return line


if __name__ == "__main__":
    main()
