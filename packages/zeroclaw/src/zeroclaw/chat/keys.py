"""Turns the bytes that a terminal sends into presses of keys."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Final, TypeAlias

from attrs import define, field, frozen

from zeroclaw_api.json import well_formed

__all__ = [
    "MOST_PASTE_BYTES",
    "Key",
    "KeyReader",
    "PasteTooLong",
    "Pasted",
    "Press",
    "Typed",
    "without_controls",
]

MOST_PASTE_BYTES: Final = 1024 * 1024
"""The longest paste: more than this is no message, and a stream has no end."""

_MOST_SEQUENCE_BYTES: Final = 64
"""What is held of a sequence; every one that means a key is far shorter."""

_PASTE_END: Final = b"\x1b[201~"
_ESC: Final = 0x1B
_BEL: Final = 0x07

_TEXT: Final = re.compile(rb"[^\x00-\x1f\x7f]+")
_CONTROL: Final = re.compile(rb"[\x00-\x1f\x7f]")
_SEQUENCE: Final = re.compile(rb"\x1b(?:\[\[?+|O)([0-?]*+)[ -/]*+")
"""Everything but the last byte of what begins with CSI or SS3; `[[` is a function key of Linux."""

_REST_OF_SEQUENCE: Final = re.compile(rb"[ -?]*+")
_STRING_STARTS: Final = b"]P_^X"
"""After ESC: an answer of the terminal (OSC, DCS, APC, PM, SOS), which ends with BEL or ST."""

_ENDS_OF_LINE: Final = re.compile(r"\r\n?")
_CONTROL_CHARACTER: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_ALT: Final = 2
_CTRL: Final = 4


class Key(Enum):
    """What a key means to somebody who writes, whichever bytes a terminal sends for it."""

    ENTER = auto()
    NEW_LINE = auto()
    BACKSPACE = auto()
    DELETE = auto()
    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    HOME = auto()
    END = auto()
    WORD_LEFT = auto()
    WORD_RIGHT = auto()
    DELETE_WORD_LEFT = auto()
    DELETE_WORD_RIGHT = auto()
    KILL_TO_END = auto()
    KILL_TO_START = auto()
    YANK = auto()
    UNDO = auto()
    COMPLETE = auto()
    ESCAPE = auto()
    INTERRUPT = auto()
    END_OF_INPUT = auto()
    SUSPEND = auto()
    REDRAW = auto()
    SEARCH = auto()
    FOLD = auto()
    OLDER = auto()
    NEWER = auto()


@frozen
class Typed:
    """Text from keys: never empty, without control characters."""

    text: str


@frozen
class Pasted:
    """Text from the clipboard: line feeds and tabs are its only control characters."""

    text: str


@frozen
class PasteTooLong:
    """A paste of `size` bytes was dropped, since it is longer than `MOST_PASTE_BYTES`."""

    size: int


Press: TypeAlias = Key | Typed | Pasted | PasteTooLong

_KEYS: Final[Mapping[int, Key]] = {
    0x01: Key.HOME,
    0x02: Key.LEFT,
    0x03: Key.INTERRUPT,
    0x04: Key.END_OF_INPUT,
    0x05: Key.END,
    0x06: Key.RIGHT,
    0x08: Key.BACKSPACE,
    0x09: Key.COMPLETE,
    0x0A: Key.NEW_LINE,
    0x0B: Key.KILL_TO_END,
    0x0C: Key.REDRAW,
    0x0D: Key.ENTER,
    0x0E: Key.NEWER,
    0x0F: Key.FOLD,
    0x10: Key.OLDER,
    0x12: Key.SEARCH,
    0x15: Key.KILL_TO_START,
    0x17: Key.DELETE_WORD_LEFT,
    0x19: Key.YANK,
    0x1A: Key.SUSPEND,
    0x1F: Key.UNDO,
    0x7F: Key.BACKSPACE,
}
_ALT_KEYS: Final[Mapping[int, Key]] = {
    0x08: Key.DELETE_WORD_LEFT,
    0x0A: Key.NEW_LINE,
    0x0D: Key.NEW_LINE,
    0x7F: Key.DELETE_WORD_LEFT,
    ord("b"): Key.WORD_LEFT,
    ord("d"): Key.DELETE_WORD_RIGHT,
    ord("f"): Key.WORD_RIGHT,
}
_ENDINGS: Final[Mapping[int, Key]] = {
    ord("A"): Key.UP,
    ord("B"): Key.DOWN,
    ord("C"): Key.RIGHT,
    ord("D"): Key.LEFT,
    ord("F"): Key.END,
    ord("H"): Key.HOME,
}
_NUMBERED: Final[Mapping[int, Key]] = {
    1: Key.HOME,
    3: Key.DELETE,
    4: Key.END,
    7: Key.HOME,
    8: Key.END,
}
_BY_WORD: Final[Mapping[Key, Key]] = {
    Key.LEFT: Key.WORD_LEFT,
    Key.RIGHT: Key.WORD_RIGHT,
    Key.DELETE: Key.DELETE_WORD_RIGHT,
}
"""What Ctrl or Alt makes of a key."""

_PASTE_START: Final = 200
_OTHER_KEY: Final = 27
"""The first number of xterm's form for a key with modifiers: `CSI 27 ; modifiers ; code ~`."""


class _Mode(Enum):
    KEYS = auto()
    PASTE = auto()
    STRING = auto()
    """In an answer of the terminal: dropped up to its end, any control character, or a pause."""
    LONG_SEQUENCE = auto()


def without_controls(text: str) -> str:
    """The text with line feed for every end of line, and tab as its only other control."""
    return _CONTROL_CHARACTER.sub("", _ENDS_OF_LINE.sub("\n", well_formed(text)))


@define(eq=False)
class KeyReader:
    """Reads a stream of bytes, in pieces of any size; what a piece leaves open is held."""

    _held: bytes = field(default=b"", init=False)
    _mode: _Mode = field(default=_Mode.KEYS, init=False)
    _paste: bytearray = field(factory=bytearray, init=False)
    _dropped: int = field(default=0, init=False)
    """Bytes of a paste that is too long."""

    @property
    def is_waiting(self) -> bool:
        """Whether the next bytes decide what the last ones mean; call `flush` after a pause."""
        return self._mode is not _Mode.PASTE and (bool(self._held) or self._mode is not _Mode.KEYS)

    def feed(self, data: bytes) -> tuple[Press, ...]:
        """The presses that these bytes complete."""
        data, self._held = self._held + data, b""
        presses: list[Press] = []
        at = 0
        while at < len(data):
            match self._mode:
                case _Mode.KEYS:
                    at = self._read_key(data, at, presses)
                case _Mode.PASTE:
                    at = self._read_paste(data, at, presses)
                case _Mode.STRING:
                    at = self._skip_string(data, at)
                case _Mode.LONG_SEQUENCE:
                    at = self._skip_sequence(data, at)
        return tuple(_joined(presses))

    def flush(self) -> tuple[Press, ...]:
        """What the held bytes mean, given that nothing follows: a lone ESC is a key."""
        if not self.is_waiting:
            return ()
        held, mode = self._held, self._mode
        self._held, self._mode = b"", _Mode.KEYS
        if mode is not _Mode.KEYS:
            return ()
        if held[0] == _ESC:
            return (Key.ESCAPE,) if len(held) == 1 else ()
        return (Typed(held.decode("utf-8", "replace")),)

    def _read_key(self, data: bytes, at: int, presses: list[Press]) -> int:
        code = data[at]
        if code == _ESC:
            return self._read_escape(data, at, presses)
        if (text := _TEXT.match(data, at)) is None:
            if code in _KEYS:
                presses.append(_KEYS[code])
            return at + 1
        is_whole = text.end() < len(data)
        typed, used = codecs.utf_8_decode(text[0], "replace", is_whole)
        if typed := _CONTROL_CHARACTER.sub("", typed):
            presses.append(Typed(typed))
        self._held = text[0][used:]
        return text.end()

    def _read_escape(self, data: bytes, at: int, presses: list[Press]) -> int:
        if at + 1 == len(data):
            self._held = data[at:]
            return len(data)
        code = data[at + 1]
        if code in b"[O":
            return self._read_sequence(data, at, presses)
        if code in _STRING_STARTS:
            self._mode = _Mode.STRING
            return at + 2
        if code in _ALT_KEYS:
            presses.append(_ALT_KEYS[code])
            return at + 2
        if code < 0x20:
            presses.append(Key.ESCAPE)
            return at + 1
        # Alt with a letter means nothing here; a character of several bytes is typed all the same.
        return at + 2 if code < 0x80 else at + 1

    def _read_sequence(self, data: bytes, at: int, presses: list[Press]) -> int:
        head = _SEQUENCE.match(data, at)
        assert head is not None
        end = head.end()
        if end - at >= _MOST_SEQUENCE_BYTES:
            self._mode = _Mode.LONG_SEQUENCE
            return at + _MOST_SEQUENCE_BYTES
        if end == len(data):
            self._held = data[at:]
            return end
        if not _is_ending(data[end]):
            return end
        numbers = _numbers(head[1])
        if numbers is None or data.startswith(b"\x1b[[", at):
            return end + 1
        if data.startswith(b"[", at + 1) and numbers[0] == _PASTE_START and data[end] == ord("~"):
            self._mode = _Mode.PASTE
        elif (key := _sequence_key(numbers, data[end])) is not None:
            presses.append(key)
        return end + 1

    def _read_paste(self, data: bytes, at: int, presses: list[Press]) -> int:
        """Take bytes up to the end of the paste. What is held never grows beyond its bound."""
        known = max(0, len(self._paste) - len(_PASTE_END) + 1)
        taken = len(self._paste) - at
        end = data.find(_PASTE_END, at)
        self._paste += data[at : end + len(_PASTE_END) if end >= 0 else len(data)]
        size = self._paste.find(_PASTE_END, known)
        if size < 0:
            excess = len(self._paste) - len(_PASTE_END) + 1
            if self._dropped + excess > MOST_PASTE_BYTES:
                del self._paste[:excess]
                self._dropped += excess
            return len(data)
        whole = self._dropped + size
        if whole > MOST_PASTE_BYTES:
            presses.append(PasteTooLong(whole))
        else:
            presses.append(Pasted(without_controls(self._paste[:size].decode("utf-8", "replace"))))
        self._paste.clear()
        self._dropped, self._mode = 0, _Mode.KEYS
        return size + len(_PASTE_END) - taken

    def _skip_string(self, data: bytes, at: int) -> int:
        control = _CONTROL.search(data, at)
        if control is None:
            return len(data)
        end = control.start()
        if data[end] == _ESC and end + 1 == len(data):
            self._held = data[end:]
            return len(data)
        self._mode = _Mode.KEYS
        if data[end] == _BEL:
            return end + 1
        return end + 2 if data.startswith(b"\x1b\\", end) else end

    def _skip_sequence(self, data: bytes, at: int) -> int:
        rest = _REST_OF_SEQUENCE.match(data, at)
        assert rest is not None
        end = rest.end()
        if end == len(data):
            return end
        self._mode = _Mode.KEYS
        return end + 1 if _is_ending(data[end]) else end


def _is_ending(code: int) -> bool:
    return 0x40 <= code <= 0x7E


def _numbers(parameters: bytes) -> list[int] | None:
    """At least three numbers, 1 where none is given; None for those of a terminal's answer."""
    numbers = [parameter.partition(b":")[0] or b"1" for parameter in parameters.split(b";")]
    if not all(map(bytes.isdigit, numbers)):
        return None
    return [*map(int, numbers), 1, 1]


def _sequence_key(numbers: list[int], ending: int) -> Key | None:
    first, modifiers, code = numbers[:3]
    if ending == ord("u"):
        return _return_key(first, modifiers)
    if ending != ord("~"):
        return _modified(_ENDINGS.get(ending), modifiers)
    if first == _OTHER_KEY:
        return _return_key(code, modifiers)
    return _modified(_NUMBERED.get(first), modifiers)


def _modified(key: Key | None, modifiers: int) -> Key | None:
    if key is not None and (modifiers - 1) & (_ALT | _CTRL):
        return _BY_WORD.get(key, key)
    return key


def _return_key(code: int, modifiers: int) -> Key | None:
    if code != 0x0D:
        return None
    return Key.ENTER if modifiers <= 1 else Key.NEW_LINE


def _joined(presses: Iterable[Press]) -> Iterable[Press]:
    """The presses with adjacent texts as one."""
    texts: list[str] = []
    for press in presses:
        if isinstance(press, Typed):
            texts.append(press.text)
            continue
        if texts:
            yield Typed("".join(texts))
            texts.clear()
        yield press
    if texts:
        yield Typed("".join(texts))
