"""Tests of what a name may be."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.files.names import LONGEST_NAME, folder_name_problem, tool_name_problem


@pytest.mark.parametrize(
    "name",
    ["", " a", "a ", ".", "..", ".git", "a/b", "/etc", "../up", "a\\b", "a\0b", "a\nb", "\x1b[31m"],
)
def test_a_name_that_is_no_visible_component_is_refused(name: str) -> None:
    assert folder_name_problem(name)


@pytest.mark.parametrize(
    "name", ["deploy", "deploy-2", "Déployer", "a b", "a.b", "x" * LONGEST_NAME]
)
def test_control_an_ordinary_name_is_allowed(name: str) -> None:
    assert folder_name_problem(name) is None


@given(st.text())
def test_an_allowed_name_never_leads_out_of_its_folder(name: str) -> None:
    if folder_name_problem(name) is None:
        assert os.path.normpath(f"/root/{name}") == f"/root/{name}"


@pytest.mark.parametrize("name", ["", "a b", "é", "-a", "a\n", "x" * (LONGEST_NAME + 1)])
def test_a_name_that_no_provider_takes_is_no_tool(name: str) -> None:
    assert tool_name_problem(name)
    assert tool_name_problem("read_file-2.x") is None
