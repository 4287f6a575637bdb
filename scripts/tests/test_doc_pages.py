"""Tests of the pages that show a document of the repository."""

from pathlib import Path

import pytest
from doc_pages import BEGIN, END, ROOT, RfcError, main, read_rfc, read_rfcs

PARTS = ("Question", "Decision", "Consequences", "Rejected", "How it is checked")


def rfc(number: str, status: str = "accepted", leave_out: str = "") -> str:
    parts = "".join(f"\n## {part}\n\nText.\n" for part in PARTS if part != leave_out)
    return f"# {number}: a rule\n\nStatus: {status}\n{parts}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with one document, one RFC, and the pages written for them."""
    (tmp_path / "RFCS").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# A project\n")
    (tmp_path / "RULES.md").write_text("# Rules\n")
    (tmp_path / "RFCS/README.md").write_text(f"# RFCs\n\n{BEGIN}{END}\nThe end.\n")
    (tmp_path / "RFCS/0001-a-rule.md").write_text(rfc("0001"))
    assert main([], tmp_path) == 0
    return tmp_path


def test_the_committed_pages_are_up_to_date() -> None:
    assert main(["--check"], ROOT) == 0


def test_each_document_gets_a_page_of_its_name(tree: Path) -> None:
    assert (tree / "docs/RULES.md").read_text() == "```{include} ../RULES.md\n```\n"
    assert "0001-a-rule.md" in (tree / "docs/RFCS/0001-a-rule.md").read_text()
    assert not (tree / "docs/README.md").exists()
    assert main(["--check"], tree) == 0


def test_the_list_names_number_title_status(tree: Path) -> None:
    readme = (tree / "RFCS/README.md").read_text()
    assert "| [0001](0001-a-rule.md) | a rule | accepted |\n" in readme
    assert readme.endswith("The end.\n")


def test_control_a_forgotten_rfc_is_found(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "RFCS/0002-another.md").write_text(rfc("0002"))
    assert main(["--check"], tree) == 1
    said = capsys.readouterr().err
    assert "RFCS/README.md is not" in said
    assert "docs/RFCS/0002-another.md is not" in said


def test_control_a_changed_status_is_found(tree: Path) -> None:
    (tree / "RFCS/0001-a-rule.md").write_text(rfc("0001", "rejected"))
    assert main(["--check"], tree) == 1


def test_control_a_forgotten_document_is_found(tree: Path) -> None:
    (tree / "MORE.md").write_text("# More\n")
    assert main(["--check"], tree) == 1


def test_a_page_without_its_document_is_found_then_removed(tree: Path) -> None:
    (tree / "RULES.md").unlink()
    (tree / "docs/index.md").write_text("# Written by hand\n")
    assert main(["--check"], tree) == 1
    assert main([], tree) == 0
    assert not (tree / "docs/RULES.md").exists()
    assert (tree / "docs/index.md").exists()


@pytest.mark.parametrize(
    ("stem", "text", "problem"),
    [
        ("1-a-rule", rfc("0001"), "NNNN"),
        ("0001-a-rule", rfc("0002"), "begin with"),
        ("0001-a-rule", rfc("0001", "nearly done"), "no status"),
        ("0001-a-rule", rfc("0001", leave_out="How it is checked"), "How it is checked"),
    ],
)
def test_an_rfc_of_another_shape_is_refused(stem: str, text: str, problem: str) -> None:
    with pytest.raises(RfcError, match=problem):
        read_rfc(stem, text)


@pytest.mark.parametrize(
    ("second", "status", "problem"),
    [
        ("0003", "accepted", "0002"),
        ("0001", "accepted", "0002"),
        ("0002", "superseded by 0003", "no later"),
    ],
    ids=["gap", "twice", "no successor"],
)
def test_numbers_of_rfcs_have_no_gap(
    tmp_path: Path, second: str, status: str, problem: str
) -> None:
    (tmp_path / "0001-a-rule.md").write_text(rfc("0001", "superseded by 0002"))
    (tmp_path / f"{second}-later.md").write_text(rfc(second, status))
    with pytest.raises(RfcError, match=problem):
        read_rfcs(tmp_path)


def test_an_rfc_may_be_superseded_by_a_later_one(tmp_path: Path) -> None:
    (tmp_path / "0001-a-rule.md").write_text(rfc("0001", "superseded by 0002"))
    (tmp_path / "0002-later.md").write_text(rfc("0002"))
    assert [one.status for one in read_rfcs(tmp_path)] == ["superseded by 0002", "accepted"]


def test_a_list_without_its_comments_is_refused(tree: Path) -> None:
    (tree / "RFCS/README.md").write_text("# RFCs\n")
    assert main([], tree) == 1
