"""A draft changes as the keys say."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zeroclaw.chat.draft import MOST_SHOWN_LINES, Draft, FoldedPaste, split_glyphs
from zeroclaw.chat.keys import Key, Pasted, PasteTooLong, Press, Typed

JOINER = "\u200d"
ACUTE = "\u0301"
ALPHABET = st.sampled_from([*"ab _\n\t", ACUTE, JOINER, "\ufe0f", "👩", "💻", "中", "\x1b", "\r"])
TEXTS = st.text(ALPHABET, max_size=5) | st.text(max_size=3)
PRESSES: st.SearchStrategy[Press] = st.one_of(
    st.sampled_from(list(Key)),
    st.sampled_from([Key.LEFT, Key.BACKSPACE, Key.UP, Key.UNDO, Key.YANK, Key.DELETE]),
    TEXTS.map(Typed),
    TEXTS.map(Pasted),
    st.just(Pasted("a\n" * 30)),
    st.just(PasteTooLong(2_000_000)),
)


def drafted(*presses: Press | str) -> Draft:
    """A draft after presses; a text is typed at once."""
    draft = Draft()
    for press in presses:
        draft.press(Typed(press) if isinstance(press, str) else press)
    return draft


def shown(draft: Draft) -> str:
    """The text with a bar for the cursor."""
    glyphs = [g if isinstance(g, str) else g.shown for g in draft.glyphs]
    return "".join([*glyphs[: draft.cursor], "|", *glyphs[draft.cursor :]])


@pytest.mark.parametrize(
    ("presses", "result"),
    [
        (["abc"], "abc|"),
        (["abc", Key.LEFT, "x"], "abx|c"),
        (["abc", Key.LEFT, Key.LEFT, Key.RIGHT], "ab|c"),
        (["abc", Key.HOME], "|abc"),
        (["abc", Key.HOME, Key.END], "abc|"),
        (["ab", Key.NEW_LINE, "cd", Key.HOME], "ab\n|cd"),
        (["abc", Key.BACKSPACE], "ab|"),
        (["abc", Key.HOME, Key.DELETE], "|bc"),
        (["abc", Key.HOME, Key.END_OF_INPUT], "|bc"),
        (["one two", Key.WORD_LEFT], "one |two"),
        (["one two", Key.WORD_LEFT, Key.WORD_LEFT], "|one two"),
        (["one two", Key.HOME, Key.WORD_RIGHT], "one| two"),
        (["one two", Key.HOME, Key.WORD_RIGHT, Key.WORD_RIGHT], "one two|"),
        (["one two, ", Key.DELETE_WORD_LEFT], "one |"),
        (["one two", Key.HOME, Key.DELETE_WORD_RIGHT], "| two"),
        (["one two", Key.WORD_LEFT, Key.KILL_TO_START], "|two"),
        (["one two", Key.WORD_LEFT, Key.KILL_TO_END], "one |"),
        (["a\nb", Key.HOME, Key.KILL_TO_START], "a|b"),
        (["a\nb", Key.UP, Key.KILL_TO_END], "a|b"),
        (["one two", Key.DELETE_WORD_LEFT, Key.HOME, Key.YANK], "two|one "),
        (["one two", Key.KILL_TO_START, Key.YANK, Key.YANK], "one twoone two|"),
        (["abcd\ne\nfghi", Key.UP], "abcd\ne|\nfghi"),
        (["abcd\ne\nfghi", Key.UP, Key.UP], "abcd|\ne\nfghi"),
        (["abcd\ne\nfghi", Key.UP, Key.UP, Key.DOWN, Key.DOWN], "abcd\ne\nfghi|"),
        (["abcd\ne\nfghi", Key.UP, Key.LEFT, Key.UP], "|abcd\ne\nfghi"),
        ([Pasted("one\ntwo")], "one\ntwo|"),
        ([Pasted("x\n" * 10_000), "y"], "[10,000 lines pasted]y|"),
        ([Pasted("x" * 12_000), Key.HOME], "|[12 kB pasted]"),
        ([Pasted("x\n" * 10_000), Key.BACKSPACE], "|"),
        (["a", Pasted("x\n" * 21), "b", Key.WORD_LEFT, Key.BACKSPACE], "a|b"),
        (["a", Pasted("x\n" * 21), " ", Key.DELETE_WORD_LEFT], "a|"),
        (["a", Pasted("x\n" * 21), "b", Key.HOME, *[Key.WORD_RIGHT] * 2], "a[21 lines pasted]|b"),
    ],
)
def test_each_key_edits_as_its_name_says(presses: Sequence[Press | str], result: str) -> None:
    assert shown(drafted(*presses)) == result


@pytest.mark.parametrize(
    "press",
    [
        Key.ENTER,
        Key.COMPLETE,
        Key.ESCAPE,
        Key.INTERRUPT,
        Key.SUSPEND,
        Key.REDRAW,
        Key.SEARCH,
        Key.FOLD,
        Key.OLDER,
        Key.NEWER,
        Key.UP,
        Key.DOWN,
        Key.RIGHT,
        Key.DELETE,
        Key.YANK,
        Typed(""),
        Pasted(""),
        PasteTooLong(2_000_000),
    ],
)
def test_a_press_that_is_no_edit_is_left_to_others(press: Press) -> None:
    draft = drafted("abc")
    assert not draft.press(press)
    assert shown(draft) == "abc|"


@pytest.mark.parametrize("key", [Key.UNDO, Key.BACKSPACE, Key.LEFT, Key.END_OF_INPUT])
def test_an_empty_draft_is_changed_by_writing_only(key: Key) -> None:
    draft = Draft()
    assert draft.is_empty
    assert not draft.press(key)
    assert draft.press(Typed("a"))
    assert not draft.is_empty


def test_up_on_the_first_line_is_left_to_the_history() -> None:
    draft = drafted("one\ntwo")
    assert not draft.press(Key.DOWN)
    assert draft.press(Key.UP)
    assert not draft.press(Key.UP)
    assert shown(draft) == "one|\ntwo"


def test_a_folded_paste_is_whole_in_the_text() -> None:
    paste = "x\n" * (MOST_SHOWN_LINES + 1)
    draft = drafted("see ", Pasted(paste), "!")
    assert draft.text == f"see {paste}!"
    assert len(draft.glyphs) == len("see !") + 1


def test_a_paste_of_the_most_lines_can_be_edited() -> None:
    draft = drafted(Pasted("x\n" * MOST_SHOWN_LINES))
    assert not any(isinstance(glyph, FoldedPaste) for glyph in draft.glyphs)


def test_adjacent_typing_is_undone_at_once() -> None:
    draft = drafted("a", "b", Key.NEW_LINE, "c", "d", Key.BACKSPACE)
    texts = [draft.text]
    while draft.press(Key.UNDO):
        texts.append(draft.text)
    assert texts == ["ab\nc", "ab\ncd", "ab\n", "ab", ""]


def test_typing_elsewhere_is_a_step_of_its_own() -> None:
    draft = drafted("abc", Key.LEFT, "x", Key.UNDO)
    assert shown(draft) == "ab|c"


def test_only_the_last_hundred_edits_are_undone() -> None:
    draft = drafted("start", *[Key.NEW_LINE] * 150)
    assert sum(draft.press(Key.UNDO) for _ in range(300)) == 100
    assert draft.text == "start" + "\n" * 50


def test_another_text_takes_the_place_of_the_draft() -> None:
    draft = drafted("draft", Key.HOME)
    draft.replace("from the\r\nhistory\x1b")
    assert shown(draft) == "from the\nhistory|"
    draft.press(Key.UNDO)
    assert shown(draft) == "|draft"


def test_a_cleared_draft_has_nothing_to_undo() -> None:
    draft = drafted("abc", Key.KILL_TO_START, "def")
    draft.clear()
    assert (draft.text, draft.cursor, draft.press(Key.UNDO)) == ("", 0, False)
    assert draft.press(Key.YANK)
    assert draft.text == "abc"


def test_a_completion_is_inserted_as_one_step() -> None:
    draft = drafted("/h")
    draft.insert("elp ")
    assert shown(draft) == "/help |"
    draft.press(Key.UNDO)
    assert shown(draft) == "/h|"


@pytest.mark.parametrize(
    ("presses", "glyphs"),
    [
        (["e", ACUTE], ["e" + ACUTE]),
        (["ex", Key.LEFT, ACUTE], ["e" + ACUTE, "x"]),
        (["👩", JOINER, "💻"], [f"👩{JOINER}💻"]),
        (["💻", Key.HOME, f"👩{JOINER}"], [f"👩{JOINER}💻"]),
        (["e\n" + ACUTE, Key.LEFT, Key.BACKSPACE], ["e" + ACUTE]),
        ([f"👩{JOINER}", Key.NEW_LINE, "💻", Key.LEFT, Key.BACKSPACE], [f"👩{JOINER}💻"]),
        (["中文"], ["中", "文"]),
        (["\n" + ACUTE], ["\n", ACUTE]),
    ],
)
def test_marks_find_what_they_are_put_on(presses: Sequence[Press | str], glyphs: list[str]) -> None:
    draft = drafted(*presses)
    assert list(draft.glyphs) == glyphs
    assert 0 <= draft.cursor <= len(glyphs)


def test_one_key_deletes_what_looks_like_one_character() -> None:
    assert shown(drafted("a", "👩", JOINER, "💻", Key.BACKSPACE)) == "a|"
    assert shown(drafted("ae", ACUTE, Key.LEFT, "x")) == f"ax|e{ACUTE}"


@given(st.lists(PRESSES, max_size=30))
def test_no_presses_lead_out_of_the_draft(presses: list[Press]) -> None:
    draft = Draft()
    for press in presses:
        before = draft.text, draft.cursor
        changed = draft.press(press)
        assert 0 <= draft.cursor <= len(draft.glyphs)
        assert changed or (draft.text, draft.cursor) == before
        controls = {char for char in draft.text if unicodedata.category(char) == "Cc"}
        assert controls <= {"\n", "\t"}


@given(st.lists(PRESSES, max_size=30))
@example([Typed("a\n" + JOINER + "b"), Key.LEFT, Key.LEFT, Key.BACKSPACE])
def test_glyphs_are_those_that_the_whole_text_has(presses: list[Press]) -> None:
    draft = drafted(*[press for press in presses if press != Pasted("a\n" * 30)])
    assert list(draft.glyphs) == split_glyphs(draft.text)


@given(st.lists(PRESSES, max_size=30))
def test_undo_returns_to_each_earlier_text(presses: list[Press]) -> None:
    draft = Draft()
    texts = [""]
    for press in presses:
        if press is not Key.UNDO and draft.press(press):
            texts.append(draft.text)
    while draft.press(Key.UNDO):
        # Every state it returns to was there, in this order; adjacent typing is left out.
        while texts and texts[-1] != draft.text:
            texts.pop()
        assert texts
    assert draft.is_empty


@pytest.mark.parametrize("char", ["a", "é", "中", "👩\u200d💻"])
def test_thousands_of_edits_take_little_time(char: str) -> None:
    draft = Draft()
    began = time.process_time()
    for _ in range(3_000):
        draft.press(Typed(char))
        draft.press(Key.LEFT)
        draft.press(Key.RIGHT)
    for _ in range(3_000):
        draft.press(Key.BACKSPACE)
    # A key may take a thirtieth of a second; here it is far less.
    assert time.process_time() - began < 3
    assert draft.is_empty
