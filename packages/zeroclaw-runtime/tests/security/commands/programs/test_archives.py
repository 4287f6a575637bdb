"""What the rules say of archives."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        tar tzf a.tgz
        tar -tf a.tar
        tar --list --file=a.tar
        unzip -l a.zip
        gzip -l a.gz
        gzip -c a | wc -c
        zcat a.gz
    """,
    medium=r"""
        tar xzf a.tgz
        tar czf a.tgz src
        tar -cf - src
        unzip a.zip
        unzip a.zip -d out
        gzip a
        zip -r a.zip src
        xz -k a
        tar xf a -C sub
    """,
    high=r"""
        tar cf a --checkpoint=1 --checkpoint-action=exec=id .
        tar xf a --to-command=id
        tar -I ./x -xf a
        tar --use-compress-program=./x -tf a
        tar -F ./x -cf a b
        tar tf evil:a.tar
        tar cf a *
        tar xPf a
        tar xf a -C /opt
        tar cf /opt/a b
        tar xf a -T list
        zip a.zip b -TT id
        gzip /opt/a
        unzip a.zip -d /opt
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
