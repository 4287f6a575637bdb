"""The command that talks to an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from zeroclaw.commands.strict_options import StrictOptions

if TYPE_CHECKING:
    from zeroclaw.request import Request

__all__ = ["agent", "agents_like"]

EXAMPLES = """\b
Examples:
  zeroclaw agent
  zeroclaw agent --continue
  zeroclaw agent -m "What is in this workspace?"
  git log -5 | zeroclaw agent -m "Summarise these commits."
  zeroclaw agent --uri http://127.0.0.1:8080/v1 --model some-model -m "Hello."
  zeroclaw agent --local -m "Say hello in one short sentence."
  zeroclaw agent --session holiday -m "Where were we?"
  zeroclaw agent --json -m "Count to three." | jq -r .body.type

\b
Exit codes: 0 answered, 1 failed, 2 wrong usage, 130 cancelled.
"""


def agents_like(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Aliases of agents that begin so."""
    from zeroclaw.configuring.completing import agent_aliases

    return agent_aliases(incomplete)


@click.command(cls=StrictOptions, epilog=EXAMPLES)
@click.option(
    "-m",
    "--message",
    metavar="TEXT",
    help="Say just this. Text on standard input is attached.",
)
@click.option(
    "-a",
    "--agent",
    "alias",
    metavar="ALIAS",
    shell_complete=agents_like,
    help="Which agent of the config answers.",
)
@click.option(
    "--session", "session_key", metavar="KEY", help="Begin or continue this conversation."
)
@click.option(
    "-c", "--continue", "is_continued", is_flag=True, help="Continue the latest conversation."
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
@click.option(
    "--tools", "with_tools", is_flag=True, help="Offer tools to a model that runs right here."
)
@click.option(
    "--plain", "is_plain", is_flag=True, help="Chat line by line, as screen readers need it."
)
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def agent(
    message: str | None,
    alias: str | None,
    session_key: str | None,
    is_continued: bool,
    as_json: bool,
    uri: str | None,
    model: str | None,
    api_key_env: str | None,
    is_local: bool,
    model_path: str | None,
    with_tools: bool,
    is_plain: bool,
    debug: bool,
) -> None:
    """Chat with an agent, or say one thing with -m.

    Without -m, on a terminal, this is a chat: /help tells what can be entered. With -m, or with
    text piped in, the answer goes to standard output as it comes; what the agent does meanwhile
    goes to standard error. On a terminal you are asked before it acts; elsewhere such a call is
    denied, unless the agent's risk profile allows it.
    """
    from zeroclaw.request import Request
    from zeroclaw.wiring.given import GivenModel

    given = GivenModel(uri, model, api_key_env, is_local, model_path, with_tools)
    request = Request(alias, session_key, is_continued, given, debug)
    raise SystemExit(_chat_or_say(message, as_json=as_json, is_plain=is_plain, request=request))


def _chat_or_say(message: str | None, *, as_json: bool, is_plain: bool, request: Request) -> int:
    if message is None and not as_json:
        from zeroclaw.chat.run import Chat, can_chat
        from zeroclaw.chat.run import run as run_chat

        if can_chat():
            return run_chat(Chat(is_plain, request))
    from zeroclaw.one_shot import OneShot, run

    return run(OneShot(message or "", as_json, request))
