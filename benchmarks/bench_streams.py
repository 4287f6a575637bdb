"""What it costs to read the stream of a model, beside the usual readers of the same bytes."""

from __future__ import annotations

import cProfile
import gc
import json
import pstats
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from time import process_time
from typing import TypeAlias

from figures import Figure, options, show
from recorded_streams import ARGUMENTS, CHAT, OTHERS, TEXT, Chunks, WireProtocol, in_reads
from stream_readers import (
    Heard,
    chunks_by_openai,
    data_by_httpx_sse,
    data_by_httpx_sse_over_httpx,
    data_by_openai,
    data_by_us,
    events_by_us,
    heard_by_openai,
    heard_by_us,
)

Work: TypeAlias = Callable[[], Iterable[object]]

ROUNDS = 7
PROFILED_LINES = 40
READS: dict[str, int | None] = {"a read an event": None, "reads of 64 KiB": 64 * 1024}
"""A reader that keeps up with the model; one that is behind, or has a socket that was full."""
END_MARKER = "[DONE]"


def best_of(works: dict[str, Work]) -> dict[str, float]:
    """CPU seconds of each at its best, one after the other in turn: all are disturbed alike."""
    found = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS):
        for name, work in works.items():
            gc.collect()
            began = process_time()
            deque(work(), maxlen=0)
            found[name] = min(found[name], process_time() - began)
    return found


def compared(title: str, works: dict[str, Work], events: int) -> Iterator[Figure]:
    """The cost of an event by each; the first is ours, which the others are held against."""
    (ours, ours_at_best), *others = best_of(works).items()
    cost = ours_at_best / events * 1e6
    yield Figure(f"{title}: {ours}", cost, "us CPU")
    yield Figure("  events in a second of CPU", 1e6 / cost, "/s")
    for name, seconds in others:
        yield Figure(f"  {name}", seconds / events * 1e6, "us CPU", cost, ours)


def reading(label: str, chunks: Chunks) -> Iterator[Figure]:
    """Events alone, their data as text."""
    works: dict[str, Work] = {
        "our reader": partial(data_by_us, chunks),
        "httpx-sse": partial(data_by_httpx_sse, chunks),
        "httpx-sse over httpx": partial(data_by_httpx_sse_over_httpx, chunks),
        "the reader in the openai SDK": partial(data_by_openai, chunks),
    }
    data = {name: list(work()) for name, work in works.items()}
    first = data["our reader"]
    assert all(found == first for found in data.values()), "readers disagree"
    yield from compared(f"SSE, {label}", works, len(first))


def decoding(label: str, chunks: Chunks) -> Iterator[Figure]:
    """A chat completion, down to text with calls."""
    works: dict[str, Work] = {
        "our decoder": partial(events_by_us, CHAT, chunks),
        "openai SDK": partial(chunks_by_openai, chunks),
        "json.loads alone": partial(loads, payloads(CHAT, chunks)),
    }
    heard = heard_by_us(events_by_us(CHAT, chunks)), heard_by_openai(chunks_by_openai(chunks))
    assert heard == (Heard(TEXT, ARGUMENTS),) * 2, "decoders disagree"
    events = len(payloads(CHAT, chunks))
    yield from compared(f"chat completion, {label}", works, events)


def other_protocols() -> Iterator[Figure]:
    """Every other protocol, down to text with calls."""
    for protocol in OTHERS:
        chunks = in_reads(protocol.dialect, None)
        said = payloads(protocol, chunks)
        works: dict[str, Work] = {
            "our decoder": partial(events_by_us, protocol, chunks),
            "json.loads alone": partial(loads, said),
        }
        assert heard_by_us(events_by_us(protocol, chunks)) == Heard(TEXT, ARGUMENTS), protocol.name
        yield from compared(protocol.name, works, len(said))


def payloads(protocol: WireProtocol, chunks: Chunks) -> list[str]:
    """The JSON in the bytes."""
    return [data for data in protocol.payloads(chunks) if data and data != END_MARKER]


def loads(texts: list[str]) -> Iterator[object]:
    """Parsed, and nothing else."""
    return map(json.loads, texts)


def figures() -> Iterator[Figure]:
    for label, size in READS.items():
        yield from reading(label, in_reads(CHAT.dialect, size))
    for label, size in READS.items():
        yield from decoding(label, in_reads(CHAT.dialect, size))
    yield from other_protocols()


def profiled(path: Path) -> None:
    """Profile the decoder of chat completions; what costs most goes into a file."""
    profile = cProfile.Profile()
    chunks = in_reads(CHAT.dialect, None)
    profile.enable()
    deque(events_by_us(CHAT, chunks), maxlen=0)
    profile.disable()
    text = StringIO()
    pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(PROFILED_LINES)
    path.write_text(text.getvalue())


def main() -> None:
    chosen = options(__doc__ or "")
    found = list(figures())
    if chosen.profile:
        profiled(Path(chosen.profile))
    show("Streams", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
