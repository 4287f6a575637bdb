"""Describes programs that pack files, or unpack them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    CHANGES,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Style,
    Use,
    options,
)

__all__ = ["ARCHIVES"]


def _check_tar(reading: Reading, dossier: Dossier) -> None:
    lists = {"-t", "--list"} & reading.names
    packs = {"-c", "--create", "-r", "--append", "-u", "--update"} & reading.names
    if not lists:
        dossier.hold(Risk.MEDIUM, "tar:command", "")
        dossier.add_effects(CHANGES)
    for archive in reading.values("-f", "--file"):
        if ":" in archive.text:
            # A name with a colon is on another machine, where tar runs a program.
            dossier.hold(Risk.HIGH, "tar:remote", archive.text)
        dossier.use(archive, Use.WRITTEN if packs else Use.READ)
    for folder in () if lists or packs else reading.values("-C", "--directory"):
        dossier.use(folder, Use.WRITTEN)
    for word in reading.operands if packs else ():
        dossier.use(word, Use.READ)


_GZIP = ProgramRule(
    options=options(
        "-# -c -d -f -k -l -n -N -q -r -t -v --stdout --to-stdout --decompress --uncompress "
        "--force --keep --list --no-name --name --quiet --test --verbose --fast --best"
    ),
    operands=Operands(Use.READ),
    unknown_option=Risk.HIGH,
    low_only_with=frozenset({"-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test"}),
)

ARCHIVES: Mapping[str, ProgramRule] = {
    "tar": ProgramRule(
        style=Style.TAR,
        options=options(
            "-c -x -t -r -u -z -j -J -a -v -k -p -m -h -O -f= -C=/ -X=<  --create --extract --get "
            "--list --append --update --gzip --gunzip --bzip2 --xz --zstd --lzma --auto-compress "
            "--verbose --keep-old-files --skip-old-files --preserve-permissions --touch "
            "--dereference --to-stdout --file= --directory=/ --exclude= --exclude-from=< "
            "--exclude-vcs --exclude-vcs-ignores --strip-components= --transform= --wildcards "
            "--no-wildcards --no-recursion --numeric-owner --owner= --group= --mtime= --sort= "
            "--no-same-owner --no-same-permissions --one-file-system --totals --full-time "
            "--force-local --occurrence? --ignore-failed-read"
        ),
        unknown_option=Risk.HIGH,
        check=_check_tar,
    ),
    "zip": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-# -r -q -j -u -f -y -v -D -X -x= -i= --exclude= --include="),
        operands=Operands(Use.READ, first=Use.WRITTEN),
        unknown_option=Risk.HIGH,
    ),
    "unzip": ProgramRule(
        options=options("-l -t -v -p -c -z -o -n -q -j -a -d=> -x= -Z -1"),
        operands=Operands(Use.TEXT, first=Use.READ),
        unknown_option=Risk.HIGH,
        low_only_with=frozenset({"-l", "-t", "-v", "-p", "-c", "-z", "-Z"}),
    ),
    "gzip": _GZIP,
    "gunzip": _GZIP,
    "bzip2": _GZIP,
    "bunzip2": _GZIP,
    "xz": _GZIP,
    "unxz": _GZIP,
    "zstd": evolve(_GZIP, low_only_with=frozenset({"-c", "--stdout", "-l", "--list", "-t"})),
    "7z": ProgramRule(risk=Risk.HIGH, effects=CHANGES, operands=Operands(Use.READ)),
}
