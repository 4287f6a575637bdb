"""Services that lend keys are asked over real HTTP, briefly, in the protocol of AWS."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from attrs import define, field

from zeroclaw_http.client import HttpClient
from zeroclaw_providers.bedrock.lent_keys import LentKeys
from zeroclaw_providers.bedrock.metadata_services import MetadataServices
from zeroclaw_providers.bedrock.sigv4 import AwsKeys
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets

LOAN = json.dumps({"AccessKeyId": "AK", "SecretAccessKey": "s", "Token": "t"}).encode()
LENT = LentKeys(AwsKeys("AK", "s", "t"))
ROLES = "/latest/meta-data/iam/security-credentials/"
MACHINE = {"PUT /latest/api/token": b"session", f"GET {ROLES}": b"my role\nother"}
MACHINE[f"GET {ROLES}my%20role"] = LOAN


@define
class Service:
    """Answers by method and path, else with 404; with `is_silent`, never."""

    answers: Mapping[str, bytes]
    is_silent: bool = False
    heads: list[str] = field(factory=list)

    async def serve(self, stream: trio.SocketStream) -> None:
        async with stream:
            head = b""
            while b"\r\n\r\n" not in head:
                more = await stream.receive_some()
                if not more:
                    return
                head += more
            self.heads.append(head.decode().lower())
            if self.is_silent:
                await trio.sleep_forever()
            body = self.answers.get(" ".join(head.decode().split(" ")[:2]))
            status = b"404 Not Found" if body is None else b"200 OK"
            close = b"Connection: close\r\n"
            size = f"Content-Length: {len(body or b'')}\r\n\r\n".encode()
            await stream.send_all(b"HTTP/1.1 " + status + b"\r\n" + close + size + (body or b""))


@asynccontextmanager
async def serving(service: Service) -> AsyncIterator[str]:
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
            port = listeners[0].socket.getsockname()[1]
            nursery.start_soon(partial(trio.serve_listeners, service.serve, listeners))
            yield f"http://127.0.0.1:{port}"
            nursery.cancel_scope.cancel()


async def lent_by(variables: Mapping[str, str], seconds: float = 5.0) -> LentKeys | None:
    async with HttpClient() as http:
        lookup = FixedSecrets(variables).get
        return await MetadataServices(http, lookup, trio.CapacityLimiter(1), seconds).keys()


async def test_a_machine_lends_the_keys_of_its_role() -> None:
    service = Service(MACHINE)
    async with serving(service) as url:
        assert await lent_by({"AWS_EC2_METADATA_SERVICE_ENDPOINT": f"{url}/"}) == LENT
    assert "x-aws-ec2-metadata-token-ttl-seconds: 21600" in service.heads[0]
    assert all("x-aws-ec2-metadata-token: session" in head for head in service.heads[1:])


async def test_a_machine_that_is_none_of_aws_lends_nothing() -> None:
    for silent in (Service({}), Service(MACHINE, is_silent=True)):
        async with serving(silent) as url:
            assert await lent_by({"AWS_EC2_METADATA_SERVICE_ENDPOINT": url}, 0.1) is None
        assert len(silent.heads) == 1


async def test_a_machine_is_left_alone_when_the_environment_says_so() -> None:
    service = Service(MACHINE)
    async with serving(service) as url:
        off = {"AWS_EC2_METADATA_SERVICE_ENDPOINT": url, "AWS_EC2_METADATA_DISABLED": "TRUE"}
        assert await lent_by(off) is None
    assert service.heads == []


async def test_a_container_comes_before_the_machine(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from-file\n")
    for token, sent in (
        ({}, None),
        ({"AWS_CONTAINER_AUTHORIZATION_TOKEN": "plain"}, "plain"),
        ({"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": str(tmp_path / "token")}, "from-file"),
    ):
        service = Service({"GET /creds": LOAN})
        async with serving(service) as url:
            assert await lent_by(
                {"AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{url}/creds", **token}
            ) == (LENT)
        (head,) = service.heads
        assert ("authorization:" in head) is (sent is not None)
        assert f"authorization: {sent}" in head or sent is None


async def test_a_path_alone_leads_to_the_service_of_containers() -> None:
    http = FakeHttp({"GET http://169.254.170.2/v2/x": FakeAnswer(chunks=(LOAN,))})
    lookup = FixedSecrets({"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"}).get
    with trio.fail_after(5):
        assert await MetadataServices(http, lookup, trio.CapacityLimiter(1)).keys() == LENT


@pytest.mark.parametrize(
    "url", ["http://example.com/x", "ftp://127.0.0.1/", "http://[", "http://169.254.169.253/"]
)
async def test_no_key_is_asked_for_in_the_clear_outside_the_machine(url: str) -> None:
    with pytest.raises(ValueError, match="leads out of this machine"):
        await lent_by({"AWS_CONTAINER_CREDENTIALS_FULL_URI": url})


async def test_a_container_whose_keys_cannot_be_had_is_said_to_be_so(tmp_path: Path) -> None:
    async with serving(Service({})) as url:
        with pytest.raises(ValueError, match="gave no keys"):
            await lent_by({"AWS_CONTAINER_CREDENTIALS_FULL_URI": url})
        gone = {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": str(tmp_path / "none")}
        with pytest.raises(ValueError, match="cannot be read: FileNotFoundError"):
            await lent_by({"AWS_CONTAINER_CREDENTIALS_FULL_URI": url, **gone})
