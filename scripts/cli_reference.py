"""Write the reference page of the command line from the commands themselves.

Every command of the installed distributions is asked for its help, usage, arguments, options and
epilog, so that the page says what the program does. It does not depend on a terminal's width.

    uv run python scripts/cli_reference.py           write docs/reference/cli.md
    uv run python scripts/cli_reference.py --check   fail when the page is not up to date
"""

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click
from generated_page import write_or_check

from zeroclaw.commands.group import group
from zeroclaw.main import INTERRUPTED

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "cli.md"
PROGRAM = "zeroclaw"
HEAD = """# Command line

<!-- Written by scripts/cli_reference.py from the commands themselves; do not edit. -->

Every command shows what this page says about it when it is given `-h` or `--help`.
"""
EXIT_CODES = f"""
## Exit codes

A command that names none of its own exits with one of these:

- 0: it has done its work
- {click.ClickException.exit_code}: it failed
- {click.UsageError.exit_code}: it was used wrongly
- {INTERRUPTED}: Ctrl+C ended it
"""
_VERBATIM = "\b\n"
_LAST_OF_HELP = "\f"
_CODES = re.compile(r"Exit codes: (?P<codes>\d+ [^,]+(?:, \d+ [^,]+)*)")
# In the order of the alternatives: code stays as it is.
_MARKUP = re.compile(r"(?P<code>`[^`]+`)|[\\`*<>\[\]{}|#]|(?<!\w)_|_(?!\w)")


def escaped(text: str) -> str:
    """Text in which no character means anything to Markdown but backticks around code."""
    return _MARKUP.sub(lambda match: match["code"] or f"\\{match[0]}", text)


def paragraphs(text: str | None) -> Iterator[str]:
    """The help or epilog of a command in Markdown, one paragraph at a time.

    A paragraph that click would not wrap becomes a title with a block of code; the one with the
    exit codes becomes a list.
    """
    cleaned = inspect.cleandoc((text or "").partition(_LAST_OF_HELP)[0])
    for part in re.split(r"\n[ \t]*\n", cleaned):
        is_verbatim = part.startswith(_VERBATIM)
        content = part.removeprefix(_VERBATIM).strip("\n")
        if match := _CODES.fullmatch(content.rstrip(".")):
            codes = (code.split(" ", 1) for code in match["codes"].split(", "))
            listed = (f"- {number}: {escaped(meaning)}" for number, meaning in codes)
            yield "Exit codes:\n\n" + "\n".join(listed)
        elif is_verbatim:
            yield _block(content)
        elif content:
            yield escaped(" ".join(content.split()))


def _block(content: str) -> str:
    first, _, rest = content.partition("\n")
    titled = bool(rest) and first.endswith(":") and not first.startswith(" ")
    code = textwrap.dedent(rest if titled else content)
    language = "sh" if titled and first.startswith("Example") else "text"
    fence = f"```{language}\n{code}\n```"
    return f"{escaped(first)}\n\n{fence}" if titled else fence


def _sentence(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)


def _default(parameter: click.Parameter, context: click.Context) -> str | None:
    # What a flag is when it is not given needs no words, unless the opposite can be said as well.
    if isinstance(parameter, click.Option) and parameter.is_flag and not parameter.secondary_opts:
        return None
    value = parameter.to_info_dict()["default"]
    if callable(value):
        return "Default: found out when it runs."
    if value is None or value == ():
        return None
    if isinstance(parameter, click.Option) and parameter.secondary_opts:
        chosen = parameter.opts if parameter.get_default(context) else parameter.secondary_opts
        return f"Default: `{chosen[0]}`."
    return f"Default: `{value}`."


def _option(option: click.Option, context: click.Context) -> str:
    names = [*option.opts, *option.secondary_opts]
    if not (option.is_flag or option.count):
        names[-1] = f"{names[-1]} {option.make_metavar(context)}"
    variable = option.envvar if isinstance(option.envvar, str) else None
    said = _sentence(
        escaped(option.help or ""),
        "Required." if option.required else None,
        "May be given several times." if option.multiple or option.count else None,
        _default(option, context),
        f"Environment variable: `{variable}`." if variable else None,
    )
    return f"- {', '.join(f'`{name}`' for name in names)}" + (f": {said}" if said else "")


def _argument(argument: click.Argument, context: click.Context) -> str:
    said = _sentence(
        "Required." if argument.required else "Optional.",
        "May be given several times." if argument.nargs != 1 else None,
        _default(argument, context),
    )
    choices = ""
    if isinstance(argument.type, click.Choice):
        choices = f"one of {', '.join(f'`{one}`' for one in argument.type.choices)}. "
    return f"- `{(argument.metavar or argument.name or '').upper()}`: {choices}{said}"


def sections(command: click.Command, context: click.Context, level: int = 2) -> Iterator[str]:
    """The parts of one command's section, then those of its own commands, hidden ones left out."""
    yield f"{'#' * level} {context.command_path}"
    yield from paragraphs(command.help)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```"
    parameters = command.get_params(context)
    arguments = [one for one in parameters if isinstance(one, click.Argument)]
    # The head of the page has said it for all of them.
    shown = [one for one in parameters if one is not command.get_help_option(context)]
    options = [one for one in shown if isinstance(one, click.Option) and not one.hidden]
    if arguments:
        yield "Arguments:\n\n" + "\n".join(_argument(one, context) for one in arguments)
    if options:
        yield "Options:\n\n" + "\n".join(_option(one, context) for one in options)
    yield from paragraphs(command.epilog)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                below = click.Context(child, info_name=name, parent=context)
                yield from sections(child, below, level + 1)


def page(root: click.Command, program: str = PROGRAM) -> str:
    """The text of the page for a command with all commands below it."""
    context = click.Context(root, info_name=program, **root.context_settings)
    return "\n".join([HEAD, "\n\n".join(sections(root, context)), EXIT_CODES])


def main(arguments: list[str], target: Path = TARGET) -> int:
    """Run the command line; returns the exit status."""
    return write_or_check(page(group), target, arguments, "cli_reference.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
