"""Describes programs that only look at files, or at their names."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    options,
)

__all__ = ["FILES"]

_READ = Operands(Use.READ)


def _reader(low: str, **more: Operands) -> ProgramRule:
    return ProgramRule(options=options(f"{low} --help"), operands=more.get("operands", _READ))


def _check_pager(reading: Reading, dossier: Dossier) -> None:
    # Options and files of a pager may run commands; what it shows is named in full.
    if any(word.text.startswith("+") for word in reading.operands):
        dossier.hold(Risk.HIGH, "less:option", "+")


_SUMS = _reader(
    "-b -c -t -z -w --check --binary --text --tag --zero --quiet --status --strict --warn "
    "--ignore-missing -a= --algorithm= -l="
)
_PAGER = ProgramRule(
    options=options("-N -S -R -F -X -i -I -n -s -M -m -E -e"),
    operands=_READ,
    unknown_option=Risk.HIGH,
    check=_check_pager,
)

FILES: Mapping[str, ProgramRule] = {
    "ls": _reader(
        "-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t "
        "-T= -u -U -v -w= -x -X -Z -1 -I= -D --all --almost-all --author --block-size= --classify? "
        "--color? --directory --dereference --full-time --format= --group-directories-first "
        "--hide= --human-readable --hyperlink? --ignore= --indicator-style= --inode --no-group "
        "--numeric-uid-gid --quoting-style= --recursive --reverse --si --size --sort= --time= "
        "--time-style= --width= --zero --literal --file-type --escape"
    ),
    "cat": _reader(
        "-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number "
        "--squeeze-blank --show-tabs --show-nonprinting"
    ),
    "tac": _reader("-b -r -s= --before --regex --separator="),
    "head": _reader("-# -c= -n= -q -v -z --bytes= --lines= --quiet --silent --verbose"),
    "tail": ProgramRule(
        options=options(
            "-# -c= -n= -f -F -q -s= -v -z --bytes= --lines= --follow? --quiet --silent "
            "--verbose --pid= --retry --sleep-interval= --max-unchanged-stats="
        ),
        operands=_READ,
    ),
    "wc": _reader(
        "-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total= --files0-from=<"
    ),
    "stat": _reader("-c= -f -L -t --format= --printf= --dereference --file-system --terse"),
    "du": _reader(
        "-a -b -c -d= -h -H -k -l -L -m -P -s -S -t= -x -0 --all --apparent-size --block-size= "
        "--bytes --total --dereference --max-depth= --human-readable --inodes --si --summarize "
        "--threshold= --time? --exclude= --one-file-system --exclude-from=< -X=< --files0-from=<"
    ),
    "df": _reader(
        "-a -B= -h -H -i -k -l -P -t= -T -x= --all --block-size= --human-readable --si --inodes "
        "--local --output? --portability --print-type --total --type= --exclude-type="
    ),
    "file": _reader(
        "-b -i -k -L -h -N -n -r -s -z -0 -F= --brief --mime --mime-type --mime-encoding "
        "--keep-going --dereference --no-dereference --no-pad --raw --separator="
    ),
    "tree": _reader(
        "-a -d -l -f -x -L= -P= -I= -i -q -N -p -u -g -s -h -D -F -v -t -c -U -r -n -C -J -X -Q "
        "--noreport --dirsfirst --du --prune --gitignore --filelimit= --matchdirs --ignore-case "
        "--charset= --sort= --si --inodes --device --timefmt= --info --filesfirst"
    ),
    "diff": _reader(
        "-# -a -b -B -c -C= -d -e -E -i -l -n -N -p -q -r -s -t -T -u -U= -w -W= -y -Z -F= -I= "
        "-x= -X=< --brief --color? --context? --exclude= --exclude-from=< --expand-tabs "
        "--from-file=< --to-file=< --ignore-all-space --ignore-blank-lines --ignore-case "
        "--ignore-matching-lines= --ignore-space-change --ignore-tab-expansion --label= --minimal "
        "--ignore-trailing-space --new-file --no-dereference --normal --recursive --side-by-side "
        "--report-identical-files --show-c-function --show-function-line= --speed-large-files "
        "--strip-trailing-cr --suppress-common-lines --text --unified? --width="
    ),
    "cmp": _reader("-b -i= -l -n= -s --print-bytes --bytes= --verbose --quiet --silent"),
    "comm": _reader(
        "-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated"
    ),
    "readlink": _reader("-e -f -m -n -q -s -v -z --canonicalize --canonicalize-existing"),
    "realpath": _reader(
        "-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical "
        "--physical --quiet --relative-base=< --relative-to=< --strip --no-symlinks --zero"
    ),
    "basename": _reader("-a -s= -z --multiple --suffix= --zero", operands=Operands()),
    "dirname": _reader("-z --zero", operands=Operands()),
    "od": _reader(
        "-A= -j= -N= -t= -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --format= "
        "--skip-bytes= --read-bytes= --width?"
    ),
    "hexdump": _reader("-b -c -C -d -e= -n= -o -s= -v -x --canonical"),
    "strings": _reader("-a -f -n= -t= -o -e= -w -# --all --bytes= --radix= --encoding="),
    "base64": _reader("-d -i -w= --decode --ignore-garbage --wrap="),
    "base32": _reader("-d -i -w= --decode --ignore-garbage --wrap="),
    "xxd": ProgramRule(
        options=options("-a -b -c= -e -g= -i -l= -o= -p -ps -s= -u -d"),
        operands=Operands(Use.WRITTEN, first=Use.READ),
    ),
    "cksum": _SUMS,
    "sum": _reader("-r -s"),
    "md5sum": _SUMS,
    "sha1sum": _SUMS,
    "sha224sum": _SUMS,
    "sha256sum": _SUMS,
    "sha384sum": _SUMS,
    "sha512sum": _SUMS,
    "b2sum": _SUMS,
    "zcat": _reader("-f -q"),
    "less": _PAGER,
    "more": _PAGER,
}
