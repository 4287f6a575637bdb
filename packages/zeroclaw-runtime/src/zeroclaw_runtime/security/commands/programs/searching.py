"""Describes programs that look for text in files, or for files."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    Operands,
    ProgramRule,
    Style,
    Use,
    options,
)

__all__ = ["SEARCHING"]

_PATTERN_FIRST = Operands(
    Use.READ,
    first=Use.TEXT,
    no_first=frozenset({"-e", "-f", "--regexp", "--file", "--files", "--type-list"}),
)
_GREP = ProgramRule(
    options=options(
        "-# -E -F -G -P -i -y -v -w -x -c -L -l -m= -o -q -s -b -H -h -n -T -Z -A= -B= -C= -a -I "
        "-r -R -U -z -e= -f=< -d= -D= --extended-regexp --fixed-strings --basic-regexp "
        "--perl-regexp --regexp= --file=< --ignore-case --no-ignore-case --invert-match "
        "--word-regexp --line-regexp --count --color? --colour? --files-without-match "
        "--files-with-matches --max-count= --only-matching --quiet --silent --no-messages "
        "--byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null "
        "--after-context= --before-context= --context= --text --binary-files= --exclude= "
        "--exclude-from=< --exclude-dir= --include= --recursive --dereference-recursive "
        "--line-buffered --binary --null-data --help --group-separator= --no-group-separator"
    ),
    operands=_PATTERN_FIRST,
)

SEARCHING: Mapping[str, ProgramRule] = {
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "rg": ProgramRule(
        options=options(
            "-A= -B= -C= -c -e= -E= -f=< -F -g= -H -h -i -I -j= -l -L -m= -M= -n -N -o -p -P -q "
            "-r= -s -S -t= -T= -u -U -v -V -w -x -0 -a -. --after-context= --before-context= "
            "--context= --count --count-matches --color= --colors= --column --no-column "
            "--case-sensitive --crlf --debug --encoding= --engine= --file=< --files "
            "--files-with-matches --files-without-match --fixed-strings --follow --glob= "
            "--glob-case-insensitive --heading --no-heading --help --hidden --no-hidden --iglob= "
            "--ignore-case --ignore-file=< --include-zero --invert-match --json --line-buffered "
            "--line-number --no-line-number --line-regexp --max-columns= --max-columns-preview "
            "--max-count= --max-depth= --max-filesize= --multiline --multiline-dotall "
            "--no-config --no-filename --no-ignore --no-ignore-parent --no-ignore-vcs "
            "--no-messages --null --null-data --one-file-system --only-matching "
            "--passthru --path-separator= --pcre2 --pretty --quiet --regexp= --replace= "
            "--smart-case --sort= --sortr= --stats --text --threads= --trim --type= --type-add= "
            "--type-list --type-not= --unrestricted --vimgrep --with-filename --word-regexp"
        ),
        operands=_PATTERN_FIRST,
        unknown_option=Risk.HIGH,
    ),
    "ag": ProgramRule(
        options=options(
            "-A= -B= -C= -a -c -D -f -F -g= -G= -H -h -i -l -L -m= -n -o -p=< -Q -r -R -s -S -u "
            "-U -t -v -w -z -0 --after= --before= --context= --color --nocolor --count --depth= "
            "--file-search-regex= --files-with-matches --hidden --ignore= --ignore-case "
            "--literal --max-count= --nogroup --group --nobreak --numbers --nonumbers "
            "--smart-case --stats --vimgrep --word-regexp"
        ),
        operands=Operands(Use.READ, first=Use.TEXT, no_first=frozenset({"-g"})),
        unknown_option=Risk.HIGH,
    ),
    "find": ProgramRule(
        style=Style.WORDS,
        options=options(
            "-H -L -P -O0 -O1 -O2 -O3 -daystart -depth -follow -ignore_readdir_race "
            "-noignore_readdir_race -maxdepth= -mindepth= -mount -noleaf -regextype= -warn "
            "-nowarn -xdev -amin= -anewer=< -atime= -cmin= -cnewer=< -ctime= -empty -executable "
            "-false -fstype= -gid= -group= -ilname= -iname= -inum= -ipath= -iregex= -iwholename= "
            "-links= -lname= -mmin= -mtime= -name= -newer=< -newermt= -newerat= -newerct= "
            "-nogroup -nouser -path= -perm= -readable -regex= -samefile=< -size= -true -type= "
            "-uid= -used= -user= -wholename= -writable -xtype= -ls -print -print0 -printf= "
            "-prune -quit -a -and -o -or -not -help --help"
        ),
        operands=Operands(Use.READ),
        unknown_option=Risk.HIGH,
        dotted_names_are_no_options=True,
    ),
    "fd": ProgramRule(
        options=options(
            "-a -d= -e= -E= -F -g -H -i -I -j= -l -L -p -q -s -t= -u -1 -0 --absolute-path "
            "--and= --changed-before= --changed-within= --color= --exclude= --extension= "
            "--fixed-strings --follow --full-path --glob --hidden --ignore-case --case-sensitive "
            "--list-details --max-depth= --max-results= --min-depth= --exact-depth= --no-ignore "
            "--no-ignore-vcs --owner= --print0 --quiet --regex --size= --threads= --type= "
            "--unrestricted --help --prune"
        ),
        operands=Operands(Use.READ, first=Use.TEXT),
        unknown_option=Risk.HIGH,
    ),
}
SEARCHING = {**SEARCHING, "fdfind": SEARCHING["fd"]}
