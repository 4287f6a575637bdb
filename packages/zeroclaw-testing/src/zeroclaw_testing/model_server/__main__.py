"""The scripted model server as a command, for benchmarks by hand."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

import trio

from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server.script import Completion, Repeat, ScriptStep, cut_call
from zeroclaw_testing.model_server.server import serve_model

__all__ = ["answer_of", "arguments_of", "main"]


def arguments_of(words: Sequence[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m zeroclaw_testing.model_server",
        description="Serve a scripted model; prints its URL, runs until interrupted.",
    )
    parser.add_argument("--port", type=int, default=0, help="on loopback; 0 picks a free one")
    parser.add_argument("--model", default="scripted-model", help="the name that is listed")
    parser.add_argument("--answer", default="Hello. ", help="text of each delta")
    parser.add_argument("--deltas", type=int, default=1, help="how many deltas")
    parser.add_argument("--delta-interval", type=float, default=0.0, help="seconds before each")
    parser.add_argument("--reasoning", default="", help="thinking before the answer")
    parser.add_argument("--tool", default="", help="call this tool until a result came back")
    parser.add_argument("--tool-arguments", default="{}", help="its arguments, a JSON object")
    parser.add_argument("--lenient", action="store_true", help="accept malformed histories")
    return parser.parse_args(words)


def answer_of(arguments: argparse.Namespace, *, tool_allowed: bool) -> Completion:
    """The answer that every request gets."""
    thinking: tuple[ScriptStep, ...] = (
        (ReasoningDelta(arguments.reasoning),) if arguments.reasoning else ()
    )
    usage = Usage(input_tokens=1, output_tokens=arguments.deltas)
    if arguments.tool and tool_allowed:
        call = cut_call(0, "call_1", arguments.tool, arguments.tool_arguments)
        return Completion((*thinking, *call, Finish(FinishReason.TOOL_USE), usage))
    text = Repeat(TextDelta(arguments.answer), arguments.deltas, arguments.delta_interval)
    return Completion((*thinking, text, Finish(FinishReason.STOP), usage))


async def run(arguments: argparse.Namespace) -> None:
    """Serve until a signal asks to stop."""
    first, later = (answer_of(arguments, tool_allowed=allowed) for allowed in (True, False))
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with serve_model(
            lambda request: later if b'"tool_call_id"' in request.body else first,
            models=(arguments.model,),
            strict=not arguments.lenient,
            port=arguments.port,
        ) as server:
            sys.stdout.write(f"{server.url}\n")
            sys.stdout.flush()
            async for _ in signals:
                return


def main() -> None:
    """Run the command."""
    trio.run(run, arguments_of(sys.argv[1:]))


if __name__ == "__main__":
    main()
