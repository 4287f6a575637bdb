"""What the rules say of building."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        make --version
        shellcheck a.sh
        shfmt -d a.sh
    """,
    medium=r"""
        make
        make test
        make -j4 -C sub test
        make V=1 test
        cmake -S . -B build
        cmake --build build
        ninja -C build
        mvn test
        shfmt -w a.sh
    """,
    high=r"""
        make SHELL=./x
        make 'CC=sh -c id'
        make --eval=x
        make -f /opt/Makefile install -C /opt
        cmake -P x.cmake
        cmake -E rm x
        ctest -S x
        ninja -x
        make MAKEFLAGS=--eval=x
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
