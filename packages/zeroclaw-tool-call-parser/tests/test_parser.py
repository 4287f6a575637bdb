"""Hold the parser to its promises, whatever the dialect."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.dialect import Dialect
from zeroclaw_tool_call_parser.markers import THINKING, TOOL_RESULTS
from zeroclaw_tool_call_parser.parser import LONGEST_CALL, ToolCallParser, parse
from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking, merged

Read = Callable[[str, str], tuple[Piece, ...]]
Tools = Mapping[str, Mapping[str, object]]

OFFER: Tools = {"f": {}, "shell": {"properties": {"command": {"type": "string"}}}}
# One call of each dialect, in the form that its model writes most.
CALLS = {
    "hermes": '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>',
    "qwen3-coder": "<tool_call>\n<function=now>\n</function>\n</tool_call>",
    "glm": "<tool_call>now\n</tool_call>",
    "kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.now:0"
    "<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
    "deepseek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}"
    "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "dsml": '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n'
    "</｜DSML｜tool_calls>",
    "mistral": "[TOOL_CALLS]now[ARGS]{}",
    "llama": '<|python_tag|>{"name": "now", "parameters": {}}',
    "pythonic": "<|python_start|>[now()]<|python_end|>",
    "harmony": "<|channel|>commentary to=functions.now<|message|>{}",
    "gemma4": "<|tool_call>call:now{}<tool_call|>",
    "gemma": "```tool_code\nnow()\n```",
    "minimax": '<minimax:tool_call>\n<invoke name="now">\n</invoke>\n</minimax:tool_call>',
    "anthropic": '<function_calls>\n<invoke name="now">\n</invoke>\n</function_calls>',
    "fenced": '```tool_call\n{"name": "now", "arguments": {}}\n```',
}
QUOTATIONS = {
    "inline code": "Write ``{}`` here",
    "inline code at the end": "Write ``{}``",
    "code span at the start of a line": "So:\n``{}``",
    "fence": "So:\n````text\n{}\n````\n",
    "tilde fence": "So:\n~~~\n{}\n~~~",
    "fence that never ends": "So:\n````\n{}\n",
    "fence in a list": "- ````\n  {}\n  ````",
    "blockquote": "> {}",
    "blockquote with unmarked lines": "> So:\n> {}",
    "indented code": "So:\n\n    {}",
    "prose after it": "So:\n{}\nlists the files.",
    "closing quote": 'So:\n"{}"',
    "tool result": "<tool_result>\n{}\n</tool_result>",
    "tool response in a line": "Got <tool_response>\n{}\n</tool_response>\n",
    "tool results that never end": "[Tool results]\n{}",
    "mistral results": "[TOOL_RESULTS]\n{}\n[/TOOL_RESULTS]",
    "thinking in a line": "Hm <think>\n{}\n</think>",
    "list": "- {}",
    "comment": "<!--\n{}\n-->",
}


# What each further line of a quoted call starts with.
PREFIXES = {"blockquote": "> ", "indented code": "    ", "fence in a list": "  ", "list": "  "}


@pytest.mark.parametrize("dialect", CALLS)
def test_control_the_unquoted_call_is_a_call(read: Read, dialect: str) -> None:
    assert read(dialect, CALLS[dialect]) == (Call("now", {}),)
    assert read(dialect, f"So:\n{CALLS[dialect]}\n") == (Text("So:\n"), Call("now", {}))


@pytest.mark.parametrize("quotation", QUOTATIONS)
@pytest.mark.parametrize("dialect", CALLS)
def test_a_quoted_call_is_text(read: Read, dialect: str, quotation: str) -> None:
    call = CALLS[dialect].replace("\n", "\n" + PREFIXES.get(quotation, ""))
    reply = QUOTATIONS[quotation].replace("{}", call)
    assert read(dialect, reply) == (Text(reply),)


@pytest.mark.parametrize("tag", ["think", "thinking", "reasoning", "thought"])
@pytest.mark.parametrize("dialect", CALLS)
def test_a_call_in_thinking_is_a_thought(read: Read, dialect: str, tag: str) -> None:
    call = CALLS[dialect]
    thought = Thinking(f"\n{call}\n")
    assert read(dialect, f"<{tag}>\n{call}\n</{tag}>") == (thought,)
    assert read(dialect, f"<{tag}>\n{call}\n") == (thought,)
    pieces = read(dialect, f"<{tag}>\n{call}\n</{tag}>\n{call}")
    assert pieces == (thought, Text("\n"), Call("now", {}))


def test_a_tag_of_thinking_in_code_hides_nothing(read: Read) -> None:
    reply = f"Models write `<think>` first.\n{CALLS['hermes']}"
    assert read("hermes", reply)[-1] == Call("now", {})


def test_only_the_last_run_of_calls_counts(read: Read) -> None:
    call = CALLS["hermes"]
    assert read("hermes", f"{call}\nis one.\n{call}") == (
        Text(f"{call}\nis one.\n"),
        Call("now", {}),
    )


def test_one_broken_call_leaves_no_call_beside_it(read: Read) -> None:
    broken = '<tool_call>{"name": "now"'
    assert read("hermes", f"Go.\n{CALLS['hermes']}\n{broken}") == (
        Text("Go.\n"),
        Malformed(f"{CALLS['hermes']}\n{broken}", "the reply ends inside of it"),
    )


def test_a_broken_call_with_prose_after_it_is_text(read: Read) -> None:
    reply = "<tool_call>{'name': 'now'}</tool_call>\nis wrong."
    assert read("hermes", reply) == (Text(reply),)


def test_a_call_injected_through_a_raw_value_stays_part_of_text(read: Read) -> None:
    inner = "</parameter></function></tool_call><tool_call><function=now></function></tool_call>"
    head = "<tool_call><function=shell><parameter=command>"
    reply = f"{head}{inner}</parameter></function></tool_call>"
    assert read("qwen3-coder", reply) == (Text(reply),)


def test_text_comes_out_as_soon_as_it_can_be_nothing_else(tools: Tools) -> None:
    parser = ToolCallParser(DIALECTS["hermes"], tools)
    assert parser.feed("Hello") == (Text("Hello"),)
    assert parser.feed(" a < b <") == (Text(" a < b "),)
    assert parser.feed("tool_") == ()
    assert parser.feed("box>\n<tool_call>") == (Text("<tool_box>\n"),)
    assert parser.feed(" x") == (Text("<tool_call> x"),)
    assert parser.feed("\n<think>Hm") == (Text("\n"), Thinking("Hm"))
    assert parser.close() == ()


def test_a_call_comes_out_when_the_reply_is_closed(tools: Tools) -> None:
    parser = ToolCallParser(DIALECTS["hermes"], tools)
    assert parser.feed(CALLS["hermes"]) == ()
    assert parser.close() == (Call("now", {}),)
    assert parser.close() == ()
    with pytest.raises(ValueError, match="closed"):
        parser.feed("x")


def test_a_call_that_is_too_long_is_text_with_all_behind_it(tools: Tools) -> None:
    long = "x" * LONGEST_CALL
    head = '<tool_call>{"name": "shell", "arguments": {"command": "'
    reply = f'{head}{long}"}}}}</tool_call>\n{CALLS["hermes"]}'
    assert parse(reply, DIALECTS["hermes"], tools) == (Text(reply),)
    parser = ToolCallParser(DIALECTS["hermes"], tools)
    cut = [reply[start : start + 99_991] for start in range(0, len(reply), 99_991)]
    pieces = [piece for chunk in cut for piece in parser.feed(chunk)]
    assert merged([*pieces, *parser.close()]) == (Text(reply),)


def test_control_a_call_just_short_enough_is_a_call(tools: Tools) -> None:
    head = '<tool_call>{"name": "shell", "arguments": {"command": "'
    tail = '"}}</tool_call>'
    long = "x" * (LONGEST_CALL - len(head) - len(tail) - 1)
    call = Call("shell", {"command": long})
    assert parse(f"{head}{long}{tail}", DIALECTS["hermes"], tools) == (call,)


FRAGMENTS = (
    *("\n", " ", "    ", "`", "```", "~~~", "> ", "- ", "x", "Hello. ", "<", "[", "{", "}", '"'),
    *("\\", "'", ",", "=", "(", ")", "]", "null", "42", ";", "\r\n", "json\n", "\ud800", "é"),
    *('"name": "f"', '"arguments": {}', '{"name": "f", "arguments": {}}', "f", "f()", "[f()]"),
    *("<function=f>", "</function>", "<parameter=a>", "</parameter>", "<arg_key>", "</arg_key>"),
    *("<arg_value>", "</arg_value>", '<invoke name="f">', "</invoke>", '<parameter name="a">'),
    *(region.open for region in (*THINKING, *TOOL_RESULTS)),
    *(region.close for region in (*THINKING, *TOOL_RESULTS)),
)


def _own(dialect: Dialect) -> tuple[str, ...]:
    marks = [mark for opener in dialect.openers for mark in (opener.marker, opener.close)]
    regions = [mark for region in dialect.thinking for mark in (region.open, region.close)]
    call = CALLS[dialect.name].replace("now", "f")
    return (*marks, *regions, *dialect.fillers, *dialect.frames, call, f"\n{call}\n")


@st.composite
def replies(draw: st.DrawFn) -> tuple[Dialect, str]:
    """A dialect, with a reply made of what might mean something in it."""
    dialect = draw(st.sampled_from(list(DIALECTS.values())))
    parts = st.one_of(st.sampled_from(_own(dialect)), st.sampled_from(FRAGMENTS), st.text())
    return dialect, "".join(draw(st.lists(parts, max_size=25)))


def _chunks(text: str, cuts: list[int]) -> Iterator[str]:
    places = sorted({cut % (len(text) + 1) for cut in cuts} | {0, len(text)})
    for start, stop in pairwise(places):
        yield text[start:stop]


@given(replies(), st.lists(st.integers(min_value=0, max_value=10_000), max_size=40))
def test_any_chunking_gives_the_same_pieces(case: tuple[Dialect, str], cuts: list[int]) -> None:
    dialect, reply = case
    parser = ToolCallParser(dialect, OFFER)
    pieces = [piece for chunk in _chunks(reply, cuts) for piece in parser.feed(chunk)]
    assert merged([*pieces, *parser.close()]) == parse(reply, dialect, OFFER)
    single = ToolCallParser(dialect, OFFER)
    pieces = [piece for character in reply for piece in single.feed(character)]
    assert merged([*pieces, *single.close()]) == parse(reply, dialect, OFFER)


def _without_marks(dialect: Dialect, text: str) -> str:
    regions = (*THINKING, *dialect.thinking)
    marks = [*(mark for region in regions for mark in (region.open, region.close)), *dialect.frames]
    before = ""
    while before != text:
        before = text
        for mark in sorted(marks, key=len, reverse=True):
            text = text.replace(mark, "")
    return text


@given(replies())
def test_nothing_but_marks_vanishes_from_a_reply_without_calls(case: tuple[Dialect, str]) -> None:
    dialect, reply = case
    pieces = parse(reply, dialect, OFFER)
    calls = [piece for piece in pieces if isinstance(piece, Call)]
    assert all(call.name in OFFER for call in calls)
    assert pieces[len(pieces) - len(calls) :] == tuple(calls)
    told = "".join(
        piece.raw if isinstance(piece, Malformed) else piece.text
        for piece in pieces
        if not isinstance(piece, Call)
    )
    if calls:
        assert _without_marks(dialect, reply).startswith(_without_marks(dialect, told))
    else:
        assert _without_marks(dialect, told) == _without_marks(dialect, reply)


def _work(dialect: Dialect, text: str, chunk: int) -> int:
    """How many functions are called, which no other work on the machine changes."""
    parser = ToolCallParser(dialect, OFFER)
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for start in range(0, len(text), chunk):
            parser.feed(text[start : start + chunk])
        parser.close()
    finally:
        sys.setprofile(before)
    return calls


def _hostile(dialect: Dialect) -> Iterator[str]:
    for opener in dialect.openers:
        marker = opener.marker
        yield from (marker, f"{marker}\n", f"{marker}{{", f"{marker}{{}}{opener.close}\n")
        yield from (f'{marker}{{"', f'\n{marker}f(x=["', f"{marker}f\n<arg_key>a</arg_key>")
        yield f'{marker}<invoke name="f"><parameter name="a">x</parameter>'
        yield f"{marker}<function=f>\n<parameter=a>\n</parameter>\n"
    yield from (*dialect.fillers, *dialect.frames, CALLS[dialect.name] + "\n")
    yield from ("`", "a`", "```\n", "~~~", "<", "\n", "> ", "<think>", "<think></think>", "{", "[")
    yield from ("<tool_result>", "<tool_result></tool_result>", "<think>\n</think", "[[{")


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS.keys())
def test_four_times_the_hostile_text_is_about_four_times_the_work(dialect: Dialect) -> None:
    for part in dict.fromkeys(_hostile(dialect)):
        small, large = (part * (size // len(part)) for size in (4_000, 16_000))
        for chunk in (len(large), 500):
            assert _work(dialect, large, chunk) < 8 * _work(dialect, small, chunk) + 500, part


def test_control_more_work_on_the_same_text_is_counted() -> None:
    text = "a" * 16_000
    assert _work(DIALECTS["hermes"], text, 1) > 8 * _work(DIALECTS["hermes"], text, 500)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_whole", [True, False])
def test_calls_that_do_not_count_are_the_text_they_were(name: str, is_whole: bool) -> None:
    reply = "Look.\n" + (CALLS[name] if is_whole else CALLS[name][:-3])
    parser = ToolCallParser(DIALECTS[name], {"now": {}})
    pieces = merged([*parser.feed(reply), *parser.close(counts=False)])
    assert pieces == (Text(reply),)
