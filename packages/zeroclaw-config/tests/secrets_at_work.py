"""What tests of secrets have in common: a document, a search for leaks, children to kill."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import FrameType

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.secrets.key_file import create_key, new_key, read_ring, replace_key
from zeroclaw_config.secrets.reading import unsealed
from zeroclaw_config.secrets.rotation import rotate_key
from zeroclaw_config.secrets.store import reseal, set_secret

PLANTED = "sk-plänted-7f3a9c-0123456789"
API_KEY: KeyPath = ("providers", "models", "custom", "home", "api_key")
BOT_TOKEN: KeyPath = ("channels", "list", 0, "bot_token")


class JsonTree:
    """A document that is kept as JSON, with the operations that secrets need."""

    file = "config.toml"

    def __init__(self, document: dict[str, object] | None = None) -> None:
        self.document: dict[str, object] = {} if document is None else document

    def located(self, path: KeyPath) -> KeyPath:
        return tuple(part.replace("-", "_") if isinstance(part, str) else part for part in path)

    def get(self, path: KeyPath) -> object:
        node: object = self.document
        for part in path:
            try:
                node = node[part]  # type: ignore[index]
            except (KeyError, IndexError, TypeError):
                return None
        return node

    def set(self, path: KeyPath, text: str) -> None:
        node: object = self.document
        for part in path[:-1]:
            if isinstance(node, list) and isinstance(part, int):
                node = node[part]
            elif isinstance(node, dict):
                node = node.setdefault(part, {})
        if isinstance(node, dict | list):
            node[path[-1]] = text  # type: ignore[index]

    def unset(self, path: KeyPath) -> None:
        parent = self.get(path[:-1])
        if isinstance(parent, dict):
            del parent[path[-1]]

    def texts(self) -> Iterator[tuple[KeyPath, str]]:
        return _texts((), self.document)

    def save(self, path: Path) -> None:
        """Replace the file atomically, by the smallest number of system calls."""
        temporary = path.with_name("new")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(descriptor, json.dumps(self.document).encode())
        os.fsync(descriptor)
        os.close(descriptor)
        temporary.replace(path)


def _texts(path: KeyPath, value: object) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts((*path, name), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*path, index), item)


def shown_by(error: BaseException) -> str:
    """Everything that an error, or one in its chain, might show anywhere."""
    texts = ["".join(traceback.format_exception(error)), repr(pickle.dumps(error))]
    pending: list[BaseException | None] = [error]
    while pending:
        link = pending.pop()
        if link is not None:
            texts += [str(link), repr(link), repr(link.args), repr(vars(link))]
            pending += [link.__cause__, link.__context__]
    return "\n".join(texts)


def dies_at(step: int, action: Callable[[], object]) -> bool:
    """Run an action in a fork that kills itself before its step-th system call; whether it did."""
    pid = os.fork()
    if pid == 0:
        calls = count(1)

        def before_call(frame: FrameType, event: str, called: object) -> None:
            module = getattr(called, "__module__", None)
            if event == "c_call" and module == "posix" and next(calls) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        # Whatever happens, the fork never goes on with the work of its parent.
        try:
            sys.setprofile(before_call)
            action()
            sys.setprofile(None)
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0, "the action failed by itself"
    return False


def _rotation_in(folder: Path) -> tuple[Path, Path]:
    """A home with a key, a configuration with two secrets."""
    config, key_file = folder / "config.json", folder / ".secret_key"
    tree = JsonTree({"channels": {"list": [{}]}})
    key = create_key(key_file)
    set_secret(tree, API_KEY, PLANTED, key)
    set_secret(tree, BOT_TOKEN, PLANTED[::-1], key)
    tree.save(config)
    return config, key_file


def _is_readable(config: Path, key_file: Path) -> bool:
    result = unsealed(json.loads(config.read_bytes()), key_file)
    tree = JsonTree(dict(result.tree))
    return (tree.get(API_KEY), tree.get(BOT_TOKEN)) == (PLANTED, PLANTED[::-1])


def rotate(config: Path, key_file: Path) -> None:
    """What `zeroclaw secrets rotate-key` does."""
    tree = JsonTree(json.loads(config.read_bytes()))
    rotate_key(tree, key_file, lambda: tree.save(config))


def rotate_carelessly(config: Path, key_file: Path) -> None:
    """What it must not do: forget the old key before the configuration is written."""
    tree = JsonTree(json.loads(config.read_bytes()))
    ring = read_ring(key_file)
    assert ring is not None
    fresh = new_key(key_file)
    reseal(tree, ring, fresh)
    replace_key(key_file, fresh)
    tree.save(config)


def rotate_under_kills(folder: Path, mode: str) -> dict[str, int]:
    """Kill a rotation before each of its system calls; `twice` kills the next one as well."""
    action = rotate_carelessly if mode == "careless" else rotate
    found = {"runs": 0, "unreadable": 0, "unsettled": 0}
    for step in count(1):
        home = folder / str(step)
        home.mkdir(parents=True)
        config, key_file = _rotation_in(home)
        died = dies_at(step, partial(action, config, key_file))
        if mode == "twice":
            dies_at(step * 7 % 60 + 1, partial(action, config, key_file))
        if not _is_readable(config, key_file):
            found["unreadable"] += 1
            continue
        rotate(config, key_file)
        found["unreadable"] += not _is_readable(config, key_file)
        names = {path.name for path in home.iterdir()} - {"new"}
        found["unsettled"] += names != {"config.json", ".secret_key"}
        if not died:
            return found
        found["runs"] += 1
    raise AssertionError


if __name__ == "__main__":
    if sys.argv[1] == "create":
        sys.stdin.readline()
        sys.stdout.write(create_key(Path(sys.argv[2])).material.hex())
    else:
        sys.stdout.write(json.dumps(rotate_under_kills(Path(sys.argv[2]), sys.argv[1])))
