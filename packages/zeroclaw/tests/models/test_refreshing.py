"""A newer list is there for all commands, or nothing was changed."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest
import trio
from model_homes import ModelHome

from zeroclaw.models.refreshing import refresh

SECONDS = 30
LIST = b'{"openai": {"models": {"brand-new": {"limit": {"context": 9000}}}}}'


async def answer_once(stream: trio.SocketStream) -> None:
    asked = b""
    while b"\r\n\r\n" not in asked:
        asked += await stream.receive_some()
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(LIST)}\r\nConnection: close\r\n\r\n"
    await stream.send_all(head.encode() + LIST)


async def refreshed(*, as_json: bool) -> int:
    """Refresh as the command does, which has a loop of its own, from a server here."""
    limiter = trio.CapacityLimiter(1)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            serve = partial(trio.serve_tcp, answer_once, 0, host="127.0.0.1")
            [listener, *_] = await nursery.start(serve)
            url = f"http://127.0.0.1:{listener.socket.getsockname()[1]}/api.json"
            work = partial(refresh, url, as_json=as_json, debug=False)
            code = await trio.to_thread.run_sync(work, limiter=limiter, abandon_on_cancel=True)
            nursery.cancel_scope.cancel()
    return code


@pytest.mark.parametrize("as_json", [False, True])
async def test_refreshed_list_is_known_to_other_commands(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    as_json: bool,
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    assert await refreshed(as_json=as_json) == 0
    out = capfd.readouterr().out
    if as_json:
        form = json.loads(out)
        assert (form["path"], form["models"]) == (str(tmp_path / "models.json"), 1)
    else:
        assert str(tmp_path / "models.json") in out
    assert "9,000 tokens" in ModelHome(tmp_path).run("info", "openai/brand-new")[1]


def test_failed_refresh_leaves_the_old_list(tmp_path: Path) -> None:
    home = ModelHome(tmp_path).knows("openai", "old", {"context_window": 1})
    before = (tmp_path / "models.json").read_bytes()
    code, out, err = home.run("refresh", "--url", "http://127.0.0.1:1/api.json")
    assert (code, out) == (1, "")
    assert "127.0.0.1" in err
    assert (tmp_path / "models.json").read_bytes() == before
    assert os.listdir(tmp_path) == ["models.json"]  # noqa: PTH208  no temporary file either
