"""A command line, an input or a config that makes no sense is told in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import trio
from attrs import frozen
from command_line import CommandLine, Finished
from homes import SECRET, configured, only_sentence, write_config
from side_by_side import side_by_side

SECONDS: Final = 60
ALL_SECONDS: Final = 240
CONFIG: Final = "config.toml"


@frozen
class Mistake:
    """A command line that makes no sense, with what the user reads."""

    arguments: tuple[str | bytes, ...]
    words: tuple[str, ...]
    stdin: bytes = b""
    code: int = 2


NOWHERE: Final = "http://127.0.0.1:9/v1"
GIVEN: Final = ("--uri", NOWHERE, "--model", "m")

MISTAKES: Final[dict[str, Mistake]] = {
    "nothing to say": Mistake((), ("Nothing to say", "give -m TEXT, or pipe text in")),
    "only blanks": Mistake(("-m", "  "), ("Nothing to say",), b" \n"),
    "an address without a model": Mistake(("-m", "x", "--uri", NOWHERE), ("--uri needs --model",)),
    "an address that is none": Mistake(
        ("-m", "x", "--uri", "nowhere", "--model", "m"), ("--uri", "http or https and a host")
    ),
    "a key without an address": Mistake(
        ("-m", "x", "--api-key-env", "SOME_KEY"), ("--api-key-env is for --uri",)
    ),
    "a key that is not there": Mistake(
        ("-m", "x", *GIVEN, "--api-key-env", "NO_KEY"), ("--api-key-env", "NO_KEY", "set it")
    ),
    "a session with a slash": Mistake(("-m", "x", "--session", "a/b"), ("'a/b'", "no slash")),
    "a session that is too long": Mistake(
        ("-m", "x", "--session", "a" * 101), ("at most 100 characters",)
    ),
    "an agent that is misspelt": Mistake(
        ("-m", "x", "-a", "mian"), ("config.toml has no agent `mian`", "did you mean `main`?")
    ),
    "an agent that is not there": Mistake(
        ("-m", "x", "-a", "zzzz"), ("config.toml has no agent `zzzz`", "it has main")
    ),
    "a message that is not UTF-8": Mistake(("-m", b"caf\xe9"), ("--message", "UTF-8")),
    "a session that is not UTF-8": Mistake(
        ("-m", "x", "--session", b"caf\xe9"), ("--session", "UTF-8")
    ),
    "a model that is not UTF-8": Mistake(("-m", "x", "--model", b"caf\xe9"), ("--model", "UTF-8")),
    "an agent that is not UTF-8": Mistake(("-m", "x", "-a", b"caf\xe9"), ("--agent", "UTF-8")),
    "standard input that is not UTF-8": Mistake(
        ("-m", "x"), ("standard input", "not UTF-8 (byte 3)"), b"caf\xe9"
    ),
    "standard input that is binary": Mistake(("-m", "x"), ("standard input", "binary"), b"a\0b"),
    "standard input that never ends": Mistake(
        ("-m", "x"), ("standard input", "longer than 1024 KiB"), b"x" * 10_000_000
    ),
}


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finished]:
    async def refused(mistake: Mistake, home: Path) -> Finished:
        line = configured(home, NOWHERE)
        return await line.run("agent", *mistake.arguments, stdin=mistake.stdin)

    return side_by_side(
        {
            name: partial(refused, mistake, tmp_path_factory.mktemp("home"))
            for name, mistake in MISTAKES.items()
        },
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_usage_is_told_in_one_sentence(name: str, refusals: dict[str, Finished]) -> None:
    mistake, done = MISTAKES[name], refusals[name]
    sentence = only_sentence(done, mistake.code)
    for words in mistake.words:
        assert words in sentence
    assert done.out == b""


async def test_agent_without_a_config_can_only_be_main(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", *GIVEN, "-a", "other", "-m", "Hi.")
    assert "no agent but main" in only_sentence(done, 2)


BAD_CONFIGS: Final[dict[str, tuple[Callable[[str], str | bytes | None], tuple[str, ...]]]] = {
    "missing": (lambda _: None, ("There is no configuration at", CONFIG, "Create it")),
    "not TOML": (lambda text: f"{text}\n[agents.two\n", ("is not TOML at line 17", "expected ']'")),
    "not text": (lambda text: text.encode() + b"# caf\xe9\n", ("line 16", "Save it as UTF-8")),
    "an unknown key": (
        lambda text: text.replace("risk_profile =", "risk_profil ="),
        (f"{CONFIG}, line 14: agents.main.risk_profil", "did you mean `risk_profile`?"),
    ),
    "a wrong type": (
        lambda text: text.replace('"full"', "3"),
        (
            f"{CONFIG}, line 8: risk_profiles.default.level must be ",
            "readonly, supervised or full, not 3",
        ),
    ),
    "a missing variable": (
        lambda text: text.replace("SOME_KEY", "NO_KEY"),
        (f"{CONFIG}, line 5: providers.models.custom.home.api_key", "`NO_KEY`", "set it"),
    ),
    "an unknown model": (
        lambda text: text.replace('"custom.home"', '"custom.hme"'),
        ("line 13", "`custom.hme`", "did you mean `custom.home`?"),
    ),
    "an unknown family": (
        lambda text: text.replace("custom", "customs"),
        ("line 2", "providers.models.customs", "did you mean `custom`?"),
    ),
    "an unknown risk profile": (
        lambda text: text.replace('risk_profile = "default"', 'risk_profile = "defalt"'),
        ("line 14", "`defalt`", "did you mean `default`?"),
    ),
    "an address without scheme": (
        lambda text: text.replace("http://", ""),
        ("line 3: providers.models.custom.home.uri", "http or https"),
    ),
    "an older form": (
        lambda text: text.replace("schema_version = 3", "schema_version = 2"),
        ("schema_version is 2", "then set schema_version = 3"),
    ),
    "a newer form": (
        lambda text: text.replace("schema_version = 3", "schema_version = 4"),
        ("needs a newer version of ZeroClaw", "Upgrade"),
    ),
    "no agent": (lambda text: text.partition("[agents")[0], ("has no agent", "[agents.main]")),
}


@pytest.fixture(scope="module")
def misconfigured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finished]:
    async def run(spoil: Callable[[str], str | bytes | None], home: Path) -> Finished:
        spoilt = spoil(write_config(home, NOWHERE))
        file = home / CONFIG
        match spoilt:
            case None:
                file.unlink()
            case bytes():
                file.write_bytes(spoilt)
            case str():
                file.write_text(spoilt)
        return await CommandLine(home, {"SOME_KEY": SECRET}).run("agent", "-m", "Hi.")

    return side_by_side(
        {
            name: partial(run, spoil, tmp_path_factory.mktemp("home"))
            for name, (spoil, _) in BAD_CONFIGS.items()
        },
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", BAD_CONFIGS)
def test_bad_config_is_told_with_its_place(name: str, misconfigured: dict[str, Finished]) -> None:
    sentence = only_sentence(misconfigured[name])
    for words in BAD_CONFIGS[name][1]:
        assert words in sentence


async def test_home_whose_name_is_not_text_is_told(tmp_path: Path) -> None:
    home = {"ZEROCLAW_HOME": f"{tmp_path}/caf\udce9"}
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path, home).run("agent", *GIVEN, "-m", "Hi.")
    assert "its name is not UTF-8" in only_sentence(done)
