"""Tests of the page that lists the tier of every distribution."""

from pathlib import Path

import pytest
from stability import ROOT, UnknownTierError, page, tier_of


def test_the_committed_page_is_up_to_date() -> None:
    assert (ROOT / "STABILITY.md").read_text(encoding="utf-8") == page(ROOT / "packages")


def test_a_distribution_is_listed_with_the_tier_of_its_classifier(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "pyproject.toml").write_text(
        '[project]\nname = "x"\nversion = "1.2"\ndescription = "An x."\n'
        'classifiers = ["Development Status :: 4 - Beta"]\n'
    )
    assert page(tmp_path).endswith("| x | 1.2 | Beta | An x. |\n")


@pytest.mark.parametrize(
    "statuses", [[], ["1 - Planning"], ["3 - Alpha", "4 - Beta"]], ids=["none", "foreign", "two"]
)
def test_a_distribution_without_one_known_tier_is_refused(statuses: list[str]) -> None:
    with pytest.raises(UnknownTierError, match=r"pyproject\.toml"):
        tier_of([f"Development Status :: {s}" for s in statuses], Path("pyproject.toml"))


def test_what_must_not_be_uploaded_is_internal() -> None:
    classifiers = ["Development Status :: 3 - Alpha", "Private :: Do Not Upload"]
    assert tier_of(classifiers, Path("x")) == "Internal"
