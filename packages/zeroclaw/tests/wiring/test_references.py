"""A reference becomes its secret when an agent needs it, with a sentence when it cannot."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import define, field

from zeroclaw.wiring.families import provider_factory
from zeroclaw.wiring.references import LoginReferences, ProgramReferences, with_references
from zeroclaw_api.factory import ExtendedSettings, ModelSettings
from zeroclaw_config.errors import (
    KeyringReferenceFailed,
    LoginReferenceFailed,
    SecretReferenceFailed,
)
from zeroclaw_config.secrets.references import SecretPlace
from zeroclaw_runtime import open_processes
from zeroclaw_testing.errors import FakeLoginMissing
from zeroclaw_testing.logins import FixedLogins

SECONDS = 30
PLANTED = "sk-planted-0123456789"
REFERENCE = "op://Private/server/key"
KEYRING_BACKEND = f"""\
import os
from pathlib import Path
from keyring.backend import KeyringBackend

class Keyring(KeyringBackend):
    priority = 9

    def get_password(self, service, username):
        Path(__file__).with_name("variables").write_text(" ".join(os.environ))
        return "{PLANTED[::-1]}" if (service, username) == ("some-service", "me") else None

    def set_password(self, service, username, password):
        raise NotImplementedError
"""
PLACE = SecretPlace("config.toml", "providers.models.custom.home.api_key")


def op(folder: Path, script: str) -> dict[str, str]:
    """A program `op` on the search path; the environment with it."""
    folder.mkdir(exist_ok=True)
    program = folder / "op"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(folder), "OP_SESSION": "s", "OTHER": "o"}


async def read(environment: dict[str, str], reference: str = REFERENCE) -> str:
    """What the reference points to."""
    with trio.fail_after(SECONDS):
        return await ProgramReferences(open_processes, environment).read(reference, PLACE)


def commands() -> list[bytes]:
    """The command lines of all processes."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found.append(path.read_bytes())
    return found


def settings(api_key: str, **more: object) -> ModelSettings:
    """Those of a model."""
    model: type[object] = provider_factory("custom").settings_model()
    made = getattr(model, "model_validate")(  # noqa: B009  the Protocol has no such method
        {"uri": "http://127.0.0.1:1/v1", "model": "m", "api_key": api_key, **more}
    )
    assert isinstance(made, model)
    return made  # type: ignore[return-value]


def key_in(found: ModelSettings) -> str:
    """The key in settings."""
    secret: object = vars(found)["api_key"]
    return str(getattr(secret, "get_secret_value", str)())


@define
class Recording:
    """Answers any reference, and keeps which were read."""

    answer: str = PLANTED
    asked: list[tuple[str, SecretPlace]] = field(factory=list)

    async def read(self, reference: str, place: SecretPlace) -> str:
        await trio.lowlevel.checkpoint()
        self.asked.append((reference, place))
        return self.answer


async def test_program_gets_the_reference_with_few_variables(tmp_path: Path) -> None:
    script = f'echo "$@" > {tmp_path}/args; env > {tmp_path}/env; printf %s {PLANTED}'
    assert await read(op(tmp_path / "bin", script)) == PLANTED
    assert (tmp_path / "args").read_text() == f"read --no-newline -- {REFERENCE}\n"
    names = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    assert {"PATH", "HOME", "OP_SESSION"} <= names
    assert names <= {"PATH", "HOME", "OP_SESSION", "PWD", "_", "SHLVL", "OLDPWD"}


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo '[ERROR] You are not currently signed in.' >&2; exit 1", "run `op signin`"),
        ("echo '\"server\" isn'\"'\"'t an item' >&2; exit 1", "has nothing there"),
        (f"echo {PLANTED}; echo broken {PLANTED} >&2; exit 7", "`op` ended with 7"),
        (f"echo {PLANTED}; kill -9 $$", "`op` ended with 137"),
        ("exit 0", "is empty, or no text"),
        ("head -c 100000 /dev/zero | tr '\\0' x", "is empty, or no text"),
    ],
)
async def test_failure_is_a_sentence_that_quotes_nothing(
    tmp_path: Path, script: str, said: str
) -> None:
    with pytest.raises(SecretReferenceFailed) as caught:
        await read(op(tmp_path, script))
    assert said in str(caught.value)
    assert PLACE.key in str(caught.value)
    assert PLANTED not in "".join(traceback.format_exception(caught.value))


async def test_keyring_is_asked_by_a_program_of_few_variables(tmp_path: Path) -> None:
    (tmp_path / "chosen_backend.py").write_text(KEYRING_BACKEND)
    settings = tmp_path / "xdg" / "python_keyring"
    settings.mkdir(parents=True)
    chosen = "default-keyring=chosen_backend.Keyring"
    (settings / "keyringrc.cfg").write_text(f"[backend]\n{chosen}\nkeyring-path={tmp_path}\n")
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "xdg"),
        "SOME_KEY": PLANTED,
        "PYTHONSTARTUP": "s",
        "OP_SESSION": "s",
    }
    assert await read(environment, "keyring://some-service/me") == PLANTED[::-1]
    names = set((tmp_path / "variables").read_text().split())
    assert names >= {"HOME", "XDG_CONFIG_HOME"}
    assert not names & {"SOME_KEY", "PYTHONSTARTUP", "OP_SESSION"}
    with pytest.raises(KeyringReferenceFailed, match="it has nothing there"):
        await read(environment, "keyring://some-service/you")


async def test_keyring_of_wrong_form_is_told_as_one() -> None:
    with pytest.raises(KeyringReferenceFailed, match="refers to the keyring of the system"):
        await read({}, "keyring://only-a-service")
    with pytest.raises(KeyringReferenceFailed, match="cannot be this setting"):
        await with_references(settings("keyring://a/b"), "t", "c.toml", Recording("a b"))


async def test_missing_program_is_told_with_what_to_install() -> None:
    with pytest.raises(SecretReferenceFailed, match="install the 1Password CLI"):
        await read({"PATH": "/nonexistent", "HOME": "/nonexistent"})


async def test_wrong_form_is_told_without_running_anything() -> None:
    with pytest.raises(SecretReferenceFailed, match="it has not the form"):
        await read({"PATH": "/nonexistent"}, "op://only-a-vault")


async def test_program_that_hangs_is_killed_at_the_limit(tmp_path: Path) -> None:
    nap = f"1000.{os.getpid()}"
    reader = ProgramReferences(open_processes, op(tmp_path, f"sleep {nap}"), limit_seconds=0.5)
    with trio.fail_after(SECONDS), pytest.raises(SecretReferenceFailed, match="gave no answer"):
        await reader.read(REFERENCE, PLACE)
    assert not any(nap.encode() in command for command in commands())


async def test_secret_takes_the_place_of_its_reference_in_a_copy() -> None:
    before = settings(REFERENCE)
    reader = Recording()
    after = await with_references(before, "providers.models.custom.home", "c.toml", reader)
    assert (key_in(before), key_in(after)) == (REFERENCE, PLANTED)
    assert reader.asked == [(REFERENCE, SecretPlace("c.toml", PLACE.key))]
    assert PLANTED not in repr(after)


async def test_settings_without_reference_stay_the_very_same() -> None:
    before = settings(PLANTED)
    reader = Recording()
    assert await with_references(before, "t", "c.toml", reader) is before
    assert reader.asked == []


async def test_secret_that_the_setting_cannot_have_is_refused_unquoted() -> None:
    reader = Recording(f"{PLANTED} with spaces")
    with pytest.raises(SecretReferenceFailed, match="cannot be this setting") as caught:
        await with_references(settings(REFERENCE), "t", "c.toml", reader)
    assert PLANTED not in "".join(traceback.format_exception(caught.value))


async def test_login_gives_its_token_in_place_of_the_reference() -> None:
    logins, others = FixedLogins({"qwen": PLANTED}), Recording()
    reader = LoginReferences(logins, others)
    after = await with_references(settings("login://qwen"), "t", "c.toml", reader)
    assert (key_in(after), logins.asked, others.asked) == (PLANTED, ["qwen"], [])
    await with_references(settings(REFERENCE), "t", "c.toml", reader)
    assert [asked for asked, _ in others.asked] == [REFERENCE]


async def test_login_that_is_missing_is_told_by_whoever_keeps_logins() -> None:
    reader = LoginReferences(FixedLogins(), Recording())
    with pytest.raises(FakeLoginMissing, match="qwen"):
        await with_references(settings("login://qwen"), "t", "c.toml", reader)


@pytest.mark.parametrize("reference", ["login://", "login://a/b", "login://A"])
async def test_login_of_wrong_form_is_told_as_one(reference: str) -> None:
    reader = LoginReferences(FixedLogins({"": "x"}), Recording())
    with pytest.raises(LoginReferenceFailed, match="has not the form `login://NAME`"):
        await with_references(settings(reference), "t", "c.toml", reader)


async def test_token_that_the_setting_cannot_have_is_refused_unquoted() -> None:
    reader = LoginReferences(FixedLogins({"qwen": f"{PLANTED} with spaces"}), Recording())
    with pytest.raises(LoginReferenceFailed, match="cannot be this setting") as caught:
        await with_references(settings("login://qwen"), "t", "c.toml", reader)
    assert PLANTED not in "".join(traceback.format_exception(caught.value))


async def test_each_of_several_keys_may_be_kept_elsewhere() -> None:
    model: type[object] = provider_factory("custom").settings_model()
    keys = ["sk-plain", REFERENCE, "op://Private/other/key"]
    table = {"uri": "http://127.0.0.1:1/v1", "model": "m", "api_keys": keys}
    made = getattr(model, "model_validate")(table)  # noqa: B009  the Protocol has no such method
    reader = Recording()
    found = await with_references(made, "providers.models.custom.home", "config.toml", reader)
    place = SecretPlace("config.toml", "providers.models.custom.home.api_keys")
    assert reader.asked == [(REFERENCE, place), ("op://Private/other/key", place)]
    read = [key.get_secret_value() for key in vars(found)["api_keys"]]
    assert read == ["sk-plain", PLANTED, PLANTED]


async def test_reference_in_a_table_of_secrets_is_followed_at_its_own_place() -> None:
    before = settings(PLANTED, extra_headers={"X-Team": "red", "X-Key": REFERENCE})
    reader = Recording("two words")
    after = await with_references(before, "t", "c.toml", reader)
    assert reader.asked == [(REFERENCE, SecretPlace("c.toml", "t.extra_headers.X-Key"))]
    assert isinstance(after, ExtendedSettings)
    assert after.sent_headers == {"X-Team": "red", "X-Key": "two words"}
    assert "two words" not in repr(after)
    with pytest.raises(SecretReferenceFailed, match="cannot be this setting"):
        await with_references(before, "t", "c.toml", Recording("two\nlines"))
