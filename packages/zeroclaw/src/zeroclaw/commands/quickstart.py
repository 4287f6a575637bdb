"""The command that writes a first config."""

from __future__ import annotations

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["quickstart"]

EXAMPLES = """\b
Examples:
  zeroclaw quickstart
  zeroclaw quickstart --model-provider openai --model gpt-4.1-mini
  zeroclaw quickstart --uri http://127.0.0.1:8080/v1 --model some-model
  zeroclaw quickstart --local --yes
  zeroclaw quickstart --yes --json < /dev/null
  zeroclaw quickstart --model-provider groq --agent second --preset readonly

\b
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 cancelled.
"""


@click.command(cls=StrictOptions, epilog=EXAMPLES)
@click.option(
    "--model-provider",
    metavar="NAME",
    help="A family by name, such as openai or ollama; with --uri, its endpoint, or what to call"
    " another one.",
)
@click.option("--model", metavar="NAME", help="The model, as its provider knows it.")
@click.option(
    "--api-key-env",
    metavar="VARIABLE",
    help="The environment variable that holds the key; the key itself is never written.",
)
@click.option("--uri", metavar="URL", help="The root of an OpenAI-compatible API.")
@click.option("--agent", "alias", metavar="ALIAS", help="What to call the agent; else main.")
@click.option(
    "--preset",
    type=click.Choice(["supervised", "readonly", "yolo"]),
    help="What the agent may do: ask first (the default), only read, or anything unasked.",
)
@click.option(
    "--local", "is_local", is_flag=True, help="Take the bundled model, which is tiny, right here."
)
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Ask nothing: take what is proposed.")
@click.option("--no-test", "is_untested", is_flag=True, help="Do not try the model first.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def quickstart(
    model_provider: str | None,
    model: str | None,
    api_key_env: str | None,
    uri: str | None,
    alias: str | None,
    preset: str | None,
    is_local: bool,
    is_agreed: bool,
    is_untested: bool,
    as_json: bool,
    debug: bool,
) -> None:
    """Write a config: find a model, try it, name an agent.

    It looks for model servers on this machine, for keys in the environment, for the bundled
    model, then proposes one. The model is asked for one token before anything is written. An
    existing config is only added to, and only when you say so.
    """
    from zeroclaw.quickstart.asked import Asked
    from zeroclaw.quickstart.presets import Preset
    from zeroclaw.quickstart.run import run

    asked = Asked(
        model_provider=model_provider,
        model=model,
        api_key_env=api_key_env,
        uri=uri,
        agent=alias,
        preset=None if preset is None else Preset(preset),
        is_local=is_local,
        is_agreed=is_agreed,
        is_tested=not is_untested,
    )
    raise SystemExit(run(asked, as_json=as_json, debug=debug))
