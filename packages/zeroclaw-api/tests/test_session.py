"""Commands to a session leave its policy alone unless they say otherwise."""

from __future__ import annotations

from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ArrivalPolicy, CancelReason, ProcessMessage, SubscriberRole


def test_message_follows_the_policy_of_the_session() -> None:
    assert ProcessMessage("x", LOCAL_USER).arrival is None


def test_words_that_configs_and_wires_use_stay() -> None:
    assert [str(policy) for policy in ArrivalPolicy] == ["queue", "steer", "interrupt"]
    assert [str(reason) for reason in CancelReason] == ["user", "superseded", "shutdown"]
    assert [str(role) for role in SubscriberRole] == ["driver", "observer"]
