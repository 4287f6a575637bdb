"""The commands that show the configuration or change it."""

from __future__ import annotations

from collections.abc import Callable

import click

from zeroclaw.commands.strict_options import TAKES_NUMBERS, StrictOptions

__all__ = ["config"]

EXAMPLES = """\b
Examples:
  zeroclaw config list agents
  zeroclaw config get agents.main.model_provider
  zeroclaw config set agents.main.risk_profile careful
  zeroclaw config validate

\b
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 cancelled.
"""

SET_EXAMPLES = """\b
Examples:
  zeroclaw config set risk_profiles.default.level supervised
  zeroclaw config set risk_profiles.default.auto-approve='["glob_search"]'
  zeroclaw config set agents.main.model_provider=custom.home agents.main.risk_profile=default
  zeroclaw config set providers.models.custom.home.api_key '${SOME_KEY}'

\b
Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
"""

PATCH_EXAMPLES = """\b
Examples:
  zeroclaw config patch changes.json
  echo '[{"op": "remove", "path": "/agents/old"}]' | zeroclaw config patch -

\b
Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
"""

ALIAS_EXAMPLES = """\b
Examples:
  zeroclaw config alias add agents helper model_provider=custom.home
  zeroclaw config alias rename providers.models.custom home work
  zeroclaw config alias remove agents helper --yes

\b
Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
"""

VALIDATE_EXAMPLES = """\b
Examples:
  zeroclaw config validate
  zeroclaw config validate --json | jq .problems

\b
Exit codes: 0 it can be used, 1 it has problems, 2 wrong usage, 130 cancelled.
"""

MIGRATE_EXAMPLES = """\b
Examples:
  zeroclaw config migrate --dry-run
  zeroclaw config migrate --yes

\b
Exit codes: 0 it has the current form, 1 failed, 2 wrong usage, 130 cancelled.
"""

debug_option = click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
yes_option = click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask.")


def _exit(work: Callable[[], int], *, debug: bool) -> None:
    from zeroclaw.ending import ended

    raise SystemExit(ended(work, debug=debug))


def _keys(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.configuring.completing import key_paths_like

    return key_paths_like(incomplete)


def _tables(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.configuring.completing import alias_tables

    return alias_tables(incomplete)


def _aliases(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.configuring.completing import aliases_of

    return aliases_of(str(context.params.get("table") or ""), incomplete)


@click.group(epilog=EXAMPLES)
def config() -> None:
    """Show the configuration, change it, check it.

    A key is written with dots, as in agents.main.model_provider; - does for _ in it. What is
    written is checked first, keeps comments with the rest of the file, and leaves a backup.
    """


@config.command()
@json_option
@debug_option
def path(as_json: bool, debug: bool) -> None:
    """Print which file it is."""

    def work() -> int:
        from zeroclaw.configuring.showing import show_path

        return show_path(as_json=as_json)

    _exit(work, debug=debug)


@config.command("list")
@click.argument("prefix", required=False, shell_complete=_keys)
@json_option
@debug_option
def list_(prefix: str | None, as_json: bool, debug: bool) -> None:
    """Print all values, or those below PREFIX, each with where it comes from.

    That is the file, a variable of the environment such as ZEROCLAW_agents__main__risk_profile,
    or the built-in default. Secrets are masked.
    """

    def work() -> int:
        from zeroclaw.configuring.showing import show_settings

        return show_settings(prefix, as_json=as_json)

    _exit(work, debug=debug)


@config.command()
@click.argument("key", shell_complete=_keys)
@json_option
@debug_option
def get(key: str, as_json: bool, debug: bool) -> None:
    """Print one value as it is in effect; secrets are masked."""

    def work() -> int:
        from zeroclaw.configuring.showing import show_setting

        return show_setting(key, as_json=as_json)

    _exit(work, debug=debug)


@config.command("set", cls=StrictOptions, context_settings=TAKES_NUMBERS, epilog=SET_EXAMPLES)
@click.argument(
    "words", nargs=-1, required=True, metavar="KEY VALUE | KEY=VALUE...", shell_complete=_keys
)
@click.option("--string", "as_text", is_flag=True, help="Take every value as text.")
@json_option
@debug_option
def set_(words: tuple[str, ...], as_text: bool, as_json: bool, debug: bool) -> None:
    """Write values into the file.

    true, false, numbers, [lists] and {tables} in TOML are what they look like, all else is text.
    Several are written together or not at all, as a new alias needs it. A secret is not taken
    here: `zeroclaw secrets set KEY` asks for it.
    """

    def work() -> int:
        from zeroclaw.configuring.changing import set_keys

        return set_keys(words, as_text=as_text, as_json=as_json)

    _exit(work, debug=debug)


@config.command()
@click.argument("key", shell_complete=_keys)
@yes_option
@json_option
@debug_option
def unset(key: str, is_agreed: bool, as_json: bool, debug: bool) -> None:
    """Take a key out of the file; of a table only after asking."""

    def work() -> int:
        from zeroclaw.configuring.changing import unset_key

        return unset_key(key, is_agreed=is_agreed, as_json=as_json)

    _exit(work, debug=debug)


@config.command(epilog=PATCH_EXAMPLES)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@json_option
@debug_option
def patch(file: str, as_json: bool, debug: bool) -> None:
    """Apply a JSON Patch (RFC 6902) from FILE, or from standard input as -.

    All of its operations are done, or none. Tables that are missing on the way are made.
    """

    def work() -> int:
        from zeroclaw.configuring.changing import apply_patch_file

        return apply_patch_file(file, as_json=as_json)

    _exit(work, debug=debug)


@config.group(epilog=ALIAS_EXAMPLES)
def alias() -> None:
    """Add, rename or remove an agent, a model, a profile.

    TABLE is where the names stand, such as agents, or providers.models.custom.
    """


@alias.command()
@click.argument("table", shell_complete=_tables)
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE]...")
@json_option
@debug_option
def add(table: str, name: str, words: tuple[str, ...], as_json: bool, debug: bool) -> None:
    """Add NAME with its values."""

    def work() -> int:
        from zeroclaw.configuring import renaming

        return renaming.add(table, name, words, as_json=as_json)

    _exit(work, debug=debug)


@alias.command()
@click.argument("table", shell_complete=_tables)
@click.argument("name", shell_complete=_aliases)
@click.argument("new_name")
@json_option
@debug_option
def rename(table: str, name: str, new_name: str, as_json: bool, debug: bool) -> None:
    """Rename NAME, with all that refers to it; an agent keeps its workspace and sessions."""

    def work() -> int:
        from zeroclaw.configuring import renaming

        return renaming.rename(table, name, new_name, as_json=as_json)

    _exit(work, debug=debug)


@alias.command()
@click.argument("table", shell_complete=_tables)
@click.argument("name", shell_complete=_aliases)
@yes_option
@json_option
@debug_option
def remove(table: str, name: str, is_agreed: bool, as_json: bool, debug: bool) -> None:
    """Remove NAME after asking, unless something refers to it."""

    def work() -> int:
        from zeroclaw.configuring import renaming

        return renaming.remove(table, name, is_agreed=is_agreed, as_json=as_json)

    _exit(work, debug=debug)


@config.command(epilog=VALIDATE_EXAMPLES)
@json_option
@debug_option
def validate(as_json: bool, debug: bool) -> None:
    """Tell all that is wrong, or has no effect."""

    def work() -> int:
        from zeroclaw.configuring.showing import show_validity

        return show_validity(as_json=as_json)

    _exit(work, debug=debug)


@config.command()
@debug_option
def schema(debug: bool) -> None:
    """Print the JSON Schema of the file, for an editor."""

    def work() -> int:
        from zeroclaw.configuring.showing import show_schema

        return show_schema()

    _exit(work, debug=debug)


@config.command()
@debug_option
def docs(debug: bool) -> None:
    """Print the reference of all keys, in Markdown."""

    def work() -> int:
        from zeroclaw.configuring.showing import show_docs

        return show_docs()

    _exit(work, debug=debug)


@config.command(epilog=MIGRATE_EXAMPLES)
@click.option("--dry-run", "is_dry_run", is_flag=True, help="Only say what would change.")
@yes_option
@json_option
@debug_option
def migrate(is_dry_run: bool, is_agreed: bool, as_json: bool, debug: bool) -> None:
    """Bring a file of an older form to the current one.

    It says what changes, asks, then writes; the old file stays as config.toml.bak. What has no
    place in the current form is kept as a comment.
    """

    def work() -> int:
        from zeroclaw.configuring.migrating import migrate as run

        return run(is_dry_run=is_dry_run, is_agreed=is_agreed, as_json=as_json)

    _exit(work, debug=debug)
