"""Where an installation keeps its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from zeroclaw.errors import HomeUnusable
from zeroclaw.words import say
from zeroclaw_api.json import well_formed

__all__ = ["Home", "find_home"]


@frozen
class Home:
    """The folder of one installation; everything in it is for its owner only."""

    root: Path

    @property
    def config(self) -> Path:
        """The configuration, which the user may or may not have written."""
        return self.root / "config.toml"

    @property
    def database(self) -> Path:
        """The sessions, with all else that must survive a restart."""
        return self.root / "data" / "state.db"

    @property
    def blobs(self) -> Path:
        """Files that messages point to."""
        return self.root / "data" / "blobs"

    @property
    def ledger(self) -> Path:
        """The calls that were made, in a chain that shows what was changed in it."""
        return self.root / "ledger"

    @property
    def estop(self) -> Path:
        """What an operator has stopped."""
        return self.root / "estop.json"

    @property
    def history(self) -> Path:
        """What was entered in chats, so that it can be found again."""
        return self.root / "data" / "history.jsonl"

    @property
    def models(self) -> Path:
        """What is known about models, newer than what came along; the user may write it too."""
        return self.root / "models.json"

    def workspace(self, alias: str) -> Path:
        """The folder in which an agent works."""
        return self.root / "agents" / alias / "workspace"

    def prepare(self, alias: str) -> None:
        """Make the folders that are missing. Raises `HomeUnusable`."""
        # The root by itself: folders that are made on the way to another are open to everybody.
        for folder in (self.root, self.database.parent, self.workspace(alias)):
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise HomeUnusable(
                    path=str(folder), problem=error.strerror or str(error)
                ) from error


def find_home(environment: Mapping[str, str]) -> Home:
    """`ZEROCLAW_HOME`, else `~/.zeroclaw`, unless only `$XDG_CONFIG_HOME/zeroclaw` exists.

    Raises `HomeUnusable`.
    """
    named = environment.get("ZEROCLAW_HOME", "")
    try:
        root = Path(named).expanduser() if named else _usual(environment)
    except RuntimeError as error:
        raise HomeUnusable(path="~/.zeroclaw", problem=say("home_unknown")) from error
    path = Path.cwd() / root
    if ".." in path.parts:
        # Else what follows links, as writing the config does, means another folder than the rest.
        path = Path(os.path.realpath(path))
    if str(path) != well_formed(str(path)):
        # Neither the database nor a model can be told of such a path.
        raise HomeUnusable(path=well_formed(str(path)), problem=say("home_not_text"))
    return Home(path)


def _usual(environment: Mapping[str, str]) -> Path:
    user = Path(environment.get("HOME") or "~").expanduser()
    usual = user / ".zeroclaw"
    named = Path(environment.get("XDG_CONFIG_HOME", ""))
    # A relative path has no meaning there, says the standard that defines the variable.
    settings = named if named.is_absolute() else user / ".config"
    other = settings / "zeroclaw"
    return other if other.is_dir() and not usual.exists() else usual
