"""The signature of a request is the one that the official client makes."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

from botocore.auth import SigV4Auth  # type: ignore[import-untyped]
from botocore.awsrequest import AWSRequest  # type: ignore[import-untyped]
from botocore.credentials import Credentials  # type: ignore[import-untyped]
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zeroclaw_providers.bedrock.sigv4 import AwsKeys, SigningScope, signed_headers
from zeroclaw_testing.kits.control import require_caught

NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)
KEYS = AwsKeys("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
ARN = "arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/a1b2"
SCOPE = SigningScope("eu-central-1", "bedrock")

PATHS = st.lists(st.text("aZ0-_.~%:;,=@!$&'()*+é /", max_size=8), max_size=4).map(
    lambda parts: "/" + "/".join(quote(part, safe="/:.~") for part in parts)
)
QUERIES = st.lists(st.text("ab=%2F-", max_size=5), max_size=3).map("&".join)
HEADERS = st.dictionaries(
    st.sampled_from(["Content-Type", "Accept", "X-Amz-Meta-A", "X-Thing"]),
    st.text("ab c\t,;=", max_size=10),
)
TOKENS = st.none() | st.text("ABC/+=", min_size=1, max_size=20)


def theirs(keys: AwsKeys, at: datetime, url: str, headers: dict[str, str], body: bytes) -> str:
    auth = SigV4Auth(
        Credentials(keys.access_key, keys.secret_key, keys.session_token),
        SCOPE.service,
        SCOPE.region,
    )
    moment = at.strftime("%Y%m%dT%H%M%SZ")
    dated = {**headers, "X-Amz-Date": moment}
    if keys.session_token:
        dated["X-Amz-Security-Token"] = keys.session_token
    request = AWSRequest("POST", url, dated, body)
    request.context["timestamp"] = moment
    text = auth.string_to_sign(request, auth.canonical_request(request))
    names = auth.signed_headers(auth.headers_to_sign(request))
    return (
        f"AWS4-HMAC-SHA256 Credential={auth.scope(request)}, SignedHeaders={names}, "
        f"Signature={auth.signature(text, request)}"
    )


def ours(keys: AwsKeys, at: datetime, url: str, headers: dict[str, str], body: bytes) -> str:
    return signed_headers(keys, SCOPE, at, ("POST", url), headers, body)["Authorization"]


@settings(max_examples=300)
@given(
    st.sampled_from(
        [
            "https://h.example.com",
            "http://127.0.0.1:8080",
            "https://[::1]:443",
            "http://A.example.com",
        ]
    ),
    PATHS,
    QUERIES,
    HEADERS,
    st.binary(max_size=50),
    TOKENS,
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
)
@example(
    "https://h.example.com",
    f"/model/{quote(ARN, safe='')}/converse-stream",
    "",
    {"Content-Type": "application/json"},
    b"{}",
    "token",
    NOON,
)
def test_any_request_is_signed_as_the_official_client_signs_it(
    origin: str,
    path: str,
    query: str,
    headers: dict[str, str],
    body: bytes,
    token: str | None,
    at: datetime,
) -> None:
    keys = AwsKeys(KEYS.access_key, KEYS.secret_key, token)
    url = f"{origin}{path}?{query}" if query else f"{origin}{path}"
    assert ours(keys, at, url, headers, body) == theirs(keys, at, url, headers, body)


async def test_control_another_path_gives_another_signature() -> None:
    async def compare() -> None:
        url = "https://h.example.com/model/"
        assert ours(KEYS, NOON, url + "a%3A1", {}, b"") == theirs(KEYS, NOON, url + "a:1", {}, b"")

    await require_caught(compare)


def test_the_headers_that_were_signed_are_sent_with_it() -> None:
    keys = AwsKeys("AKID", "secret", "token")
    sent = signed_headers(keys, SCOPE, NOON, ("POST", "https://h.example.com/"), {"A": "b"}, b"")
    assert sent["A"] == "b"
    assert sent["X-Amz-Date"] == "20260304T120005Z"
    assert sent["X-Amz-Security-Token"] == "token"
    assert "SignedHeaders=a;host;x-amz-date;x-amz-security-token," in sent["Authorization"]
    assert "Credential=AKID/20260304/eu-central-1/bedrock/aws4_request," in sent["Authorization"]
    assert "Host" not in sent


def test_keys_show_no_secret_when_they_are_printed() -> None:
    shown = repr(AwsKeys("AKID", "very-secret", "token-secret"))
    assert "AKID" in shown
    assert "secret" not in shown.replace("secret_key", "")
