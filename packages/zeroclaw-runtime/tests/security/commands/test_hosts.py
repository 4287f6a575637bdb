"""Which hosts are found in words."""

from zeroclaw_runtime.security.commands.hosts import bare_hosts, url_hosts
from zeroclaw_runtime.security.commands.script import Word


def words(text: str) -> list[Word]:
    return [Word(word) for word in text.split()]


def test_hosts_of_urls_are_found_without_their_users() -> None:
    text = "https://a.example/x -u=http://u:p@B.example:8/ file:///x git@c.example:x https://[::1]/"
    assert url_hosts(words(text)) == ("a.example", "b.example", "c.example", "[::1]")


def test_bare_names_are_hosts_for_programs_of_the_network() -> None:
    assert bare_hosts(words("a.example/x localhost:8 10.0.0.1 -s plain")) == (
        "a.example",
        "localhost",
        "10.0.0.1",
    )


def test_each_host_is_told_only_once() -> None:
    assert url_hosts(words("http://a.example http://A.example/x")) == ("a.example",)
