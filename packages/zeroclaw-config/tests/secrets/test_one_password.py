"""Tests of what is asked of 1Password."""

from zeroclaw_config.secrets.one_password import OnePassword


def test_program_gets_its_own_variables_alone() -> None:
    names = ["PATH", "HOME", "OP_SESSION_x", "OPENAI_API_KEY", "PYTHONPATH", "LD_PRELOAD"]
    assert [name for name in names if OnePassword().passes(name)] == names[:3]
