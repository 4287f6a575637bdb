"""A small assembler of the kernel's classic packet filter language, as seccomp reads it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

__all__ = [
    "INSTRUCTION",
    "Bits",
    "Equal",
    "Give",
    "Instruction",
    "Label",
    "Least",
    "Load",
    "assembled_program",
]

# struct sock_filter: code, distance when true, distance when false, constant.
INSTRUCTION = struct.Struct("=HBBI")

_LOAD_WORD, _RETURN = 0x20, 0x06
_JUMP_EQUAL, _JUMP_LEAST, _JUMP_BITS = 0x15, 0x35, 0x45
_FARTHEST = 255


@frozen
class Load:
    """Take the 32-bit word at this offset of `struct seccomp_data`."""

    offset: int


@frozen
class Equal:
    """Go to one of two labels, by whether the word is this value; "" is the next instruction."""

    value: int
    then: str
    otherwise: str = ""


@frozen
class Least:
    """Go to one of two labels, by whether the word is at least this value."""

    value: int
    then: str
    otherwise: str = ""


@frozen
class Bits:
    """Go to one of two labels, by whether the word has any of these bits."""

    value: int
    then: str
    otherwise: str = ""


@frozen
class Give:
    """End with this answer."""

    answer: int


@frozen
class Label:
    """A place to go to; it takes no room."""

    name: str


Instruction: TypeAlias = Load | Equal | Least | Bits | Give | Label


def assembled_program(program: Sequence[Instruction]) -> bytes:
    """The program as the kernel takes it.

    A label that is missing, defined twice, behind the instruction or out of reach raises
    `ValueError`: the language only goes forward, at most 255 instructions.
    """
    places: dict[str, int] = {}
    lines: list[Load | Equal | Least | Bits | Give] = []
    for item in program:
        if not isinstance(item, Label):
            lines.append(item)
        elif item.name in places:
            raise ValueError(f"the label {item.name} is there twice")
        else:
            places[item.name] = len(lines)

    def distance(name: str, here: int) -> int:
        if not name:
            return 0
        if name not in places:
            raise ValueError(f"there is no label {name}")
        steps = places[name] - here - 1
        if not 0 <= steps <= _FARTHEST:
            raise ValueError(f"the label {name} is {steps} instructions away")
        return steps

    code = bytearray()
    for here, line in enumerate(lines):
        match line:
            case Load(offset):
                code += INSTRUCTION.pack(_LOAD_WORD, 0, 0, offset)
            case Give(answer):
                code += INSTRUCTION.pack(_RETURN, 0, 0, answer)
            case Equal(value, then, otherwise):
                ways = distance(then, here), distance(otherwise, here)
                code += INSTRUCTION.pack(_JUMP_EQUAL, *ways, value)
            case Least(value, then, otherwise):
                ways = distance(then, here), distance(otherwise, here)
                code += INSTRUCTION.pack(_JUMP_LEAST, *ways, value)
            case Bits(value, then, otherwise):
                ways = distance(then, here), distance(otherwise, here)
                code += INSTRUCTION.pack(_JUMP_BITS, *ways, value)
    return bytes(code)
