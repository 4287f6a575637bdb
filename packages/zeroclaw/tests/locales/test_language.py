"""The language is the one that the locale of the environment asks for."""

from __future__ import annotations

import pytest
import trio

from zeroclaw.locales.language import (
    ENGLISH,
    LANGUAGES,
    current_language,
    language_of,
    speak,
    speaking,
)

CHINESE = "zh-CN"


@pytest.mark.parametrize(
    "locale",
    ["zh_CN.UTF-8", "zh_CN", "zh", "zh-CN", "zh_SG.UTF-8", "zh_Hans_CN.UTF-8@pinyin", "ZH_cn.utf8"],
)
def test_locales_of_simplified_chinese_are_answered_in_it(locale: str) -> None:
    assert language_of({"LANG": locale}) == CHINESE


@pytest.mark.parametrize("locale", ["", "C", "C.UTF-8", "POSIX", "en_US", "de_DE", "zh_TW", "zhx"])
def test_any_other_locale_is_answered_in_english(locale: str) -> None:
    assert language_of({"LANG": locale}) == ENGLISH


def test_an_environment_without_locale_is_answered_in_english() -> None:
    assert language_of({}) == ENGLISH


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "zh_CN", "LC_MESSAGES": "C", "LANG": "C"}, CHINESE),
        ({"LC_ALL": "C", "LC_MESSAGES": "zh_CN", "LANG": "zh_CN"}, ENGLISH),
        ({"LC_MESSAGES": "zh_CN", "LANG": "en_GB"}, CHINESE),
        ({"LC_MESSAGES": "en_GB", "LANG": "zh_CN"}, ENGLISH),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN"}, CHINESE),
        ({"LANGUAGE": "zh_CN", "LC_CTYPE": "zh_CN"}, ENGLISH),
    ],
)
def test_strong_variables_win_over_weak_ones(variables: dict[str, str], language: str) -> None:
    assert language_of(variables) == language


def test_what_a_block_speaks_ends_with_the_block() -> None:
    assert current_language() == ENGLISH
    with speaking(CHINESE):
        assert current_language() == CHINESE
        speak(ENGLISH)
        assert current_language() == ENGLISH
    assert current_language() == ENGLISH


def test_a_block_that_fails_leaves_the_language_as_it_was() -> None:
    with pytest.raises(OSError, match="gone"), speaking(CHINESE):
        raise OSError("gone")
    assert current_language() == ENGLISH


async def test_tasks_and_threads_speak_what_was_spoken_where_they_began() -> None:
    found: list[str] = []

    async def listen() -> None:
        found.append(await trio.to_thread.run_sync(current_language))
        speak(ENGLISH)

    with trio.fail_after(5), speaking(CHINESE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            nursery.start_soon(listen)
        assert current_language() == CHINESE
    assert found == [CHINESE, CHINESE]


def test_english_is_the_first_of_all_languages() -> None:
    assert LANGUAGES[0] == ENGLISH
    assert CHINESE in LANGUAGES
