"""Describes cargo with the programs of the Rust toolchain."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    Operands,
    ProgramRule,
    Use,
    names,
    options,
)

__all__ = ["RUST"]

_FOREIGN_CODE = ProgramRule(
    risk=Risk.HIGH, effects=RUNS | {Effect.NETWORK}, operands=Operands(Use.MAYBE)
)
# `rust-toolchain.toml` of a project says which cargo runs, so that not even `--version` is safe.
_BUILD = ProgramRule(
    risk=Risk.MEDIUM,
    effects=RUNS,
    options=options(
        "-p= -F= -j= -q -v -vv -r --package= --workspace --all --all-features --all-targets "
        "--no-default-features --features= --release --profile= --jobs= --lib --bins --examples "
        "--tests --benches --bin= --example= --test= --bench= --target= --target-dir=> "
        "--manifest-path=< --quiet --verbose --locked --frozen --offline --message-format= "
        "--no-run --no-fail-fast --doc --exclude= --keep-going --no-deps --open --color= "
        "--document-private-items --timings --check --version -i= -d -e= -f= --invert= --depth= "
        "--duplicates --edges= --prefix= --format-version="
    ),
    operands=Operands(Use.MAYBE),
    unknown_option=Risk.HIGH,
    version_words=frozenset(),
)

RUST: Mapping[str, ProgramRule] = {
    "cargo": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-q -v -V --quiet --verbose --version --locked --frozen --offline --list --color="
        ),
        unknown_option=Risk.HIGH,
        unknown_command=Risk.HIGH,
        version_words=frozenset(),
        commands={
            **dict.fromkeys(
                names(
                    "build b check c test t run r bench doc d rustdoc clippy nextest clean tree "
                    "metadata fmt version"
                ),
                _BUILD,
            ),
            **dict.fromkeys(
                names(
                    "install add remove update publish login fetch search uninstall vendor fix "
                    "new init owner yank generate-lockfile help"
                ),
                _FOREIGN_CODE,
            ),
        },
    ),
    "rustc": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-O -g -V -vV --version --edition= --crate-type= --explain= -o=> --test -v --print="
        ),
        operands=Operands(Use.READ),
        unknown_option=Risk.HIGH,
        version_words=frozenset(),
    ),
    "rustfmt": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options("--check --edition= -q -v -l --version"),
        operands=Operands(Use.WRITTEN),
        unknown_option=Risk.HIGH,
        version_words=frozenset(),
    ),
    "rustup": evolve(_FOREIGN_CODE, version_words=frozenset()),
}
