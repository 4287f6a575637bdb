"""Tests of the collection of problems."""

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._findings import Findings


def test_the_first_problem_at_a_path_is_kept() -> None:
    findings = Findings({})
    assert not findings
    findings.add(("b",), "is wrong")
    findings.add(("a", "x"), "is odd", "y")
    findings.add(("b",), "is late")
    assert findings
    problems = findings.problems("c.toml", {("b",): 9, ("a",): 2})
    assert [str(problem) for problem in problems] == [
        "c.toml, line 2: a.x is odd; did you mean `y`?",
        "c.toml, line 9: b is wrong.",
    ]


def test_variables_are_put_in_at_any_depth() -> None:
    findings = Findings({"A": "1"})
    value = findings.substituted({"x": ["${A}", 5, {"y": "a${A}"}]}, ("t",))
    assert value == {"x": ["1", 5, {"y": "a1"}]}
    assert findings.is_secret(("t", "x", 0))
    assert findings.is_secret(("t", "x", 2, "y"))
    assert not findings.is_secret(("t", "x", 1))
    assert not findings


def test_a_missing_variable_is_a_problem_at_its_key() -> None:
    findings = Findings({})
    findings.substituted({"k": "${A}${B}", "m": "${-}"}, ("t",))
    assert [str(problem) for problem in findings.problems("c", {})] == [
        "c: t.k needs `A`, `B`, not set in the environment: set it.",
        "c: t.m has a `${` without a variable's name; `$${` writes it as it is.",
    ]


def test_a_key_in_the_file_is_as_secret_as_one_from_outside() -> None:
    findings = Findings({})
    findings.substituted({"api_key": "in the file"}, ("t",))
    assert findings.is_secret(("t", "api_key"))
    assert findings.tells_secret("it says 'IN THE FILE' there")
    assert findings.tells_secret("it says the file")
    assert not findings.tells_secret("it says file")
    assert "in the file" not in repr(findings)


@given(st.text(min_size=1), st.text(), st.text())
def test_a_text_with_a_secret_in_it_is_known(secret: str, before: str, after: str) -> None:
    findings = Findings({"A": secret})
    findings.substituted("${A}", ("t",))
    assert findings.tells_secret(f"{before}{secret!r}{after}")
    assert secret not in repr(findings) or len(secret) < 12


def test_nothing_is_secret_when_no_value_is() -> None:
    findings = Findings({"A": ""})
    findings.substituted({"a": "plain", "b": "${A}"}, ("t",))
    assert not findings.tells_secret("plain text")


def test_a_key_that_names_a_secret_makes_its_value_one() -> None:
    findings = Findings({})
    table = {"client_secret": "aaaa", "password": "bbbb", "max_tokens": "cccc", "keyboard": "dddd"}
    findings.substituted(table, ("t",))
    told = [text for text in table.values() if findings.tells_secret(text)]
    assert told == ["aaaa", "bbbb"]


def test_an_opened_secret_is_taken_as_it_is() -> None:
    findings = Findings({"A": "1"})
    findings.opened(("t", "uri"))
    assert findings.substituted({"uri": "${A} hidden"}, ("t",)) == {"uri": "${A} hidden"}
    assert findings.is_secret(("t", "uri"))
    assert findings.tells_secret("it is ${a} hidden")


def test_the_innermost_origin_of_a_value_counts() -> None:
    findings = Findings({})
    findings.came_from(("a",), "ONE")
    findings.overridden(("a", "b"), "TWO")
    assert findings.origin_of(("a", "b", "c")) == "TWO"
    assert findings.origin_of(("a", "x")) == "ONE"
    assert findings.origin_of(("x",)) is None
    findings.refuse(("x",), "is odd", "THREE")
    assert [str(problem) for problem in findings.problems("c", {})] == ["THREE: x is odd."]
    assert findings.overridden_paths == {"a.b"}


def test_a_type_makes_its_value_secret_whatever_the_key() -> None:
    findings = Findings({}, lambda path: path == ("t", "plain"))
    findings.substituted({"plain": "hidden", "other": "shown"}, ("t",))
    assert findings.tells_secret("hidden")
    assert not findings.tells_secret("shown")
