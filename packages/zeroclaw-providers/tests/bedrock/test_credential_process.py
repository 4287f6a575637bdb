"""The program that gives keys is run with few variables, bounded, never quoted."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command, RunningProcess
from zeroclaw_providers.bedrock.credential_process import process_keys
from zeroclaw_providers.bedrock.lent_keys import LentKeys
from zeroclaw_providers.bedrock.sigv4 import AwsKeys
from zeroclaw_testing import FakeOutcome, FakeRunningProcess, FixedSecrets

KEYS = b'{"AccessKeyId": "AK", "SecretAccessKey": "very-secret"}'


@define
class Programs:
    """Starts one program; keeps what was started."""

    outcome: FakeOutcome
    started: list[tuple[Command, FakeRunningProcess]] = field(factory=list)

    async def start(self, command: Command) -> RunningProcess:
        process = FakeRunningProcess(command, self.outcome, 1)
        self.started.append((command, process))
        return process


class NoPrograms:
    """Cannot start anything."""

    async def start(self, command: Command) -> RunningProcess:
        raise ProcessStartFailed(program=command.argv[0], cwd="/", errno=2, problem="no such file")


async def keys_of(
    outcome: FakeOutcome,
    command: str = "giver --role 'a b'",
    variables: Mapping[str, str] | None = None,
    seconds: float = 5.0,
) -> tuple[LentKeys, Programs]:
    programs = Programs(outcome)
    with trio.fail_after(5):
        lookup = FixedSecrets(variables or {}).get
        return await process_keys(command, programs, lookup, seconds), programs


async def test_its_words_are_split_as_in_a_shell() -> None:
    found, programs = await keys_of(FakeOutcome(KEYS, stderr=b"hello"))
    assert found == LentKeys(AwsKeys("AK", "very-secret"))
    (started,) = programs.started
    assert started[0].argv == ("giver", "--role", "a b")


async def test_no_key_of_anybody_is_in_its_environment() -> None:
    variables = {"PATH": "/bin", "HOME": "/home/x", "OPENAI_API_KEY": "k", "AWS_SESSION_TOKEN": "t"}
    _, programs = await keys_of(FakeOutcome(KEYS), variables=variables)
    assert dict(programs.started[0][0].env) == {"PATH": "/bin", "HOME": "/home/x"}


@pytest.mark.parametrize(
    ("outcome", "command", "said"),
    [
        (FakeOutcome(KEYS, exit_code=1), "giver", "run it in a shell to see why"),
        (FakeOutcome(b"very-secret" * 10_000), "giver", "printed more than"),
        (FakeOutcome(b"very-secret"), "giver", "without AccessKeyId"),
        (FakeOutcome(KEYS), "giver 'very-secret", "check its quotes"),
        (FakeOutcome(KEYS), " ", "check its quotes"),
        (FakeOutcome(hangs=True), "giver", "took longer than 0.05 seconds"),
    ],
)
async def test_what_goes_wrong_is_said_without_a_quote(
    outcome: FakeOutcome, command: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        await keys_of(outcome, command, seconds=0.05)
    assert "very-secret" not in str(caught.value)


async def test_a_program_that_hangs_is_killed() -> None:
    programs = Programs(FakeOutcome(hangs=True))
    with trio.fail_after(5), pytest.raises(ValueError, match="took longer"):
        await process_keys("giver", programs, FixedSecrets().get, 0.05)
    ended = await programs.started[0][1].wait()
    assert ended.signal == 9


async def test_a_program_that_is_not_there_is_said_to_be_so() -> None:
    with trio.fail_after(5), pytest.raises(ValueError, match="cannot be run: ProcessStartFailed"):
        await process_keys("giver", NoPrograms(), FixedSecrets().get)
