"""Compares what an answer claims with what its turn really did, for the user to know."""

from __future__ import annotations

from zeroclaw_api.messages import Text
from zeroclaw_runtime.turn.state import Turn

__all__ = ["flag_claims"]


def flag_claims(turn: Turn) -> None:
    """Warn of each claim of the answer that nothing in the turn supports; never waits.

    It goes by wording, so that a warning is a reason to look, not a proof. In a turn without
    calls only claims of having made some are looked at: everything else is talk.
    """
    answer = turn.final_text
    if not answer or not turn.agent.catalogue.specs:
        return
    from zeroclaw_runtime.security.claims.check import check_claims
    from zeroclaw_runtime.security.claims.finding import ClaimKind
    from zeroclaw_runtime.security.claims.quoted import check_receipts

    evidence = tuple(turn.evidence)
    found = check_claims(answer, evidence, _asked(turn))
    if not evidence:
        found = tuple(each for each in found if each.kind is ClaimKind.FABRICATED_CALL)
    for finding in (*found, *check_receipts(answer, evidence, turn.receipts)):
        turn.warn(f"claim_{finding.kind}", quote=finding.quote)


def _asked(turn: Turn) -> str:
    ids = set(turn.message_ids)
    return "\n".join(
        item.text
        for message in turn.conversation.messages
        if message.id in ids
        for item in message.items
        if isinstance(item, Text)
    )
