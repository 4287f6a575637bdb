"""The command says what went wrong; its exit code tells how it ended."""

from __future__ import annotations

import pytest
from attrs import evolve

from zeroclaw.one_shot import OneShot, exit_code, run
from zeroclaw.wiring.given import GivenModel
from zeroclaw_api.events import Outcome


def request(message: str = "Hi.", session_key: str | None = None) -> OneShot:
    return OneShot(message, None, session_key, False, GivenModel(), debug=False)


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Outcome.ANSWERED, 0),
        (Outcome.FAILED, 1),
        (Outcome.LIMIT, 1),
        (Outcome.INTERRUPTED, 1),
        (Outcome.CANCELLED, 130),
    ],
)
def test_exit_code_tells_how_the_turn_ended(outcome: Outcome, code: int) -> None:
    assert exit_code(outcome) == code


@pytest.mark.parametrize(
    ("asked", "flag"),
    [
        (request("caf\udce9"), "--message"),
        (request(session_key="caf\udce9"), "--session"),
        (evolve(request(), alias="caf\udce9"), "--agent"),
        (evolve(request(), given=GivenModel(model="caf\udce9")), "--model"),
        (evolve(request(), given=GivenModel(model_path="caf\udce9")), "--model-path"),
    ],
)
def test_argument_that_is_not_text_is_wrong_usage(
    asked: OneShot, flag: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(asked) == 2
    told = capfd.readouterr().err
    assert told == f"zeroclaw: What {flag} says is not UTF-8; give it as UTF-8 text.\n"
