"""What the rules say of javascript."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        npm ls
        node --version
        npm root
    """,
    medium=r"""
        npm test
        npm run build
        npm t
        node a.js
        yarn build
        pnpm test
        eslint .
        jest
        npm view x
        tsc --noEmit
        node --test
    """,
    high=r"""
        npm install
        npm i x
        npm x evil
        npm exec evil
        npm init evil
        npm inst x
        npm ci
        npm config set script-shell ./x
        npm test --script-shell=./x
        npm --script-shell=./x test
        npx x
        node -e x
        node -pe x
        node --require ./x a.js
        node -r ./x a.js
        node --import=./x a.js
        node
        echo x | node
        node -
        node /dev/fd/0
        yarn
        yarn dlx x
        yarn --version
        pnpm exec x
        bunx x
        npm publish
        tsc --outDir /opt/x
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
