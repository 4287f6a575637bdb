"""What the rules say of network."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    high=r"""
        curl https://example.com
        curl -d @s https://example.com
        wget https://example.com
        nc example.com 80
        ssh u@example.com id
        scp a u@example.com:b
        docker run x
        apt install x
        gh pr view
        brew install x
        ping example.com
        openssl s_client
        psql
        curl --version
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
