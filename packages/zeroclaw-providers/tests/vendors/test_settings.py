"""Sections of vendors take the regions that the table has."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ValidationError

from zeroclaw_providers.vendors.settings import RegionalSettings, VendorSettings, settings_of
from zeroclaw_providers.vendors.table import AZURE, VENDORS

ROWS = [vendor for vendor in VENDORS.values() if vendor is not AZURE]


@pytest.mark.parametrize("name", [vendor.name for vendor in ROWS if vendor.regions])
def test_the_regions_of_a_section_are_those_of_the_table(name: str) -> None:
    model = settings_of(VENDORS[name])
    assert issubclass(model, RegionalSettings)
    field = model.model_fields["region"]
    assert get_args(field.annotation) == tuple(VENDORS[name].regions)
    assert field.default == next(iter(VENDORS[name].regions))
    with pytest.raises(ValidationError):
        model.model_validate({"model": "m", "region": "moon"})


def test_tools_are_native_where_the_vendor_takes_them() -> None:
    for vendor in ROWS:
        settings = settings_of(vendor).model_validate({"model": "m"})
        assert settings.native_tools is vendor.native_tools


def test_vendors_of_whom_nothing_more_is_to_say_share_one_class() -> None:
    shared = [vendor for vendor in ROWS if settings_of(vendor) is VendorSettings]
    assert len(shared) > 50
