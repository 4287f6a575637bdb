"""Tests of adding, renaming, removing aliases."""

from __future__ import annotations

import pytest

from zeroclaw_config.editing.aliases import (
    REFERENCE_RULES,
    ReferenceRule,
    add_alias,
    plan_alias,
    remove_alias,
    rename_alias,
)
from zeroclaw_config.editing.codes import edit_error_code
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.errors import AliasRefused, DanglingReferences, KeyNotFound

FILE = """\
[providers.models.custom.home] # mine
uri = "u"

[providers.models.custom.home.headers]
x = "custom.home"

[providers.models]
other.home = { uri = "v" }

[agents.main]
model_provider = "custom.home" # this one
risk_profile = "default"

[agents]
second = { model_provider = 'custom.home', delegates = ["main", "second"] }

[risk_profiles.default]
"""
HOME = ("providers", "models", "custom", "home")
DELEGATES = ReferenceRule(("agents", "*", "delegates"), ("agents",))


def document(text: str = FILE) -> EditedDocument:
    return EditedDocument.parse(text, "config.toml")


def test_a_plan_lists_what_refers_to_an_alias() -> None:
    plan = plan_alias(document(), HOME)
    assert plan.reference == "custom.home"
    assert plan.referrers == (
        ("agents", "main", "model_provider"),
        ("agents", "second", "model_provider"),
    )
    assert plan_alias(document(), ("providers", "models", "other", "home")).referrers == ()
    assert plan_alias(document(), ("agents", "main")).referrers == ()


def test_a_rename_reaches_every_reference() -> None:
    change = rename_alias(document(), HOME, "work")
    expected = FILE.replace("custom.home]", "custom.work]").replace("home.headers", "work.headers")
    expected = expected.replace('= "custom.home" #', '= "custom.work" #')
    assert change.document.text == expected.replace("'custom.home'", '"custom.work"')
    assert plan_alias(change.document, (*HOME[:-1], "work")).referrers == change.plan.referrers


def test_a_rename_reaches_what_is_inside_of_the_alias() -> None:
    change = rename_alias(document(), ("agents", "second"), "third", (DELEGATES,))
    assert change.document.get(("agents", "third", "delegates")) == ["main", "third"]
    assert change.plan.referrers == (("agents", "second", "delegates", 1),)


def test_a_rename_to_the_same_name_changes_nothing() -> None:
    assert rename_alias(document(), HOME, "home").document.text == FILE


@pytest.mark.parametrize("name", ["Home", "a-b", "", "a__b", "x" * 64, "a.b"])
def test_a_name_that_is_no_alias_is_refused(name: str) -> None:
    with pytest.raises(AliasRefused, match="cannot be used"):
        rename_alias(document(), HOME, name)
    with pytest.raises(AliasRefused, match="cannot be used"):
        add_alias(document(), ("agents", name), {})


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(AliasRefused, match="is there already"):
        rename_alias(document(), ("agents", "main"), "second")
    with pytest.raises(AliasRefused, match="is there already"):
        add_alias(document(), ("agents", "main"), {})


def test_a_section_or_a_value_is_no_alias() -> None:
    with pytest.raises(AliasRefused, match="is a section"):
        add_alias(document(), ("agents",), {})
    with pytest.raises(AliasRefused, match="is a section"):
        plan_alias(document(), ("agents",))
    with pytest.raises(KeyNotFound, match="no table"):
        plan_alias(document(), ("agents", "main", "model_provider"))
    with pytest.raises(KeyNotFound):
        remove_alias(document(), ("agents", "gone"))


def test_a_new_alias_gets_a_table_of_its_own() -> None:
    added = add_alias(document(), ("risk_profiles", "wild"), {"level": "full"})
    assert added.text == FILE + '\n[risk_profiles.wild]\nlevel = "full"\n'


def test_a_removal_is_refused_while_something_refers_to_it() -> None:
    with pytest.raises(DanglingReferences) as caught:
        remove_alias(document(), HOME)
    assert edit_error_code(caught.value) == "dangling_reference"
    assert str(caught.value) == (
        "`agents.main.model_provider`, `agents.second.model_provider` refer to "
        "`providers.models.custom.home`, which would be gone. Change them first."
    )


def test_a_forced_removal_says_what_dangles() -> None:
    change = remove_alias(document(), HOME, REFERENCE_RULES, force=True)
    assert not change.document.has(HOME)
    assert len(change.plan.referrers) == 2


def test_what_goes_with_an_alias_does_not_dangle() -> None:
    change = remove_alias(document(), ("agents", "second"), (DELEGATES,))
    assert change.plan.referrers == ()
    assert not change.document.has(("agents", "second"))


ROUTED = """\
[providers.models.custom.a]
fallback = ["custom.b", "custom.c"]
[providers.models.custom.b]
[providers.models.custom.c]
[model_routes.fast]
model_provider = "custom.b"
[agents.main]
model_provider = "hint:fast"
"""


def test_a_renamed_model_keeps_its_place_in_chains_and_routes() -> None:
    document = EditedDocument.parse(ROUTED, "config.toml")
    change = rename_alias(document, ("providers", "models", "custom", "b"), "other")
    assert 'fallback = ["custom.other", "custom.c"]' in change.document.text
    assert 'model_provider = "custom.other"' in change.document.text
    assert len(change.plan.referrers) == 2


def test_a_renamed_route_keeps_the_agents_that_hint_at_it() -> None:
    document = EditedDocument.parse(ROUTED, "config.toml")
    change = rename_alias(document, ("model_routes", "fast"), "quick")
    assert 'model_provider = "hint:quick"' in change.document.text
    assert "[model_routes.quick]" in change.document.text
