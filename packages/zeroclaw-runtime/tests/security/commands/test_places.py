"""Where paths lead, told from their text."""

import pytest

from zeroclaw_runtime.security.commands.places import (
    Folders,
    Place,
    is_harmless_device,
    is_script_device,
    places_of,
)
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import Word

RULES = CommandRules(
    roots=("/home/u/ws", "/data"),
    forbidden=("/home", "/etc", "~/.ssh", "/data/private"),
    protected=(".git/hooks",),
    home="/home/u",
)
START = Folders(frozenset({"/home/u/ws"}))


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("a/b", Place.INSIDE),
        ("a/../b", Place.INSIDE),
        ("..a", Place.INSIDE),
        ("/home/u/ws", Place.INSIDE),
        ("/data/x", Place.INSIDE),
        ("/data/private", Place.FORBIDDEN),
        ("/data/private/x", Place.FORBIDDEN),
        ("/data/privates", Place.INSIDE),
        ("/home/u/ws-evil", Place.FORBIDDEN),
        ("/opt", Place.OUTSIDE),
        ("../../../opt", Place.OUTSIDE),
        ("../../../../../../opt", Place.OUTSIDE),
        ("..", Place.FORBIDDEN),
        ("/etc", Place.FORBIDDEN),
        ("/etcetera", Place.OUTSIDE),
        (".git/hooks/x", Place.FORBIDDEN),
        ("./.git//hooks", Place.FORBIDDEN),
        (".git", Place.HOLDER),
        (".", Place.INSIDE),
        ("/data", Place.INSIDE),
        ("/data/.git/hooks", Place.FORBIDDEN),
        ("file:///etc/x", Place.FORBIDDEN),
        ("file://localhost/etc/x", Place.FORBIDDEN),
        ("FILE:/etc/x", Place.FORBIDDEN),
        ("/dev/tcp/x/1", Place.FORBIDDEN),
        ("\0", Place.OUTSIDE),
    ],
)
def test_a_plain_path_leads_to_one_place(path: str, place: Place) -> None:
    assert places_of(Word(path), START, RULES) == {place}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("*.py", Place.INSIDE),
        ("*/x", Place.INSIDE),
        ("/et?/x", Place.FORBIDDEN),
        ("/[d-f]tc/x", Place.FORBIDDEN),
        ("/et[[:alpha:]]/x", Place.FORBIDDEN),
        ("/*/x", Place.FORBIDDEN),
        (".g*/h*", Place.FORBIDDEN),
        ("*/hooks", Place.INSIDE),
        (".*/x", Place.OUTSIDE),
        (".?/x", Place.OUTSIDE),
        ("~", Place.FORBIDDEN),
        ("~/ws/a", Place.INSIDE),
        ("~/.ssh/x", Place.FORBIDDEN),
        ("~other/x", Place.OUTSIDE),
    ],
)
def test_a_pattern_leads_wherever_it_may_match(path: str, place: Place) -> None:
    assert place in places_of(Word(path, is_pattern=True), START, RULES)


def test_an_unknown_home_is_outside_yet_compared_as_it_is_written() -> None:
    rules = CommandRules(roots=("/ws",), forbidden=("~/.ssh",))
    folders = Folders(frozenset({"/ws"}))
    secret = places_of(Word("~/.ssh/x", is_pattern=True), folders, rules)
    assert secret == {Place.FORBIDDEN, Place.OUTSIDE}
    assert places_of(Word("~/x", is_pattern=True), folders, rules) == {Place.OUTSIDE}


def test_a_folder_that_was_entered_or_not_counts_twice() -> None:
    entered = START.entered(Word("sub"))
    assert entered.possible == frozenset({"/home/u/ws", "/home/u/ws/sub"})
    assert Place.FORBIDDEN in places_of(Word("../x"), entered, RULES)


@pytest.mark.parametrize("word", [Word("-"), Word(""), Word("~"), Word("a*", is_pattern=True)])
def test_a_folder_that_is_not_plain_can_be_anywhere(word: Word) -> None:
    assert START.entered(word).possible is None
    assert places_of(Word("x"), START.entered(word), RULES) == {Place.OUTSIDE}


def test_too_many_folders_can_be_anywhere() -> None:
    folders = START
    for number in range(5):
        folders = folders.entered(Word(str(number)))
    assert folders.possible is None


def test_devices_are_known_by_name() -> None:
    assert is_harmless_device("/dev/null", written=True)
    assert not is_harmless_device("/dev/zero", written=True)
    assert is_harmless_device("/dev/zero", written=False)
    assert is_script_device("/dev/fd/3")
    assert not is_script_device("a")
