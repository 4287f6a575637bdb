"""Opens what model providers may use, for as long as some of them are asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from attrs import field, frozen

from zeroclaw.home import Home
from zeroclaw.logins.opening import InstalledLogins
from zeroclaw.wiring.programs import open_programs
from zeroclaw.wiring.references import LoginReferences, ProgramReferences
from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.processes import Processes
from zeroclaw_config.secrets.references import ReferenceReader
from zeroclaw_http import HttpClient
from zeroclaw_memory import FileBlobs

__all__ = ["EnvironmentSecrets", "ProviderSurroundings", "open_surroundings"]


@frozen
class EnvironmentSecrets:
    """Secrets from the environment of the process."""

    _environment: Mapping[str, str] = field(repr=False, hash=False)

    def get(self, name: str) -> str | None:
        """See `zeroclaw_api.Secrets`."""
        return self._environment.get(name)


@frozen
class ProviderSurroundings:
    """What providers are built with; `references` reads secrets that are kept elsewhere."""

    services: ProviderServices = field(repr=False)
    references: ReferenceReader
    blobs: FileBlobs


@asynccontextmanager
async def open_surroundings(
    home: Home, environment: Mapping[str, str]
) -> AsyncIterator[ProviderSurroundings]:
    """Lend them; connections are closed and programs are dead after the block."""
    async with HttpClient() as http, open_programs(_open_processes) as programs:
        logins = InstalledLogins(home, http)
        secrets = EnvironmentSecrets(environment)
        blobs = FileBlobs(home.blobs)
        yield ProviderSurroundings(
            ProviderServices(http, secrets, programs, blobs, logins),
            LoginReferences(logins, ProgramReferences(_open_processes, environment)),
            blobs,
        )


def _open_processes() -> AbstractAsyncContextManager[Processes]:
    # Loaded by the first program that is started, which is none for most providers.
    from zeroclaw_runtime import open_processes

    return open_processes()
