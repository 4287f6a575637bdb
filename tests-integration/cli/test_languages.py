"""The command speaks the language of its user, while programs find what they always find."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import trio
from attrs import evolve
from command_line import CommandLine, Finished
from homes import SECRET, calls, configured, write_config
from side_by_side import side_by_side

from zeroclaw_api.json import Json
from zeroclaw_testing.model_server import saying, serve_model

SECONDS: Final = 60
ALL_SECONDS: Final = 240
CHINESE: Final = "zh-CN"
NOWHERE: Final = "http://127.0.0.1:9/v1"

CODE: Final = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\bzeroclaw( [a-z][a-z-]*)*|[~.]?/[\w./-]+")
WORDS: Final = re.compile(r"(?<![\w.-])[a-z][a-z'’-]+[;:.]? +[a-z][a-z'’-]+(?![\w(-]|\.\w)")


def english_in(text: str, *names: str) -> list[str]:
    """What two words of English or more are left in a text, besides commands, paths and names.

    Examples of a help are commands, which stand in lines that begin with four blanks.
    """
    found = []
    for line in text.splitlines():
        if re.match(r" {4}.*\bzeroclaw\b", line):
            continue
        for name in names:
            line = line.replace(name, "")
        found += WORDS.findall(CODE.sub("", line))
    return found


def test_control_english_that_is_left_is_found() -> None:
    assert english_in("无法读取：it is a folder。") == ["it is"]
    assert english_in("运行 `zeroclaw config set a b`，或 zeroclaw status。") == []
    assert english_in("main · custom.home · some-model · supervised") == []
    assert english_in("Nothing was written.") == ["was written"]


def in_chinese(line: CommandLine) -> CommandLine:
    return evolve(line, environment={**line.environment, "LC_ALL": "zh_CN.UTF-8"})


async def shown(line: CommandLine, *arguments: str) -> Finished:
    with trio.fail_after(SECONDS):
        return await in_chinese(line).run(*arguments)


def is_chinese(text: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", text) is not None


@pytest.mark.parametrize(
    ("variables", "options", "is_spoken"),
    [
        ({}, (), False),
        ({}, ("--lang", CHINESE), True),
        ({"LANG": "zh_CN.UTF-8"}, (), True),
        ({"LANG": "zh_CN.UTF-8"}, ("--lang", "en"), False),
        ({"LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, (), True),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"}, (), False),
        ({"LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "C", "LANG": "C"}, (), True),
        ({"LC_ALL": "C", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"}, (), False),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"}, (), True),
        ({"LANG": "zh_TW.UTF-8"}, (), False),
        ({"LANG": "de_DE.UTF-8"}, (), False),
    ],
)
async def test_option_then_locale_decide_on_the_language(
    tmp_path: Path, variables: dict[str, str], options: tuple[str, ...], is_spoken: bool
) -> None:
    # UTF-8 whatever the locale: what is asked here is the language.
    line = CommandLine(tmp_path, {"LANG": "C", "PYTHONUTF8": "1", **variables})
    with trio.fail_after(SECONDS):
        done = await line.run(*options, "config", "get", "nothing")
    assert done.code == 1
    assert is_chinese(done.told) is is_spoken
    assert ("There is no configuration" in done.told) is not is_spoken


async def test_a_language_that_nobody_speaks_is_wrong_usage(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("--lang", "tlh", "status")
    assert done.code == 2
    assert "zh-CN" in done.told


HELPS: Final = (
    (),
    ("agent",),
    ("completions",),
    ("config",),
    ("config", "set"),
    ("config", "alias", "rename"),
    ("doctor",),
    ("models", "fetch-bundled"),
    ("quickstart",),
    ("secrets", "rotate-key"),
    ("status",),
)


def test_help_is_whole_in_the_language_on_every_level(tmp_path: Path) -> None:
    line = in_chinese(CommandLine(tmp_path))
    jobs = {" ".join(words): partial(line.run, *words, "--help") for words in HELPS}
    for words, done in side_by_side(jobs, ALL_SECONDS).items():
        assert done.code == 0
        assert is_chinese(done.answer), words
        assert english_in(done.answer) == [], (words, done.answer)


MISTAKES: Final = (
    (("agnet",), "agnet"),
    (("config",), "config"),
    (("config", "get"), "KEY"),
    (("config", "--zzz"), "--zzz"),
    (("quickstart", "--preset", "mad"), "mad"),
    (("status", "more"), "more"),
    (("agent", "-m"), "-m"),
    (("agent",), "-m TEXT"),
    (("agent", "-m", "x", "--continue", "--session", "y"), "--session"),
    (("agent", "-m", "x", "--uri", NOWHERE), "--uri"),
    (("agent", "-m", "x", "-a", "nobody"), "nobody"),
    (("quickstart",), "--model-provider"),
    (("quickstart", "--yes", "--agent", "b", "--model-provider", "zzz"), "zzz"),
    (("config", "set", "schema_version", "4"), "schema_version"),
    (("config", "set", "agents.main.model_provider"), "KEY=VALUE"),
    (("config", "set", "providers.models.custom.home.api_key", "x"), "api_key"),
    (("config", "set", "agents.main.risk_profile", "nobody"), "nobody"),
    (("config", "get", "agents.main.model_provder"), "agents.main.model_provider"),
    (("config", "patch", "nothing.json"), "nothing.json"),
    (("config", "unset", "agents.main"), "--yes"),
    (("secrets", "set", "agents.main.model_provider"), "agents.main.model_provider"),
)


def test_what_is_refused_is_told_in_the_language(tmp_path: Path) -> None:
    line = in_chinese(configured(tmp_path, NOWHERE))
    jobs = {" ".join(words): partial(line.run, *words) for words, _ in MISTAKES}
    found = side_by_side(jobs, ALL_SECONDS)
    for words, quoted in MISTAKES:
        done = found[" ".join(words)]
        assert done.code in (1, 2), (words, done)
        assert is_chinese(done.told), (words, done)
        assert quoted in done.told, (words, done)
        assert english_in(done.told, "no such file or directory") == [], (words, done.told)


async def test_a_config_that_is_wrong_is_told_in_the_language(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE, risk="auto_aprove = 3", runtime="max_iterations = -1")
    line = CommandLine(tmp_path)
    for words in (("config", "validate"), ("agent", "-m", "Hi."), ("status",), ("doctor",)):
        done = await shown(line, *words)
        assert done.code == 1, done
        both = done.told + done.answer
        assert is_chinese(both)
        assert english_in(both) == [], (words, both)


async def test_status_and_doctor_are_whole_in_the_language(tmp_path: Path) -> None:
    async with serve_model(lambda _: saying("好。")) as server:
        write_config(tmp_path, server.url, level="full", runtime="budget = { day = 1.5 }")
        line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
        status = await shown(line, "status")
        doctor = await shown(line, "doctor")
    for done in (status, doctor):
        assert is_chinese(done.answer)
        assert english_in(done.answer + done.told) == [], done


async def test_a_turn_shows_nothing_of_ours_in_english(tmp_path: Path) -> None:
    answers = iter([calls("file_write", {"path": "a", "content": "b"}), saying("完成。")])
    async with serve_model(lambda _: next(answers)) as server:
        write_config(tmp_path, server.url, level="full")
        line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
        done = await shown(line, "agent", "-m", "写一个文件。")
    assert (done.code, done.answer) == (0, "完成。\n")
    assert "✓ file_write" in done.told
    assert english_in(done.told) == [], done.told


def keys_of(value: Json) -> Json:
    """The same with a type for each value: its shape."""
    if isinstance(value, dict):
        return {key: keys_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [keys_of(item) for item in value]
    return type(value).__name__


async def test_programs_find_the_same_keys_in_every_language(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE, risk="auto_aprove = []")
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    for words in (
        ("config", "validate", "--json"),
        ("config", "list", "--json"),
        ("config", "path", "--json"),
        ("secrets", "list", "--json"),
        ("status", "--json"),
        ("doctor", "--offline", "--json"),
    ):
        with trio.fail_after(SECONDS):
            english = await line.run(*words)
        chinese = await shown(line, *words)
        assert english.code == chinese.code
        shapes = [keys_of(json.loads(done.answer)) for done in (english, chinese)]
        assert shapes[0] == shapes[1], words


async def test_enum_values_of_findings_stay_as_programs_know_them(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    done = await shown(line, "doctor", "--offline", "--json")
    findings = json.loads(done.answer)["findings"]
    assert {finding["severity"] for finding in findings} <= {"ok", "warning", "error"}
    assert {"platform", "config", "secrets"} <= {finding["subject"] for finding in findings}
    assert [each["text"] for each in findings if english_in(each["text"])] == []


async def test_what_quickstart_writes_is_commented_in_the_language(tmp_path: Path) -> None:
    async with serve_model(lambda _: saying("OK")) as server:
        line = CommandLine(tmp_path)
        done = await shown(
            line, "quickstart", "--yes", "--uri", server.url, "--model", "some-model"
        )
    assert done.code == 0, done
    assert english_in(done.answer + done.told) == [], done
    comments = [
        line for line in (tmp_path / "config.toml").read_text("utf-8").splitlines() if "#" in line
    ]
    assert len(comments) == 4
    assert all(map(is_chinese, comments))
