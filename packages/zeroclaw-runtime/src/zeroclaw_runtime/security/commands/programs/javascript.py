"""Describes Node with the package managers around it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    CHANGES,
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    names,
    options,
)

__all__ = ["JAVASCRIPT"]

_FOREIGN_CODE = ProgramRule(
    risk=Risk.HIGH, effects=RUNS | {Effect.NETWORK}, operands=Operands(Use.MAYBE)
)
_SHOWS = ProgramRule(
    options=options(
        "-a -l -g --all --json --long --parseable --depth= --omit= --include= --global --prod "
        "--production --dev --workspaces -w= --workspace= -r --recursive --location="
    ),
    operands=Operands(Use.MAYBE),
    unknown_option=Risk.HIGH,
)
_ASKS_REGISTRY = evolve(
    _SHOWS, risk=Risk.MEDIUM, effects=frozenset({Effect.READ, Effect.NETWORK}), is_keepable=False
)
_SCRIPT = ProgramRule(
    risk=Risk.MEDIUM,
    effects=RUNS,
    options=options(
        "-s -w= --silent --if-present --workspace= --workspaces --ignore-scripts --watch "
        "--watchAll? --ci --coverage --verbose --runInBand -t= --testNamePattern="
    ),
    operands=Operands(Use.MAYBE),
    unknown_option=Risk.HIGH,
)
_RUN = evolve(_SCRIPT, kept_operands=1)
_GLOBALS = options(
    "-s -q --silent --quiet -C=/ --prefix=/ -w= --workspace= --workspaces --no-color --offline"
)


def _check_node(reading: Reading, dossier: Dossier) -> None:
    if not reading.operands and not {"--test", "--help"} & reading.names:
        dossier.hold(Risk.HIGH, "inline_code", "standard input")


_INSTALLS = names(
    "install i in ins inst add ci clean-install install-test it update up upgrade "
    "uninstall remove rm un unlink link ln exec x init create innit publish unpublish "
    "login logout adduser rebuild rb dedupe pack set edit explore audit dlx import deploy "
    "patch fetch prune cache config token access owner team hook star deprecate dist-tag "
    "version"
)
_MANAGER = ProgramRule(
    options=_GLOBALS,
    unknown_option=Risk.HIGH,
    unknown_command=Risk.HIGH,
    version_words=frozenset({"--version", "-v"}),
    commands={
        **dict.fromkeys(_INSTALLS, _FOREIGN_CODE),
        **dict.fromkeys(("run", "run-script"), _RUN),
        **dict.fromkeys(("test", "t", "tst", "start", "stop", "restart"), _SCRIPT),
        **dict.fromkeys(("ls", "list", "ll", "la", "root", "prefix", "bin", "explain"), _SHOWS),
        **dict.fromkeys(("why", "licenses"), _SHOWS),
        **dict.fromkeys(("view", "info", "show", "outdated", "search", "ping"), _ASKS_REGISTRY),
    },
)
_SCRIPT_NAMES = ("build", "lint", "format", "typecheck", "type-check", "dev", "serve", "check")
# The project says which program yarn, or pnpm, really is: whatever is asked of it runs that.
_RUNS_SCRIPTS = evolve(
    _MANAGER,
    commands={
        name: rule if rule.risk > Risk.MEDIUM else evolve(rule, risk=Risk.MEDIUM, effects=RUNS)
        for name, rule in {
            **(_MANAGER.commands or {}),
            **dict.fromkeys(_SCRIPT_NAMES, _SCRIPT),
        }.items()
    },
    risk=Risk.HIGH,
    effects=RUNS | {Effect.NETWORK},
    version_words=frozenset(),
)

JAVASCRIPT: Mapping[str, ProgramRule] = {
    "node": ProgramRule(
        risk=Risk.MEDIUM,
        effects=RUNS,
        options=options(
            "-c --check --test --watch --enable-source-maps --trace-warnings --no-warnings "
            "--trace-deprecation --test-reporter= --test-name-pattern= --max-old-space-size= "
            "--experimental-strip-types --unhandled-rejections= --help"
        ),
        operands=Operands(Use.MAYBE, first=Use.EXECUTED),
        unknown_option=Risk.HIGH,
        stops_at_operand=True,
        check=_check_node,
        kept_operands=1,
        version_words=frozenset({"--version", "-v"}),
    ),
    "npm": _MANAGER,
    "pnpm": _RUNS_SCRIPTS,
    "yarn": _RUNS_SCRIPTS,
    "bun": _RUNS_SCRIPTS,
    **dict.fromkeys(("npx", "pnpx", "bunx", "corepack", "deno", "ts-node", "tsx"), _FOREIGN_CODE),
    "tsc": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(
            "-p=< -b -w --noEmit --project=< --build --watch --pretty --strict --skipLibCheck "
            "--outDir=> --target= --module= --version -v"
        ),
        operands=Operands(Use.READ),
    ),
    **dict.fromkeys(
        ("eslint", "prettier", "jest", "vitest", "mocha"),
        ProgramRule(
            risk=Risk.MEDIUM,
            effects=RUNS,
            options=options(
                "--check -c -w --write --fix --watch --coverage --ci --ext= --list-different -l "
                "--quiet --max-warnings= --run -t= --verbose --runInBand"
            ),
            operands=Operands(Use.MAYBE),
            version_words=frozenset(),
        ),
    ),
}
