"""What users reported of another program's config, command line or install never happens here.

Each test names the report, then the kind of mistake that it stands for. The reports are those of
the original's issue tracker.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import click
import pytest
from attrs import evolve, field, frozen
from command_line import COMMAND, CommandLine, Finished
from homes import SECRET, only_sentence, secret_of, write_config
from side_by_side import side_by_side

from zeroclaw.commands.group import group
from zeroclaw.configuring.keys import known_keys
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import ConfigError, check_config
from zeroclaw_config.editing.config_file import ConfigFile
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import parse_key_path
from zeroclaw_config.editing.patch import apply_patch, parse_patch

SECONDS: Final = 120
ALL_SECONDS: Final = 400
NOWHERE: Final = "http://127.0.0.1:9/v1"
API_KEY: Final = "providers.models.custom.home.api_key"
ROOT: Final = Path(__file__).parents[2]

Words = tuple[str, ...]


def tree_of(home: Path) -> dict[str, object]:
    return tomllib.loads((home / "config.toml").read_text())


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


def values_in(tree: object, path: str = "") -> dict[str, object]:
    if isinstance(tree, dict):
        return {
            key: value
            for name, item in tree.items()
            for key, value in values_in(item, f"{path}.{name}".removeprefix(".")).items()
        } or {path: {}}
    return {path: tree}


# Report 8797: what a message, a help text or a page tells to run.

FILLED: Final = {"SHELL": "bash", "{command}": "agent", "{setting}": "risk_profiles.default.level"}
"""What stands for a part of a hint; another one in braces stands for a key."""
SENTENCES: Final = ("zeroclaw", "zeroclaw-config", "zeroclaw-providers", "zeroclaw-memory")
NOT_OURS: Final = {"--hash", "--no-deps"}
"""Flags of other programs that our sentences name."""


def texts_in(file: Path) -> Iterator[str]:
    """The texts of a module, as a catalogue of sentences or a page is one."""
    source = file.read_text()
    if file.suffix != ".py":
        yield source
        return
    nodes = [*ast.walk(ast.parse(source))]
    parts = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{x}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            yield node.value


def told_texts() -> list[str]:
    """All texts that somebody may read."""
    files = [
        file
        for name in SENTENCES
        for kind in ("*.py", "*.ftl")
        for file in (ROOT / "packages" / name / "src").rglob(kind)
    ]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *ROOT.glob("packages/*/README.md")]
    return [text for file in (*files, *pages) for text in texts_in(file)]


def hints_in(text: str) -> Iterator[str]:
    """The command lines of ours in a text: those in backticks, those that have a line of their own.

    In a catalogue an empty text stands in braces, as `{""}`, and what is filled in as `{ $key }`.
    """
    text = re.sub(r"\{ ?\$(\w+)[^{}]*\}", r"{\1}", text)
    yield from re.findall(r"(?<!`)`(zeroclaw [a-z-][^`\n]*)`(?!`)", text)
    for line in re.findall(
        r"^(?: {2}|Next: )?((?:[a-z0-9 \"'/.$-]*\| )?zeroclaw [a-z].*)$", text, re.MULTILINE
    ):
        is_usage = "[OPTIONS]" in line or line.endswith("ARGS]...")
        if not is_usage and (not line.endswith((".", ":", "…", "`")) or '"' in line):
            yield line


def command_of(hint: str) -> list[str]:
    """The words that follow `zeroclaw`, with something in place of what is only named."""
    for part, filling in FILLED.items():
        hint = hint.replace(part, filling)
    hint = re.sub(r"\{\w*\}", API_KEY, hint).replace("…", "")
    lexer = shlex.shlex(hint.partition("zeroclaw ")[2], posix=True, punctuation_chars="|<>;&")
    lexer.whitespace_split = True
    words: list[str] = []
    for word in lexer:
        if set(word) <= set("|<>;&"):
            break
        words.append(word)
    return words


def refusal_of(words: list[str]) -> str | None:
    """Why the command line would be wrong usage; None when it is not."""
    command: click.Command = group
    place = click.Context(group, info_name="zeroclaw")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        below = command.get_command(place, words[0])
        if below is None:
            return f"there is no {words[0]}"
        command, words = below, words[1:]
    if isinstance(command, click.Group):
        # A group alone shows what it can do.
        return None if set(words) <= {"--help", "-h", "--version"} else f"{words} of a group"
    if not words and any(isinstance(each, click.Argument) for each in command.params):
        # It is only named.
        return None
    try:
        command.make_context("zeroclaw", list(words), parent=place)
    except click.exceptions.Exit:
        return None
    except click.UsageError as error:
        return error.format_message()
    takes_key = any(each.name == "key" for each in command.params if words)
    if takes_key or command is COMMANDS[("config", "set")]:
        return unknown_key(words[0].partition("=")[0])
    return None


def unknown_key(key: str) -> str | None:
    """What is wrong with a key that is written out; `KEY` stands for any."""
    try:
        path = parse_key_path(key.replace("-", "_"))
    except ConfigError as error:
        return str(error)
    if key == "KEY" or known_keys(installed_families()).knows(path):
        return None
    return f"{key} is not known"


def test_everything_that_is_told_to_run_can_be_run() -> None:
    """Report 8797: each command in a message, a help text, a page is one, with keys that exist."""
    hints = {hint for text in told_texts() for hint in hints_in(text)}
    assert len(hints) > 50
    refused = {hint: refusal_of(command_of(hint)) for hint in hints}
    assert {hint: why for hint, why in refused.items() if why is not None} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Run `zeroclaw config st agents.main.risk_profile=a`.",
        "Run `zeroclaw config set agents.main.risk_profil a`.",
        "Run `zeroclaw config set channels.telegram.<alias>.bot-token=<token>`.",
        "Run `zeroclaw agent --mesage x`.",
        "  echo x | zeroclaw config patch",
        "Run `zeroclaw models fetch`.",
        "hint = Run `zeroclaw secrets set { $key } more { $key } --all`.",
    ],
)
def test_control_a_hint_that_cannot_be_run_is_found(text: str) -> None:
    """Report 8797: the check above finds the hint of the report, too."""
    (hint,) = hints_in(text)
    assert hint.endswith("patch") or refusal_of(command_of(hint)) is not None


def test_every_flag_that_a_sentence_names_is_one() -> None:
    """Report 8797: a flag that is named in a sentence is one of some command."""
    flags = {
        name
        for command in (group, *COMMANDS.values())
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help", "--version"}
    named = {
        flag
        for name in SENTENCES[:1]
        for kind in ("*.py", "*.ftl")
        for file in (ROOT / "packages" / name / "src").rglob(kind)
        for text in texts_in(file)
        if " " in text.strip()
        for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)
    }
    assert len(named) > 10
    assert named - flags == NOT_OURS & named


SITUATIONS: Final[dict[str, tuple[Callable[[str], str], Words]]] = {
    "a secret on the command line": (str, ("config", "set", f"{API_KEY}=x")),
    "a secret of a name with a space": (
        lambda text: f'{text}[channels.telegram."my bot"]\nenabled = true\n',
        ("config", "set", 'channels.telegram."my bot".bot-token=x'),
    ),
    "a secret of a name with signs": (
        lambda text: f'{text}[channels.telegram."it\'s $HOME"]\nenabled = true\n',
        ("config", "set", 'channels.telegram."it\'s $HOME".bot_token=x'),
    ),
    "an open setting as a secret": (str, ("secrets", "set", "agents.main.risk_profile")),
    "a plain secret": (
        lambda text: text.replace("${SOME_KEY}", "sk-plain"),
        ("secrets", "list"),
    ),
    "a plain secret of a name with a space": (
        lambda text: f'{text}[channels.telegram."my bot"]\nbot_token = "plain"\n',
        ("secrets", "list"),
    ),
    "no such key": (str, ("config", "get", "agents.main.zzz")),
    "an agent that may do all": (str, ("doctor", "--offline")),
    "an older form": (
        lambda text: text.replace("schema_version = 3", "schema_version = 2"),
        ("config", "list"),
    ),
    "leftovers of an older template": (
        lambda text: text.replace(
            "[providers.models", '[providers]\nfallback = "x"\n[providers.models', 1
        ),
        ("config", "validate"),
    ),
    "a removed secret that is none": (str, ("secrets", "remove", "agents.main.risk_profile")),
}
VALUES: Final = {"agents.main.risk_profile": "default"}
"""What to give to a hint that leaves the value to its reader."""


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Finished]]:
    """What came of each command that a situation told to run, pasted into a shell as it is."""

    async def follow(change: Callable[[str], str], words: Words, home: Path) -> dict[str, Finished]:
        (home / "config.toml").write_text(change(write_config(home, NOWHERE)))
        line = CommandLine(home, {"SOME_KEY": SECRET})
        done = await line.run(*words)
        found: dict[str, Finished] = {}
        for hint in re.findall(r"`(zeroclaw [^`]*)`", done.answer + done.told):
            key = hint.rpartition(" ")[2]
            whole = f"{hint} {VALUES[key]}" if "config set" in hint and key in VALUES else hint
            if hint.endswith(("unset agents.main.risk_profile", "migrate")):
                whole += " --yes"
            script = f'PATH="{COMMAND.parent}:$PATH"; {whole}'
            found[hint] = await evolve(line, through=("sh", "-c", script)).run(stdin=b"a-secret\n")
        return found

    return side_by_side(
        {
            name: partial(follow, *situation, tmp_path_factory.mktemp("home"))
            for name, situation in SITUATIONS.items()
        },
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", SITUATIONS)
def test_hint_does_its_work_when_it_is_pasted_into_a_shell(
    name: str, followed: dict[str, dict[str, Finished]]
) -> None:
    """Report 8797: what is told to run runs as it is told, whatever the key is called."""
    assert followed[name]
    assert {hint: done for hint, done in followed[name].items() if done.code != 0} == {}


# Report 25 (`--to -1001234567890`, `--to --thread t`): values that look like flags.

NUMBERS: Final = ("-1001234567890", "-100:42", "-0.5", "-1")
CHAT: Final = "channels.telegram.bot.chat"


@pytest.mark.parametrize("value", NUMBERS)
def test_value_that_begins_with_a_dash_is_a_value(
    value: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Report 25: a negative number, such as a group's id, is no flag, however it is given."""
    forms: dict[str, Words] = {
        "two words": (CHAT, value),
        "one word": (f"{CHAT}={value}",),
        "after the end of the flags": ("--string", "--", CHAT, value),
        "before a flag": (CHAT, value, "--debug"),
    }
    homes = {name: tmp_path_factory.mktemp("home") for name in forms}
    done = side_by_side(
        {
            name: partial(CommandLine(homes[name]).run, "config", "set", *words)
            for name, words in forms.items()
        },
        ALL_SECONDS,
    )
    refused = {name: each for name, each in done.items() if each.code != 0}
    assert refused == {}
    for name, home in homes.items():
        there = values_in(tree_of(home))[CHAT]
        assert str(there) == value, name
        assert isinstance(there, str) is (name.startswith("after") or ":" in value), name


def swallowing() -> Iterator[tuple[Words, str, str]]:
    """Each option that takes a value, with each flag of the same command."""
    for words, command in COMMANDS.items():
        options = [each for each in command.params if isinstance(each, click.Option)]
        for option in options:
            for flag in options:
                if not option.is_flag and not option.count and flag is not option:
                    yield words, option.opts[-1], flag.opts[-1]


SWALLOWING: Final = tuple(swallowing())


def test_option_without_its_value_takes_no_flag_for_it() -> None:
    """Report 25: an option that lacks its value is told, rather than losing the next flag."""
    assert len(SWALLOWING) > 50
    refused = {each: refusal_of([*each[0], *each[1:]]) or "" for each in SWALLOWING}
    assert [each for each, why in refused.items() if each[1] not in why] == []


def test_value_that_is_spelled_as_a_flag_can_still_be_given() -> None:
    """Report 25: what an equals sign joins is a value, whatever it looks like."""
    assert refusal_of(["agent", "--message=--json"]) is None
    assert refusal_of(["agent", "--message", "-5 degrees"]) is None


# Report 8841: the operations of the program, of `config set`, of `config patch`.


@frozen
class Operation:
    """One change by key, as the library, the words of a shell, or a JSON Patch express it.

    `value` is what a shell's word spells; None takes the key away.
    """

    key: str
    value: object = None
    works: bool = field(default=True, kw_only=True)

    @property
    def words(self) -> Words:
        """What follows `zeroclaw config`."""
        if self.value is None:
            return ("unset", self.key, "--yes")
        text = self.value if isinstance(self.value, str) else json.dumps(self.value)
        return ("set", f"{self.key}={text}")

    @property
    def as_patch(self) -> bytes:
        """The same as a patch."""
        parts = [str(part) for part in parse_key_path(self.key)]
        pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in parts)
        name = "remove" if self.value is None else "add"
        if parts[-1].isdigit() and self.value is not None:
            name = "replace"
        more = {} if self.value is None else {"value": self.value}
        return json.dumps([{"op": name, "path": pointer, **more}]).encode()


OPERATIONS: Final = {
    "what was reported": Operation("channels.telegram.newbot.enabled", value=True),
    "a list of tables": Operation("mcp.servers.1.command", "changed"),
    "a new key in a list of tables": Operation("mcp.servers[0].command", "new"),
    "a key with dashes": Operation("risk_profiles.default.high-risk", "ask"),
    "a new profile": Operation("risk_profiles.careful.level", "readonly"),
    "a list": Operation("risk_profiles.default.auto_approve", ["a", "b"]),
    "an element of a list": Operation("memory.list.1", "x"),
    "a quoted name": Operation('memory."a.b".c', 5),
    "a name with a slash": Operation('memory."a/b~c"', "x"),
    "a number": Operation("runtime_profiles.default.max_iterations", 7),
    "a negative number": Operation("memory.chat", -1001234567890),
    "a key that goes": Operation("agents.main.risk_profile"),
    "a table that goes": Operation("mcp"),
    "an unknown key": Operation("agents.main.zzz", "x", works=False),
    "an unknown section": Operation("zzz.a", "x", works=False),
    "a wrong type": Operation("runtime_profiles.default.max_iterations", "many", works=False),
    "too much": Operation("runtime_profiles.default.max_iterations", 1001, works=False),
    "an alias that is none": Operation("risk_profiles.New.level", "full", works=False),
    "a reference to nothing": Operation("agents.main.risk_profile", "nowhere", works=False),
    "a key that is needed": Operation("agents.main.model_provider", works=False),
    "a table that is needed": Operation("risk_profiles.default", works=False),
    "a key that is not there": Operation("agents.main.runtime_profile", works=False),
    "beyond a list": Operation("mcp.servers.7.command", "x", works=False),
    "a value in place of a table": Operation("agents.main", "x", works=False),
    "below a value": Operation("agents.main.risk_profile.x", "x", works=False),
}
BASE: Final = f"""\
schema_version = 3
[providers.models.custom.home]
uri = "{NOWHERE}"
model = "m"
[memory]
list = ["a", "b"]
[[mcp.servers]]
name = "a" # the first
[[mcp.servers]]
command = "old"
[risk_profiles.default]
level = "full"
[runtime_profiles.default]
[agents.main] # mine
model_provider = "custom.home"
risk_profile = "default"
"""


def by_library(home: Path, change: Callable[[EditedDocument], EditedDocument]) -> bool:
    """Do it as an embedding does; whether it was done."""
    families = installed_families()
    try:
        with ConfigFile.open(home / "config.toml") as file:
            after = change(file.document)
            check_config(after.tree, "config.toml", {}, families)
            file.save(after, lambda _text: None)
    except ConfigError:
        return False
    return True


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Mapping[str, Finished]]:
    """What came of each operation through the commands; the homes are in `through`."""

    async def run(operation: Operation, home: Path) -> dict[str, Finished]:
        done = {}
        for way in ("set", "patch"):
            (home / way).mkdir()
            (home / way / "config.toml").write_text(BASE)
            line = CommandLine(home / way)
            words = operation.words if way == "set" else ("patch", "-")
            stdin = operation.as_patch if way == "patch" else b""
            done[way] = await line.run("config", *words, stdin=stdin)
            (home / f"{way}.toml").write_text((home / way / "config.toml").read_text())
            done[f"{way}.toml"] = Finished(0, (home / f"{way}.toml").read_bytes(), b"")
        return done

    return side_by_side(
        {
            name: partial(run, operation, tmp_path_factory.mktemp("home"))
            for name, operation in OPERATIONS.items()
        },
        ALL_SECONDS,
    )


def reason(done: Finished, way: str) -> str:
    """The sentence of a refusal, without where it happened."""
    return only_sentence(done).replace(f"/{way}/", "/").removeprefix("Operation 1 of the patch: ")


@pytest.mark.parametrize("name", OPERATIONS)
def test_same_operation_has_the_same_outcome_everywhere(
    name: str, operated: dict[str, Mapping[str, Finished]], tmp_path: Path
) -> None:
    """Report 8841: one table of operations for the library, `config set`, `config patch`."""
    operation, done = OPERATIONS[name], operated[name]
    keys = known_keys(installed_families())

    def edit(document: EditedDocument) -> EditedDocument:
        path = document.located(parse_key_path(operation.key), keys.knows)
        return (
            document.unset(path) if operation.value is None else document.set(path, operation.value)
        )

    def apply(document: EditedDocument) -> EditedDocument:
        return apply_patch(document, parse_patch(operation.as_patch.decode()), keys.knows)

    texts = {done["set.toml"].answer, done["patch.toml"].answer}
    for change in (edit, apply):
        (tmp_path / "config.toml").write_text(BASE)
        assert by_library(tmp_path, change) is operation.works
        texts.add((tmp_path / "config.toml").read_text())
    assert len(texts) == 1
    assert (texts == {BASE}) is not operation.works
    if operation.works:
        assert (done["set"].code, done["patch"].code) == (0, 0), done
    else:
        assert reason(done["set"], "set") == reason(done["patch"], "patch")


# Report 6205: the key of what is sealed is lost.


def in_its_place(file: Path, put: Callable[[Path], object]) -> None:
    """Put something else where a file was."""
    file.unlink()
    put(file)


LOST: Final[dict[str, Callable[[Path], object]]] = {
    "missing": Path.unlink,
    "empty": lambda file: file.write_bytes(b""),
    "another one": lambda file: file.write_text("ab" * 32 + "\n"),
    "cut off": lambda file: file.write_text("ab" * 20),
    "binary": lambda file: file.write_bytes(bytes(range(200, 248))),
    "a folder": lambda file: in_its_place(file, Path.mkdir),
    "a link to nothing": lambda file: in_its_place(file, lambda it: it.symlink_to("nothing")),
    "open to others": lambda file: file.chmod(0o644),
}
STARTS: Final[tuple[Words, ...]] = (
    ("agent", "-m", "Hi."),
    ("agent", "-m", "Hi.", "--json"),
    ("status",),
    ("doctor", "--offline"),
    ("config", "validate"),
)


@pytest.fixture(scope="module")
def locked_out(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[Words, Finished]]:
    """How each command starts for each way of losing the key."""

    async def run(lose: Callable[[Path], object], home: Path) -> dict[Words, Finished]:
        write_config(home, NOWHERE)
        line = CommandLine(home)
        await line.run("secrets", "set", API_KEY, stdin=SECRET.encode())
        lose(home / ".secret_key")
        return {words: await line.run(*words) for words in STARTS}

    return side_by_side(
        {name: partial(run, lose, tmp_path_factory.mktemp("home")) for name, lose in LOST.items()},
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", LOST)
def test_lost_key_is_told_at_the_start_with_field_and_file(
    name: str, locked_out: dict[str, dict[Words, Finished]]
) -> None:
    """Report 6205: no start is silent about a secret that cannot be read."""
    for words, done in locked_out[name].items():
        shown = done.answer + done.told
        assert API_KEY in shown, (words, done)
        assert ".secret_key" in shown, (words, done)
        assert "Internal error" not in shown
        assert not secret_of(done)
        assert words == ("status",) or done.code == 1, (words, done)
