"""The command says what went wrong; its exit code tells how it ended."""

from __future__ import annotations

import pytest

from zeroclaw.one_shot import OneShot, exit_code, run
from zeroclaw.request import Request
from zeroclaw.wiring.given import GivenModel
from zeroclaw_api.events import Outcome


def one_shot(message: str = "Hi.", request: Request = Request()) -> OneShot:
    return OneShot(message, False, request)


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
        (one_shot("caf\udce9"), "--message"),
        (one_shot(request=Request(session_key="caf\udce9")), "--session"),
        (one_shot(request=Request(alias="caf\udce9")), "--agent"),
        (one_shot(request=Request(given=GivenModel(model="caf\udce9"))), "--model"),
        (one_shot(request=Request(given=GivenModel(model_path="caf\udce9"))), "--model-path"),
    ],
)
def test_argument_that_is_not_text_is_wrong_usage(
    asked: OneShot, flag: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(asked) == 2
    told = capfd.readouterr().err
    assert told == f"zeroclaw: What {flag} says is not UTF-8; give it as UTF-8 text.\n"


def test_a_named_session_cannot_be_the_latest_too(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(one_shot(request=Request(session_key="a", is_continued=True))) == 2
    assert "--continue does not go with --session" in capfd.readouterr().err
