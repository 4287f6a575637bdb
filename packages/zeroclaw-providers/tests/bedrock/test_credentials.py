"""Credentials are found in the order of AWS; those of nobody else are."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw_providers.bedrock.credentials import (
    AwsIdentity,
    BearerKey,
    CredentialSource,
    profile_keys,
    region_of,
)
from zeroclaw_providers.bedrock.sigv4 import AwsKeys
from zeroclaw_testing import FixedSecrets

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
        return await CredentialSource.of(key, profile, FixedSecrets(variables).get).identity()


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
    source = CredentialSource.of(None, None, FixedSecrets(shared).get)
    with trio.fail_after(5):
        assert await source.identity() == AwsKeys("AKFILE", "from-file/+=")
        (tmp_path / "credentials").write_text(FILE.replace("AKFILE", "AKNEW"))
        assert await source.identity() == AwsKeys("AKNEW", "from-file/+=")


async def test_no_key_of_somebody_else_is_ever_borrowed(tmp_path: Path) -> None:
    names = ("API_KEY", "BEDROCK_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
    foreign = dict.fromkeys(names, "foreign")
    secrets = FixedSecrets(foreign | {"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none")})
    with pytest.raises(ValueError, match="there is no key"):
        await CredentialSource.of(None, None, secrets.get).identity()
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
        ("asks", "credential_process are not followed"),
    ],
)
def test_a_profile_without_keys_says_what_it_lacks(profile: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        profile_keys(FILE, profile, "~/.aws/credentials")
    assert "AKHALF" not in str(caught.value)


def test_a_file_of_another_form_is_refused_without_being_quoted() -> None:
    with pytest.raises(ValueError, match="no credentials file") as caught:
        profile_keys("aws_secret_access_key = very-secret", "default", "f")
    assert "very-secret" not in str(caught.value)


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
