"""A provider gets a fresh token, whoever renews it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio
from attrs import define
from trio.testing import wait_all_tasks_blocked

from zeroclaw.home import Home
from zeroclaw.logins.errors import LoginMissing, LoginsLocked
from zeroclaw.logins.lock import locked
from zeroclaw.logins.login_file import KeptLogin, LoginFile
from zeroclaw.logins.stored import StoredLogins
from zeroclaw_api.services import Logins
from zeroclaw_http import HttpClient
from zeroclaw_providers.errors import LoginFailed, LoginRefused
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_testing import FakeHttp, ManualClock
from zeroclaw_testing.authority import ScriptedAuthority, serve_authority
from zeroclaw_testing.kits.services import LoginsConformance

SECONDS = 60
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SOON = NOW + timedelta(seconds=60)
"""Due, and not over yet."""
CHILD = """
import sys, trio
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.home import Home
from zeroclaw.logins.login_file import LoginFile
from zeroclaw.logins.stored import StoredLogins
from zeroclaw_http import HttpClient
from zeroclaw_testing import ManualClock

async def main():
    async with HttpClient() as http:
        file = LoginFile.of(Home(Path(sys.argv[1])))
        logins = StoredLogins(file, http, ManualClock(datetime(2026, 1, 1, tzinfo=UTC)))
        print((await logins.token("qwen")).access)

trio.run(main)
"""


class TestStoredLogins(LoginsConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[Logins]:
        with TemporaryDirectory() as folder:
            file = LoginFile.of(Home(Path(folder)))
            file.put("known", KeptLogin(Tokens("t0ken")))
            yield StoredLogins(file, FakeHttp(), ManualClock(NOW))


@define
class Served:
    file: LoginFile
    logins: StoredLogins
    authority: ScriptedAuthority
    clock: ManualClock
    http: HttpClient

    def keep(self, expires_at: datetime, refresh: str = "refresh-1") -> None:
        tokens = Tokens("access-1", refresh, expires_at, "me")
        self.file.put("qwen", KeptLogin(tokens, self.authority.origin))


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[Served]:
    with trio.fail_after(SECONDS):
        async with serve_authority() as authority, HttpClient() as http:
            clock, file = ManualClock(NOW), LoginFile.of(Home(home))
            # The tokens that are kept are the first that it handed out.
            authority.granted = 1
            yield Served(file, StoredLogins(file, http, clock), authority, clock, http)


async def test_token_that_is_not_due_is_given_without_asking(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW + timedelta(seconds=91))
        token = await its.logins.token("qwen")
        assert (token.access, token.account) == ("access-1", "me")
        assert not its.authority.requests


async def test_token_that_is_due_is_renewed_and_written_down(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        token = await its.logins.token("qwen")
        assert (token.access, token.account) == ("access-2", "me")
        kept = its.file.get("qwen")
        assert kept is not None
        assert (kept.tokens.refresh, kept.origin) == ("refresh-2", its.authority.origin)
        assert kept.tokens.expires_at == NOW + timedelta(hours=1)
        its.clock.advance(timedelta(minutes=59))
        assert (await its.logins.token("qwen")).access == "access-3"


async def test_many_tasks_of_several_stores_renew_once(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        seen: list[str] = []

        async def ask(logins: StoredLogins) -> None:
            seen.append((await logins.token("qwen")).access)

        async with trio.open_nursery() as nursery:
            for _ in range(4):
                other = StoredLogins(its.file, its.http, its.clock)
                nursery.start_soon(ask, other)
                nursery.start_soon(ask, other)
        assert seen == ["access-2"] * 8
        assert len(its.authority.requests) == 1
        assert not its.authority.is_revoked


async def test_many_processes_renew_once(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        seen: list[bytes] = []

        async def ask() -> None:
            command = [sys.executable, "-c", CHILD, str(tmp_path)]
            done = await trio.run_process(command, capture_stdout=True)
            seen.append(done.stdout)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
        assert seen == [b"access-2\n"] * 3
        assert len(its.authority.requests) == 1


async def test_control_two_renewals_of_one_token_end_the_login(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        await its.logins.token("qwen")
        its.keep(NOW)
        with pytest.raises(LoginRefused):
            await its.logins.token("qwen")
        assert its.authority.is_revoked


async def test_renewal_that_fails_keeps_the_login_and_uses_it_while_it_lasts(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        before = its.file.path.read_bytes()
        its.authority.failures.append(503)
        assert (await its.logins.token("qwen")).access == "access-1"
        its.clock.advance(timedelta(seconds=60))
        its.authority.failures.append(503)
        with pytest.raises(LoginFailed, match="HTTP 503"):
            await its.logins.token("qwen")
        assert its.file.path.read_bytes() == before
        assert (await its.logins.token("qwen")).access == "access-2"


async def test_login_that_is_refused_says_what_to_do_and_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW, "refresh-0")
        with pytest.raises(LoginRefused, match="`zeroclaw auth login qwen`"):
            await its.logins.token("qwen")
        assert its.file.names() == ("qwen",)


async def test_cancelled_caller_loses_no_refresh_token(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(its.logins.token, "qwen")
                while not its.authority.requests:
                    await trio.lowlevel.checkpoint()
                scope.cancel()
        kept = its.file.get("qwen")
        assert kept is not None
        assert kept.tokens.refresh == "refresh-2"


async def test_lock_that_is_never_free_is_an_error(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        impatient = StoredLogins(its.file, its.http, its.clock, 0.1)
        async with locked(its.file.path):
            with pytest.raises(LoginsLocked):
                await impatient.token("qwen")
        assert not its.authority.requests


async def test_login_that_vanishes_while_waiting_is_missing(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(SOON)
        failures: list[LoginMissing] = []

        async def ask() -> None:
            with pytest.raises(LoginMissing) as caught:
                await its.logins.token("qwen")
            failures.append(caught.value)

        async with trio.open_nursery() as nursery, locked(its.file.path):
            nursery.start_soon(ask)
            await wait_all_tasks_blocked(0.02)
            its.file.remove("qwen")
        assert len(failures) == 1


async def test_refused_token_is_renewed_before_its_end(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW + timedelta(hours=1))
        token = await its.logins.renewed("qwen", "access-1")
        assert (token.access, token.account) == ("access-2", "me")
        assert (await its.logins.token("qwen")).access == "access-2"


async def test_token_that_many_saw_refused_is_renewed_once(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW + timedelta(hours=1))
        given: list[str] = []

        async def ask() -> None:
            given.append((await its.logins.renewed("qwen", "access-1")).access)

        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(ask)
        assert given == ["access-2"] * 5
        assert len(its.authority.requests) == 1


async def test_refused_token_that_cannot_be_renewed_asks_for_a_new_login(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW + timedelta(hours=1), refresh="")
        with pytest.raises(LoginRefused, match="zeroclaw auth login qwen"):
            await its.logins.renewed("qwen", "access-1")


async def test_refused_token_is_kept_while_its_service_is_away(tmp_path: Path) -> None:
    async with served(tmp_path) as its:
        its.keep(NOW + timedelta(hours=1))
        its.authority.failures.append(503)
        with pytest.raises(LoginFailed, match="HTTP 503"):
            await its.logins.renewed("qwen", "access-1")
        assert (await its.logins.renewed("qwen", "access-1")).access == "access-2"
