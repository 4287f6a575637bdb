"""Describes programs that change files one by one."""

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
    Use,
    options,
)
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["WRITERS"]

_WRITTEN = Operands(Use.WRITTEN)
_TARGETS = ("-t", "--target-directory")


def _check_targets(reading: Reading, dossier: Dossier) -> None:
    """In a folder, the files get the names they had."""
    folders = reading.values(*_TARGETS)
    sources = reading.operands if folders else reading.operands[:-1]
    for folder in folders or reading.operands[-1:]:
        for source in sources:
            name = source.text.rstrip("/").rpartition("/")[2]
            if name not in ("", ".", ".."):
                joined = f"{folder.text.rstrip('/')}/{name}"
                dossier.use(
                    Word(joined, is_pattern=folder.is_pattern or source.is_pattern), Use.WRITTEN
                )


_COPY = ProgramRule(
    risk=Risk.MEDIUM,
    effects=CHANGES,
    options=options(
        "-a -b -d -f -H -i -l -L -n -p -P -r -R -s -S= -t=> -T -u -v -x --archive --backup? "
        "--force --interactive --link --dereference --no-clobber --no-dereference --parents "
        "--preserve? --recursive --reflink? --sparse= --suffix= --target-directory=> "
        "--no-target-directory --update? --verbose --strip-trailing-slashes --one-file-system"
    ),
    operands=Operands(Use.READ, last=Use.WRITTEN),
    check=_check_targets,
)

WRITERS: Mapping[str, ProgramRule] = {
    "cp": _COPY,
    "mv": evolve(_COPY, operands=_WRITTEN),
    "ln": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-b -f -i -n -r -s -t=> -T -v -S= --backup? --force --no-dereference --relative "
            "--symbolic --target-directory=> --no-target-directory --verbose"
        ),
        operands=Operands(Use.READ, last=Use.WRITTEN),
        check=_check_targets,
    ),
    "rm": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-f -i -I -d -v --force --interactive? --dir --verbose --one-file-system",
            high="-r -R --recursive",
        ),
        operands=_WRITTEN,
        unknown_option=Risk.HIGH,
        dotted_names_are_no_options=True,
    ),
    "rmdir": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-p -v --parents --verbose --ignore-fail-on-non-empty"),
        operands=_WRITTEN,
    ),
    "unlink": ProgramRule(risk=Risk.MEDIUM, effects=CHANGES, operands=_WRITTEN),
    "mkdir": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-p -v -m= --parents --verbose --mode="),
        operands=_WRITTEN,
    ),
    "touch": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-a -c -d= -f -h -m -r=< -t= --no-create --date= --no-dereference --reference=< --time="
        ),
        operands=_WRITTEN,
    ),
    "truncate": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-c -o -r=< -s= --no-create --size= --reference=<"),
        operands=_WRITTEN,
    ),
    "install": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-b -c -C -d -D -p -t=> -T -v --backup? --compare --directory --target-directory=> "
            "--no-target-directory --verbose",
            high="-m= --mode= -o= --owner= -g= --group=",
        ),
        operands=_WRITTEN,
        unknown_option=Risk.HIGH,
    ),
    "tee": ProgramRule(
        options=options("-a -i -p --append --ignore-interrupts --output-error?"),
        operands=_WRITTEN,
    ),
    "mktemp": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-d -u -q --directory --dry-run --quiet --suffix="),
        operands=_WRITTEN,
    ),
    "split": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-a= -b= -C= -d -e -l= -n= -u -x --suffix-length= --bytes= --line-bytes= --lines= "
            "--numeric-suffixes? --number= --additional-suffix= --verbose"
        ),
        operands=Operands(Use.WRITTEN, first=Use.READ),
        unknown_option=Risk.HIGH,
    ),
    "patch": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-p= -i=< -d=/ -R -N -f -s -b -l -u -c -F= -E -t -o=> -r=> --strip= --input=< "
            "--directory=/ --reverse --forward --force --silent --quiet --backup --unified "
            "--dry-run --fuzz= --batch --output=> --reject-file=> --verbose --binary"
        ),
        operands=Operands(Use.READ, first=Use.WRITTEN),
        unknown_option=Risk.HIGH,
    ),
}
