"""How the options of a rule are written."""

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    Given,
    Option,
    Reading,
    Use,
    names,
    options,
)
from zeroclaw_runtime.security.commands.script import Word


def test_a_sign_behind_an_option_says_what_its_value_is() -> None:
    found = options("-a -t= -r=< -w=> -d=/ -x=! --two== --may? -c=;", high="-z")
    assert found["-a"] == Option()
    assert [found[name].uses for name in ("-t", "-r", "-w", "-d", "-x")] == [
        (Use.TEXT,),
        (Use.READ,),
        (Use.WRITTEN,),
        (Use.FOLDER,),
        (Use.EXECUTED,),
    ]
    assert found["--two"].uses == (Use.TEXT, Use.TEXT)
    assert found["--may"].is_optional
    assert found["-c"].ends_options
    assert found["-z"].risk is Risk.HIGH


def test_a_reading_finds_the_values_of_an_option() -> None:
    given = (Given("-a", Option(), (Word("x"),)), Given("-b", Option(), ()))
    reading = Reading(given, (), (), (), 0)
    assert reading.names == {"-a", "-b"}
    assert reading.values("-a", "-b") == (Word("x"),)


def test_names_are_the_words_of_a_text() -> None:
    assert names("a  b") == ("a", "b")
