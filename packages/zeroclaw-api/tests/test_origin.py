"""A turn without an origin sees least."""

from __future__ import annotations

from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage


def test_missing_origin_reads_as_a_sub_turn() -> None:
    assert ProcessMessage("x", LOCAL_USER).origin is TurnOrigin.SUB_TURN
