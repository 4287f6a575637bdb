"""Describes programs about the machine: some only tell, the others change it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

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

__all__ = ["SYSTEM"]

_HARMLESS_LETTERS: Final = re.compile(r"[afghjlmnrsuvwxST]+|\d+(?:,\d+)*")


def _tells(text: str = "", *, use: Use = Use.TEXT) -> ProgramRule:
    return ProgramRule(options=options(f"{text} --help"), operands=Operands(use))


def _check_date(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands:
        if not word.text.startswith("+"):
            dossier.hold(Risk.HIGH, "date:sets", word.text)


def _check_ps(reading: Reading, dossier: Dossier) -> None:
    """Refuse what shows the environment of processes, where keys are: letters without a dash."""
    letters = [word.text for word in reading.operands]
    users = [value.text for value in reading.values("-u")]
    # What follows a bare -u names a user.
    if "-u" in reading.names and not users and len(letters) == 1:
        letters = []
    # A user that is none makes ps take all of the word for letters.
    for text in (*letters, *users):
        if not _HARMLESS_LETTERS.fullmatch(text):
            dossier.hold(Risk.HIGH, "ps:environment", text)
    for value in reading.values("-o", "-O", "-eo", "--format"):
        if "env" in value.text.lower():
            dossier.hold(Risk.HIGH, "ps:environment", value.text)


_CHANGES = ProgramRule(
    risk=Risk.HIGH,
    effects=RUNS,
    style=Style.PLAIN,
    operands=Operands(Use.MAYBE),
    version_words=frozenset(),
)

SYSTEM: Mapping[str, ProgramRule] = {
    "date": ProgramRule(
        options=options(
            "-d= -f=< -I? -r=< -R -u --date= --file=< --iso-8601? --reference=< --rfc-3339= "
            "--rfc-email --utc --universal --help",
            high="-s= --set=",
        ),
        check=_check_date,
    ),
    "uname": _tells("-a -s -n -r -v -m -p -i -o --all --kernel-name --kernel-release --machine"),
    "hostname": ProgramRule(
        options=options("-f -s -i -I -d -A --fqdn --short --all-ip-addresses"),
        unknown_option=Risk.HIGH,
        operand_risk=Risk.HIGH,
    ),
    "whoami": _tells(),
    "id": _tells("-u -g -G -n -r -z --user --group --groups --name"),
    "groups": _tells(),
    "who": _tells("-a -b -H -q -u --all --boot"),
    "w": _tells("-h -s"),
    "users": _tells(),
    "uptime": _tells("-p -s --pretty --since"),
    "free": _tells("-b -k -m -g -h -l -t -w -s= -c= --human --mega --giga --total"),
    "nproc": _tells("--all --ignore="),
    "arch": _tells(),
    "locale": _tells("-a -m -k -c"),
    "lscpu": _tells("-e? -p? -J --json"),
    "lsblk": _tells("-a -b -f -J -l -m -n -o= -p -t --json --output="),
    "getconf": _tells("-a"),
    "tty": _tells("-s"),
    "printenv": _tells("-0"),
    "ps": ProgramRule(
        options=options(
            "-A -a -d -e -f -F -l -j -L -u? -U= -p= -C= -o= -O= -w -ww -H -x -T -N -g= -G= -t= "
            "-eo= -ef --sort= --forest --no-headers --pid= --ppid= --user= --format= --help"
        ),
        check=_check_ps,
    ),
    "pgrep": _tells("-a -l -f -n -o -x -u= -c -i -P= --list-name --full --count"),
    "pidof": _tells("-s -x -c"),
    "top": _tells("-b -n= -d= -p= -u= -o= -c -H -i -w="),
    "vmstat": _tells("-a -d -s -w -S="),
    "iostat": _tells("-c -d -h -k -m -x"),
    "lsof": _tells("-i? -p= -n -P -t -u= -c= -a -U", use=Use.READ),
    "ss": _tells("-t -u -l -n -p -a -r -s -x -4 -6 -e -o -i --tcp --udp --listening --numeric"),
    "netstat": _tells("-t -u -l -n -p -a -r -s -x -4 -6 -e -c"),
    "which": _tells("-a"),
    "whereis": _tells("-b -m -s"),
    "cal": _tells("-3 -1 -y -m -j"),
    "seq": _tells("-f= -s= -w --format= --separator= --equal-width -#"),
    "sleep": _tells(),
    "yes": _tells(),
    "expr": ProgramRule(style=Style.PLAIN),
    "factor": _tells(),
    "bc": ProgramRule(
        options=options("-l -q -s -w --mathlib --quiet"), operands=Operands(Use.READ)
    ),
    "sync": _tells(),
    **dict.fromkeys(
        names(
            "su pkexec mkfs mkfs.ext4 mkswap swapon swapoff fdisk parted dd shred shutdown reboot "
            "halt poweroff init telinit mount umount losetup cryptsetup kill pkill killall chown "
            "chmod chgrp setfacl chattr setcap useradd userdel usermod groupadd groupdel passwd "
            "chpasswd visudo iptables ip6tables nft ufw firewall-cmd ip ifconfig route sysctl "
            "modprobe insmod rmmod systemctl service rc-service journalctl loginctl launchctl "
            "hostnamectl timedatectl localectl crontab at batch atrm update-alternatives ldconfig "
            "dmesg eject wipefs badblocks e2fsck fsck tune2fs debugfs mknod mkfifo xdg-open open "
            "screen tmux zeroclaw renice prlimit logger wall write mesg chsh chfn nsenter gpasswd "
            "newgrp sg umask rename"
        ),
        _CHANGES,
    ),
}
