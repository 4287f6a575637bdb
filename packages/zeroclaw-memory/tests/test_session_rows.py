"""Whatever is committed comes back: the store on files agrees with the model of a store."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from attrs import evolve
from hypothesis import given, settings

from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Commit, SessionState
from zeroclaw_memory import open_sessions
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.strategies import commit_successions

S = SessionId("s")


def _by_number(state: SessionState) -> SessionState:
    return evolve(
        state,
        waiting=tuple(sorted(state.waiting, key=lambda entry: entry.id)),
        open_calls=tuple(sorted(state.open_calls, key=lambda record: record.call_id)),
    )


@settings(deadline=None, max_examples=40)
@given(commits=commit_successions(S))
def test_any_succession_of_commits_reads_as_in_the_model(commits: tuple[Commit, ...]) -> None:
    async def compare() -> None:
        model = ModelStore()
        await model.open(S, "one")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "s.db"
            async with open_sessions(path) as store:
                await store.open(S, "one")
                for commit in commits:
                    await store.commit(S, commit)
                    await model.commit(S, commit)
            async with open_sessions(path) as store:
                assert _by_number(await store.open(S, "two")) == _by_number(
                    await model.open(S, "one")
                )
                assert await store.events(S, 0, 999) == model.all_events(S)
                scopes = frozenset(spend.scope for commit in commits for spend in commit.spends)
                assert await store.spent(scopes) == await model.spent(scopes)

    trio.run(compare)
