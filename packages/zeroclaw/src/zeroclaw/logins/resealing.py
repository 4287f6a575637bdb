"""Seals the logins anew while the key of an installation is replaced."""

from __future__ import annotations

import trio

from zeroclaw.home import Home
from zeroclaw.logins.lock import locked
from zeroclaw.logins.login_file import LoginFile

__all__ = ["reseal_logins"]


def reseal_logins(home: Home) -> None:
    """Do it with the key that is in the key file by now. Raises what `LoginFile.reseal` does."""
    file = LoginFile.of(home)
    if file.names():
        trio.run(_resealed, file)


async def _resealed(file: LoginFile) -> None:
    async with locked(file.path):
        file.reseal()
