"""What wrappers run, or that it is not known."""

import pytest

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.arguments import FOREIGN
from zeroclaw_runtime.security.commands.script import Word
from zeroclaw_runtime.security.commands.wrappers import Wrapped, unwrap


def unwrapped(text: str) -> Wrapped:
    name, *words = text.split()
    found = unwrap(name, [Word(word) for word in words])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("env LANG=C ls", "ls"),
        ("env -i - ls -l", "ls -l"),
        ("env -u X ls", "ls"),
        ("command -p ls", "ls"),
        ("builtin echo", "echo"),
        ("exec ls", "ls"),
        ("nice -5 ls", "ls"),
        ("nice -n 5 ls", "ls"),
        ("nohup ls", "ls"),
        ("timeout -k 5 -s KILL 5 ls -x", "ls -x"),
        ("time -p ls", "ls"),
        ("stdbuf -oL ls", "ls"),
        ("setsid -w ls", "ls"),
        ("ionice -c 3 ls", "ls"),
        ("chrt -b 0 ls", "ls"),
        ("busybox ls", "ls"),
        ("sudo -n ls", "ls"),
        ("doas ls", "ls"),
        ("python -m pytest -q", "pytest -q"),
        ("python -B -m pip x", "pip x"),
        ("uv run -q -- pytest", "pytest"),
        ("uv run a.py", "python a.py"),
        ("poetry run pytest", "pytest"),
    ],
)
def test_a_wrapper_is_taken_off(text: str, inner: str) -> None:
    found = unwrapped(text)
    assert found.problem is None
    assert [word.text for word in found.words] == inner.split()


@pytest.mark.parametrize(
    "text",
    [
        "env -S x",
        "env --split-string=x",
        "env =x ls",
        "exec",
        "exec -a x ls",
        "nice --adj=5 ls",
        "timeout --unknown 5 ls",
        "timeout",
        "timeout --sig=x 5 ls",
        "nohup",
        "setsid -f ls",
        "ionice -p 1",
        "xargs --arg-file=x ls",
        "xargs -a x ls",
        "xargs --unknown ls",
        "sudo -u root ls",
        "sudo X=1 ls",
        "sudo",
        "sh -c",
        "sh -lc x",
        "bash --rcfile x -c y",
        "bash +O x -c y -z",
        "uv run --with x y",
        "uv run",
        "command -x ls",
    ],
)
def test_what_cannot_be_told_is_a_problem(text: str) -> None:
    name, *words = text.split()
    found = unwrap(name, [Word(word) for word in words])
    assert found is None or found.problem is not None


def test_xargs_adds_what_comes_from_the_pipe() -> None:
    assert unwrapped("xargs -0 -n 1 rm -f").words == (Word("rm"), Word("-f"), FOREIGN)
    assert unwrapped("xargs").words == (Word("echo"), FOREIGN)
    assert unwrapped("xargs -I{} mv {} a{}").words == (
        Word("mv"),
        FOREIGN,
        Word("a{}", is_known=False),
    )


def test_a_shell_with_a_text_runs_that_script() -> None:
    assert unwrapped("sh -ec ls").script == Word("ls")
    assert unwrap("sh", [Word("a.sh")]) is None


@pytest.mark.parametrize("text", ["env", "command -v ls", "nice"])
def test_a_wrapper_without_command_only_tells(text: str) -> None:
    assert unwrapped(text).is_bare


def test_only_runners_of_the_project_may_be_kept() -> None:
    assert unwrapped("uv run pytest").is_keepable
    assert not unwrapped("timeout 5 pytest").is_keepable


def test_privileges_are_always_of_high_risk() -> None:
    assert unwrapped("sudo ls").risk is Risk.HIGH


def test_what_is_no_wrapper_is_not_taken_off() -> None:
    assert unwrap("ls", [Word("a")]) is None
    assert unwrap("uv", [Word("pip")]) is None
