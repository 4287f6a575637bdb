"""Describes programs that talk to other machines."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Style,
    Use,
    names,
)
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["NETWORK"]


def _check_files(reading: Reading, dossier: Dossier) -> None:
    """`-d @FILE`, `-F name=@FILE`, `--data=@FILE` and `file:` send a file."""
    for word in reading.operands:
        tail = word.text
        for sign in ("@", "="):
            tail = tail.rpartition(sign)[2]
        dossier.use(Word(tail, is_pattern=word.is_pattern, is_known=word.is_known), Use.MAYBE)


_TALKS = ProgramRule(
    risk=Risk.HIGH,
    effects=RUNS | {Effect.NETWORK},
    style=Style.PLAIN,
    operands=Operands(Use.MAYBE),
    check=_check_files,
    version_words=frozenset(),
)

NETWORK: Mapping[str, ProgramRule] = dict.fromkeys(
    names(
        "curl wget aria2c http https xh nc ncat netcat socat telnet ftp sftp scp ssh "
        "ssh-copy-id ssh-add ssh-keyscan rsh rlogin rcp ping traceroute dig nslookup host "
        "whois nmap tftp lftp openssl gh glab hub aws gcloud az kubectl helm docker podman "
        "docker-compose terraform ansible ansible-playbook vagrant heroku fly vercel netlify "
        "wrangler mail mailx sendmail mutt w3m lynx links elinks youtube-dl yt-dlp rclone "
        "s3cmd mosh gem bundle bundler composer brew apt apt-get dnf yum pacman apk snap "
        "flatpak nix nix-env nix-shell port dpkg rpm zypper emerge pkg cpan luarocks svn hg "
        "cvs mysql psql redis-cli mongosh"
    ),
    _TALKS,
)
