"""What to do next is a command wherever one does it."""

from __future__ import annotations

from typing import Final

from zeroclaw.providers.entries import Entry
from zeroclaw.providers.fixing import fix_of, tools_fix
from zeroclaw_api.errors import (
    ProviderAuthFailed,
    ProviderError,
    ProviderQuotaExhausted,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
)
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers import AnthropicSettings, CustomSettings
from zeroclaw_providers.copilot.settings import CopilotSettings
from zeroclaw_providers.errors import CredentialsMissing, KeyMissing
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_providers.programs.settings import ProgramSettings

URI: Final = "http://127.0.0.1:1/v1"
SET_KEY: Final = "`zeroclaw secrets set providers.models.custom.home.api_key`"


def custom(key: str | None = "sk-planted", **more: bool) -> Entry:
    told = {"uri": URI, "model": "m", "api_key": key, **more}
    return Entry("custom.home", CustomSettings.model_validate(told))


def fix(
    kind: type[ProviderError], entry: Entry | None = None, detail: str = "HTTP 400: no"
) -> str | None:
    return fix_of(entry or custom(), kind(provider="p", model="m", detail=detail))


def test_refused_key_is_to_be_set_again() -> None:
    assert fix(ProviderAuthFailed) == f"Give it a valid key: {SET_KEY}."
    assert fix(ProviderAuthFailed, custom(None)) == f"Give it one: {SET_KEY}."


def test_missing_key_is_to_be_set() -> None:
    missing = KeyMissing(provider="p", model="m", detail="d", variable="V")
    assert fix_of(custom(None), missing) == f"Give it one: {SET_KEY}."
    assert fix(CredentialsMissing) is None


def test_refused_login_is_to_be_made_again() -> None:
    assert fix(ProviderAuthFailed, custom("login://qwen")) == (
        "Log in anew: `zeroclaw auth login qwen`."
    )
    copilot = Entry("copilot.mine", CopilotSettings(model="m"))
    assert fix(ProviderAuthFailed, copilot) == "Log in anew: `zeroclaw auth login copilot`."


def test_login_of_a_program_is_its_own_matter() -> None:
    program = Entry("gemini_cli.mine", ProgramSettings(model="m"))
    assert fix(ProviderAuthFailed, program) is None


def test_unknown_model_is_to_be_looked_up_where_it_is_listed() -> None:
    told = fix(ProviderRejected, detail="HTTP 404: nothing") or ""
    assert "`zeroclaw models list --live --provider custom`" in told
    assert "`zeroclaw config set providers.models.custom.home.model MODEL`" in told
    other = Entry("anthropic.work", AnthropicSettings(model="m"))
    told = fix(ProviderRejected, other, "HTTP 400: no such model") or ""
    assert "`zeroclaw models list --provider anthropic`" in told


def test_failure_that_says_all_has_no_more_to_do() -> None:
    assert fix(ProviderRejected) is None
    assert fix(ProviderQuotaExhausted) is None
    assert fix(ProviderUnreachable) is None


def test_server_on_this_machine_is_to_be_started() -> None:
    vllm = Entry("vllm.mine", custom().settings)
    assert "Start the server" in (fix(ProviderUnreachable, vllm) or "")


def test_silence_asks_for_more_time() -> None:
    assert "--timeout" in (fix(ProviderTimedOut) or "")


def test_tools_may_be_described_in_words_where_they_are_not_yet() -> None:
    command = "`zeroclaw config set providers.models.custom.home.native_tools false`"
    assert command in tools_fix(custom())
    alone: list[ModelSettings | None] = [
        custom(native_tools=False).settings,
        custom(text_tools=False).settings,
        LocalSettings(),
        None,
    ]
    for settings in alone:
        assert "native_tools" not in tools_fix(Entry("custom.home", settings))
