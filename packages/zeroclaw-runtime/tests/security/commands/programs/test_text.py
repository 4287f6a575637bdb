"""What the rules say of text."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        sed -n '1,20p' a
        sed 's/a/b/g' a
        sed -E 's|a|b|; s/c/d/' a
        sed '/x/d' a
        sed -e '$d' -e '1!G' a
        sed 's|[^/]*$||' a
        awk '{print $1}' a
        awk -F: '$3 > 5' a
        awk '/a|b/' a
        jq '.a | .b' a.json
        sort a
        sort -k2,2 -n a
        uniq -c a
        cut -d: -f1 a
        tr a-z A-Z
        sort a | uniq -c | sort -rn | head
    """,
    medium=r"""
        sed -i 's/a/b/' a
        sed -i.bak 's/a/b/' a
        sort -o out a
        sort --output=out a
        uniq a out
        jq 'import "a" as $x; .' a
        jq -f x a
        cut --unknown a
        shuf -o out a
    """,
    high=r"""
        sed 's/a/b/e' a
        sed 's/a/b/w out' a
        sed 's/a/b/gw out' a
        sed '1e id' a
        sed e a
        sed 'w out' a
        sed 'r /opt/x' a
        sed '1,2W out' a
        sed -n '/x/w out' a
        sed 's/[/]/x/w out' a
        sed -f x a
        sed -es/a/b/e a
        sed --expression=e a
        sed -i../x 's/a/b/' a
        sed -i 's/a/b/' /opt/a
        sed '1{w out' a
        awk 'BEGIN{system("id")}'
        awk '{print > "out"}' a
        awk '{print | "sh"}' a
        awk '{"id" | getline x}' a
        awk '{printf "x" > "o"}' a
        awk -f x a
        awk '@load "x"' a
        gawk -i x 1 a
        sort --compress-program=./x a
        sort *
        sort -o /opt/out a
        uniq a /opt/out
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
