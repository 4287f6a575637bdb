"""Credentials are found in the order of AWS; those of nobody else are."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trio
from attrs import define, field

from zeroclaw_api.processes import Command, RunningProcess
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.bedrock.credentials import (
    AwsIdentity,
    BearerKey,
    CredentialSource,
    aws_profile,
    region_of,
)
from zeroclaw_providers.bedrock.sigv4 import AwsKeys
from zeroclaw_testing import (
    FakeAnswer,
    FakeHttp,
    FakeOutcome,
    FakeRunningProcess,
    FixedSecrets,
)

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
NOWHERE = {"AWS_CONFIG_FILE": "/nonexistent/config"}
KEYS = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret"}
BEARER = {"AWS_BEARER_TOKEN_BEDROCK": "bearer"}
FILE = """
[default]
aws_access_key_id = AKFILE
aws_secret_access_key = from-file/+=

# for work
[work]
aws_access_key_id=AKWORK
aws_secret_access_key=work%(x)s
aws_session_token = token==
[half]
aws_access_key_id = AKHALF
[asks]
credential_process = /usr/bin/secret-giver
"""


async def found(
    variables: dict[str, str], *, key: str | None = None, profile: str | None = None
) -> AwsIdentity:
    with trio.fail_after(5):
        return await CredentialSource.of(
            key, profile, FixedSecrets(NOWHERE | variables).get
        ).identity(NOON)


def shared_file(folder: Path) -> dict[str, str]:
    path = folder / "credentials"
    path.write_text(FILE)
    return {"AWS_SHARED_CREDENTIALS_FILE": str(path)}


async def test_the_key_of_the_alias_comes_before_everything() -> None:
    assert await found(KEYS | BEARER, key=" own\n", profile="work") == BearerKey("own")


async def test_the_bearer_variable_comes_before_the_access_keys() -> None:
    assert await found(KEYS | BEARER) == BearerKey("bearer")
    assert await found(KEYS | {"AWS_BEARER_TOKEN_BEDROCK": " "}) == AwsKeys("AKID", "secret")


async def test_a_session_token_goes_with_the_access_keys() -> None:
    assert await found(KEYS | {"AWS_SESSION_TOKEN": "t"}) == AwsKeys("AKID", "secret", "t")


async def test_the_shared_file_is_used_when_no_variable_has_keys(tmp_path: Path) -> None:
    shared = shared_file(tmp_path)
    assert await found(shared) == AwsKeys("AKFILE", "from-file/+=")
    assert await found(shared | {"AWS_PROFILE": "work"}) == AwsKeys(
        "AKWORK", "work%(x)s", "token=="
    )
    assert await found(shared | KEYS) == AwsKeys("AKID", "secret")


async def test_a_profile_in_the_settings_comes_before_variables(tmp_path: Path) -> None:
    identity = await found(shared_file(tmp_path) | KEYS | BEARER, profile="work")
    assert identity == AwsKeys("AKWORK", "work%(x)s", "token==")


async def test_keys_renewed_in_the_file_are_used_next_time(tmp_path: Path) -> None:
    shared = shared_file(tmp_path)
    source = CredentialSource.of(None, None, FixedSecrets(NOWHERE | shared).get)
    with trio.fail_after(5):
        assert await source.identity(NOON) == AwsKeys("AKFILE", "from-file/+=")
        (tmp_path / "credentials").write_text(FILE.replace("AKFILE", "AKNEW"))
        assert await source.identity(NOON) == AwsKeys("AKNEW", "from-file/+=")


async def test_no_key_of_somebody_else_is_ever_borrowed(tmp_path: Path) -> None:
    names = ("API_KEY", "BEDROCK_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
    foreign = dict.fromkeys(names, "foreign")
    secrets = FixedSecrets(
        NOWHERE | foreign | {"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none")}
    )
    with pytest.raises(ValueError, match="there is no key"):
        await CredentialSource.of(None, None, secrets.get).identity(NOON)
    region_of(None, secrets.get)
    assert all(name.startswith("AWS_") for name in secrets.asked)


@pytest.mark.parametrize("missing", sorted(KEYS))
async def test_half_of_a_pair_is_said_instead_of_passed_over(missing: str) -> None:
    with pytest.raises(ValueError, match=f"is set without {missing}"):
        await found({name: value for name, value in KEYS.items() if name != missing})


@pytest.mark.parametrize("name", ["AWS_BEARER_TOKEN_BEDROCK", *KEYS, "AWS_SESSION_TOKEN"])
async def test_what_no_header_can_have_is_no_key(name: str) -> None:
    for broken in ("é", "a\nb", "\udcff"):
        with pytest.raises(ValueError, match="other characters than ASCII") as caught:
            await found(KEYS | {name: broken})
        assert broken not in str(caught.value)


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("absent", "no profile absent"),
        ("half", "has no aws_access_key_id with aws_secret_access_key"),
        ("asks", "credential_process cannot be run here"),
    ],
)
async def test_a_profile_without_keys_says_what_it_lacks(
    tmp_path: Path, profile: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        await found(shared_file(tmp_path), profile=profile)
    assert "AKHALF" not in str(caught.value)


def test_a_file_of_another_form_is_refused_without_being_quoted() -> None:
    with pytest.raises(ValueError, match="no credentials file") as caught:
        aws_profile("aws_secret_access_key = very-secret", "default", "f")
    assert "very-secret" not in str(caught.value)


async def test_the_config_file_says_what_the_credentials_file_does_not(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text(
        "[default]\nregion = x\n[profile ci]\naws_access_key_id = AKCI\n"
        "aws_secret_access_key = c\n[profile work]\naws_access_key_id = AKOTHER\n"
    )
    both = shared_file(tmp_path) | {"AWS_CONFIG_FILE": str(config)}
    assert await found(both, profile="ci") == AwsKeys("AKCI", "c")
    assert await found(both, profile="work") == AwsKeys("AKWORK", "work%(x)s", "token==")


@define
class Giver:
    """A `Programs` whose programs print one thing."""

    outcome: FakeOutcome
    commands: list[Command] = field(factory=list)

    async def start(self, command: Command) -> RunningProcess:
        self.commands.append(command)
        return FakeRunningProcess(command, self.outcome, len(self.commands))


def lent(access: str, until: str) -> bytes:
    keys = {"Version": 1, "AccessKeyId": access, "SecretAccessKey": "s", "Expiration": until}
    return json.dumps(keys).encode()


async def test_what_a_program_lends_is_kept_while_it_is_good(tmp_path: Path) -> None:
    giver = Giver(FakeOutcome(lent("AKLENT", "2026-03-04T13:00:00Z")))
    variables = NOWHERE | shared_file(tmp_path) | {"PATH": "/bin", "AWS_SECRET_ACCESS_KEY": ""}
    lookup = FixedSecrets(variables).get
    source = CredentialSource.of(None, "asks", lookup, programs=giver)
    with trio.fail_after(5):
        for _ in range(2):
            assert await source.identity(NOON) == AwsKeys("AKLENT", "s")
        assert len(giver.commands) == 1
        giver.outcome = FakeOutcome(lent("AKNEXT", "2026-03-04T14:00:00Z"))
        assert await source.identity(NOON + timedelta(minutes=56)) == AwsKeys("AKNEXT", "s")
    assert giver.commands[0].argv == ("/usr/bin/secret-giver",)
    assert dict(giver.commands[0].env) == {
        "PATH": "/bin",
        "AWS_SHARED_CREDENTIALS_FILE": variables["AWS_SHARED_CREDENTIALS_FILE"],
        **NOWHERE,
    }


async def test_the_machine_is_asked_only_when_there_is_nothing_else(tmp_path: Path) -> None:
    until = "2026-03-04T18:00:00Z"

    def answered(request: HttpRequest) -> FakeAnswer:
        is_last = request.url.endswith("/role")
        return FakeAnswer(chunks=(lent("AKROLE", until) if is_last else b"role",))

    async def found_beside(variables: dict[str, str], profile: str | None) -> list[AwsIdentity]:
        lookup = FixedSecrets(NOWHERE | variables).get
        source = CredentialSource.of(None, profile, lookup, http=http)
        with trio.fail_after(5):
            return [await source.identity(NOON) for _ in range(2)]

    http = FakeHttp(handler=answered)
    none = {"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none")}
    assert (
        await found_beside(shared_file(tmp_path), None) == [AwsKeys("AKFILE", "from-file/+=")] * 2
    )
    assert await found_beside(none | KEYS, None) == [AwsKeys("AKID", "secret")] * 2
    with pytest.raises(ValueError, match="no profile work"):
        await found_beside(none, "work")
    assert http.requests == []
    assert await found_beside(none, None) == [AwsKeys("AKROLE", "s")] * 2
    assert len(http.requests) == 3


async def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: IsADirectoryError"):
        await found({"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path)})
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="cannot be read: UnicodeDecodeError"):
        await found({"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "bytes")})


def test_the_region_of_the_settings_comes_before_variables() -> None:
    both = {"AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "eu-west-2"}
    assert region_of("eu-central-1", FixedSecrets(both).get) == "eu-central-1"
    assert region_of(None, FixedSecrets(both).get) == "eu-west-1"
    assert region_of(None, FixedSecrets({"AWS_DEFAULT_REGION": " eu-west-2 "}).get) == "eu-west-2"
    assert region_of(None, FixedSecrets().get) == "us-east-1"


@pytest.mark.parametrize("region", ["evil.example.com/", "a b", "x@y", "EU", "-a"])
def test_a_region_that_would_lead_to_another_host_is_refused(region: str) -> None:
    with pytest.raises(ValueError, match="no name of one"):
        region_of(None, FixedSecrets({"AWS_REGION": region}).get)


def test_no_secret_is_in_what_is_printed() -> None:
    for key in (None, "very-secret"):
        source = CredentialSource.of(key, None, FixedSecrets(KEYS | {"X": "y"}).get)
        assert "secret" not in repr(source).replace("secret_key", "")
