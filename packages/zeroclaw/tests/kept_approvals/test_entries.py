"""What is read of approvals is exactly what was written, or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from approval_homes import AT, COMMIT, HOSTILE, approval
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw.kept_approvals.entries import (
    SHORTEST_ID,
    approvals_in,
    approvals_text,
    digest_of,
    is_bounded,
    short_ids,
)
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, KeptApproval, SameCall, SamePath
from zeroclaw_api.principal import Principal

TEXTS = st.text(min_size=1, max_size=20)
SCOPES: st.SearchStrategy[ApprovalScope] = st.one_of(
    st.builds(CommandPrefix, st.lists(TEXTS, min_size=1, max_size=4).map(tuple)),
    st.builds(SamePath, TEXTS),
    st.builds(SameCall, TEXTS),
)
APPROVALS = st.builds(approval, SCOPES, TEXTS, TEXTS)


@given(st.lists(APPROVALS, max_size=5))
@settings(max_examples=100)
def test_approvals_come_back_as_they_were(approvals: list[KeptApproval]) -> None:
    assert approvals_in(approvals_text(approvals)) == tuple(approvals)


Form = dict[str, Any]
"""JSON that a test spoils."""


def spoilt(change: Callable[[Form, Form], object]) -> bytes:
    """A file with two approvals, of which somebody changed the last, or the whole."""
    form = json.loads(approvals_text([approval(), approval(SamePath("/a"))]))
    change(form, form["approvals"][-1])
    return json.dumps(form).encode()


TAMPERINGS: dict[str, Callable[[Form, Form], object]] = {
    "empty prefix": lambda _, each: each.update(scope={"type": "command_prefix", "words": []}),
    "nameless command": lambda _, each: each.update(
        scope={"type": "command_prefix", "words": [""]}
    ),
    "prefix in one text": lambda _, each: each.update(
        scope={"type": "command_prefix", "words": "git"}
    ),
    "word that is none": lambda _, each: each.update(
        scope={"type": "command_prefix", "words": ["git", None]}
    ),
    "no words": lambda _, each: each.update(scope={"type": "command_prefix"}),
    "empty path": lambda _, each: each.update(scope={"type": "same_path", "path": ""}),
    "empty digest": lambda _, each: each.update(scope={"type": "same_call", "digest": ""}),
    "unknown scope": lambda _, each: each.update(scope={"type": "everything"}),
    "scope in a list": lambda _, each: each.update(scope=[]),
    "no scope": lambda _, each: each.pop("scope"),
    "narrowing of another version": lambda _, each: each.update(until="2020-01-01"),
    "narrower scope of another version": lambda _, each: each["scope"].update(host="a.invalid"),
    "agent that is none": lambda _, each: each.update(agent=None),
    "number for a tool": lambda _, each: each.update(tool=1),
    "time without a zone": lambda _, each: each.update(at="2026-01-01T00:00:00"),
    "time that is nowhere": lambda _, each: each.update(at="0001-01-01T00:00:00+05:00"),
    "no giver": lambda _, each: each.update(by=None),
    "entry that is none": lambda form, _: form["approvals"].append("git"),
    "no entries": lambda form, _: form.pop("approvals"),
    "entries by name": lambda form, _: form.update(approvals={}),
    "entries in a text": lambda form, _: form.update(approvals=""),
    "later version": lambda form, _: form.update(version=2),
    "no version": lambda form, _: form.pop("version"),
    "more beside": lambda form, _: form.update(only="main"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_nothing_is_read_of_what_was_tampered_with(name: str) -> None:
    assert approvals_in(spoilt(TAMPERINGS[name])) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"version": 1, "version": 1, "approvals": []}',
    ],
)
def test_nothing_is_read_of_what_is_no_such_json(data: bytes) -> None:
    assert approvals_in(data) is None


def test_control_untouched_file_is_read() -> None:
    assert approvals_in(spoilt(lambda _form, _each: None)) is not None


@pytest.mark.parametrize(
    ("scope", "is_so"),
    [
        (CommandPrefix(()), False),
        (CommandPrefix(("", "x")), False),
        (SamePath(""), False),
        (SameCall(""), False),
        (CommandPrefix(("x", "")), True),
        (SamePath("x"), True),
        (SameCall("x"), True),
    ],
)
def test_scope_must_say_what_it_is_for(scope: ApprovalScope, is_so: bool) -> None:
    assert is_bounded(scope) is is_so


def test_digest_is_of_the_agent_with_the_tool_and_the_scope() -> None:
    one = approval()
    by = Principal("web", "", "someone")
    assert digest_of(evolve(one, by=by, at=AT.replace(year=2027))) == digest_of(one)
    others = [
        approval(agent="other"),
        approval(tool="other"),
        approval(SamePath("git commit")),
        approval(CommandPrefix(("git commit",))),
        approval(CommandPrefix(("git", HOSTILE))),
        approval(agent="mai", tool="nshell"),
    ]
    assert len({digest_of(each) for each in (one, *others)}) == len(others) + 1


DIGESTS = st.sets(st.text("ab", min_size=20, max_size=20), max_size=30)


@given(DIGESTS)
@settings(max_examples=200)
def test_short_id_is_the_beginning_of_one_digest_alone(digests: set[str]) -> None:
    ids = short_ids(digests)
    assert ids.keys() == digests
    for digest, short in ids.items():
        assert len(short) >= SHORTEST_ID
        assert [each for each in digests if each.startswith(short)] == [digest]
        # No longer than that takes.
        assert len(short) == SHORTEST_ID or not is_alone(short[:-1], digests)


def is_alone(beginning: str, digests: Iterable[str]) -> bool:
    return sum(each.startswith(beginning) for each in digests) == 1


def test_ids_of_usual_digests_are_short() -> None:
    digest = digest_of(approval(COMMIT))
    assert short_ids([digest, digest]) == {digest: digest[:SHORTEST_ID]}
    assert short_ids([]) == {}
