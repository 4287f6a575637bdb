"""Describes programs that run what a file says, or run other programs."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Style,
    Use,
    names,
    options,
)

__all__ = ["INTERPRETERS"]


def _check_script(reading: Reading, dossier: Dossier) -> None:
    if not reading.operands:
        dossier.hold(Risk.HIGH, "inline_code", "standard input")


def _script(low: str) -> ProgramRule:
    return ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(low),
        operands=Operands(Use.MAYBE, first=Use.EXECUTED),
        unknown_option=Risk.HIGH,
        stops_at_operand=True,
        check=_check_script,
        kept_operands=1,
        version_words=frozenset({"--version", "-v", "-V"}),
    )


_RUNS_ANYTHING = ProgramRule(
    risk=Risk.HIGH,
    effects=RUNS,
    style=Style.PLAIN,
    operands=Operands(Use.MAYBE),
    version_words=frozenset(),
)

INTERPRETERS: Mapping[str, ProgramRule] = {
    **dict.fromkeys(("sh", "bash", "dash", "ash"), _script("-e -u -x -n -f -v -h")),
    "perl": _script("-w -W -t -T"),
    "ruby": _script("-w -W"),
    "php": _script("-n"),
    "lua": _script("-W"),
    **dict.fromkeys(("Rscript", "swift", "java", "groovy", "elixir", "escript"), _script("")),
    **dict.fromkeys(
        names(
            "zsh ksh mksh fish csh tcsh rbash tclsh wish expect osascript irb pry ipython jupyter "
            "sqlite3 ed ex vi vim nvim view vimdiff emacs nano pico m4 dc gdb lldb strace ltrace "
            "valgrind perf script scriptreplay watch parallel flock chroot unshare setpriv "
            "runuser systemd-run bwrap firejail proot fakeroot faketime proxychains proxychains4 "
            "torsocks torify unbuffer rlwrap taskset numactl cpulimit run-parts start-stop-daemon "
            "daemonize dbus-run-session xvfb-run ssh-agent gpg-agent entr inotifywait ld.so "
            "ld-linux.so ld-linux-x86-64.so.2 qemu-x86_64 wine pwsh powershell cmd node-gyp man "
            "capsh sg dialog whiptail mc"
        ),
        _RUNS_ANYTHING,
    ),
}
