"""Gets tokens by way of a browser on this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final, assert_never

import trio

from zeroclaw_providers.oauth.asking import AuthorityClient
from zeroclaw_providers.oauth.authority import BrowserFlow
from zeroclaw_providers.oauth.browser_flow import BrowserAttempt, CodeBrought, Declined
from zeroclaw_providers.oauth.callback import CallbackPages, open_callback
from zeroclaw_providers.oauth.line import AuthorityLine
from zeroclaw_providers.oauth.tokens import Tokens

__all__ = ["BROWSING_SECONDS", "browsed_tokens"]

BROWSING_SECONDS: Final = 900.0
"""For the user to log in; as long as codes for another device last."""


async def browsed_tokens(
    client: AuthorityClient,
    flow: BrowserFlow,
    show: Callable[[str], Awaitable[object]],
    pages: CallbackPages,
    seconds: float = BROWSING_SECONDS,
) -> Tokens:
    """Let the user log in at the page that `show` is given, within `seconds`.

    Raises `LoginFailed`, which has no secret in it.
    """
    line = AuthorityLine(client.http, client.authority)
    async with AsyncExitStack() as stack:
        try:
            callback = await stack.enter_async_context(open_callback(flow))
        except OSError as error:
            raise line.failed(_taken(flow, error)) from error
        attempt = BrowserAttempt(client.authority, flow, callback.port)
        with trio.move_on_after(seconds):
            await show(attempt.page_url)
            match await callback.brought(attempt.came_back, pages):
                case CodeBrought(code):
                    return await client.exchanged(
                        code, attempt.verifier, attempt.redirect_url, attempt.exchange_extra
                    )
                case Declined(problem):
                    raise line.failed(f"{line.clean(problem, {})}; begin again")
                case never:
                    assert_never(never)
    raise line.failed("nobody logged in within time; begin again")


def _taken(flow: BrowserFlow, error: OSError) -> str:
    ports = " and ".join(str(port) for port in flow.ports)
    return (
        f"nobody can listen at port {ports} of this machine ({error.strerror or error}); end what "
        "listens there, or log in with --device"
    )
