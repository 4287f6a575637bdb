"""What hypothesis may do to a session: strategies for agents, models, people."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from kernel_fakes import CutOff, Flood, Raise, Step
from kernel_world import Options

from zeroclaw_api.json import canonical_json
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Choice, Reply
from zeroclaw_api.risk import Autonomy, HighRisk, RiskProfile
from zeroclaw_api.session import ArrivalPolicy, ProcessMessage
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Money, Usage
from zeroclaw_runtime.limits.budget import BudgetLimits
from zeroclaw_runtime.limits.retries import Retries
from zeroclaw_runtime.limits.settings import Limits

__all__ = ["answers", "commands", "model_steps", "options", "replies", "rounds_of_calls", "waits"]

STRANGER = Principal(transport="local", alias="", user_id="stranger")

WORKS = ("quick", "silent", "fail", "crash", "hang", "tidy", "command", "program", "ask", "report")
NAMES = ("look", "peek", "keep", "start", "burn", "unheard_of")


def options() -> SearchStrategy[Options]:
    """Agents with all limits small."""
    return st.builds(
        Options,
        profile=st.builds(
            RiskProfile,
            level=st.sampled_from([Autonomy.SUPERVISED, Autonomy.FULL] * 2 + [Autonomy.READONLY]),
            high_risk=st.sampled_from(HighRisk),
        ),
        limits=st.builds(
            Limits,
            iterations=st.integers(1, 4),
            turn_seconds=st.just(40.0),
            question_seconds=st.just(15.0),
            question_seconds_per_turn=st.just(25.0),
            silence_seconds=st.just(20.0),
            tool_seconds=st.just(10.0),
            context_tokens=st.sampled_from([32_000, 60, 20]),
            calls_per_round=st.just(3),
            parallel_calls=st.integers(1, 3),
            actions_per_hour=st.sampled_from([None, 1]),
            budget=st.sampled_from([BudgetLimits(), BudgetLimits(day=Money(30_000))]),
            retries=st.sampled_from([Retries(), Retries(attempts=3)]),
        ),
        arrival=st.sampled_from(ArrivalPolicy),
        routes=st.integers(1, 2),
        memory=st.sampled_from(["works"] * 5 + ["none", "fails", "hangs"]),
    )


def commands() -> SearchStrategy[ProcessMessage]:
    """Something a person or a schedule says."""
    return st.builds(
        ProcessMessage,
        text=_texts(1),
        by=st.just(LOCAL_USER),
        origin=st.sampled_from([TurnOrigin.INTERACTIVE, TurnOrigin.CRON, TurnOrigin.SUB_TURN]),
        arrival=st.sampled_from([None, *ArrivalPolicy]),
    )


def model_steps() -> SearchStrategy[list[Step]]:
    """A stretch of a stream, sound or not."""
    step: SearchStrategy[Step] = st.one_of(
        _texts(0).map(TextDelta),
        _texts(0).map(TextDelta),
        st.sampled_from(FinishReason).map(Finish),
        st.just(Finish(FinishReason.STOP)),
        st.sampled_from(["overloaded", "auth", "overflow", "broken", "bug"]).map(Raise),
        st.just(CutOff()),
        _texts(0).map(ReasoningDelta),
        st.just(ReasoningBlock({"signature": "s"})),
        st.builds(Usage, st.none() | st.integers(0, 50), st.integers(0, 50)),
        st.just(Flood()),
    )
    return st.lists(step, min_size=1, max_size=4)


def answers() -> SearchStrategy[list[Step]]:
    """A whole answer in two pieces, with what it used."""
    return st.builds(
        lambda one, two, used: [TextDelta(one), TextDelta(two), used, Finish(FinishReason.STOP)],
        _texts(1),
        _texts(0),
        st.builds(Usage, st.none() | st.integers(0, 50), st.integers(0, 50)),
    )


def rounds_of_calls() -> SearchStrategy[list[Step]]:
    """A whole answer with calls, cut in fragments; now and then a broken one."""
    return st.builds(
        _round,
        st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(WORKS)), min_size=1, max_size=4),
        said=_texts(0),
        cut_at=st.integers(0, 12),
        reason=st.sampled_from(
            [FinishReason.TOOL_USE] * 8 + [FinishReason.STOP, FinishReason.LENGTH]
        ),
        damage=st.sampled_from([""] * 20 + ["{", "[]", '"does": 1}', '{"does": 3}', "{}"]),
    )


def replies() -> SearchStrategy[Reply]:
    """Answers, right or wrong, by the right person or another."""
    return st.builds(
        Reply,
        choice=st.sampled_from([Choice.APPROVE, Choice.APPROVE, *Choice]),
        by=st.sampled_from([LOCAL_USER, LOCAL_USER, LOCAL_USER, STRANGER]),
        text=_texts(0),
        replacement=st.sampled_from(['{"does": "quick"}', '{"does": "hang"}', "{}", "no"]),
        remember=st.booleans(),
    )


def waits() -> SearchStrategy[float]:
    """Seconds: a moment, a while, longer than any limit of a turn, than any of a store."""
    return st.sampled_from([0.2, 5.0, 12.0, 45.0, 70.0])


def _texts(min_size: int) -> SearchStrategy[str]:
    return st.text("ab é\n😀", min_size=min_size, max_size=4)


def _round(
    calls: list[tuple[str, str]], said: str, cut_at: int, reason: FinishReason, damage: str
) -> list[Step]:
    steps: list[Step] = [TextDelta(said)] if said else []
    tails: list[Step] = []
    for index, (name, work) in enumerate(calls):
        text = canonical_json({"does": work})
        if damage and index == len(calls) - 1:
            text = damage
        head, tail = text[:cut_at], text[cut_at:]
        steps.append(ToolCallDelta(index, wire_id=f"w{index}", name=name, args_fragment=head))
        tails.append(ToolCallDelta(index, args_fragment=tail))
    return [*steps, *tails, Finish(reason)]
