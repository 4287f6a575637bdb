"""What the guide about models shows is what the command does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import trio
from command_line import CommandLine

from zeroclaw.wiring.chain import chain_of
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import load_config

SECONDS: Final = 60
GUIDE: Final = Path(__file__).parents[2] / "docs" / "guides" / "choose-models.md"
KEYS: Final = {
    "ANTHROPIC_API_KEY": "sk-ant-one",
    "GROQ_API_KEY": "gsk-two",
    "GROQ_SECOND_KEY": "gsk-three",
}


def example() -> str:
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


async def test_the_config_of_the_guide_is_valid_for_the_command(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(example())
    command = CommandLine(tmp_path, KEYS)
    with trio.fail_after(SECONDS):
        checked = await command.run("config", "validate")
        status = await command.run("status")
    assert (checked.code, status.code) == (0, 0), (checked, status)
    assert "2 agents, 2 models" in checked.answer
    assert "openai/gpt-oss-20b" in status.answer


def test_the_chain_of_the_guide_is_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(example())
    config = load_config(path, KEYS, installed_families(), strict=True)
    work = config.models["anthropic.work"]
    chain = chain_of("anthropic.work", work, config.models)
    assert [f"{link.provider} {link.settings.model}" for link in chain] == [
        "anthropic.work claude-sonnet-4-5",
        "anthropic.work claude-haiku-4-5",
        "groq.spare openai/gpt-oss-120b",
    ]
