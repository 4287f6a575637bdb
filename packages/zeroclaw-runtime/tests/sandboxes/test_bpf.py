"""Programs of the packet filter language come out as the kernel reads them."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.sandboxes.bpf import (
    INSTRUCTION,
    Bits,
    Equal,
    Give,
    Instruction,
    Label,
    Least,
    Load,
    assembled_program,
)


def lines(*program: Instruction) -> list[tuple[int, ...]]:
    return list(INSTRUCTION.iter_unpack(assembled_program(program)))


def test_each_instruction_has_the_code_of_the_kernel() -> None:
    assert lines(
        Load(4),
        Equal(7, "end"),
        Least(8, "", "end"),
        Bits(9, "end", "end"),
        Label("end"),
        Give(1),
    ) == [(0x20, 0, 0, 4), (0x15, 2, 0, 7), (0x35, 0, 1, 8), (0x45, 0, 0, 9), (0x06, 0, 0, 1)]


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ((Equal(1, "nowhere"), Give(0)), "no label nowhere"),
        ((Label("twice"), Give(0), Label("twice")), "twice is there twice"),
        ((Label("back"), Load(0), Equal(1, "back"), Give(0)), "-2 instructions away"),
        ((Equal(1, "far"), *[Give(0)] * 256, Label("far"), Give(0)), "256 instructions away"),
    ],
)
def test_jump_that_cannot_be_made_is_an_error(
    program: tuple[Instruction, ...], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        assembled_program(program)


def test_farthest_jump_of_all_can_be_made() -> None:
    program: list[Instruction] = [Equal(1, "far"), *[Give(0)] * 255, Label("far"), Give(2)]
    assert lines(*program)[0] == (0x15, 255, 0, 1)
