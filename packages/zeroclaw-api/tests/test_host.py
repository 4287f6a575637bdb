"""Host features are named as configs name them."""

from __future__ import annotations

from zeroclaw_api.host import HostFeature


def test_features_keep_the_words_that_configs_use() -> None:
    assert {str(feature) for feature in HostFeature} == {"shell", "filesystem", "long_running"}
