"""An approval that was kept covers what it was given for, nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from command_verdicts import verdict

from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, SameCall, SamePath
from zeroclaw_api.risk import Assessment, Effect, Risk
from zeroclaw_runtime.security.coverage import covers
from zeroclaw_runtime.security.policies import Policies, assess_script

DIGEST = "d" * 64


def call(*keeps: ApprovalScope) -> Assessment:
    return Assessment(Risk.MEDIUM, frozenset({Effect.WRITE}), keeps=keeps)


@pytest.mark.parametrize(
    ("kept", "asked", "is_covered"),
    [
        (CommandPrefix(("git", "commit")), CommandPrefix(("git", "commit")), True),
        (CommandPrefix(("npm", "run")), CommandPrefix(("npm", "run", "test")), True),
        (CommandPrefix(("npm", "run", "test")), CommandPrefix(("npm", "run")), False),
        (CommandPrefix(("git", "commit")), CommandPrefix(("git", "commitx")), False),
        (CommandPrefix(("git", "commit")), CommandPrefix(("git commit",)), False),
        (SamePath("a/b"), SamePath("a/b"), True),
        (SamePath("a"), SamePath("a/b"), False),
        (SamePath("git"), CommandPrefix(("git",)), False),
        (SameCall(DIGEST), SameCall(DIGEST), True),
        (SameCall(DIGEST), SameCall("e" * 64), False),
    ],
)
def test_approval_covers_only_what_it_was_given_for(
    kept: ApprovalScope, asked: ApprovalScope, is_covered: bool
) -> None:
    assert covers([kept], call(asked), DIGEST) is is_covered


def test_prefix_without_words_covers_nothing() -> None:
    push, empty = CommandPrefix(("git", "push")), CommandPrefix(())
    assert not covers([empty], call(push), DIGEST)
    assert not covers([empty, CommandPrefix(("git",))], call(empty), DIGEST)
    # The control: as a prefix like others it would be one of every command.
    assert push.words[: len(empty.words)] == empty.words
    assert covers([CommandPrefix(("git",))], call(push), DIGEST)


def test_each_part_of_a_call_must_be_covered() -> None:
    commit, push = CommandPrefix(("git", "commit")), CommandPrefix(("make", "test"))
    assert not covers([commit], call(commit, push), DIGEST)
    # The control: with both kept it is.
    assert covers([commit, push], call(commit, push), DIGEST)


def test_call_that_may_not_be_kept_is_covered_by_nothing() -> None:
    kept: list[ApprovalScope] = [CommandPrefix(("git",)), SamePath("a"), SameCall(DIGEST)]
    assert not covers(kept, call(), DIGEST)


KEPT = (
    CommandPrefix(("git", "commit")),
    CommandPrefix(("npm", "test")),
    CommandPrefix(("mytool", "build")),
)


def is_covered(script: str, kept: Sequence[ApprovalScope] = KEPT) -> bool:
    return covers(kept, assess_script(script, Policies(scripts=verdict)), DIGEST)


@pytest.mark.parametrize(
    "script",
    [
        "git commit -m x",
        "git status && git commit -m x",
        "npm test && git commit -m x",
        "mytool build --fast",
        "cd sub; git commit -am x | cat",
    ],
)
def test_a_script_of_kept_commands_is_covered(script: str) -> None:
    assert is_covered(script)
    assert not is_covered(script, kept=())


@pytest.mark.parametrize(
    "script",
    [
        "git commitx",
        "git 'commit -m x'",
        "'git commit'",
        "git add . && git commit -m x",
        "git commit -m x && git push",
        "git commit -m x > out",
        "git commit -m $(id)",
        "git -c core.editor=id commit",
        "git commit --template=x",
        "sh -c 'git commit -m x'",
        "env LANG=C git commit -m x",
        "./git commit -m x",
        "mytool builds",
        "mytool",
        "git commit -m x; cat /opt/x",
        "git commit -F /etc/passwd",
        "PATH=. git commit -m x",
    ],
)
def test_anything_more_is_not_covered(script: str) -> None:
    assert not is_covered(script)


def test_an_empty_prefix_covers_nothing() -> None:
    assert not is_covered("git commit -m x", kept=(CommandPrefix(()),))
