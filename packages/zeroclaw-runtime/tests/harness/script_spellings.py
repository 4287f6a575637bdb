"""Scripts whose meaning is known, in any of their equivalent spellings."""

from __future__ import annotations

from attrs import field, frozen, mutable
from hypothesis import strategies as st

from zeroclaw_runtime.security.commands.script import Assignment, Redirect, SimpleCommand, Word

__all__ = ["KnownScript", "known_scripts", "shell_soup"]

_LETTERS = "ab1 '\"\\$`*?[]~{}#!;|&<>()=\n\t-:/é"
_BARE = frozenset("ab1-:/=é!{}]")
_FILES = ["out", "o t", "o'x", "o*"]


@frozen
class KnownScript:
    """A text, what it says, and the records of the programs that it runs (name, words, input)."""

    text: str
    commands: tuple[SimpleCommand, ...]
    runs: tuple[tuple[str, ...], ...]


@mutable
class _Page:
    """The script while it is written; `bodies` wait for the next line break."""

    draw: st.DrawFn
    text: str = ""
    bodies: list[str] = field(factory=list)

    def add(self, text: str) -> None:
        self.text += text

    def break_line(self) -> None:
        self.add("\n" + "".join(self.bodies))
        self.bodies.clear()

    def may_continue(self) -> bool:
        return not self.bodies and self.draw(st.integers(0, 9)) == 0

    def blank(self) -> None:
        self.add(self.draw(st.sampled_from([" ", " ", "\t", "  ", " \\\n", "\\\n "])))

    def word(self, content: str, *, is_name: bool = False) -> None:
        """One spelling of it; a name stays free of what is reserved."""
        if not content:
            self.add(self.draw(st.sampled_from(["''", '""', "''\"\""])))
            return
        place = 0
        while place < len(content):
            size = self.draw(st.integers(1, 3))
            chunk = content[place : place + size]
            styles = ["double"]
            if "'" not in chunk:
                styles.append("single")
            if "\n" not in chunk:
                styles.append("escaped")
                if all(self._is_bare(content, place + n) for n in range(len(chunk))):
                    styles += ["bare", "bare", "bare"]
            self._chunk(chunk, self.draw(st.sampled_from(styles)))
            place += size
            if self.may_continue() and not is_name:
                self.add("\\\n")

    def _is_bare(self, content: str, place: int) -> bool:
        character = content[place]
        if character == "[":
            return "]" not in content[place:]
        if character == "#":
            return place > 0
        if character == "~":
            return place > 0 and content[place - 1] not in "=:"
        return character in _BARE or character.isalpha()

    def _chunk(self, chunk: str, style: str) -> None:
        match style:
            case "bare":
                self.add(chunk)
            case "single":
                self.add(f"'{chunk}'")
            case "escaped":
                self.add("".join(f"\\{character}" for character in chunk))
            case _:
                inner = "".join(f"\\{c}" if c in '$`"\\' else c for c in chunk)
                if self.may_continue():
                    inner += "\\\n"
                self.add(f'"{inner}"')


def _contents(page: _Page, most: int = 6) -> str:
    letters = _LETTERS.replace("\n", "") if page.bodies else _LETTERS
    return page.draw(st.text(letters, max_size=most))


def _write_here_document(page: _Page, descriptor: str) -> str:
    end = page.draw(st.sampled_from(["EOF", "E O", "x'", "[a]", "1"]))
    is_quoted = end in ("E O", "x'") or page.draw(st.booleans())
    tabs = page.draw(st.sampled_from(["", "", "\t", "\t\t"]))
    operator = "<<-" if tabs else "<<"
    lines = page.draw(st.lists(st.text(_LETTERS.replace("\n", ""), max_size=8), max_size=3))
    lines = [line.lstrip("\t") if tabs else line for line in lines]
    lines = [line for line in lines if line != end]
    page.add(descriptor + operator + page.draw(st.sampled_from(["", " "])))
    if is_quoted:
        quoted = end.replace("'", "'\\''")
        page.add(f"'{quoted}'")
        spelled = lines
    else:
        page.add(end)
        spelled = ["".join(f"\\{c}" if c in "\\$`" else c for c in line) for line in lines]
    page.bodies.append("".join(f"{tabs}{line}\n" for line in [*spelled, end]))
    return "".join(f"{line}\n" for line in lines)


@mutable
class _Input:
    """What a program finds on its input."""

    text: str = ""
    has_here_document: bool = False


def _write_redirect(page: _Page, given: _Input) -> Redirect | None:
    kind = page.draw(st.sampled_from(["here", "here", "copy", "file", "file"]))
    gap = page.draw(st.sampled_from(["", " "]))
    if kind == "here":
        descriptor = page.draw(st.sampled_from(["", "0", "4"]))
        body = _write_here_document(page, descriptor)
        given.has_here_document = True
        if descriptor != "4":
            given.text = body
        return None
    if kind == "copy":
        page.add(page.draw(st.sampled_from(["2>&1", ">&2", "1>& 2", "3>&1", "2>&-", "5<&-"])))
        return None
    operator = page.draw(st.sampled_from([">", ">>", ">|", "<>", "<"]))
    descriptor = page.draw(st.sampled_from(["", "", "2", "7"]))
    page.add(descriptor)
    page.add(operator)
    page.add(gap)
    name = "in" if operator == "<" else page.draw(st.sampled_from(_FILES))
    page.word(name)
    number = int(descriptor) if descriptor else (0 if operator[0] == "<" else 1)
    if number == 0:
        given.text = "input\n" if operator == "<" else ""
    return Redirect(Word(name), writes=operator != "<", descriptor=number)


def _write_command(page: _Page, *, reads_pipe: bool) -> tuple[SimpleCommand, tuple[str, ...]]:
    given = _Input()
    redirects: list[Redirect] = []
    assignments: list[Assignment] = []
    words: list[Word] = []
    name = page.draw(st.sampled_from(["prog", "reads"]))

    def maybe_redirect() -> None:
        if page.draw(st.integers(0, 5)) == 0:
            redirect = _write_redirect(page, given)
            if redirect is not None:
                redirects.append(redirect)
            page.blank()

    for _ in range(page.draw(st.integers(0, 2))):
        maybe_redirect()
        variable, value = page.draw(st.sampled_from(["FOO", "BAR"])), _contents(page, 3)
        page.add(f"{variable}=")
        if value or page.draw(st.booleans()):
            page.word(value)
        page.blank()
        assignments.append(Assignment(variable, Word(value)))
    maybe_redirect()
    page.word(name, is_name=True)
    words.append(Word(name))
    for _ in range(page.draw(st.integers(0, 3))):
        page.blank()
        maybe_redirect()
        content = _contents(page)
        page.word(content)
        words.append(Word(content))
    page.blank()
    maybe_redirect()
    command = SimpleCommand(
        tuple(words),
        tuple(assignments),
        tuple(redirects),
        reads_pipe=reads_pipe,
        has_here_document=given.has_here_document,
    )
    return command, (*command.argv, given.text if name == "reads" else "-")


@st.composite
def known_scripts(draw: st.DrawFn) -> KnownScript:
    """Scripts of the subset without constructs; all their programs succeed."""
    page = _Page(draw)
    commands: list[SimpleCommand] = []
    runs: list[tuple[str, ...]] = []
    operator, is_skipped = "\n", False
    for _ in range(draw(st.integers(1, 4))):
        command, record = _write_command(page, reads_pipe=operator == "|")
        commands.append(command)
        if operator != "|":
            is_skipped = operator == "||"
        if not is_skipped:
            runs.append(record)
        operator = draw(st.sampled_from(["|", "&&", "||", ";", "\n", "end"]))
        if operator == "end":
            break
        if operator == "\n":
            page.add(draw(st.sampled_from(["", " # it's `a` comment \\", '\t#"$('])))
            page.break_line()
            page.add(draw(st.sampled_from(["", "  ", "# again\n", "\n\n"])))
        else:
            page.add(operator)
            page.add(draw(st.sampled_from(["", " "])))
            if operator != ";" and draw(st.integers(0, 4)) == 0:
                page.break_line()
    if operator in ("|", "&&", "||"):
        command, record = _write_command(page, reads_pipe=operator == "|")
        commands.append(command)
        if not (is_skipped if operator == "|" else operator == "||"):
            runs.append(record)
    ends_line = draw(st.booleans())
    if page.bodies or ends_line:
        page.break_line()
    return KnownScript(page.text, tuple(commands), tuple(runs))


def shell_soup() -> st.SearchStrategy[str]:
    """Texts out of pieces that mean something to a shell, in any order, harmless when run."""
    pieces = [
        *("prog", "reads", "prog a", "reads <<E\nx\nE\n", "<<E", "E", "\nE\n", "a", "1", "FOO="),
        *(" ", " ", " ", "\n", "\n", "\t", ";", "&", "&&", "|", "||", ";;", "(", ")", "{", "}"),
        *("'", '"', "\\", "\\\n", "`", "$", "$(", "$((", "${", "$a", "#", "!", "*", "?", "[", "]"),
        *(
            "<",
            ">",
            ">>",
            "2>",
            "2>&1",
            ">&",
            "<&",
            "<<",
            "<<-",
            ",",
            "~",
            "=",
            "$'",
            "if ",
            "then ",
        ),
        *(
            " fi",
            "for ",
            " in ",
            " do ",
            " done",
            "case ",
            " esac",
            "while ",
            "time ",
            "[[ ",
            "'E'",
        ),
        *(
            "{ prog; }",
            "(prog)",
            "$(prog)",
            "`prog`",
            "if prog; then prog; fi",
            "f() { prog; }",
            "-",
        ),
    ]
    return st.lists(st.sampled_from(pieces), min_size=1, max_size=14).map("".join)
