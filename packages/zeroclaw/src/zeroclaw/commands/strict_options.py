"""Reads a command line so that no value is taken for a flag, no flag for a value."""

from __future__ import annotations

import re
from typing import Final

import click

__all__ = ["TAKES_NUMBERS", "StrictOptions"]

_NUMBER: Final = re.compile(r"-\.?[0-9].*")

TAKES_NUMBERS: Final[dict[str, object]] = {"ignore_unknown_options": True}
"""Settings of a command that has arguments such as -5 or -100:42."""


class StrictOptions(click.Command):
    """A command whose options take no flag for their value, unless an equals sign joins them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the command; raises `click.UsageError`."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        flags = {name for each in options for name in (*each.opts, *each.secondary_opts)}
        wanting = {name for each in options if _takes_value(each) for name in each.opts}
        if not ctx.resilient_parsing:
            for number, word in enumerate(args):
                if word == "--":
                    break
                if word in wanting and args[number + 1 : number + 2] and args[number + 1] in flags:
                    problem = f"Option {word!r} requires an argument."
                    raise click.BadOptionUsage(word, problem, ctx)
                if ctx.ignore_unknown_options and _is_unknown(word, flags):
                    raise click.NoSuchOption(word.partition("=")[0], ctx=ctx)
        return super().parse_args(ctx, args)


def _takes_value(option: click.Option) -> bool:
    return not option.is_flag and not option.count


def _is_unknown(word: str, flags: set[str]) -> bool:
    """Whether a word can only be a flag that is misspelt."""
    looks_like_one = word.startswith("-") and word != "-" and not _NUMBER.fullmatch(word)
    return looks_like_one and word.partition("=")[0] not in flags
