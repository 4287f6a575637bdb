"""The scripted authority answers as a real one would."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import trio

from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_testing.authority import Poll, ScriptedAuthority, serve_authority
from zeroclaw_testing.model_server.raw_client import hear

SECONDS = 10
GRANT = "urn:ietf:params:oauth:grant-type:device_code"
POLL = {"grant_type": GRANT, "device_code": "device-secret-1"}


async def post(authority: ScriptedAuthority, path: str, form: dict[str, str]) -> JsonObject:
    body = urlencode(form)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    with trio.fail_after(SECONDS):
        answer = await hear(authority.origin, f"{head}Connection: close\r\n\r\n{body}".encode())
    return parse_json_object(answer.body)


async def test_polls_are_answered_in_order_then_tokens_come() -> None:
    async with serve_authority() as authority:
        authority.polls.extend([Poll.PENDING, Poll.SLOW_DOWN])
        code = await post(authority, "/login/device/code", {"client_id": "me"})
        assert code["user_code"] == "ABCD-1234"
        answers = [await post(authority, "/login/oauth/access_token", POLL) for _ in range(3)]
    assert [answer.get("error") for answer in answers] == [
        "authorization_pending",
        "slow_down",
        None,
    ]
    assert answers[-1]["access_token"] == "access-1"


async def test_refresh_token_that_was_used_ends_the_login() -> None:
    async with serve_authority() as authority:
        await post(authority, "/token", POLL)
        form = {"grant_type": "refresh_token", "refresh_token": "refresh-1"}
        assert (await post(authority, "/token", form))["refresh_token"] == "refresh-2"
        assert (await post(authority, "/token", form))["error"] == "invalid_grant"
        fresh = {"grant_type": "refresh_token", "refresh_token": "refresh-2"}
        assert (await post(authority, "/token", fresh))["error"] == "invalid_grant"
        assert authority.is_revoked


async def test_challenge_must_be_met_by_its_verifier() -> None:
    async with serve_authority() as authority:
        await post(authority, "/device/code", {"client_id": "me", "code_challenge": "x"})
        answer = await post(authority, "/token", {**POLL, "code_verifier": "wrong"})
        assert answer["error"] == "invalid_grant"


async def test_copilot_token_needs_the_scheme_and_an_editor() -> None:
    async with serve_authority() as authority:
        editor = "Editor-Version: some/1\r\n"
        seen = []
        for headers in (
            f"Authorization: Bearer gh\r\n{editor}",
            "Authorization: token gh\r\n",
            f"Authorization: token gh\r\n{editor}",
        ):
            head = f"GET /copilot_internal/v2/token HTTP/1.1\r\nHost: x\r\n{headers}"
            with trio.fail_after(SECONDS):
                answer = await hear(authority.origin, f"{head}Connection: close\r\n\r\n".encode())
            seen.append(answer.status)
        assert seen == [401, 401, 200]


OWN = "/api/accounts/deviceauth"
CLAIMED = {"device_auth_id": "device-secret-1", "user_code": "ABCD-1234"}


async def post_json(
    authority: ScriptedAuthority, path: str, fields: dict[str, str]
) -> tuple[int, JsonObject]:
    body = json.dumps(fields)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    with trio.fail_after(SECONDS):
        answer = await hear(authority.origin, f"{head}Connection: close\r\n\r\n{body}".encode())
    return answer.status, parse_json_object(answer.body)


async def test_own_device_flow_gives_a_code_with_its_verifier_in_the_end() -> None:
    async with serve_authority() as authority:
        authority.account = "me"
        authority.polls.extend([Poll.PENDING, Poll.SLOW_DOWN])
        _, code = await post_json(authority, f"{OWN}/usercode", {"client_id": "c"})
        assert code["interval"] == "5"
        polls = [await post_json(authority, f"{OWN}/token", CLAIMED) for _ in range(3)]
        assert [status for status, _ in polls] == [403, 429, 200]
        granted = polls[-1][1]
        form = {
            "grant_type": "authorization_code",
            "client_id": "c",
            "redirect_uri": f"{authority.origin}/deviceauth/callback",
            "code": str(granted["authorization_code"]),
            "code_verifier": str(granted["code_verifier"]),
        }
        tokens = await post(authority, "/oauth/token", form)
        assert tokens["access_token"] == "access-1"
        assert str(tokens["id_token"]).count(".") == 2
        assert (await post(authority, "/oauth/token", form))["error"] == "invalid_grant"


async def test_own_device_flow_may_be_switched_off() -> None:
    async with serve_authority() as authority:
        authority.own_codes = False
        status, _ = await post_json(authority, f"{OWN}/usercode", {"client_id": "c"})
        assert status == 404


async def test_code_of_another_device_is_not_found() -> None:
    async with serve_authority() as authority:
        await post_json(authority, f"{OWN}/usercode", {"client_id": "c"})
        other = {**CLAIMED, "user_code": "WXYZ-9876"}
        assert (await post_json(authority, f"{OWN}/token", other))[0] == 404
