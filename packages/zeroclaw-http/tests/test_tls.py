"""Tests of loading what secure connections need."""

import ssl
from pathlib import Path

import httpx
import pytest
import trio
import trio.testing
from raw_servers import SelfSigned

from zeroclaw_http import TrustFileUnreadable
from zeroclaw_http.tls import TlsContexts, preload


async def test_context_is_built_once_for_all() -> None:
    contexts = TlsContexts()
    found: list[ssl.SSLContext] = []

    async def ask() -> None:
        found.append(await contexts.context())

    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(ask)
    assert len(found) == 5
    assert len(set(map(id, found))) == 1
    assert found[0].verify_mode is ssl.CERT_REQUIRED
    assert found[0].check_hostname


async def test_building_a_context_does_not_hold_the_loop() -> None:
    turns = 0
    done = trio.Event()

    async def build() -> None:
        await TlsContexts().context()
        done.set()

    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(build)
            while not done.is_set():
                turns += 1
                await trio.lowlevel.checkpoint()
    assert turns > 10


def settings_of(context: ssl.SSLContext) -> dict[str, object]:
    return {
        "verify": context.verify_mode,
        "host": context.check_hostname,
        "flags": context.verify_flags,
        "options": context.options,
        "lowest": context.minimum_version,
        "highest": context.maximum_version,
        "ciphers": [cipher["name"] for cipher in context.get_ciphers()],
        "common name": context.hostname_checks_common_name,
        "trusted": sorted(context.get_ca_certs(binary_form=True)),
    }


async def test_context_is_as_strict_as_that_of_a_known_client() -> None:
    with trio.fail_after(20):
        ours = settings_of(await TlsContexts().context())
    assert ours == settings_of(httpx.create_ssl_context(trust_env=False))
    assert ours["trusted"] != []
    # Control: what a context does not check shows in its settings.
    assert ours != settings_of(httpx.create_ssl_context(verify=False, trust_env=False))


def test_context_for_plain_origins_trusts_nobody() -> None:
    context = TlsContexts().context_without_trust()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.cert_store_stats()["x509_ca"] == 0


async def test_trust_file_adds_to_the_usual_ones(self_signed: SelfSigned) -> None:
    with trio.fail_after(20):
        usual = await TlsContexts().context()
        more = await TlsContexts(self_signed.certificate).context()
    count = "x509"
    assert more.cert_store_stats()[count] == usual.cert_store_stats()[count] + 1


@pytest.mark.parametrize("text", [None, "", "no certificate"])
async def test_unusable_trust_file_is_named(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "extra.pem"
    if text is not None:
        file.write_text(text)
    with trio.fail_after(20):
        with pytest.raises(TrustFileUnreadable, match=r"extra\.pem"):
            await TlsContexts(str(file)).context()


async def test_client_that_finds_all_loaded_does_not_wait() -> None:
    preload()
    with trio.fail_after(20), trio.testing.assert_no_checkpoints():
        await TlsContexts().load_client()
