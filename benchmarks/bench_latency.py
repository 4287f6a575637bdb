"""What a whole turn adds to the time in which a bare HTTP client reads the same answer."""

from __future__ import annotations

import cProfile
import json
import pstats
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from statistics import median

import trio
from attrs import frozen
from bare_clients import ENDPOINT, HEADERS, pool
from figures import Figure, options, show
from load_server import report, serving
from own_folder import Work, in_folder
from plain_model import send
from whole_agent import whole

from zeroclaw_api.events import Done, Event, NewToken
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.session import SubscriberRole, Subscription
from zeroclaw_api.stream import TextDelta
from zeroclaw_http import HttpClient, SseReader
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_runtime import open_session

ROUNDS = 7
WORD = "word "
LENGTHS = {1: 30, 100: 20, 2000: 5}
"""Tokens of an answer, with how many answers are read in a row."""
FIRST_TEXT = f'"content":"{WORD}'.encode()
END_MARKER = "[DONE]"
PROFILED_LINES = 50


@frozen
class Moments:
    """Seconds from the question to the first text, then to the end; and the text."""

    first: float
    end: float
    text: str


async def by_httpx(body: bytes, origin: str, answers: int, _folder: Path) -> list[Moments]:
    """Over one connection of httpx; parsed when the clock has stopped."""
    found = []
    async with pool() as client:
        for _ in range(answers):
            first, chunks = 0.0, list[bytes]()
            began = trio.current_time()
            async with client.stream(
                "POST", origin + ENDPOINT, content=body, headers=HEADERS
            ) as answer:
                async for data in answer.aiter_raw():
                    if not first and FIRST_TEXT in data:
                        first = trio.current_time()
                    chunks.append(data)
            end = trio.current_time()
            found.append(Moments(first - began, end - began, _text_of(chunks)))
    return found


async def by_provider(origin: str, answers: int, _folder: Path) -> list[Moments]:
    """By our client with the provider alone: no session, no tools."""
    asked = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello there."),))
    request = ModelRequest("m", "You help.", (), (asked,), max_output_tokens=4096)
    found = []
    async with HttpClient() as http:
        provider = OpenAIChatProvider(http, f"{origin}/v1", "a-key", "custom.bench")
        for _ in range(answers):
            first, pieces = 0.0, list[str]()
            began = trio.current_time()
            async with provider.stream(request) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        first = first or trio.current_time()
                        pieces.append(event.text)
            end = trio.current_time()
            found.append(Moments(first - began, end - began, "".join(pieces)))
    return found


async def by_turns(origin: str, answers: int, folder: Path, *, in_memory: bool) -> list[Moments]:
    """By the whole agent, each turn in a fresh session that somebody reads."""
    found = []
    async with whole(origin, folder, in_memory=in_memory) as subject:
        for number in range(answers):
            async with (
                open_session(subject.agent, f"s{number}", store=subject.store) as session,
                session.subscribe(SubscriberRole.DRIVER) as reader,
            ):
                began = trio.current_time()
                await send(session)
                found.append(await _turn(reader, began))
    return found


async def _turn(reader: Subscription, began: float) -> Moments:
    first = 0.0
    async for event in reader:
        match event:
            case Event(body=NewToken()):
                first = first or trio.current_time()
            case Event(body=Done() as done):
                return Moments(first - began, trio.current_time() - began, done.final_text)
            case _:
                continue
    raise AssertionError("the session ended without a Done")


def _text_of(chunks: list[bytes]) -> str:
    reader = SseReader()
    events = (event.data for chunk in chunks for event in reader.feed(chunk))
    said = (json.loads(data)["choices"] for data in events if data != END_MARKER)
    return "".join(choice["delta"].get("content", "") for choices in said for choice in choices)


def body_of_agent() -> bytes:
    """What the whole agent asks, for the bare client to ask the same."""
    with serving() as origin:
        in_folder(partial(by_turns, f"{origin}/1/0", 1, in_memory=True))
        return report(origin).body.encode()


def best_of(length: int, works: dict[str, Work[list[Moments]]]) -> dict[str, Moments]:
    """The medians of each at their best; in turn, so that all are disturbed alike."""
    found: dict[str, list[Moments]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            opening, *asked = in_folder(work)
            assert {one.text for one in (opening, *asked)} == {WORD * length}, name
            found[name].append(_medians(asked))
    return {
        name: Moments(min(one.first for one in runs), min(one.end for one in runs), "")
        for name, runs in found.items()
    }


def _medians(asked: list[Moments]) -> Moments:
    """Of answers over a connection that was there already."""
    return Moments(median(one.first for one in asked), median(one.end for one in asked), "")


def of_length(length: int, answers: int, body: bytes) -> Iterator[Figure]:
    words = ("-m", "zeroclaw_testing.model_server", "--model", "m", "--answer", WORD)
    with serving(*words, "--deltas", str(length)) as url:
        origin = url.removesuffix("/v1")
        works: dict[str, Work[list[Moments]]] = {
            "bare httpx": partial(by_httpx, body, origin, answers),
            "provider alone": partial(by_provider, origin, answers),
            "turn, history in memory": partial(by_turns, origin, answers, in_memory=True),
            "turn": partial(by_turns, origin, answers, in_memory=False),
        }
        best = best_of(length, works)
    firsts = {name: one.first for name, one in best.items()}
    ends = {name: one.end for name, one in best.items()}
    yield from against_floor(f"{length} tokens, to the first", firsts)
    yield from against_floor(f"{length} tokens, to the end", ends)


def against_floor(title: str, seconds: dict[str, float]) -> Iterator[Figure]:
    """Each beside the bare client; the floor is the first of them."""
    (floor, least), *others = seconds.items()
    yield Figure(f"{title}: {floor}", least * 1e3, "ms")
    for name, taken in others:
        yield Figure(f"  {name}", taken * 1e3, "ms", least * 1e3, floor)
        yield Figure("    added", (taken - least) * 1e3, "ms")


def figures() -> Iterator[Figure]:
    body = body_of_agent()
    for length, answers in LENGTHS.items():
        yield from of_length(length, answers, body)


def profiled(path: Path) -> None:
    """Profile turns of many tokens; a list of what costs most goes into a file."""
    profile = cProfile.Profile()
    with serving() as origin:
        profile.enable()
        in_folder(partial(by_turns, f"{origin}/100/0", 20, in_memory=False))
        profile.disable()
    text = StringIO()
    pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(PROFILED_LINES)
    path.write_text(text.getvalue())


def main() -> None:
    chosen = options(__doc__ or "")
    found = list(figures())
    if chosen.profile:
        profiled(Path(chosen.profile))
    show("Latency", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
