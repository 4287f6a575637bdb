"""What a command may look like."""

from __future__ import annotations

import pytest

from zeroclaw_api.processes import Command, kept_head


@pytest.mark.parametrize("argv", [(), ("",), ("a\0b",)])
def test_command_without_a_usable_program_is_refused(argv: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"command"):
        Command(argv=argv, cwd=None, env={})


@pytest.mark.parametrize("env", [{"": "a"}, {"A=B": "c"}, {"A": "b\0"}])
def test_command_with_an_impossible_environment_is_refused(env: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="environment variable"):
        Command(argv=("true",), cwd=None, env=env)


def test_command_never_shows_its_input_when_printed() -> None:
    command = Command(argv=("cat",), cwd=None, env={}, stdin=b"private")
    assert "private" not in repr(command)


@pytest.mark.parametrize(("limit", "head"), [(0, 0), (1, 1), (2, 2), (3, 2), (9, 6), (100, 67)])
def test_kept_head_is_two_thirds_of_the_limit(limit: int, head: int) -> None:
    assert kept_head(limit) == head
