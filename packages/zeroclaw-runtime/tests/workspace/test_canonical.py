"""Paths that an operator wrote become those that folders really have."""

from __future__ import annotations

from pathlib import Path

from zeroclaw_runtime.workspace.canonical import real_roots, real_rules
from zeroclaw_runtime.workspace.rules import PathRules, Roots


def test_roots_get_their_real_paths_with_the_written_ones_as_aliases(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "named").symlink_to("real")
    named, real = str(tmp_path / "named"), str(tmp_path / "real")
    roots = real_roots(Roots(real, (named,), (f"{named}/gone",)))
    assert roots == Roots(
        real, (real,), (f"{real}/gone",), ((named, real), (f"{named}/gone", f"{real}/gone"))
    )
    assert real_roots(roots) == roots


def test_rules_close_both_the_written_and_the_real_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "named").symlink_to("real")
    named, real = str(tmp_path / "named"), str(tmp_path / "real")
    rules = real_rules(PathRules((f"{named}/x", real), installation=named, home=named))
    assert rules.forbidden == (f"{named}/x", f"{real}/x", real)
    assert (rules.installation, rules.home) == (real, real)
    assert real_rules(rules) == rules
    assert real_rules(PathRules()) == PathRules()
