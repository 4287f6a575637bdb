"""Only variables that are known to hold no secret reach a command."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.environment import command_environment

ALLOWED = {"PATH", "HOME", "TERM", "LANG", "USER", "SHELL", "TMPDIR"}
NAMES = st.text(min_size=1) | st.sampled_from([*ALLOWED, "LC_ALL", "LC_CTYPE"])


@given(st.dictionaries(NAMES, st.text()))
def test_nothing_but_the_known_variables_passes(given_: dict[str, str]) -> None:
    passed = command_environment(given_)
    assert passed.items() <= given_.items()
    assert all(name in ALLOWED or name.startswith("LC_") for name in passed)
    assert passed.keys() >= given_.keys() & ALLOWED


def test_secrets_and_loaders_stay_behind() -> None:
    hostile = {"OPENAI_API_KEY": "k", "LD_PRELOAD": "x", "BASH_ENV": "y", "path": "z", "LC": "c"}
    assert command_environment(hostile | {"PATH": "/bin"}) == {"PATH": "/bin"}
