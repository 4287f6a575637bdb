"""An agent is held to as much as it was given, each to its own."""

from __future__ import annotations

from zeroclaw_runtime.guards import Guards


def test_agents_do_not_share_what_was_approved_by_default() -> None:
    assert Guards().approvals is not Guards().approvals


def test_nothing_judges_or_confines_unless_it_was_given() -> None:
    bare = Guards()
    assert (bare.policies.scripts, bare.policies.paths) == (None, None)
    assert (bare.estop, bare.ledger, bare.open_processes, bare.is_offline) == (
        None,
        None,
        None,
        False,
    )
