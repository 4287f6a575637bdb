"""Describes programs that take text apart, some of them by programs of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping

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

__all__ = ["TEXT"]

_READ = Operands(Use.READ)

# A bracket with the delimiter in it ends at different places for different programs.
_SED_PIECE = r"(?:\\.|\[\^?\]?(?:(?!{end})(?:\\[^\]\n]|[^\]\\\n]))*\]|(?!{end})[^\\\n\[])*"
_SED_REGEX = _SED_PIECE.replace("{end}", "/")
_SED_ADDRESS = rf"(?:[0-9]+(?:~[0-9]+)?|\$|/{_SED_REGEX}/I?)"
_SED_REPLACED = _SED_PIECE.replace("{end}", "(?P=end)")
_SED_COMMAND = re.compile(
    rf"\s*(?:{_SED_ADDRESS}(?:\s*,\s*(?:[+~]?[0-9]+|{_SED_ADDRESS}))?)?\s*!?\s*"
    rf"(?:[pdnNDhHgGxlP=]|[qQ]\s*[0-9]*"
    rf"|s(?P<end>[/|,#:@%!+]){_SED_REPLACED}(?P=end)"
    r"(?:\\.|(?!(?P=end))[^\\\n])*(?P=end)[gpiI0-9]*)\s*(?:[;\n]\s*|\Z)"
)
_AWK_RUNS = re.compile(r"system|getline|@|ARGV|ENVIRON|PROCINFO|\\\n|close|fflush")
_AWK_PRINTS = re.compile(r"print")


def _check_sed(reading: Reading, dossier: Dossier) -> None:
    given = reading.values("-e", "--expression")
    in_place = {"-i", "--in-place"} & reading.names
    scripts = given or reading.operands[:1]
    for script in scripts:
        if script.is_pattern or not _is_plain_sed(script.text):
            dossier.hold(Risk.HIGH, "sed:script", script.text)
    if not in_place:
        return
    if any("/" in suffix.text for suffix in reading.values("-i", "--in-place")):
        dossier.hold(Risk.HIGH, "sed:option", "-i")
    dossier.hold(Risk.MEDIUM, "sed:in_place", " ".join(word.text for word in reading.operands))
    dossier.add_effects(CHANGES)
    for word in reading.operands[0 if given else 1 :]:
        dossier.use(word, Use.WRITTEN)


def _is_plain_sed(script: str) -> bool:
    """Whether no command in it writes, reads or runs anything."""
    place = 0
    while place < len(script):
        found = _SED_COMMAND.match(script, place)
        if found is None:
            return False
        place = found.end()
    return True


def _check_awk(reading: Reading, dossier: Dossier) -> None:
    for program in reading.operands[:1]:
        text = program.text
        prints = _AWK_PRINTS.search(text)
        pipes = "|" in text.replace("||", "")
        if program.is_pattern or _AWK_RUNS.search(text) or (prints and (pipes or ">" in text)):
            dossier.hold(Risk.HIGH, "awk:script", text)


def _check_jq(reading: Reading, dossier: Dossier) -> None:
    for program in reading.operands[:1]:
        if re.search(r"import|include|modulemeta", program.text):
            dossier.hold(Risk.MEDIUM, "jq:script", program.text)
            dossier.forget_approval()


_AWK = ProgramRule(
    options=options("-F= -v= --field-separator= --assign= --posix --traditional --re-interval -S"),
    operands=Operands(Use.READ, first=Use.TEXT),
    unknown_option=Risk.HIGH,
    stops_at_operand=True,
    check=_check_awk,
)

TEXT: Mapping[str, ProgramRule] = {
    "sed": ProgramRule(
        options=options(
            "-n -e= -E -r -s -u -z -l= --quiet --silent --expression= --regexp-extended "
            "--separate --unbuffered --null-data --line-length= --posix --debug --sandbox "
            "-i? --in-place?"
        ),
        operands=Operands(Use.READ, first=Use.TEXT, no_first=frozenset({"-e", "--expression"})),
        unknown_option=Risk.HIGH,
        check=_check_sed,
    ),
    "awk": _AWK,
    "gawk": _AWK,
    "mawk": _AWK,
    "jq": ProgramRule(
        options=options(
            "-c -r -j -a -s -n -e -S -C -M -R --compact-output --raw-output --join-output "
            "--ascii-output --slurp --null-input --exit-status --sort-keys --color-output "
            "--monochrome-output --raw-input --tab --indent= --arg== --argjson== --seq --stream "
            "--unbuffered"
        ),
        operands=Operands(Use.READ, first=Use.TEXT),
        check=_check_jq,
    ),
    "sort": ProgramRule(
        options=options(
            "-b -d -f -g -i -M -h -n -R -r -V -c -C -k= -m -o=> -s -S= -t= -u -z "
            "--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort "
            "--human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort "
            "--check? --key= --merge --output=> --stable --buffer-size= --field-separator= "
            "--parallel= --unique --zero-terminated --month-sort"
        ),
        operands=_READ,
        unknown_option=Risk.HIGH,
    ),
    "uniq": ProgramRule(
        options=options(
            "-c -d -D -f= -i -s= -u -w= -z --count --repeated --all-repeated? --group? "
            "--skip-fields= --ignore-case --skip-chars= --unique --check-chars= --zero-terminated"
        ),
        operands=Operands(Use.WRITTEN, first=Use.READ),
        unknown_option=Risk.HIGH,
    ),
    "cut": ProgramRule(
        options=options(
            "-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= "
            "--complement --only-delimited --output-delimiter= --zero-terminated"
        ),
        operands=_READ,
    ),
    "tr": ProgramRule(options=options("-c -C -d -s -t --complement --delete --squeeze-repeats")),
    "nl": ProgramRule(
        options=options("-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering="),
        operands=_READ,
    ),
    "rev": ProgramRule(operands=_READ),
    "paste": ProgramRule(options=options("-d= -s -z --delimiters= --serial"), operands=_READ),
    "join": ProgramRule(
        options=options("-a= -e= -i -j= -o= -t= -v= -1= -2= -z --header --check-order"),
        operands=_READ,
    ),
    "fold": ProgramRule(options=options("-b -s -w= --bytes --spaces --width="), operands=_READ),
    "fmt": ProgramRule(options=options("-c -p= -s -t -u -w= -g= --width="), operands=_READ),
    "column": ProgramRule(
        options=options("-t -s= -o= -c= -x -n= -N= -R= -J --table --separator= --json"),
        operands=_READ,
    ),
    "expand": ProgramRule(options=options("-i -t= --initial --tabs="), operands=_READ),
    "unexpand": ProgramRule(options=options("-a -t= --all --tabs="), operands=_READ),
    "iconv": ProgramRule(
        options=options("-f= -t= -c -l -s -o=> --from-code= --to-code= --list --output=>"),
        operands=_READ,
    ),
    "shuf": ProgramRule(
        options=options(
            "-e -i= -n= -o=> -r -z --echo --input-range= --head-count= --output=> --repeat"
        ),
        operands=_READ,
    ),
    "tsort": ProgramRule(operands=_READ),
    "numfmt": ProgramRule(
        options=options("--from= --to= --suffix= --field= --format= --header? --padding= --round=")
    ),
}
