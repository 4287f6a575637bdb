"""Installed packages are found under fixed group names."""

from __future__ import annotations

from zeroclaw_api import factory


def test_groups_keep_the_names_that_packages_register_under() -> None:
    groups = {getattr(factory, name) for name in factory.__all__ if name.endswith("_GROUP")}
    kinds = "providers channels tools memory sandboxes peripherals observers commands"
    assert groups == {f"zeroclaw.{kind}" for kind in kinds.split()}
