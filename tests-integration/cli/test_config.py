"""The installed command shows the configuration or changes it, nothing being lost."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Final

import click
import pytest
import trio
from at_terminal import started_at_terminal
from command_line import COMMAND, CommandLine, Finished
from homes import SECRET, configured, only_sentence, secret_of, write_config
from side_by_side import side_by_side

from zeroclaw.commands import config as commands
from zeroclaw.commands.group import group

SECONDS: Final = 120
ALL_SECONDS: Final = 240
NOWHERE: Final = "http://127.0.0.1:9/v1"
API_KEY: Final = "providers.models.custom.home.api_key"
PACKAGES: Final = Path(__file__).parents[2] / "packages"

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None, reason="bwrap is not installed"
)


def text_of(line: CommandLine) -> str:
    return (line.home / "config.toml").read_text()


def texts_of(home: Path) -> dict[str, str]:
    """What each file of a home holds, by its name."""
    return {file.name: file.read_text(errors="replace") for file in home.iterdir()}


async def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    done: list[Finished] = []

    async def write(number: int) -> None:
        done.append(await line.run("config", "set", f"memory.n{number}={number}"))

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            for number in range(4):
                nursery.start_soon(write, number)
        shown = await line.run("config", "list", "memory", "--json")
    assert [each.code for each in done] == [0] * 4, done
    values = {value["key"]: value["value"] for value in json.loads(shown.out)["values"]}
    assert values == {f"memory.n{number}": number for number in range(4)}


BROKEN: Final[dict[str, tuple[bytes, str]]] = {
    "no TOML": (b"schema_version = 3\n[agents\n", "is not TOML at line 2"),
    "no text": (b"schema_version = 3\n# caf\xe9\n", "is not UTF-8 text: line 2"),
    "an older form": (b"schema_version = 2\n", "Run `zeroclaw config migrate`"),
    "a newer form": (b"schema_version = 9\n", "Upgrade ZeroClaw"),
}
WRITES: Final = (
    ("set", "memory.a=1"),
    ("unset", "schema_version"),
    ("patch", "-"),
    ("alias", "add", "risk_profiles", "b"),
    ("alias", "rename", "agents", "a", "b"),
    ("alias", "remove", "agents", "a", "--yes"),
)


@pytest.mark.parametrize("name", BROKEN)
async def test_file_that_cannot_be_read_is_never_written(name: str, tmp_path: Path) -> None:
    data, words = BROKEN[name]
    file = tmp_path / "config.toml"
    file.write_bytes(data)
    patch = b'[{"op": "add", "path": "/memory/a", "value": 1}]'
    with trio.fail_after(SECONDS):
        for arguments in WRITES:
            done = await CommandLine(tmp_path).run("config", *arguments, stdin=patch)
            assert words in only_sentence(done)
            assert file.read_bytes() == data
    assert not [name for name in texts_of(tmp_path) if ".bak" in name]


@pytest.mark.bubblewrap
@needs_bubblewrap
async def test_read_only_folder_is_told_in_one_sentence(tmp_path: Path) -> None:
    text = write_config(tmp_path, NOWHERE)
    through = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path))
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET}, through)
    with trio.fail_after(SECONDS):
        done = await line.run("config", "set", "memory.a=1")
        shown = await line.run("config", "get", "agents.main.model_provider")
    sentence = only_sentence(done)
    assert "config.toml was not written and is as it was" in sentence
    assert "read-only" in sentence
    assert (shown.code, shown.answer, text_of(line)) == (0, "custom.home\n", text)


async def test_what_the_environment_says_reaches_no_file(tmp_path: Path) -> None:
    text = write_config(tmp_path, NOWHERE)
    variables = {
        "SOME_KEY": SECRET,
        "ZEROCLAW_providers__models__custom__home__api_key": SECRET,
        "ZEROCLAW_agents__main__risk_profile": "no_such_profile",
    }
    line = CommandLine(tmp_path, variables)
    with trio.fail_after(SECONDS):
        done = [
            await line.run("config", "set", "risk_profiles.default.high_risk=ask"),
            await line.run("config", "set", "agents.main.risk_profile=default"),
            await line.run("config", "alias", "rename", "agents", "main", "other"),
            await line.run("config", "list"),
            await line.run("config", "validate"),
        ]
    assert [each.code for each in done] == [0, 0, 0, 0, 1]
    assert "ZEROCLAW_agents__main__risk_profile is set" in done[1].told
    assert not any(map(secret_of, done))
    for text_there in texts_of(tmp_path).values():
        assert SECRET not in text_there
        assert "no_such_profile" not in text_there
    assert text_of(line).replace('high_risk = "ask"\n', "") == text.replace(
        "[agents.main]", "[agents.other]"
    )


async def test_secret_given_openly_shows_nowhere(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    changes = json.dumps(
        [{"op": "replace", "path": "/" + API_KEY.replace(".", "/"), "value": SECRET}]
    )
    with trio.fail_after(SECONDS):
        done = [
            await line.run("config", "set", API_KEY, SECRET),
            await line.run("config", "set", f"{API_KEY}={SECRET}", "--debug"),
            await line.run("config", "patch", "-", stdin=changes.encode()),
            await line.run(
                "config", "alias", "add", "providers.models.custom", "b", f"api_key={SECRET}"
            ),
        ]
    for each in done:
        assert each.code == 2
        assert not secret_of(each)
        assert "zeroclaw secrets set providers.models.custom." in each.told
    assert not any(SECRET in text for text in texts_of(tmp_path).values())


async def test_question_at_a_terminal_decides(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    text = text_of(line)
    remove = ("config", "alias", "remove", "agents", "main")
    with trio.fail_after(SECONDS):
        async with started_at_terminal(line, *remove) as person:
            await person.wait_for(b"[y/N]: ")
            await person.type(b"n\n")
            assert await person.finish() == 130
        assert text_of(line) == text
        async with started_at_terminal(line, *remove) as person:
            await person.wait_for(b"[y/N]: ")
            await person.type(b"y\n")
            assert await person.finish() == 0
    assert "[agents.main]" not in text_of(line)


async def test_colours_are_for_terminals_alone(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        piped = await line.run("config", "list")
        async with started_at_terminal(line, "config", "list") as person:
            assert await person.finish() == 0
    assert b"\x1b" not in piped.out
    assert b"\x1b[2m# file\x1b[0m" in person.shown


async def test_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE)
    script = ("sh", "-c", '"$@" | head -c 1 >/dev/null', "sh")
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path, through=script).run("config", "docs")
    assert done.err == b""


HINTS: Final[dict[str, tuple[str, ...]]] = {
    "a secret": ("config", "set", f"{API_KEY}={SECRET}"),
    "a secret of a channel": ("config", "set", f"channels.telegram.bot.bot-token={SECRET}"),
    "a key that is not there": ("config", "get", "zzz"),
    "a key without a value": ("config", "get", "providers.models.custom.home.max_tokens"),
}


@pytest.fixture(scope="module")
def hinted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finished]]:
    async def follow(arguments: tuple[str, ...], home: Path) -> list[Finished]:
        line = configured(home, NOWHERE)
        done = await line.run(*arguments)
        hints = re.findall(r"`zeroclaw ([^`]+)`", done.told)
        assert hints, done
        return [await line.run(*hint.split(), stdin=b"the-secret\n") for hint in hints]

    return side_by_side(
        {
            name: partial(follow, arguments, tmp_path_factory.mktemp("home"))
            for name, arguments in HINTS.items()
        },
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", HINTS)
def test_hinted_command_does_what_the_hint_says(
    name: str, hinted: dict[str, list[Finished]]
) -> None:
    assert [done.code for done in hinted[name]] == [0] * len(hinted[name]), hinted[name]


async def test_hint_of_an_older_form_brings_the_current_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("schema_version = 2\n")
    line = CommandLine(tmp_path)
    with trio.fail_after(SECONDS):
        hint = only_sentence(await line.run("config", "list"))
        assert "`zeroclaw config migrate`" in hint
        assert (await line.run("config", "migrate", "--yes")).code == 0
        assert (await line.run("config", "list")).answer == "schema_version = 3  # file\n"


def command_words() -> set[tuple[str, ...]]:
    """What follows `zeroclaw` wherever a sentence of ours tells to run it."""
    found = set()
    for file in PACKAGES.glob("*/src/**/*.py"):
        for words in re.findall(r"`zeroclaw ([a-z][a-z -]*)", file.read_text()):
            found.add(tuple(words.split()))
    return found


def is_command(words: tuple[str, ...]) -> bool:
    """Whether the words begin with a whole command, or are a group."""
    command: click.Command | None = group
    context = click.Context(group)
    for word in words:
        if not isinstance(command, click.Group):
            return True
        command = command.get_command(context, word)
        if command is None:
            return False
    return True


def test_every_command_that_is_hinted_at_exists() -> None:
    found = command_words()
    assert ("config", "list") in found
    assert [words for words in found if not is_command(words)] == []


def test_control_command_that_is_not_there_is_found() -> None:
    assert not is_command(("config", "lst"))
    assert not is_command(("cofnig",))


HOME_OF_EXAMPLES: Final = """
[risk_profiles.careful]
level = "readonly"
[agents.old]
model_provider = "custom.home"
"""
EXAMPLES: Final = sorted(
    {
        line.strip()
        for name in dir(commands)
        if name.endswith("EXAMPLES")
        for line in str(getattr(commands, name)).splitlines()
        if line.startswith("  ") and ("| jq" not in line or shutil.which("jq"))
    }
)


@pytest.fixture(scope="module")
def exemplified(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finished]:
    async def run(example: str, home: Path) -> Finished:
        text = write_config(home, NOWHERE)
        if "helper --yes" in example:
            text += '[agents.helper]\nmodel_provider = "custom.home"\n'
        (home / "config.toml").write_text(text + HOME_OF_EXAMPLES)
        (home / "changes.json").write_text('[{"op": "remove", "path": "/agents/old"}]')
        here = f'PATH="{COMMAND.parent}:$PATH"; {example}'
        shell = CommandLine(home, {"SOME_KEY": SECRET}, ("sh", "-c", here))
        return await shell.run()

    return side_by_side(
        {example: partial(run, example, tmp_path_factory.mktemp("home")) for example in EXAMPLES},
        ALL_SECONDS,
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_of_the_help_works(example: str, exemplified: dict[str, Finished]) -> None:
    done = exemplified[example]
    assert done.code == 0, done
    assert not secret_of(done)
