"""Finds the configuration of this installation."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import Factory, field, frozen

from zeroclaw.home import Home, find_home
from zeroclaw.wiring.families import Families, installed_families

__all__ = ["Installation", "this_installation"]


@frozen
class Installation:
    """A home with its configuration, and what says how that is to be read."""

    home: Home
    environ: Mapping[str, str] = field(repr=False, hash=False)
    families: Families = field(default=Factory(installed_families), repr=False, hash=False)

    @property
    def config(self) -> Path:
        """The file itself."""
        return self.home.config

    @property
    def secret_key(self) -> Path:
        """The file with the key of its sealed values."""
        return self.config.with_name(".secret_key")


def this_installation() -> Installation:
    """The one that the environment of this process names; raises `HomeUnusable`."""
    return Installation(find_home(os.environ), os.environ)
