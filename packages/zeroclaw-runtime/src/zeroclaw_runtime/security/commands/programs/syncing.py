"""Describes programs that make one folder like another."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    CHANGES,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    options,
)

__all__ = ["SYNCING"]


def _check_rsync(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands:
        if ":" in word.text:
            dossier.hold(Risk.HIGH, "rsync:remote", word.text)
            dossier.add_effects(frozenset({Effect.NETWORK}))


SYNCING: Mapping[str, ProgramRule] = {
    "rsync": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-a -v -r -l -L -p -t -g -o -D -n -u -c -h -i -q -z -P -x -k -H -R -d -W -S -b "
            "--archive --verbose --recursive --links --copy-links --perms --times --group --owner "
            "--dry-run --update --checksum --human-readable --itemize-changes --quiet --compress "
            "--partial --progress --one-file-system --hard-links --relative --dirs --whole-file "
            "--exclude= --include= --exclude-from=< --include-from=< --existing --ignore-existing "
            "--size-only --stats --max-size= --min-size= --info= --no-perms --no-owner --no-group "
            "--prune-empty-dirs --inplace --append --backup --suffix= --backup-dir=> --temp-dir=>",
            high="--delete --delete-before --delete-after --delete-during --delete-excluded "
            "--remove-source-files",
        ),
        operands=Operands(Use.READ, last=Use.WRITTEN),
        unknown_option=Risk.HIGH,
        check=_check_rsync,
    ),
}
