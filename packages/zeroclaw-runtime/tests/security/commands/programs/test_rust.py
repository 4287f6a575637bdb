"""What the rules say of rust."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    medium=r"""
        cargo build
        cargo test
        cargo check
        cargo clippy --all-targets
        cargo run
        cargo fmt --check
        cargo --version
        cargo tree
        rustc a.rs
        rustfmt a.rs
    """,
    high=r"""
        cargo install x
        cargo add x
        cargo publish
        cargo test --config x
        cargo --config=x test
        cargo +nightly test
        cargo foo
        cargo -Z x test
        rustc -C linker=./x a.rs
        cargo build --target-dir /opt/x
        rustup update
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
