"""Logging in shows a code, then keeps the tokens without showing them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import trio
from login_homes import environment, log_in, login_file, served_authority, user_at_browser

from zeroclaw.logins.manner import Manner
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_testing.authority import Poll, serve_authority

SECONDS = 30
CHILD = """
import sys
from zeroclaw.logins.logging_in import run
from zeroclaw.logins.manner import Manner
from zeroclaw.logins.means import LoginMeans
import trio
name, manner, home, origin = sys.argv[1:]
means = LoginMeans(show=lambda url: trio.lowlevel.checkpoint(), ports=(0,))
environment = {"ZEROCLAW_HOME": home}
manners = [Manner(manner)]
sys.exit(
    run(name, environment, brought=None, origin=origin, debug=False, manners=manners, means=means)
)
"""
AUTH = {"tokens": {"access_token": "planted-a", "refresh_token": "planted-r", "account_id": "me"}}


def test_code_is_shown_then_the_tokens_are_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served_authority() as authority:
        authority.polls.extend([Poll.PENDING, Poll.SLOW_DOWN])
        assert log_in(tmp_path, "copilot", f"{authority.origin}/") == 0
        origin = authority.origin
    shown = capfd.readouterr()
    assert f"Open {origin}/device in a browser, and enter the code ABCD-1234." in shown.err
    assert "for at most 15 minutes" in shown.err
    assert shown.out.startswith("Logged in to copilot; the login is kept in ")
    assert "access-1" not in shown.out + shown.err
    assert "device-secret" not in shown.out + shown.err
    kept = login_file(tmp_path).get("copilot")
    assert kept is not None
    assert (kept.tokens.access, kept.tokens.refresh) == ("access-1", "refresh-1")
    assert kept.origin == origin
    assert kept.tokens.expires_at is not None
    left = kept.tokens.expires_at - datetime.now(UTC)
    assert timedelta(minutes=50) < left <= timedelta(hours=1)


def test_home_that_is_not_there_yet_is_made_for_its_owner(tmp_path: Path) -> None:
    with served_authority() as authority:
        assert log_in(tmp_path / "new", "xai", authority.origin) == 0
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_declined_code_is_one_sentence_and_keeps_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served_authority() as authority:
        authority.polls.append(Poll.DENIED)
        assert log_in(tmp_path, "qwen", authority.origin) == 1
    told = capfd.readouterr().err.splitlines()[-1]
    assert told == "zeroclaw: There is no token from qwen: it was declined; begin again."
    assert login_file(tmp_path).names() == ()


@pytest.mark.parametrize(
    ("name", "origin", "brought", "says"),
    [
        ("nobody", "", None, "choose one of copilot, openai, qwen, xai"),
        ("qwen", "", "-", "--import is for the login openai alone"),
        ("openai", "https://example.com", "-", "--import is for the login openai alone"),
        ("copilot", "example.com", None, "--host needs an address"),
        ("copilot", "http://example.com", None, "--host needs an address"),
        ("copilot", "https://me:x@example.com", None, "--host needs an address"),
        ("copilot", "https://example.com/path", None, "--host needs an address"),
        ("copilot", "https://[x", None, "--host needs an address"),
    ],
)
def test_wrong_use_is_told_before_anybody_is_asked(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    name: str,
    origin: str,
    brought: str | None,
    says: str,
) -> None:
    assert log_in(tmp_path, name, origin, brought) == 2
    assert says in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "brought", "manners", "says"),
    [
        ("copilot", None, [Manner.BROWSER], "copilot does not log in through a browser"),
        ("openai", None, [Manner.BROWSER, Manner.DEVICE], "--browser and --device do not go"),
        ("openai", "-", [Manner.DEVICE], "--import is for the login openai alone"),
    ],
)
def test_manner_that_does_not_fit_is_told_before_anybody_is_asked(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    name: str,
    brought: str | None,
    manners: list[Manner],
    says: str,
) -> None:
    assert log_in(tmp_path, name, "", brought, manners=manners) == 2
    assert says in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_code_of_openai_is_confirmed_on_another_device(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served_authority() as authority:
        authority.account = "acct-1"
        authority.polls.extend([Poll.PENDING, Poll.SLOW_DOWN])
        assert log_in(tmp_path, "openai", authority.origin) == 0
        origin = authority.origin
    shown = capfd.readouterr()
    assert f"Open {origin}/codex/device in a browser, and enter the code ABCD-1234." in shown.err
    assert "Models of [providers.models.codex] use it by themselves." in shown.out
    assert "secret" not in shown.out + shown.err
    kept = login_file(tmp_path).get("openai")
    assert kept is not None
    assert (kept.tokens.access, kept.tokens.account) == ("access-1", "acct-1")


@pytest.mark.parametrize("name", ["openai", "xai"])
def test_browser_of_the_user_logs_in_with_two_sentences(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    seen: list[str] = []
    with served_authority() as authority, user_at_browser() as go:

        async def show(url: str) -> None:
            await trio.lowlevel.checkpoint()
            seen.append(url)
            go(authority.codes.agree(url))

        code = log_in(tmp_path, name, authority.origin, manners=[Manner.BROWSER], show=show)
    shown = capfd.readouterr()
    assert code == 0, shown.err
    assert f"opens in your browser: {seen[0]}" in shown.err
    assert "secret" not in shown.out + shown.err
    assert login_file(tmp_path).names() == (name,)


def test_browser_whose_user_declines_keeps_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served_authority() as authority, user_at_browser() as go:

        async def show(url: str) -> None:
            await trio.lowlevel.checkpoint()
            go(authority.codes.decline(url))

        origin = authority.origin
        assert log_in(tmp_path, "openai", origin, manners=[Manner.BROWSER], show=show) == 1
    told = capfd.readouterr().err.splitlines()[-1]
    assert told == "zeroclaw: There is no token from openai: The user said no; begin again."
    assert login_file(tmp_path).names() == ()


def test_login_of_codex_is_taken_over_from_its_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex" / "auth.json").write_text(json.dumps(AUTH))
    assert log_in(tmp_path, "openai", brought=str(tmp_path / ".codex" / "auth.json")) == 0
    kept = login_file(tmp_path).get("openai")
    assert kept is not None
    assert kept.tokens == Tokens("planted-a", "planted-r", None, "me")
    shown = capfd.readouterr()
    assert "planted" not in shown.out + shown.err
    assert "Codex has to log in again itself" in shown.err


@pytest.mark.parametrize("content", [None, "no json", "{}"])
def test_file_without_a_login_is_named_with_what_is_wrong(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: str | None
) -> None:
    file = tmp_path / "auth.json"
    if content is not None:
        file.write_text(content)
    assert log_in(tmp_path, "openai", brought=str(file)) == 1
    assert f"No login can be taken from {file}: " in capfd.readouterr().err


@pytest.mark.parametrize(
    ("name", "manner"), [("copilot", "device"), ("openai", "device"), ("openai", "browser")]
)
async def test_interrupted_wait_leaves_with_130_and_keeps_nothing(
    tmp_path: Path, name: str, manner: str
) -> None:
    with trio.fail_after(SECONDS):
        async with serve_authority() as authority, trio.open_nursery() as nursery:
            waiting: trio.Process = await nursery.start(
                partial(
                    trio.run_process,
                    [sys.executable, "-c", CHILD, name, manner, str(tmp_path), authority.origin],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    check=False,
                )
            )
            assert waiting.stderr is not None
            said = b""
            while b"Ctrl+C leaves" not in said:
                said += await waiting.stderr.receive_some()
            waiting.send_signal(signal.SIGINT)
            assert await waiting.wait() == 130
    assert login_file(tmp_path).names() == ()


def test_usual_file_of_codex_is_found_by_its_variable(tmp_path: Path) -> None:
    from zeroclaw.logins.logging_in import run

    (tmp_path / "codex").mkdir()
    (tmp_path / "codex" / "auth.json").write_text(json.dumps(AUTH))
    variables = {**environment(tmp_path), "CODEX_HOME": str(tmp_path / "codex")}
    assert run("openai", variables, brought="-", origin="", debug=False) == 0
    assert login_file(tmp_path).names() == ("openai",)
