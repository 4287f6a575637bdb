"""One model request: hooks, money set aside, a watchdog, other models while nothing was said."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import trio
from attrs import evolve

import zeroclaw_api as api
from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderError,
    ProviderQuotaExhausted,
    ProviderTimedOut,
    StoreError,
)
from zeroclaw_api.events import Status, StatusUpdate, UsageUpdate
from zeroclaw_api.json import canonical_json
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.usage import Money, Usage
from zeroclaw_runtime.agent import ModelRoute
from zeroclaw_runtime.context.history import message_bytes
from zeroclaw_runtime.errors import UnpricedModel
from zeroclaw_runtime.limits.budget import Reservation
from zeroclaw_runtime.limits.retries import rest_after
from zeroclaw_runtime.limits.settings import UnpricedPolicy
from zeroclaw_runtime.turn.consume import Collected, consume
from zeroclaw_runtime.turn.outcome import EMPTY_ANSWER, Response
from zeroclaw_runtime.turn.prepare import build_request
from zeroclaw_runtime.turn.routes import in_order, shows_pictures
from zeroclaw_runtime.turn.state import Turn
from zeroclaw_runtime.turn.window import KEPT_PART, trim

__all__ = ["call", "worst_input_tokens"]

WIRE_TOKENS_PER_MESSAGE: Final = 16
WIRE_TOKENS_PER_TOOL: Final = 32


async def call(turn: Turn, request: ModelRequest, last_words: str = "") -> Response:
    """Ask the models in their order until one answers; raises what the last one said.

    Each is asked again while that may help, and an empty answer counts as none while there is
    another model. Once a token was released nothing is: it would be said twice. A window that is
    too large is trimmed once; the request is then built again, with the same `last_words`.
    """
    try:
        return await _ask_in_order(turn, request)
    except ContextOverflow:
        target = int(turn.conversation.tokens * KEPT_PART)
        if turn.released or not trim(turn, target):
            raise
    return await _ask_in_order(turn, build_request(turn, last_words=last_words))


async def _ask_in_order(turn: Turn, request: ModelRequest) -> Response:
    resting, now = turn.agent.resting, trio.current_time()
    *earlier, last = in_order(
        turn.agent.routes, resting.names(now), with_pictures=shows_pictures(request)
    )
    for route in earlier:
        try:
            response = await _ask_patiently(turn, route, request)
        except ProviderError as error:
            if turn.released or not _may_another_answer(error):
                raise
            error_key = error.error_key
        else:
            if not response.is_empty:
                return response
            error_key = EMPTY_ANSWER
        turn.warn("failed_over", provider=route.provider.name, error_key=error_key)
    return await _ask_patiently(turn, last, request)


def _may_another_answer(error: ProviderError) -> bool:
    return error.retryable or isinstance(error, ProviderQuotaExhausted)


async def _ask_patiently(turn: Turn, route: ModelRoute, request: ModelRequest) -> Response:
    """Ask one model, as often as it is worth it; after that it rests."""
    name, retries, resting = route.provider.name, turn.agent.limits.retries, turn.agent.resting
    attempt = 0
    while True:
        attempt += 1
        try:
            response = await _ask(turn, route, request)
        except ProviderError as error:
            # What spreads those who failed together need not be hard to guess.
            chance = turn.agent.clock.now().microsecond / 1_000_000
            wait = None if turn.released else retries.wait(error, attempt, chance)
            if wait is None:
                if _may_another_answer(error):
                    resting.begin(name, trio.current_time() + rest_after(error))
                raise
            error_key = error.error_key
        else:
            resting.end(name)
            return response
        turn.warn("model_retried", provider=name, error_key=error_key, seconds=round(wait, 1))
        await trio.sleep(wait)


async def _ask(turn: Turn, route: ModelRoute, request: ModelRequest) -> Response:
    request = evolve(
        request,
        model=route.model,
        max_output_tokens=route.max_output_tokens,
        params=route.params,
    )
    if turn.agent.hooks:
        from zeroclaw_runtime.turn.hooks import rewrite_request

        request = await rewrite_request(turn, request)
    turn.show_now(StatusUpdate(Status.WAITING_FOR_MODEL, turn.requests))
    collected = Collected(route.provider.name)
    if turn.leaks is not None:
        collected.filter_by(await turn.leaks.redactor(), await turn.leaks.redactor())
    async with _paid(turn, route, request, collected), _observed(turn, route, collected):
        limit = turn.agent.limits.silence_seconds
        with trio.move_on_after(limit) as silence:
            async with route.provider.stream(request) as events:
                response = await consume(turn, route, events, collected, silence)
                silence.deadline = math.inf
        if silence.cancelled_caught:
            raise ProviderTimedOut(
                provider=route.provider.name,
                model=route.model,
                detail=f"nothing came for {limit:g} s",
            )
    return response


@asynccontextmanager
async def _paid(
    turn: Turn, route: ModelRoute, request: ModelRequest, collected: Collected
) -> AsyncIterator[None]:
    """Reserve the worst case, settle when the request is over, however it ended."""
    reservation = await _reserve(turn, route, request)
    failure: BaseException | None = None
    try:
        yield
    except BaseException as error:
        failure = error
        raise
    finally:
        cost = _cost(route, collected, failure, reservation)
        if reservation is not None:
            spends = turn.agent.book.settle(reservation, cost or Money(0))
            turn.journal.note(spends=spends)
        if failure is None or collected.saw_event or cost:
            turn.charge(collected.usage, cost)
            if collected.usage != Usage():
                turn.show_now(UsageUpdate(collected.usage, cost))


def _cost(
    route: ModelRoute,
    collected: Collected,
    failure: BaseException | None,
    reservation: Reservation | None,
) -> Money | None:
    """What to charge; a request that may have been billed without saying so costs the worst."""
    if route.price is None:
        return None
    known = route.price.cost(collected.usage)
    # Without its end an answer may have told only a part: some count the output as they go.
    if known is not None and collected.finish is not None:
        return known
    refused = isinstance(failure, ProviderError) and not isinstance(
        failure, ProviderTimedOut | BadStream
    )
    if refused and not collected.saw_event:
        return Money(0)
    return None if reservation is None else reservation.amount


async def _reserve(turn: Turn, route: ModelRoute, request: ModelRequest) -> Reservation | None:
    agent = turn.agent
    now = agent.clock.now()
    limits: Mapping[str, Money] = agent.limits.budget.scopes(turn.info.session_id, agent.alias, now)
    if not limits:
        return None
    if route.price is None:
        _report_unpriced(turn, route)
        return None
    await agent.book.ensure_loaded(frozenset(limits), turn.store.spent)
    worst = route.price.worst_case(worst_input_tokens(request), request.max_output_tokens)
    reservation = agent.book.reserve(limits, worst, now)
    turn.journal.note(spends=reservation.spends)
    try:
        await turn.journal.commit()
    except StoreError:
        turn.journal.note(spends=agent.book.settle(reservation, Money(0)))
        raise
    return reservation


def _report_unpriced(turn: Turn, route: ModelRoute) -> None:
    """Warn once per model, or stop."""
    provider = route.provider.name
    if turn.agent.limits.unpriced is UnpricedPolicy.STOP:
        raise UnpricedModel(provider=provider, model=route.model)
    if (provider, route.model) not in turn.agent.unpriced_reported:
        turn.agent.unpriced_reported.add((provider, route.model))
        turn.warn("unpriced_model", provider=provider, model=route.model)


def worst_input_tokens(request: ModelRequest) -> int:
    """An upper bound of the input: no tokenizer makes more tokens than there are bytes."""
    bytes_sent = len(request.system.encode()) + sum(map(message_bytes, request.messages))
    for spec in request.tools:
        bytes_sent += len(spec.description.encode()) + len(canonical_json(spec.parameters).encode())
        bytes_sent += len(spec.name)
    return (
        bytes_sent
        + WIRE_TOKENS_PER_MESSAGE * (len(request.messages) + 1)
        + WIRE_TOKENS_PER_TOOL * len(request.tools)
    )


@asynccontextmanager
async def _observed(turn: Turn, route: ModelRoute, collected: Collected) -> AsyncIterator[None]:
    """Tell the observer, if there is one, about one request."""
    if not turn.is_observed:
        yield
        return
    provider, model = route.provider.name, route.model
    began = trio.current_time()
    turn.observe(
        api.ModelRequested(turn.info, provider, model, turn.requests, turn.agent.prefix_digest)
    )
    try:
        yield
    except ProviderError as error:
        elapsed = trio.current_time() - began
        turn.observe(api.ModelFailed(turn.info, provider, model, error.error_key, elapsed))
        raise
    turn.observe(
        api.ModelAnswered(
            turn=turn.info,
            provider=provider,
            model=model,
            first_event=(collected.first_event_at or began) - began,
            duration=trio.current_time() - began,
            usage=collected.usage,
            cost=None if route.price is None else route.price.cost(collected.usage),
        )
    )
