"""What users reported of another program's config, command line or install never happens here.

Each test names the report, then the kind of mistake that it stands for. The reports are those of
the original's issue tracker.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import click
import pytest
import trio
from attrs import evolve, frozen
from command_line import CommandLine, Finished
from homes import SECRET, only_sentence, secret_of
from side_by_side import side_by_side

from zeroclaw.commands.group import group
from zeroclaw.quickstart.offers import WELL_KNOWN
from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families
from zeroclaw_config.schema.keys import describe
from zeroclaw_testing.model_server import saying, serve_model

SECONDS: Final = 120
ALL_SECONDS: Final = 400
NOWHERE: Final = "http://127.0.0.1:9/v1"
API_KEY: Final = "providers.models.custom.home.api_key"
ROOT: Final = Path(__file__).parents[2]

Words = tuple[str, ...]

DESCRIBED: Final = describe(installed_families())


def tree_of(home: Path) -> dict[str, object]:
    return tomllib.loads((home / "config.toml").read_text())


def texts_of(home: Path) -> dict[str, bytes]:
    """What is in a home, by name; a lock file only says who wrote last."""
    return {
        str(path.relative_to(home)): path.read_bytes() if path.is_file() else b""
        for path in sorted(home.rglob("*"))
        if path.suffix != ".lock"
    }


def leaves(
    command: click.Command = group, words: Words = ()
) -> Iterator[tuple[Words, click.Command]]:
    """Every command that does something, by its words."""
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, (*words, name))


COMMANDS: Final = dict(leaves())


# Reports 10495 with 7519: what is written, what it replaces.


@frozen
class Writer:
    """How a command is made to write, with the keys that it may change."""

    arguments: Words
    changes: frozenset[str]
    stdin: bytes = b""


PATCH: Final = b'[{"op": "add", "path": "/mcp/servers/1/command", "value": "changed"}]'

WRITERS: Final[dict[Words, Writer]] = {
    ("config", "set"): Writer(("mcp.servers.1.command=changed",), frozenset({"mcp"})),
    ("config", "unset"): Writer(("agents.a7.risk_profile",), frozenset({"agents.a7"})),
    ("config", "patch"): Writer(("-",), frozenset({"mcp"}), PATCH),
    ("config", "alias", "add"): Writer(
        ("risk_profiles", "extra", "level=full"), frozenset({"risk_profiles.extra"})
    ),
    ("config", "alias", "rename"): Writer(
        ("agents", "a7", "seventh"), frozenset({"agents.a7", "agents.seventh"})
    ),
    ("config", "alias", "remove"): Writer(("agents", "a7", "--yes"), frozenset({"agents.a7"})),
    ("config", "migrate"): Writer(("--yes",), frozenset({"cron", "scheduler"})),
    ("secrets", "set"): Writer((API_KEY,), frozenset({API_KEY}), SECRET.encode()),
    ("secrets", "remove"): Writer((API_KEY, "--yes"), frozenset({API_KEY})),
    ("secrets", "rotate-key"): Writer(("--yes",), frozenset({API_KEY})),
    ("quickstart",): Writer(
        (
            *("--uri", NOWHERE, "--model", "m", "--model-provider", "new", "--agent", "new"),
            *("--no-test", "--yes"),
        ),
        frozenset({"providers.models.custom.new", "agents.new", "risk_profiles.supervised"}),
    ),
}
READERS: Final[dict[Words, Words]] = {
    ("approvals", "list"): (),
    ("audit", "export"): (),
    ("audit", "show"): (),
    ("audit", "verify"): (),
    ("auth", "list"): (),
    ("completions",): ("bash",),
    ("config", "docs"): (),
    ("config", "get"): ("agents.a7.model_provider",),
    ("config", "list"): (),
    ("config", "path"): (),
    ("config", "schema"): (),
    ("config", "validate"): (),
    ("doctor",): ("--offline",),
    ("estop", "status"): (),
    ("models", "info"): ("claude-sonnet-4-5",),
    ("models", "list"): (),
    ("otp", "status"): (),
    ("policy", "check"): ("--", "ls"),
    ("providers", "list"): (),
    ("secrets", "list"): (),
    ("status",): (),
}
NEITHER: Final = {
    ("agent",),
    ("approvals", "revoke"),
    ("auth", "login"),
    ("auth", "logout"),
    ("estop", "domains"),
    ("estop", "kill-all"),
    ("estop", "network"),
    ("estop", "resume"),
    ("estop", "tools"),
    ("models", "fetch-bundled"),
    ("models", "refresh"),
    ("otp", "disable"),
    ("otp", "enroll"),
    ("otp", "verify"),
    ("providers", "check"),
}
"""They write elsewhere than into the config; tests of their own say what."""

SCHEMA: Final = "schema_version = 3\n"


def large_config() -> str:
    """A config of 25 agents, more than 100 KB with its comments."""
    agents = "".join(
        f"\n# Why there is agent {number}: {'a long story, ' * 300}\n[agents.a{number}]\n"
        f'model_provider = "custom.home" # for {number}\nrisk_profile = "default"\n'
        for number in range(25)
    )
    return (
        f'{SCHEMA}[providers.models.custom.home]\nuri = "{NOWHERE}"\nmodel = "m"\n'
        f'api_key = "sk-plain" # to be sealed\n[risk_profiles.default]\nlevel = "readonly"\n'
        f'[cron]\ncatch_up_on_startup = true\n[[mcp.servers]]\nname = "a"\n[[mcp.servers]]\n'
        f'name = "b" # the second\ncommand = "old"\n{agents}'
    )


BROKEN: Final[dict[str, bytes | None]] = {
    "no TOML": large_config().replace("[agents.a20]", "[agents.a20").encode(),
    "no text": large_config().encode() + b"# caf\xe9\n",
    "an older form": large_config().replace(SCHEMA, "schema_version = 2\n").encode(),
    "a newer form": large_config().replace(SCHEMA, "schema_version = 9\n").encode(),
    "no form": large_config().removeprefix(SCHEMA).encode(),
    "too large": large_config().encode() + b"#" * 5_000_000,
    "a folder": None,
}
MIGRATES: Final = {"an older form", "no form"}


def spoil(home: Path, data: bytes | None) -> None:
    file = home / "config.toml"
    if data is None:
        file.mkdir()
        (file / "inside").write_text("kept")
    else:
        file.write_bytes(data)
    (home / ".secret_key").write_text("ab" * 32 + "\n")
    (home / ".secret_key").chmod(0o600)


def ran(words: Words, home: Path) -> Callable[[], Awaitable[Finished]]:
    """How to run a command in a home, as it would write there, or read."""
    writer = WRITERS.get(words)
    if writer is None:
        return partial(CommandLine(home).run, *words, *READERS[words])
    return partial(CommandLine(home).run, *words, *writer.arguments, stdin=writer.stdin)


def test_every_command_is_known_as_reader_or_writer() -> None:
    """Report 10495: a new command that writes is held to the same rules."""
    assert COMMANDS.keys() == WRITERS.keys() | READERS.keys() | NEITHER


@pytest.mark.parametrize("name", BROKEN)
def test_no_command_replaces_a_file_that_it_could_not_read(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Report 10495: a save replaces nothing but what was loaded from there."""
    some = WRITERS | READERS if name == "no TOML" else WRITERS
    homes = {words: tmp_path_factory.mktemp("home") for words in some}

    for home in homes.values():
        spoil(home, BROKEN[name])
    done = side_by_side(
        {" ".join(words): ran(words, home) for words, home in homes.items()}, ALL_SECONDS
    )
    fresh = tmp_path_factory.mktemp("home")
    spoil(fresh, BROKEN[name])
    for words, home in homes.items():
        if words == ("config", "migrate") and name in MIGRATES:
            continue
        if words in WRITERS:
            only_sentence(done[" ".join(words)])
        assert texts_of(home) == texts_of(fresh), (words, done[" ".join(words)])


def test_reading_command_leaves_a_home_as_it_is(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Report 10495: what only shows something writes nothing, not even a default."""
    homes = {words: tmp_path_factory.mktemp("home") for words in READERS}
    for home in homes.values():
        (home / "config.toml").write_text(large_config())
    before = {words: texts_of(home) for words, home in homes.items()}
    done = side_by_side(
        {" ".join(words): ran(words, home) for words, home in homes.items()}, ALL_SECONDS
    )
    assert [each for each in done.values() if each.err.startswith(b"zeroclaw: Internal")] == []
    assert {words: texts_of(home) for words, home in homes.items()} == before


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[Words, tuple[Path, str, Finished]]:
    """What each writer did to the large config: the home, the text before, the outcome."""
    found: dict[Words, tuple[Path, str, Finished]] = {}

    async def run(words: Words, home: Path) -> None:
        (home / "config.toml").write_text(large_config())
        if words[0] == "secrets" and words != ("secrets", "set"):
            await CommandLine(home).run("secrets", "set", API_KEY, stdin=b"something")
        before = (home / "config.toml").read_text()
        found[words] = (home, before, await ran(words, home)())

    side_by_side(
        {
            " ".join(words): partial(run, words, tmp_path_factory.mktemp("home"))
            for words in WRITERS
        },
        ALL_SECONDS,
    )
    return found


def values_in(tree: object, path: str = "") -> dict[str, object]:
    if isinstance(tree, dict):
        return {
            key: value
            for name, item in tree.items()
            for key, value in values_in(item, f"{path}.{name}".removeprefix(".")).items()
        } or {path: {}}
    return {path: tree}


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_writer_changes_only_what_it_is_told_to(
    words: Words, written: dict[Words, tuple[Path, str, Finished]]
) -> None:
    """Reports 10495, 7519: what is changed is on the disk, all else with it, the old one beside."""
    home, before, done = written[words]
    assert done.code == 0, done
    after = (home / "config.toml").read_text()
    assert after != before
    assert (home / "config.toml.bak").read_text() == before
    old, new = values_in(tomllib.loads(before)), values_in(tomllib.loads(after))
    differing = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    allowed = WRITERS[words].changes
    assert [
        key for key in differing if not any(f"{key}.".startswith(f"{a}.") for a in allowed)
    ] == []
    gone = "# Why there is agent 7:"
    kept = [row for row in before.splitlines() if row.startswith("#") and gone not in row]
    assert [row for row in kept if row not in after] == []


# Report 8718: what is written by itself can be read.


async def test_every_default_that_is_written_out_can_be_loaded(tmp_path: Path) -> None:
    """Report 8718: the defaults of every section, said in the file, are valid."""
    text = large_config() + "[runtime_profiles.default]\n[providers.models.local.tiny]\n"
    (tmp_path / "config.toml").write_text(text.replace("[cron]", "[scheduler]"))
    line = CommandLine(tmp_path)
    with trio.fail_after(SECONDS):
        shown = json.loads((await line.run("config", "list", "--json")).out)["values"]
        defaults = {each["key"]: each["value"] for each in shown if each["source"] == "default"}
        sections = {key.split(".")[0] for key in defaults}
        assert sections == {key.path.split(".")[0] for key in DESCRIBED if key.default is not None}
        said = [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in defaults.items()
        ]
        done = await line.run("config", "set", *said)
        valid = await line.run("config", "validate")
        after = json.loads((await line.run("config", "list", "--json")).out)["values"]
    assert (done.code, valid.code) == (0, 0), (done, valid)
    values = {each["key"]: (each["value"], each["source"]) for each in after}
    assert {key: values[key] for key in defaults} == {
        key: (value, "file") for key, value in defaults.items()
    }


PRESETS: Final = ("supervised", "readonly", "yolo")
PLACES: Final[dict[str, Words]] = {
    "the bundled model": ("--local",),
    "an endpoint": ("--uri", NOWHERE, "--model", "m"),
    **{
        family: ("--model-provider", family, "--model", "m")
        for family in (
            *WELL_KNOWN,
            "bedrock",
            "copilot",
            "gemini_cli",
            "moonshot",
            "ollama",
            "vllm",
        )
    },
}
KEYS: Final = {card.key_variable: SECRET for card in family_cards().values() if card.key_variable}


def test_whatever_quickstart_writes_is_valid(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Report 8718: each place of a model, each preset, leaves a config without a problem."""

    async def run(place: Words, preset: str, home: Path) -> tuple[Finished, Finished, Finished]:
        line = CommandLine(home, KEYS)
        flags = ("--preset", preset, "--no-test", "--yes")
        return (
            await line.run("quickstart", *place, *flags),
            await line.run("config", "validate"),
            await line.run("config", "migrate", "--dry-run"),
        )

    cases = [(place, PRESETS[number % len(PRESETS)]) for number, place in enumerate(PLACES)]
    done = side_by_side(
        {
            f"{place} {preset}": partial(
                run, PLACES[place], preset, tmp_path_factory.mktemp("home")
            )
            for place, preset in cases
        },
        ALL_SECONDS,
    )
    for wrote, valid, migrated in done.values():
        assert (wrote.code, valid.code, valid.err) == (0, 0, b""), (wrote, valid)
        assert "Notice" not in valid.answer
        assert "has the current form already" in migrated.answer


# Reports 4672, 5488: a family that another distribution brings.

PHRASE: Final = "providers.models.homemade.mine.phrase"
FACTORY: Final = """
from pydantic import Field, SecretStr
from zeroclaw_providers.openai_chat.factory import CustomFactory
from zeroclaw_providers import CustomSettings
import click

class Settings(CustomSettings):
    phrase: SecretStr | None = Field(default=None, description="What opens the door.")
    hints: list[SecretStr] = Field(default=[], description="What helps to open it.")

class Factory(CustomFactory):
    name = "homemade"
    def settings_model(self):
        return Settings

factory = Factory()

@click.command()
def homely():
    "Say something homely."
"""
ENTRY_POINTS: Final = """\
[zeroclaw.providers]
homemade = homemade:factory
[zeroclaw.commands]
homely = homemade:homely
"""
HOMEMADE: Final = f"""\
schema_version = 3
[providers.models.homemade.mine]
uri = "{{uri}}"
model = "m"
phrase = "{SECRET}"
hints = ["{SECRET}"]
[agents.main]
model_provider = "homemade.mine"
[transcription.groq]
api_key = "{SECRET}"
"""


def with_homemade(folder: Path, uri: str = NOWHERE) -> CommandLine:
    """The command with a further distribution, whose secret has a name that tells nothing."""
    site, home = folder / "site", folder / "home"
    (site / "homemade-1.0.dist-info").mkdir(parents=True)
    (site / "homemade.py").write_text(FACTORY)
    (site / "homemade-1.0.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS)
    (site / "homemade-1.0.dist-info" / "METADATA").write_text("Name: homemade\nVersion: 1.0\n")
    home.mkdir()
    (home / "config.toml").write_text(HOMEMADE.format(uri=uri))
    return CommandLine(home, {"PYTHONPATH": str(site)})


SHOWING: Final[tuple[Words, ...]] = (
    ("config", "list"),
    ("config", "list", "--json"),
    ("config", "get", PHRASE),
    ("config", "get", "providers.models.homemade.mine", "--json"),
    ("config", "get", "transcription"),
    ("config", "validate", "--json"),
    ("config", "set", f"{PHRASE}=x{SECRET}"),
    ("config", "set", f"{PHRASE}=x{SECRET}", "--debug"),
    ("config", "migrate", "--dry-run", "--json"),
    ("secrets", "list"),
    ("secrets", "list", "--json"),
    ("status",),
    ("status", "--json"),
    ("doctor",),
    ("doctor", "--offline", "--json"),
    ("agent", "-m", "Hi.", "--json", "--debug"),
)


def test_secret_is_masked_for_its_type_whatever_its_name(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Report 4672: no list of names says what is masked, so that a new secret is."""
    lines = {words: with_homemade(tmp_path_factory.mktemp("homemade")) for words in SHOWING}
    done = side_by_side(
        {" ".join(words): partial(line.run, *words) for words, line in lines.items()}, ALL_SECONDS
    )
    assert [words for words, each in done.items() if secret_of(each)] == []
    assert done["config get " + PHRASE].answer == "***\n"
    assert f"{PHRASE}  " in done["secrets list"].answer
    assert "`zeroclaw secrets set" in only_sentence(done[f"config set {PHRASE}=x{SECRET}"], 2)


async def test_what_is_installed_is_known_to_every_command(tmp_path: Path) -> None:
    """Report 5488: what there is comes from the installed distributions, never from a list."""
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = with_homemade(tmp_path, server.url)
            completing = evolve(
                line,
                environment={
                    **line.environment,
                    "_ZEROCLAW_COMPLETE": "bash_complete",
                    "COMP_WORDS": "zeroclaw config set providers.models.homemade.mine.p",
                    "COMP_CWORD": "3",
                },
            )
            done = {
                "phrase": await line.run("config", "docs"),
                '"phrase"': await line.run("config", "schema"),
                "homely": await line.run("--help"),
                "Say something homely": await line.run("homely", "--help"),
                f"plain,{PHRASE}": await completing.run(),
                "homemade.mine": await line.run("status"),
                f"Sealed {PHRASE}": await line.run("secrets", "set", PHRASE, stdin=b"s"),
                "Added": await line.run(
                    *("config", "alias", "add", "providers.models.homemade", "b"),
                    *(f"uri={server.url}", "model=m"),
                ),
                "can be used": await line.run("config", "validate"),
                "Hello.": await line.run("agent", "-m", "Hi."),
            }
    for words, each in done.items():
        assert (each.code, words in each.answer) == (0, True), (words, each)


# Report 7549: what one command writes, the others read.

HOMES: Final[dict[str, Callable[[Path], dict[str, str]]]] = {
    "usual": lambda folder: {"HOME": str(folder), "ZEROCLAW_HOME": ""},
    "named": lambda folder: {"ZEROCLAW_HOME": str(folder / "a home")},
    "relative": lambda _: {"ZEROCLAW_HOME": "below/there"},
    "in the user's home": lambda folder: {"HOME": str(folder), "ZEROCLAW_HOME": "~/mine"},
    "with dots": lambda folder: {"ZEROCLAW_HOME": f"{folder}/a/../b/"},
    "a link": lambda folder: {"ZEROCLAW_HOME": str(folder / "link")},
    "of the settings": lambda folder: {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "settings"),
        "ZEROCLAW_HOME": "",
    },
}


@pytest.mark.parametrize("name", HOMES)
async def test_every_command_means_the_same_home(name: str, tmp_path: Path) -> None:
    """Report 7549: one place says where things are, so that nothing is written where none looks."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "settings" / "zeroclaw").mkdir(parents=True)
    line = CommandLine(tmp_path, HOMES[name](tmp_path))
    key = "providers.models.custom.endpoint.api_key"
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            flags = ("--uri", server.url, "--model", "m", "--yes")
            wrote = await line.run("quickstart", *flags, "--json")
            path = (await line.run("config", "path")).answer.strip()
            assert (wrote.code, json.loads(wrote.answer)["config"]) == (0, path), wrote
            for words in (("secrets", "set", key), ("config", "set", "memory.a=1")):
                done = await line.run(*words, stdin=b"k")
                assert path in done.answer, done
            assert (await line.run("agent", "-m", "Hi.")).answer == "Hello.\n"
            doctor = await line.run("doctor", "--offline")
            status = await line.run("status", "--json")
    assert path in doctor.answer
    assert "ok      secrets " in doctor.answer
    assert json.loads(status.answer)["sessions"]["count"] == 1
    files = texts_of(tmp_path)
    (config,) = [name for name in files if name.endswith("config.toml")]
    assert config.replace("config.toml", "data/state.db") in files
    assert config.replace("config.toml", ".secret_key") in files
