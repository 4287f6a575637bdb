"""A key that the keyring of the system has is shown nowhere but to the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine
from homes import only_sentence, write_config
from planted_secrets import LeakWatch

from zeroclaw_testing.model_server import saying, serve_model

pytest.importorskip("keyring", reason="the package keyring is not installed here")

SECONDS: Final = 60
KEY: Final = "providers.models.custom.home.api_key"
REFERENCE: Final = "keyring://https:%2F%2Fexample.com%2Fapi/me"
KEPT: Final = "sk-kept-in-a-keyring-41d8cd98f"

BACKEND: Final = """\
import threading
from keyring import backend, errors

class Keyring(backend.KeyringBackend):
    priority = 9

    def get_password(self, service, username):
        print("noise of a backend")
        if (service, username) != ("https://example.com/api", "me"):
            return None
        {does}

    def set_password(self, service, username, password):
        raise NotImplementedError
"""


def home_with_keyring(folder: Path, uri: str, does: str) -> CommandLine:
    """The command in a home whose owner has chosen a backend that does this."""
    home = folder / "home"
    write_config(home, uri)
    path = home / "config.toml"
    path.write_text(path.read_text().replace("${SOME_KEY}", REFERENCE))
    settings = folder / "xdg" / "python_keyring"
    settings.mkdir(parents=True)
    (folder / "tests_backend.py").write_text(BACKEND.format(does=does))
    chosen = "default-keyring=tests_backend.Keyring"
    (settings / "keyringrc.cfg").write_text(f"[backend]\n{chosen}\nkeyring-path={folder}\n")
    return CommandLine(home, {"XDG_CONFIG_HOME": str(folder / "xdg")})


async def test_key_of_the_keyring_is_sent_and_its_reference_kept(
    tmp_path: Path, leak_watch: LeakWatch
) -> None:
    leak_watch.plant(KEPT, "what the keyring has")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."))
            command = home_with_keyring(tmp_path, server.url, f'return "{KEPT}"')
            given = await command.run("secrets", "set", KEY, stdin=REFERENCE.encode())
            listed = await command.run("secrets", "list")
            as_json = await command.run("secrets", "list", "--json")
            done = await command.run("agent", "-m", "Hi.")
            assert (done.code, done.answer) == (0, "Hello.\n")
            assert server.requests[0].header("authorization") == f"Bearer {KEPT}"
    assert given.answer.startswith(f"Kept the reference at {KEY}")
    assert listed.answer == f"{KEY}  reference into the keyring of the system\n"
    assert json.loads(as_json.out) == [{"key": KEY, "kind": "keyring"}]
    assert not (command.home / ".secret_key").exists()


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("raise errors.KeyringLocked", "it is locked; unlock it"),
        ("raise errors.NoKeyringError", "none can be reached from here"),
        ("raise errors.InitError", "it refused access"),
        (f'raise RuntimeError("{KEPT}")', "its backend failed"),
        ("return None", "it has nothing there"),
        (f'return "{KEPT} \\n"', ""),
        (f'return "{KEPT}\\0{KEPT}"', "cannot be this setting"),
        (f'return "{KEPT}" * 5_000', "longer than 64 KiB"),
        ("threading.Event().wait()", "gave no answer in 10 s; unlock it"),
    ],
)
async def test_keyring_that_fails_is_one_sentence(
    tmp_path: Path, leak_watch: LeakWatch, does: str, said: str
) -> None:
    leak_watch.plant(KEPT, "what the keyring has")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."))
            command = home_with_keyring(tmp_path, server.url, does)
            done = await command.run("agent", "-m", "Hi.")
    if not said:
        # A line's end is no part of a key, whoever pasted it into the keyring.
        assert (done.code, done.answer) == (0, "Hello.\n")
        return
    told = only_sentence(done)
    assert said in told
    assert f"{KEY} refers to the keyring of the system, but " in told


async def test_doctor_tells_of_a_keyring_that_is_locked(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            command = home_with_keyring(tmp_path, server.url, "raise errors.KeyringLocked")
            done = await command.run("doctor")
    assert done.code == 1
    assert "it is locked; unlock it, then try again" in done.answer
