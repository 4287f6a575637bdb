"""Searches whatever commands show, start or leave behind for the secrets that were planted."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import threading
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import quote, quote_plus

import trio
from attrs import define, field, frozen

__all__ = [
    "PLANTED",
    "LeakWatch",
    "commands_below",
    "current_watch",
    "drained",
    "recording",
    "watching",
]

PLANTED: Final = {
    "PLANTED_API_KEY": "sk-Rk7\"zV\\9/+%m2xD4&tR8wLb3<NcY6'uJ0p",
    "PLANTED_TOKEN": "tok_H5v~e$qW1^oZ8{nB6}sG3|yC9`aT4=dM7;fX2",
}
"""Variables of every command; all their characters are ones that some way of writing changes."""

SHORTEST: Final = 12
"""Characters of a given secret that is looked for: shorter ones are found by chance."""
PIECE: Final = 16
"""Characters at either end of one in `PLANTED`, so that a shortened one is found as well."""
LOOK_SECONDS: Final = 0.1
LONGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes; only models are larger."""

_NAMES_NO_SECRET: Final = ("op://", "keyring://", "${", "enc2:", "enc3:")


@frozen
class _Pardon:
    """A secret that may show at the places whose name has these words."""

    secret: str
    words: str


@define(eq=False)
class LeakWatch:
    """What the commands of one test have shown, with the secrets that must not be in it."""

    secrets: dict[str, str] = field(
        factory=lambda: {value: name for name, value in PLANTED.items()}
    )
    homes: dict[Path, None] = field(factory=dict)
    commands: dict[bytes, None] = field(factory=dict)
    _shown: list[tuple[str, bytearray]] = field(factory=list)
    _pardons: list[_Pardon] = field(factory=list)
    _over: threading.Event = field(factory=threading.Event)
    _looking: threading.Thread | None = None

    def plant(self, given: str | bytes, name: str) -> None:
        """Look for this one as well, unless it is a name or too short to be told from chance."""
        text = given.decode("utf-8", "replace") if isinstance(given, bytes) else given
        text = text.strip("\r\n")
        if len(text) >= SHORTEST and not text.startswith(_NAMES_NO_SECRET):
            self.secrets.setdefault(text, name)

    def may_show(self, secret: str, where: str, *, why: str) -> None:
        """Let one show where the name of the place has these words, for a reason worth reading."""
        assert len(why.split()) >= 3, "say why"
        self._pardons.append(_Pardon(secret, where))

    def record(self, place: str) -> bytearray:
        """A new place, to which all that is shown there is to be appended."""
        shown = bytearray()
        self._shown.append((place, shown))
        return shown

    def enter(self, home: Path) -> None:
        """Note that a command runs in a home; whatever it starts is looked at from now on."""
        self.homes[home] = None
        if self._looking is None:
            self._looking = threading.Thread(target=self._look, name="planted secrets", daemon=True)
            self._looking.start()

    def close(self) -> None:
        """Look at no process any more."""
        self._over.set()
        if self._looking is not None:
            self._looking.join()

    def leaks(self) -> list[str]:
        """Where a secret is, which one, in which form."""
        sought = [
            (secret, name, _forms(secret, has_pieces=secret in PLANTED.values()))
            for secret, name in self.secrets.items()
        ]
        found: dict[str, None] = {}
        for place, data in self._places():
            for secret, name, forms in sought:
                if not self._is_pardoned(secret, place):
                    seen = (form for written, form in forms.items() if written in data)
                    found.update((f"{place} has {name}, {form}", None) for form in seen)
        return list(found)

    def _is_pardoned(self, secret: str, place: str) -> bool:
        return any(each.secret == secret and each.words in place for each in self._pardons)

    def _places(self) -> Iterator[tuple[str, bytes | bytearray]]:
        yield from self._shown
        for line in self.commands:
            yield "the command line of a process", line
        for home in self.homes:
            for path in sorted(home.rglob("*")):
                yield f"the name of a file in {home.name}", os.fsencode(path.name)
                # What is gone by now, or open to nobody, was not left behind.
                with contextlib.suppress(OSError):
                    if path.is_symlink():
                        yield f"the link {path.name}", os.fsencode(path.readlink())
                    elif path.is_file() and path.stat().st_size <= LONGEST_FILE:
                        yield f"the file {path.relative_to(home)}", path.read_bytes()

    def _look(self) -> None:
        while True:
            self.commands.update(dict.fromkeys(commands_below(os.getpid())))
            if self._over.wait(LOOK_SECONDS):
                return


def recording(pipe: trio.abc.ReceiveStream, shown: bytearray) -> None:
    """Keep all that is read from a pipe of a command from now on."""
    receive_some = pipe.receive_some

    async def receive_and_keep(max_bytes: int | None = None) -> bytes | bytearray:
        data = await receive_some(max_bytes)
        shown.extend(data)
        return data

    # Tests ask for the number of the descriptor, which a stream around this one would not have.
    setattr(pipe, "receive_some", receive_and_keep)  # noqa: B010 - mypy forbids to assign methods


async def drained(pipe: trio.abc.ReceiveStream, seconds: float) -> None:
    """Read what nobody has read, to the end or as long as it may take."""
    with trio.move_on_after(seconds, shield=True):
        # A test may have closed it, which is how a reader goes away.
        with contextlib.suppress(trio.ClosedResourceError):
            while await pipe.receive_some():
                continue


_watches: list[LeakWatch] = [LeakWatch()]


def current_watch() -> LeakWatch:
    """The one of the test that runs."""
    return _watches[-1]


@contextlib.contextmanager
def watching() -> Iterator[LeakWatch]:
    """A watch of its own for what happens in the block."""
    watch = LeakWatch()
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.pop()
        watch.close()


def commands_below(ancestor: int) -> list[bytes]:
    """The command lines of all processes that descend from one."""
    found = []
    pending = _children(ancestor)
    while pending:
        pid = pending.pop()
        pending += _children(pid)
        with contextlib.suppress(OSError):
            found.append(Path(f"/proc/{pid}/cmdline").read_bytes())
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found


def _forms(secret: str, *, has_pieces: bool) -> dict[bytes, str]:
    """Every way of writing a secret that is looked for, with its name."""
    texts = {"as it is": secret}
    if has_pieces:
        texts["its beginning"], texts["its end"] = secret[:PIECE], secret[-PIECE:]
    forms: dict[bytes, str] = {}
    for name, text in texts.items():
        for written, how in _spellings(text):
            forms.setdefault(written, f"{name}{how}")
    return forms


def _spellings(text: str) -> Iterator[tuple[bytes, str]]:
    data = text.encode()
    yield data, ""
    as_json = json.dumps(text)[1:-1]
    yield as_json.encode(), " in JSON"
    yield json.dumps(text, ensure_ascii=False)[1:-1].encode(), " in JSON"
    yield json.dumps(as_json)[1:-1].encode(), " in JSON in JSON"
    yield repr(text)[1:-1].encode(), " as Python writes it"
    yield repr(data)[2:-1].encode(), " as Python writes its bytes"
    for safe in ("", "/"):
        yield quote(text, safe=safe).encode(), " in percent code"
        yield _lower_percent(quote(text, safe=safe)).encode(), " in percent code"
    yield quote_plus(text).encode(), " as of a form"
    yield data.hex().encode(), " in hex"
    for offset, altchars in product(range(3), (b"+/", b"-_")):
        encoded = base64.b64encode(bytes(offset) + data, altchars)
        # What stands before or after it shares the characters at the ends.
        yield encoded[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6], " in base64"


def _lower_percent(text: str) -> str:
    head, *rest = text.split("%")
    return "%".join([head, *(part[:2].lower() + part[2:] for part in rest)])
