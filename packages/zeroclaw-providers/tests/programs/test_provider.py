"""A model behind a program answers like any other; the program is gone afterwards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol, TypeAlias

import pytest
import trio

from zeroclaw_api.errors import BadStream, ProviderError, ProviderTimedOut
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.processes import Command, Programs
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, StreamEvent, TextDelta
from zeroclaw_providers.errors import CredentialsMissing, ProgramUnusable
from zeroclaw_providers.programs.environment import ProgramEnvironment
from zeroclaw_providers.programs.provider import ProgramProvider
from zeroclaw_providers.programs.vendors import VENDORS
from zeroclaw_testing.kits.provider import ProviderConformance

SECONDS = 30
SECRET = "key-of-mine-0123456789"
ECHO = """
asked = sys.stdin.read()
print("Hello,", flush=True)
sys.stderr.write("a warning\\n")
print("world.")
"""
STALLS = (
    "print('Hel', flush=True); import signal; signal.signal(15, signal.SIG_IGN); signal.pause()"
)
AGENT = """
def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def chunk(text, kind="agent_message_chunk"):
    update = {"sessionUpdate": kind, "content": {"type": "text", "text": text}}
    say(method="session/update", params={"sessionId": "s1", "update": update})

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def serve(on_prompt):
    while True:
        asked = hear()
        match asked["method"]:
            case "initialize":
                methods = [{"id": "xai.api_key"}, {"id": "cached_token"}]
                say(id=asked["id"], result={"protocolVersion": 1, "authMethods": methods})
            case "authenticate":
                say(id=asked["id"], result={})
            case "session/new":
                say(id=asked["id"], result={"sessionId": "s1"})
            case "session/prompt":
                on_prompt(asked)
"""
TALKS = (
    AGENT
    + """
def on_prompt(asked):
    chunk("Let me see.", "agent_thought_chunk")
    chunk("Hello, ")
    chunk("world.")
    say(id=asked["id"], result={"stopReason": "end_turn"})

serve(on_prompt)
"""
)
AGENT_STALLS = (
    AGENT
    + """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def on_prompt(asked):
    chunk("Hel")
    signal.pause()

serve(on_prompt)
"""
)


class Children(Programs, Protocol):
    """What the fixture lends: it also tells what it started, and how many still run."""

    @property
    def alive(self) -> int: ...
    @property
    def commands(self) -> Sequence[Command]: ...


OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[Children]]


def request(text: str = "Say hello.", model: str = "some-model") -> ModelRequest:
    said = Message(MessageId(1), TurnId(1), Role.USER, (Text(text),))
    return ModelRequest(model, "Be brief.", (), (said,), max_output_tokens=60)


def provider_of(
    programs: Programs,
    family: str,
    program: str,
    *,
    idle_seconds: float = SECONDS,
    variables: Mapping[str, str] | None = None,
) -> ProgramProvider:
    environment = ProgramEnvironment.of(VENDORS[family], (variables or {}).get)
    return ProgramProvider(
        programs, f"{family}.home", VENDORS[family], program, environment, idle_seconds
    )


async def events_of(provider: ProgramProvider, asked: ModelRequest) -> list[StreamEvent]:
    async with provider.stream(asked) as events:
        return [event async for event in events]


async def failure_of(provider: ProgramProvider, asked: ModelRequest) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await events_of(provider, asked)
    assert caught.value.provider == provider.name
    return caught.value


class Kit(ProviderConformance):
    """The kit with a program for each of the providers it asks for."""

    family = ""
    answers = ""
    stalls = ""
    children: Children
    open_children: OpenChildren
    write: Callable[[str], str]

    @pytest.fixture(autouse=True)
    def _with_programs(
        self, open_children: OpenChildren, write_program: Callable[[str], str]
    ) -> None:
        self.open_children = open_children
        self.write = write_program

    @asynccontextmanager
    async def _running(self, code: str) -> AsyncIterator[ProgramProvider]:
        async with self.open_children() as self.children:
            yield provider_of(self.children, self.family, self.write(code))

    def open(self) -> AbstractAsyncContextManager[ProgramProvider]:
        return self._running(self.answers)

    def open_stalling(self) -> AbstractAsyncContextManager[ProgramProvider]:
        return self._running(self.stalls)

    def open_failing(self) -> AbstractAsyncContextManager[ProgramProvider]:
        return self._running("sys.exit('it broke')")

    def open_streams(self, provider: object) -> int | None:
        return self.children.alive


class TestPlainProgram(Kit):
    family = "gemini_cli"
    answers = ECHO
    stalls = STALLS


class TestProgramOfTheProtocol(Kit):
    family = "grok_cli"
    answers = TALKS
    stalls = AGENT_STALLS


@pytest.mark.parametrize("family", ["gemini_cli", "kilocli"])
async def test_plain_output_is_the_answer(
    family: str, children: Children, write_program: Callable[[str], str]
) -> None:
    provider = provider_of(children, family, write_program(ECHO))
    with trio.fail_after(SECONDS):
        *texts, finish = await events_of(provider, request())
    assert "".join(each.text for each in texts if isinstance(each, TextDelta)) == "Hello,\nworld."
    assert finish == Finish(FinishReason.STOP)


async def test_messages_of_the_protocol_are_the_answer(
    children: Children, write_program: Callable[[str], str]
) -> None:
    provider = provider_of(children, "grok_cli", write_program(TALKS))
    with trio.fail_after(SECONDS):
        assert await events_of(provider, request()) == [
            ReasoningDelta("Let me see."),
            TextDelta("Hello, "),
            TextDelta("world."),
            Finish(FinishReason.STOP, "end_turn"),
        ]


async def test_pieces_behind_the_end_of_the_answer_are_read(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = AGENT + (
        "def on_prompt(asked):\n"
        "    say(id=asked['id'], result={'stopReason': 'max_tokens'})\n"
        "    chunk('late')\n"
        "serve(on_prompt)\n"
    )
    provider = provider_of(children, "grok_cli", write_program(code))
    with trio.fail_after(SECONDS):
        assert await events_of(provider, request()) == [
            TextDelta("late"),
            Finish(FinishReason.LENGTH, "max_tokens"),
        ]


async def test_endless_talk_behind_the_end_is_not_waited_for(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = AGENT + (
        "import signal, itertools\n"
        "def on_prompt(asked):\n"
        "    say(id=asked['id'], result={'stopReason': 'end_turn'})\n"
        "    for _ in itertools.count():\n"
        "        signal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        "        signal.sigwait([signal.SIGALRM])\n"
        "        say(method='still/here')\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n"
        "serve(on_prompt)\n"
    )
    provider = provider_of(children, "grok_cli", write_program(code))
    with trio.fail_after(SECONDS):
        assert await events_of(provider, request()) == [Finish(FinishReason.STOP, "end_turn")]


async def test_agent_that_asks_for_permission_is_refused_and_goes_on(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = AGENT + (
        "def on_prompt(asked):\n"
        "    options = [{'optionId': 'y', 'kind': 'allow_once'},\n"
        "               {'optionId': 'n', 'kind': 'reject_once'}]\n"
        "    say(id=1, method='session/request_permission', params={'options': options})\n"
        "    chunk(hear()['result']['outcome']['optionId'])\n"
        "    say(id=2, method='fs/read_text_file', params={'path': '/etc/passwd'})\n"
        "    chunk(str(hear()['error']['code']))\n"
        "    say(id=asked['id'], result={'stopReason': 'end_turn'})\n"
        "serve(on_prompt)\n"
    )
    provider = provider_of(children, "grok_cli", write_program(code))
    with trio.fail_after(SECONDS):
        texts = await events_of(provider, request())
    assert texts[:2] == [TextDelta("n"), TextDelta("-32601")]


@pytest.mark.parametrize("family", sorted(VENDORS))
async def test_prompt_and_key_are_in_no_argument_of_the_program(
    family: str, children: Children, write_program: Callable[[str], str]
) -> None:
    key = VENDORS[family].keys[0]
    found = {key: SECRET, "OPENAI_API_KEY": "of-somebody-else"}
    provider = provider_of(children, family, write_program(STALLS), variables=found)
    with trio.fail_after(SECONDS):
        async with provider.stream(request("a very private question")):
            (command,) = children.commands
    words = " ".join(command.argv)
    assert "--model=some-model" in command.argv
    assert "private" not in words
    assert SECRET not in words
    assert command.env[key] == SECRET
    assert "OPENAI_API_KEY" not in command.env
    assert SECRET not in repr(provider)


async def test_program_sees_the_whole_conversation_in_an_empty_folder(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = """
    seen = {"prompt": sys.stdin.read(), "files": os.listdir("."), "env": dict(os.environ),
            "words": sys.argv[1:], "folder": os.getcwd()}
    open("left-behind", "w").write("x")
    print(json.dumps(seen))
    """
    provider = provider_of(children, "kilocli", write_program(code), variables={"HOME": "/h"})
    with trio.fail_after(SECONDS):
        *texts, _ = await events_of(provider, request("Who are you?"))
    seen = json.loads("".join(each.text for each in texts if isinstance(each, TextDelta)))
    assert seen["prompt"].endswith("<<system>>\nBe brief.\n\n<<user>>\nWho are you?\n")
    assert seen["files"] == []
    assert seen["words"] == ["run", "--model=some-model"]
    assert seen["env"].keys() - {"LC_CTYPE", "PWD"} == {
        *("HOME", "PATH", "NO_COLOR", "KILO_PERMISSION", "KILO_DISABLE_AUTOUPDATE")
    }
    assert not await trio.Path(seen["folder"]).exists()


HOSTILE = [
    ("while True: os.write(1, b'x' * 65536)", "output is longer than 4194304 bytes"),
    ("sys.exit('no such model: some-model')", "exit code 1 (no such model: some-model)"),
    ("os.kill(os.getpid(), 9)", "was ended by signal 9"),
    ("pass", "ended without an answer"),
    ("os.write(2, b'\\xff broken \\xfe'); sys.exit(2)", "\ufffd broken \ufffd"),
    (f"sys.stderr.write('bad key {SECRET}'); sys.exit(1)", "(bad key ***)"),
]


@pytest.mark.parametrize("family", sorted(VENDORS))
@pytest.mark.parametrize(("code", "words"), HOSTILE)
async def test_hostile_program_is_an_error_and_gone(
    family: str,
    code: str,
    words: str,
    children: Children,
    write_program: Callable[[str], str],
) -> None:
    found = {VENDORS[family].keys[0]: SECRET}
    provider = provider_of(children, family, write_program(code), variables=found)
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider, request())
    if family != "grok_cli" or "65536" not in code:
        assert words in failure.detail
    assert SECRET not in str(failure)
    assert children.alive == 0


async def test_line_without_an_end_is_refused_by_the_protocol(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = "while True: os.write(1, b'x' * 65536)"
    provider = provider_of(children, "grok_cli", write_program(code))
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider, request())
    assert type(failure) is BadStream
    assert "longer than 1048576 bytes" in failure.detail


async def test_bytes_that_are_no_text_are_replaced(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = "os.write(1, b'a\\xffb\\xe2\\x82')"
    provider = provider_of(children, "gemini_cli", write_program(code))
    with trio.fail_after(SECONDS):
        *texts, _ = await events_of(provider, request())
    words = "".join(each.text for each in texts if isinstance(each, TextDelta))
    assert words == "a\ufffdb\ufffd"


@pytest.mark.parametrize("family", sorted(VENDORS))
async def test_silent_program_that_ignores_signals_is_given_up(
    family: str, children: Children, write_program: Callable[[str], str]
) -> None:
    code = "import signal; signal.signal(15, signal.SIG_IGN); signal.pause()"
    provider = provider_of(children, family, write_program(code), idle_seconds=0.5)
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider, request())
    assert type(failure) is ProviderTimedOut
    assert children.alive == 0


async def test_error_after_some_text_is_no_finish(
    children: Children, write_program: Callable[[str], str]
) -> None:
    code = "print('Hel', flush=True); sys.stdin.read(); sys.exit('connection lost')"
    provider = provider_of(children, "gemini_cli", write_program(code))
    with trio.fail_after(SECONDS):
        async with provider.stream(request()) as events:
            assert await anext(events) == TextDelta("Hel")
            with pytest.raises(ProviderError, match="connection lost"):
                await anext(events)


async def test_program_that_wants_a_login_says_how(
    children: Children, write_program: Callable[[str], str]
) -> None:
    provider = provider_of(children, "gemini_cli", write_program("sys.exit(41)"))
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider, request())
    assert type(failure) is CredentialsMissing
    assert "run `gemini` once in a terminal" in failure.detail


@pytest.mark.parametrize("family", sorted(VENDORS))
async def test_missing_program_is_named_with_how_to_install_it(
    family: str, children: Children
) -> None:
    provider = provider_of(children, family, "/no/such/program")
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider, request())
    assert type(failure) is ProgramUnusable
    assert failure.program == "/no/such/program"
    assert "it is not installed, or not in PATH: install" in failure.detail
    assert VENDORS[family].install in failure.detail


async def test_program_that_may_not_be_run_is_another_error(
    children: Children, write_program: Callable[[str], str]
) -> None:
    path = write_program("pass")
    await trio.Path(path).chmod(0o600)
    with trio.fail_after(SECONDS):
        failure = await failure_of(provider_of(children, "kilocli", path), request())
    assert type(failure) is ProgramUnusable
    assert failure.detail == "Permission denied"


async def test_iterator_that_is_over_stays_so(
    children: Children, write_program: Callable[[str], str]
) -> None:
    provider = provider_of(children, "kilocli", write_program(ECHO))
    with trio.fail_after(SECONDS):
        async with provider.stream(request()) as events:
            async for _ in events:
                continue
            assert await anext(aiter(events), None) is None
    await provider.aclose()
