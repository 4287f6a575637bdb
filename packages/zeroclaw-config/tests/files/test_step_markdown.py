"""Tests of reading the steps of a SOP.md."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.step_markdown import markdown_steps


def tables(text: str) -> list[Mapping[str, object]]:
    notes = Notes("f")
    drafts, _ = markdown_steps(text, notes)
    assert not notes, notes.problems
    return [draft.table for draft in drafts]


def problems(text: str) -> list[str]:
    notes = Notes("f")
    markdown_steps(text, notes)
    return [str(problem) for problem in notes.problems]


def keys(*bullets: str) -> Mapping[str, object]:
    (table,) = tables("## Steps\n1. t\n" + "".join(f"   - {bullet}\n" for bullet in bullets))
    return {k: v for k, v in table.items() if k not in ("number", "title", "body")}


def test_steps_keep_the_numbers_that_were_written() -> None:
    text = (
        "# Ship\nintro\n1. no step\n## Steps\n3. **Look** — at it.\n7) Go\n## Other\n9. no step\n"
    )
    assert tables(text) == [
        {"number": 3, "title": "Look", "body": "at it."},
        {"number": 7, "title": "Go", "body": ""},
    ]


@pytest.mark.parametrize(
    ("line", "title", "body"),
    [
        ("1. **Look**", "Look", ""),
        ("1. **Look** at it", "Look", "at it"),
        ("1. **Look:** at it", "Look:", "at it"),
        ("1. **Look** - at - it", "Look", "at - it"),
        ("1. Look at **this** thing", "Look at **this** thing", ""),
        ("1. 2026. A year", "2026. A year", ""),
    ],
)
def test_bold_at_the_beginning_is_the_title(line: str, title: str, body: str) -> None:
    assert tables(f"## Steps\n{line}\n") == [{"number": 1, "title": title, "body": body}]


def test_what_is_no_key_is_body_as_it_was_written() -> None:
    text = """\
## Steps

1. **Look**
   At it:
   1. nested
   2. nested
      - deeper
   - Note: capital
   - see the docs: there
   - next: 1

   ```sh
   ## Steps
   1. no step
   - next: 7
   ```

   Done.
### Third level
"""
    (table,) = tables(text)
    assert table["next"] == 1
    assert table["body"] == (
        "   At it:\n   1. nested\n   2. nested\n      - deeper\n   - Note: capital\n"
        "   - see the docs: there\n\n   ```sh\n   ## Steps\n   1. no step\n   - next: 7\n   ```\n"
        "\n   Done.\n### Third level"
    )


def test_every_key_is_read_as_its_kind() -> None:
    assert keys(
        *("tools: a, b", "allow-tools: c", "deny_tools: d,", "depends-on: 1, 2", "next: 3"),
        *("requires_confirmation: True", "terminal: false", "kind: checkpoint", "mode: auto"),
        *("on-failure: retry:2", "when: $.steps.1.a > 5", "prompt: Go on?", "policy: two"),
        *('input: {"type": "object"}', "output: {type = 'array'}", "with: plain words"),
        *('call: {"tool": "x"}', 'call: {"tool": "y"}', "agent: ops", "edit: body"),
        *("capability: git.diff", "switch: big>$.steps.1.n >= 5>7; other>>10"),
    ) == {
        "tools": ["a", "b"],
        "allow_tools": ["c"],
        "deny_tools": ["d"],
        "depends_on": [1, 2],
        "next": 3,
        "requires_confirmation": True,
        "terminal": False,
        "kind": "checkpoint",
        "mode": "auto",
        "on_failure": "retry:2",
        "when": "$.steps.1.a > 5",
        "prompt": "Go on?",
        "policy": "two",
        "input": {"type": "object"},
        "output": {"type": "array"},
        "with": "plain words",
        "agent": "ops",
        "edit": "body",
        "calls": [{"tool": "x"}, {"tool": "y"}],
        "capability": "git.diff",
        "switch": [
            {"name": "big", "when": "$.steps.1.n >= 5", "goto": 7},
            {"name": "other", "when": "", "goto": 10},
        ],
    }


def test_a_separator_within_quotes_separates_nothing() -> None:
    assert keys('switch: a>$.steps.1.x == "p;q>r">2')["switch"] == [
        {"name": "a", "when": '$.steps.1.x == "p;q>r"', "goto": 2}
    ]


def test_what_is_no_number_is_left_for_the_check_to_refuse() -> None:
    assert keys("next: two", "terminal: perhaps") == {"next": "two", "terminal": "perhaps"}
    assert keys("depends_on: 1, x", "switch: a>>b") == {
        "depends_on": [1, "x"],
        "switch": [{"name": "a", "when": "", "goto": "b"}],
    }


@pytest.mark.parametrize(
    ("bullet", "problem"),
    [
        ("nxt: 3", "step-1.nxt is not a known key (begin it with a capital letter if it is text)"),
        ("tool: shell", "did you mean `tools`?"),
        ("next:", "step-1.next has no value"),
        ("call: {bad}", "step-1.call is not JSON"),
        ("call: {'tool': 'x'}", "step-1.call is not JSON"),
        ('input: {"type": }', "step-1.input is neither JSON nor TOML"),
        ('with: {"a": 1, "a": 2}', "step-1.with is neither JSON nor TOML"),
        ("switch: a>b", "step-1.switch must have ports such as"),
    ],
)
def test_a_bullet_that_cannot_be_read_names_its_line(bullet: str, problem: str) -> None:
    (found,) = problems(f"## Steps\n1. t\n   - {bullet}\n")
    assert found.startswith("f, line 3: ")
    assert problem in found


def test_a_key_that_occurs_twice_is_noted() -> None:
    found = problems("## Steps\n1. t\n   - next: 1\n   - next: 2\n2. u\n   - next: 1\n")
    assert found == ["f, line 4: step-1.next occurs twice in the step."]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Ship\n1. Look\n", "has no section `## Steps`"),
        ("## Steps\nNone yet.\n", "has no numbered step under `## Steps`"),
        ("## Steps\n1. a\n## Steps\n2. b\n", "line 3: the file has a second section `## Steps`"),
        (
            "## Steps\n1. a\n```\n2. b\n",
            "line 3: the file begins a block of code that does not end",
        ),
    ],
)
def test_a_file_whose_steps_would_be_lost_is_noted(text: str, problem: str) -> None:
    assert problem in "".join(problems(text))


def test_steps_of_one_number_are_told_apart_by_line() -> None:
    notes = Notes("f")
    drafts, notes = markdown_steps("## Steps\n1. a\n1. b\n- next: x\n", notes)
    notes.add((*drafts[0].path, "next"), "is missing")
    notes.add((*drafts[1].path, "next"), "is wrong")
    assert [problem.line for problem in notes.problems] == [2, 4]


PIECES = st.sampled_from(
    [
        *(
            "## Steps\n",
            "# T\n",
            "1. a\n",
            "2. **b** - c\n",
            "   - next: 1\n",
            "- call: {}\n",
            "```\n",
        ),
        *(
            "  - switch: a>>1\n",
            "   text\n",
            "\n",
            "- with: [1\n",
            "999999999. x\n",
            "\t- kind: x\n",
        ),
        *("- input: 1979-05-27\n", "- terminal: yes\n", "   - depends_on: ,\n", "**", "~~~\n"),
    ]
)


@given(st.text() | st.lists(PIECES, max_size=20).map("".join))
def test_any_text_gives_steps_or_notes(text: str) -> None:
    for each in (text, f"## Steps\n1. a\n{text}"):
        notes = Notes("f")
        drafts, _ = markdown_steps(each, notes)
        assert drafts or notes


LINES = st.from_regex(r"[A-Z][a-z ]{0,10}[a-z]", fullmatch=True)
STEPS = st.lists(
    st.tuples(LINES, LINES, st.none() | st.integers(1, 99), st.booleans()), min_size=1, max_size=5
)


@given(STEPS, st.sets(st.integers(1, 999), min_size=5, max_size=5))
def test_written_steps_are_read_back(
    steps: list[tuple[str, str, int | None, bool]], numbers: set[int]
) -> None:
    text, expected = "## Steps\n", []
    for number, (title, body, target, confirmed) in zip(sorted(numbers), steps, strict=False):
        table: dict[str, object] = {"number": number, "title": title, "body": body}
        text += f"{number}. **{title}** — {body}\n"
        if target is not None:
            text += f"   - next: {target}\n"
            table["next"] = target
        if confirmed:
            text += "   - requires_confirmation: true\n"
            table["requires_confirmation"] = True
        expected.append(table)
    assert tables(text) == expected
