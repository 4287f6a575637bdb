"""What an operator says when nothing is said."""

from zeroclaw_runtime.security.commands.rules import CommandRules


def test_rules_forbid_nothing_by_themselves() -> None:
    rules = CommandRules(roots=("/ws",))
    assert (rules.forbidden, rules.protected) == ((), ())
    assert rules.allowed_commands is None
