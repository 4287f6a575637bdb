"""Installed packages are found under fixed group names."""

from __future__ import annotations

from zeroclaw_api import groups


def test_groups_keep_the_names_that_packages_register_under() -> None:
    names = {getattr(groups, name) for name in groups.__all__}
    kinds = (
        "providers provider_tables channels tools memory sandboxes peripherals observers"
        " commands locales"
    )
    assert names == {f"zeroclaw.{kind}" for kind in kinds.split()}
