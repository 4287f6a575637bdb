"""What the rules say of python."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        python --version
        python3 -V
        pip list
        pip3 show x
        uv pip list
        ruff check .
        ruff format --check .
        black --check .
    """,
    medium=r"""
        python a.py
        python3.11 a.py
        python -m pytest -q
        python -m a.module
        python -u a.py --x
        pytest
        pytest -q tests -k x
        mypy src
        ruff check --fix .
        ruff format .
        black .
        uv run pytest
        poetry run pytest
        uv run a.py
        tox
        python -m pip list
        pytest --version
        python /opt/a.py
    """,
    high=r"""
        python -c x
        python3 -Ic x
        python -Bc x
        python -
        python
        python *
        python -i a.py
        python -m http.server
        python -m timeit x
        python -m pip install x
        python -m pdb a.py
        python /dev/stdin
        python /proc/self/fd/0
        echo x | python3
        python -m ensurepip
        pip install x
        pip install -r requirements.txt
        pip wheel .
        pip download x
        pip --python ./x list
        pip list --log x
        uv run --with x pytest
        uv run python -c x
        uv sync
        uvx x
        uv add x
        uv pip install x
        pipx run x
        black /opt/a
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
