"""The command that talks to an agent."""

from __future__ import annotations

import click

__all__ = ["agent"]

EXAMPLES = """\b
Examples:
  zeroclaw agent -m "What is in this workspace?"
  git log -5 | zeroclaw agent -m "Summarise these commits."
  zeroclaw agent --uri http://127.0.0.1:8080/v1 --model some-model -m "Hello."
  zeroclaw agent --local -m "Say hello in one short sentence."
  zeroclaw agent --session holiday -m "Where were we?"
  zeroclaw agent --json -m "Count to three." | jq -r .body.type

\b
Exit codes: 0 answered, 1 failed, 2 wrong usage, 130 cancelled.
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "-m", "--message", metavar="TEXT", help="What to say. Text on standard input is attached."
)
@click.option("-a", "--agent", "alias", metavar="ALIAS", help="Which agent of the config answers.")
@click.option(
    "--session", "session_key", metavar="KEY", help="Begin or continue this conversation."
)
@click.option("--json", "as_json", is_flag=True, help="Print events, one JSON object a line.")
@click.option("--uri", metavar="URL", help="Ask this OpenAI-compatible server instead.")
@click.option("--model", metavar="NAME", help="Ask this model instead.")
@click.option(
    "--api-key-env",
    metavar="VARIABLE",
    help="The environment variable that holds the key for --uri.",
)
@click.option(
    "--local", "is_local", is_flag=True, help="Run the bundled model, which is tiny, right here."
)
@click.option("--model-path", metavar="FILE", help="Run this model right here; one GGUF file.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def agent(
    message: str | None,
    alias: str | None,
    session_key: str | None,
    as_json: bool,
    uri: str | None,
    model: str | None,
    api_key_env: str | None,
    is_local: bool,
    model_path: str | None,
    debug: bool,
) -> None:
    """Say something to an agent and print its answer.

    The answer goes to standard output as it comes; what the agent does meanwhile goes to
    standard error. On a terminal you are asked before it acts; elsewhere such a call is
    denied, unless the agent's risk profile allows it.
    """
    from zeroclaw.one_shot import OneShot, run
    from zeroclaw.wiring.given import GivenModel

    given = GivenModel(uri, model, api_key_env, is_local, model_path)
    raise SystemExit(run(OneShot(message or "", alias, session_key, as_json, given, debug)))
