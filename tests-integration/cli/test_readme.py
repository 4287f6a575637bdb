"""What the README says of the command holds."""

from __future__ import annotations

import re
from pathlib import Path

import trio
from command_line import CommandLine

from zeroclaw_testing.model_server import saying, serve_model

SECONDS = 60
README = Path(__file__).parents[2] / "README.md"
ADDRESS = "http://127.0.0.1:8080/v1"


async def test_config_of_the_readme_answers(tmp_path: Path) -> None:
    found = re.search(
        r"<!-- config-example -->\n```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found is not None
    assert ADDRESS in found[1]
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."))
            config = found[1].replace(ADDRESS, server.url)
            (tmp_path / "config.toml").write_text(config, encoding="utf-8")
            command = CommandLine(tmp_path, {"SOME_KEY": "a-key"})
            done = await command.run("agent", "-m", "Hi.")
    assert (done.code, done.answer, done.told) == (0, "Hello.\n", "")
