"""Vendors are offered by what their rows say."""

from __future__ import annotations

import pytest

from zeroclaw_api.factory import OfferedFamily
from zeroclaw_providers.vendors.cards import card_of
from zeroclaw_providers.vendors.factory import families
from zeroclaw_providers.vendors.table import AZURE, VENDORS


@pytest.mark.parametrize("name", sorted(VENDORS))
def test_factory_of_every_vendor_offers_its_row(name: str) -> None:
    factory, vendor = families[name], VENDORS[name]
    assert isinstance(factory, OfferedFamily)
    card = factory.card
    assert (card.title, card.key_variable) == (vendor.title, vendor.key)
    assert card.needs_key == vendor.needs_key
    assert card.regions == tuple(vendor.regions)


def test_server_of_this_machine_is_told_by_its_address() -> None:
    assert card_of(VENDORS["vllm"]).address == VENDORS["vllm"].url
    assert card_of(VENDORS["groq"]).address == ""


def test_azure_asks_for_its_resource() -> None:
    assert families[AZURE.name].card.asks == ("resource",)
