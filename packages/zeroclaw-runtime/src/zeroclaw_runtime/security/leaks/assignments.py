"""The shapes of secrets that the name before them gives away."""

from __future__ import annotations

from typing import Final

from zeroclaw_runtime.security.leaks.rule import WORD, LeakKind, LeakRule

__all__ = ["ASSIGNMENT_RULES"]

_SPACE: Final = r"[ \t]{0,8}"
_QUOTE: Final = r"\\?[\"'`]"
_PLAIN: Final = rf"[{WORD}]"
_QUOTED: Final = r"[!#-&(-;=?-\[\]^_a-~]"
"""Printable ASCII without quotes, backslash, angle brackets, white space."""


def _no_placeholder(among: str) -> str:
    return (
        rf"(?!{among}{{0,40}}?(?i:your[_-]|my[_-]|example|placeholder|change[_-]?me|redacted|xxxx|"
        r"\*\*\*|\.\.\.|\$\{|%\())(?!\$[A-Za-z_]|\{\{)"
    )


def _has_digit(among: str) -> str:
    return rf"(?={among}{{0,200}}?[0-9])"


def _has_letter(among: str) -> str:
    return rf"(?={among}{{0,200}}?[A-Za-z])"


_WORD_ENDS: Final = f"(?!{_PLAIN})"
_NAME: Final = "[A-Za-z_][A-Za-z0-9_]*"
_WRITTEN_CODE: Final = (
    rf"(?!{_NAME}(?:\.{_NAME})+{_WORD_ENDS})"
    rf"(?![a-z]+(?:_[a-z]+)+_?[0-9]{{0,2}}{_WORD_ENDS})"
    rf"(?![A-Z]+(?:_[A-Z]+)+_?[0-9]{{0,2}}{_WORD_ENDS})"
)
"""`client2.token`, `access_token_2`: what a program says, not a value."""


_BARE_CHECKS: Final = (
    _has_digit(_PLAIN) + _has_letter(_PLAIN) + _no_placeholder(_PLAIN) + _WRITTEN_CODE
)


def _one_of(words: str) -> str:
    return "(?:" + words.replace("-", "[_-]?").replace(" ", "|") + ")"


def _value(least: int) -> str:
    """A value with a letter and a digit, in quotes or bare; its rest is part of it."""
    quoted = (
        rf"{_QUOTE}{_has_digit(_QUOTED)}{_has_letter(_QUOTED)}{_no_placeholder(_QUOTED)}"
        rf"(?P<quoted>{_QUOTED}{{{least},512}}{_PLAIN}*)"
    )
    bare = rf"{_BARE_CHECKS}(?P<bare>{_PLAIN}{{{least},}})(?![{WORD}(\[])"
    return f"(?:{quoted}|{bare})"


def _beginning(name: str, sign: str) -> str:
    return (
        rf"{name}(?:\\|{_QUOTE})?{_SPACE}"
        rf"(?:{sign}{_SPACE}(?:\\|{_QUOTE})?{_QUOTED}{{0,512}}{_PLAIN}*)?"
    )


_SIGN: Final = r"(?::=|=>|={1,3}|:)"


def _assigned(
    name: str, words: str, least: int, kind: LeakKind = LeakKind.SECRET, *, value: str = ""
) -> LeakRule:
    key = _one_of(words)
    return LeakRule(
        name,
        kind,
        tuple(_anchors(words)),
        rf"(?i:{key})(?:{_QUOTE})?{_SPACE}{_SIGN}{_SPACE}{value or _value(least)}",
        _beginning(key, _SIGN),
        is_guess=kind is LeakKind.SECRET,
    )


def _anchors(words: str) -> list[str]:
    return [
        spelled
        for word in words.split()
        for spelled in dict.fromkeys(word.replace("-", by) for by in ("_", "-", ""))
    ]


_TOKEN: Final = "[A-Za-z0-9._~+/=-]"
_OPTION: Final = "password|passwd|token|secret|api-?key"

ASSIGNMENT_RULES: Final = (
    _assigned(
        "aws_secret_key",
        "secret-access-key",
        40,
        LeakKind.AWS_CREDENTIAL,
        value=rf"(?:{_QUOTE})?(?P<secret>[A-Za-z0-9+/]{{40}})(?![A-Za-z0-9+/])",
    ),
    _assigned("api_key", "api-key", 20, LeakKind.API_KEY),
    _assigned("password", "password passwd passphrase pwd", 8),
    _assigned(
        "secret",
        "secret access-key secret-key private-key signing-key encryption-key master-key",
        16,
    ),
    _assigned("token", "token", 20),
    LeakRule(
        "option",
        LeakKind.SECRET,
        ("password ", "passwd ", "token ", "secret ", "api-key ", "apikey "),
        rf"(?<=-)(?i:{_OPTION}) {{1,4}}[\"']?(?!-){_BARE_CHECKS}(?P<secret>{_PLAIN}{{8,}})",
        rf"(?<=-)(?:{_OPTION})(?: {{1,4}}[\"']?{_PLAIN}*)?",
        is_guess=True,
    ),
    LeakRule(
        "bearer",
        LeakKind.SECRET,
        ("bearer ", "bearer\t"),
        rf"(?i:bearer)[ \t]{{1,4}}{_has_digit(_TOKEN)}{_no_placeholder(_PLAIN)}"
        rf"(?P<secret>{_TOKEN}{{16,}})",
        rf"bearer(?:[ \t]{{1,4}}{_TOKEN}*)?",
    ),
    LeakRule(
        "authorization",
        LeakKind.SECRET,
        ("authorization",),
        rf"(?i:authorization)(?:{_QUOTE})?{_SPACE}[:=]{_SPACE}(?:{_QUOTE})?(?:"
        r"(?i:basic)[ \t]{1,4}(?=[a-z0-9+/]{0,200}?[A-Z])(?=[A-Z0-9+/]{0,200}?[a-z])"
        r"(?P<basic>[A-Za-z0-9+/]{8,}={0,2})"
        rf"|(?i:token|apikey|key)[ \t]{{1,4}}{_has_digit(_PLAIN)}{_no_placeholder(_PLAIN)}"
        rf"(?P<other>{_PLAIN}{{16,}}))",
        rf"authorization(?:\\|{_QUOTE})?{_SPACE}(?:[:=]{_SPACE}(?:\\|{_QUOTE})?"
        rf"(?:[a-z]{{0,6}}[ \t]{{0,4}}{_PLAIN}*)?)?",
    ),
)
"""Rules whose match may hold white space, quotes, brackets."""
