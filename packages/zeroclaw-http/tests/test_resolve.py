"""Tests of looking a host up for a guarded request."""

import pytest
import trio
import trio.testing
from raw_servers import Install

from zeroclaw_http import AddressPolicy, AddressRefused, HostPatterns, HttpTimedOut, HttpUnreachable
from zeroclaw_http.resolve import judged_addresses, resolved

ORIGIN = "http://kit.test"
PLAIN = AddressPolicy()


async def look_up(host: str, policy: AddressPolicy = PLAIN) -> tuple[str, ...]:
    with trio.fail_after(5):
        return await resolved(host, 80, policy, ORIGIN)


async def test_public_answers_are_dialled_in_their_order(names: Install) -> None:
    resolver = names({"kit.test": [["2606:4700::1", "1.1.1.1", "1.1.1.1"]]})
    assert await look_up("KIT.test.") == ("2606:4700::1", "1.1.1.1")
    assert resolver.asked == ["kit.test"]


@pytest.mark.parametrize("bad", ["127.0.0.1", "10.1.2.3", "::1", "::ffff:10.0.0.1", "fe80::1"])
async def test_one_private_answer_refuses_them_all(names: Install, bad: str) -> None:
    names({"kit.test": [["1.1.1.1", bad]]})
    with pytest.raises(AddressRefused, match="not one of the public internet"):
        await look_up("kit.test")


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.1", "::1", "[::1]", "0.0.0.0"])
async def test_literal_private_addresses_are_refused_without_a_look_up(
    names: Install, host: str
) -> None:
    resolver = names({})
    with pytest.raises(AddressRefused):
        await look_up(host)
    assert resolver.asked == []


@pytest.mark.parametrize("host", ["localhost", "x.localhost", "LOCALHOST.", "nas.local"])
async def test_local_names_are_refused_whatever_they_resolve_to(names: Install, host: str) -> None:
    resolver = names({host.lower().rstrip("."): [["1.1.1.1"]]})
    with pytest.raises(AddressRefused, match="this machine or network"):
        await look_up(host)
    assert resolver.asked == []


@pytest.mark.parametrize("host", ["0x7f.1", "2130706433", "127.1", "a b", ""])
async def test_odd_hosts_are_refused_before_any_resolver_sees_them(
    names: Install, host: str
) -> None:
    resolver = names({})
    with pytest.raises(AddressRefused, match="neither a name nor an address"):
        await look_up(host)
    assert resolver.asked == []


async def test_private_host_that_is_allowed_passes(names: Install) -> None:
    names({"nas.local": [["192.168.1.2"]], "other.test": [["192.168.1.2"]]})
    policy = AddressPolicy(private_hosts=HostPatterns.parse(["NAS.local.", "127.0.0.1"]))
    assert await look_up("nas.local", policy) == ("192.168.1.2",)
    assert await look_up("127.0.0.1", policy) == ("127.0.0.1",)
    with pytest.raises(AddressRefused):
        await look_up("other.test", policy)


@pytest.mark.parametrize("bad", ["169.254.169.254", "fd00:ec2::254", "64:ff9b::a9fe:a9fe"])
def test_metadata_is_refused_though_the_host_is_allowed(bad: str) -> None:
    policy = AddressPolicy(private_hosts=HostPatterns.parse(["*"]))
    for name in ("kit.test", bad):
        with pytest.raises(AddressRefused, match="metadata"):
            judged_addresses(name, [bad], policy, ORIGIN)


async def test_name_without_address_is_unreachable(names: Install) -> None:
    names({"empty.test": [[]]})
    for host in ("nobody.test", "empty.test"):
        with pytest.raises(HttpUnreachable, match="its name"):
            await look_up(host)


async def test_resolver_that_never_answers_times_out(
    autojump_clock: trio.testing.MockClock,
) -> None:
    class Silent(trio.abc.HostnameResolver):
        async def getaddrinfo(self, *_which: object) -> list[object]:  # type: ignore[override]
            return await trio.sleep_forever()

        async def getnameinfo(self, *_which: object) -> tuple[str, str]:
            raise NotImplementedError

    trio.socket.set_custom_hostname_resolver(Silent())
    with trio.fail_after(30), pytest.raises(HttpTimedOut, match="not found in time"):
        await resolved("kit.test", 80, PLAIN, ORIGIN)
