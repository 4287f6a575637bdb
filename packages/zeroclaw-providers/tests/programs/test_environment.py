"""A program gets the variables on its list; no other leaves this process."""

from __future__ import annotations

import pytest

from zeroclaw_providers.programs.environment import ProgramEnvironment
from zeroclaw_providers.programs.vendors import VENDORS

SET = {
    "PATH": "/some/bin",
    "HOME": "/home/me",
    "TERM": "xterm",
    "LD_PRELOAD": "/evil.so",
    "NODE_OPTIONS": "--require=/evil.js",
    "OPENAI_API_KEY": "sk-of-somebody-else",
    "ZEROCLAW_HOME": "/secret",
    "GEMINI_API_KEY": "key-of-gemini",
    "XAI_API_KEY": "key-of-xai",
    "KILO_API_KEY": "key-of-kilo",
    "GOOGLE_CLOUD_PROJECT": "my-project",
}
KEYS = {"gemini_cli": "key-of-gemini", "grok_cli": "key-of-xai", "kilocli": "key-of-kilo"}


@pytest.mark.parametrize("name", sorted(VENDORS))
def test_only_what_is_listed_is_passed_on(name: str) -> None:
    made = ProgramEnvironment.of(VENDORS[name], SET.get)
    assert made.variables["PATH"] == "/some/bin"
    assert made.variables["HOME"] == "/home/me"
    assert not made.variables.keys() & {
        "TERM",
        "LD_PRELOAD",
        "NODE_OPTIONS",
        "OPENAI_API_KEY",
        "ZEROCLAW_HOME",
    }
    others = set(KEYS.values()) - {KEYS[name]}
    assert not others & set(made.variables.values())


@pytest.mark.parametrize("name", sorted(VENDORS))
def test_key_of_the_vendor_is_passed_on_as_a_secret(name: str) -> None:
    made = ProgramEnvironment.of(VENDORS[name], SET.get)
    assert made.secrets == (KEYS[name],)
    assert KEYS[name] in made.variables.values()
    assert made.has_any(VENDORS[name].keys)
    assert KEYS[name] not in repr(made)


def test_nothing_set_still_gives_a_usual_path() -> None:
    made = ProgramEnvironment.of(VENDORS["grok_cli"], lambda _: None)
    assert dict(made.variables) == {"PATH": "/usr/local/bin:/usr/bin:/bin", "NO_COLOR": "1"}
    assert made.secrets == ()
    assert not made.has_any(VENDORS["grok_cli"].keys)


def test_variable_cannot_lift_what_is_fixed() -> None:
    found = {"KILO_PERMISSION": '{"*":"allow"}'}
    made = ProgramEnvironment.of(VENDORS["kilocli"], found.get)
    assert made.variables["KILO_PERMISSION"] == '{"*":"deny"}'
