"""A row of the table needs to say only what is not plain."""

from __future__ import annotations

import pytest
from attrs.exceptions import FrozenInstanceError

from zeroclaw_providers.openai_chat.quirks import PLAIN
from zeroclaw_providers.vendors.vendor import KeyForm, Vendor

ROW = Vendor("example", "Example", "https://api.example.com/v1", "EXAMPLE_API_KEY")


def test_a_row_of_four_words_is_a_plain_vendor() -> None:
    assert ROW.quirks == PLAIN
    assert ROW.key_form is KeyForm.BEARER
    assert (ROW.needs_key, ROW.native_tools, ROW.vision) == (True, True, False)
    assert not ROW.regions


def test_a_row_cannot_be_changed_by_who_reads_it() -> None:
    with pytest.raises(FrozenInstanceError):
        ROW.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        ROW.headers["a"] = "b"  # type: ignore[index]
