"""A stream shows what a redaction of the whole text shows, however it is cut, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_cases import assignment_cases, block, near_misses, ordinary_texts, shape_cases

from zeroclaw_runtime.security.leaks.detector import LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets
from zeroclaw_runtime.security.leaks.stream import LONG, StreamRedactor

ISSUED = "zc-receipt-1764547200-" + "Ab1-" * 10 + "xyz"
SECRET = "correct-horse-battery-9"
DETECTOR = LeakDetector(
    KnownSecrets.of([SECRET, "s3cr3t, with spaces", "密码是一二三四五"]),
    lambda token: token == ISSUED,
)
CASES = [*shape_cases(), *assignment_cases()]
SPELLED = (
    SECRET,
    " ".join(SECRET),
    SECRET.encode().hex(),
    "s3cr3t,\nwith spaces",
    "密码是一二三四五",
    "correct-horse-battery",
)
TEXTS = (
    [case.text for case in CASES]
    + [text for _, text in near_misses()]
    + ordinary_texts()
    + [block(), block(is_cut=True), block().replace("\n", "\\n"), ISSUED, f"_{ISSUED}_", *SPELLED]
)


def streamed(text: str, cuts: Iterable[int]) -> tuple[str, list[str]]:
    redactor = StreamRedactor(DETECTOR)
    shown = []
    at = 0
    for cut in [*sorted(cuts), len(text)]:
        shown.append(redactor.feed(text[at:cut]))
        at = cut
    shown.append(redactor.finish())
    return "".join(shown), [leak.rule for leak in redactor.leaks]


def whole(text: str) -> tuple[str, list[str]]:
    redacted = DETECTOR.redact(text)
    return redacted.text, [leak.rule for leak in redacted.leaks]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_every_case_streams_as_its_whole_is_redacted(size: int) -> None:
    for text in TEXTS:
        for around in (text, f"It is {text} or not."):
            assert streamed(around, range(size, len(around), size)) == whole(around), text


def test_a_secret_cut_at_any_one_place_is_caught() -> None:
    for case in CASES:
        for cut in range(1, len(case.text), 2):
            shown, rules = streamed(case.text, [cut])
            assert case.secret not in shown
            assert rules


PIECES = st.one_of(
    st.sampled_from(TEXTS),
    # Parts of cases make secrets that are cut, begun twice, glued to others.
    st.tuples(st.sampled_from(TEXTS), st.integers(0, 80), st.integers(0, 80)).map(
        lambda drawn: drawn[0][min(drawn[1:]) : max(drawn[1:])]
    ),
    st.text(alphabet=" \n\t\"'\\=:/-_.,;(`*aKs1@?密\u200bİ\u212aΣ", max_size=12),
    st.sampled_from(
        [
            "password",
            "token",
            "secret ",
            "-----BEGIN ",
            "PRIVATE KEY-----",
            "-----END ",
            "://",
            "\\n",
        ]
    ),
)


@given(st.lists(PIECES, max_size=6), st.data())
@settings(max_examples=200, deadline=None)
def test_any_text_in_any_pieces_streams_as_its_whole_is_redacted(
    pieces: list[str], data: st.DataObject
) -> None:
    text = "".join(pieces)
    cuts = data.draw(st.sets(st.integers(0, len(text)), max_size=30))
    assert streamed(text, cuts) == whole(text)
    assert streamed(text, range(1, len(text))) == whole(text)


NAMES = re.compile(r"pass|pwd|secret|token|key|bearer|authorization", re.IGNORECASE)


@pytest.mark.parametrize("text", ordinary_texts()[:12])
def test_no_more_than_the_last_word_is_held_back(text: str) -> None:
    redactor = StreamRedactor(LeakDetector(KnownSecrets.of([]), lambda _: False))
    shown = ""
    for at, character in enumerate(text):
        shown += redactor.feed(character)
        # A name is held until no value can follow it any more: up to the end of the next word.
        last = text[: at + 1].split(" ")[-3:]
        while len(last) > 1 and not NAMES.search(last[0]):
            del last[0]
        assert at + 1 - len(shown) <= len(" ".join(last))
    assert shown + redactor.finish() == text


def test_known_secrets_hold_back_hardly_more() -> None:
    text = " ".join(text for text in ordinary_texts()[:12])
    lags = []
    for values in ([], [f"{number:040x}" for number in range(20)]):
        redactor = StreamRedactor(LeakDetector(KnownSecrets.of(values), lambda _: False))
        shown = lag = 0
        for at, character in enumerate(text):
            shown += len(redactor.feed(character))
            lag += at + 1 - shown
        lags.append(lag / len(text))
    assert lags[1] < lags[0] + 1


def test_chinese_prose_is_shown_at_once() -> None:
    redactor = StreamRedactor(LeakDetector(KnownSecrets.of([SECRET]), lambda _: False))
    for piece in ("我已经更新", "了配置文件，", "请运行测试。"):
        assert redactor.feed(piece) == piece


def test_a_private_key_is_announced_before_it_ends() -> None:
    redactor = StreamRedactor(DETECTOR)
    first, rest = block()[:120], block()[120:]
    assert redactor.feed(f"Here: {first}") == "Here: [REDACTED_PRIVATE_KEY]"
    assert redactor.feed(rest) == ""
    assert redactor.feed("\nok ") == "\nok "


def test_control_a_filter_of_single_pieces_lets_a_cut_secret_through() -> None:
    secret = "ghp_" + "A1b2" * 9
    shown = "".join(DETECTOR.redact(piece).text for piece in (secret[:20], secret[20:]))
    assert shown == secret


@pytest.mark.parametrize(
    "piece", ["abcd", "a, b", "token=", "://", "-----BEGIN ", "corr", "s3cr3t,"]
)
def test_the_cost_of_a_stream_grows_with_its_length_alone(piece: str) -> None:
    def cost(count: int) -> float:
        best = 60.0
        for _ in range(3):
            redactor = StreamRedactor(DETECTOR)
            began = process_time()
            for _ in range(count):
                redactor.feed(piece)
            redactor.finish()
            best = min(best, process_time() - began)
        return best

    few = LONG // 2
    # Eight times as much: quadratic work would cost sixty-four times as much.
    assert cost(8 * few) < 24 * cost(few) + 0.05
