"""Lays out one block of Markdown as rows of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import ClassVar, Final

from attrs import define, field
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement, TableElement
from rich.segment import Segment
from rich.syntax import Syntax
from rich.table import Table
from rich.theme import Theme

from zeroclaw.chat.markdown_blocks import markdown_parser
from zeroclaw.chat.styled import fold_styled
from zeroclaw.terminal.sanitise import visible

__all__ = ["MarkdownPage"]

_PLAIN_CODE: Final = "text"
# fmt: off
_LANGUAGES: Final = frozenset({
    "bash", "c", "c++", "console", "cpp", "cs", "csharp", "css", "diff", "docker", "dockerfile",
    "elixir", "go", "graphql", "haskell", "hcl", "html", "ini", "java", "javascript", "js", "json",
    "jsx", "kotlin", "lua", "make", "makefile", "markdown", "md", "nginx", "nix", "perl", "php",
    "powershell", "proto", "py", "python", "r", "rb", "ruby", "rs", "rust", "scala", "sh", "shell",
    "sql", "swift", "terraform", "toml", "ts", "tsx", "typescript", "xml", "yaml", "yml", "zig",
    "zsh",
})
# fmt: on
"""What is coloured; looking for any other name would search all installed distributions."""

_THEME: Final = Theme(
    {
        **{f"markdown.h{level}": "bold" for level in range(1, 7)},
        "markdown.block_quote": "dim",
        "markdown.code": "cyan",
        "markdown.code_block": "none",
        "markdown.item.bullet": "none",
        "markdown.item.number": "none",
        "markdown.link": "underline",
        "markdown.link_url": "dim",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)
"""No background, and only colours of the terminal's own palette."""

_LEAST_TEXT: Final = 10
"""Cells that text inside lists has for itself, however deep it is; too wide rows are folded."""

_BULLET, _NUMBER, _QUOTE = 3, 12, 4
_INDENTS: Final = {
    "bullet_list_open": _BULLET,
    "ordered_list_open": _NUMBER,
    "blockquote_open": _QUOTE,
}


class _LeftHeading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}


class _Code(CodeBlock):
    """Code at the left edge without a frame, so that it can be copied."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        name = self.lexer_name.lower()
        language = name if name in _LANGUAGES and console.color_system else _PLAIN_CODE
        code = str(self.text).rstrip()
        yield Syntax(code, language, theme=self.theme, word_wrap=True)


class _WholeTable(TableElement):
    """A table that breaks a long word instead of leaving out its end."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for renderable in super().__rich_console__(console, options):
            if isinstance(renderable, Table):
                for column in renderable.columns:
                    column.overflow = "fold"
            yield renderable


class _Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _Code,
        "code_block": _Code,
        "table_open": _WholeTable,
    }


def _new_page() -> _Page:
    return _Page("", code_theme="ansi_dark", hyperlinks=False)


@define(eq=False)
class MarkdownPage:
    """Lays out blocks, with colours or without any escape sequence.

    Whatever the text says, rows hold only sequences that set styles: characters that a terminal
    obeys are spelled out, also those that were written as entities.
    """

    _colour: bool
    _parser: MarkdownIt = field(init=False, factory=markdown_parser)
    _page: _Page = field(init=False, factory=_new_page)
    _console: Console | None = field(init=False, default=None)

    def rows(self, block: str, width: int) -> tuple[str, ...]:
        """The rows of one block, none blank at its beginning or end, none wider than `width`."""
        tokens = self._parser.parse(block)
        _make_harmless(tokens)
        self._page.parsed = tokens
        console = self._console_of(max(width, _indent(tokens) + _LEAST_TEXT))
        lines = console.render_lines(self._page, pad=False)
        rows = [self._row(line) for line in lines]
        while rows and not rows[-1]:
            del rows[-1]
        first = next((index for index, row in enumerate(rows) if row), 0)
        return tuple(part for row in rows[first:] for part in fold_styled(row, width))

    def _console_of(self, width: int) -> Console:
        if self._console is None or self._console.width != width:
            # The environment of the process must not decide a second time.
            self._console = Console(
                file=StringIO(),
                width=width,
                force_terminal=self._colour,
                color_system="standard" if self._colour else None,
                legacy_windows=False,
                theme=_THEME,
                _environ={},
            )
        return self._console

    def _row(self, line: Iterable[Segment]) -> str:
        pieces = [
            (segment.text, segment.style)
            for segment in Segment.simplify(line)
            if not segment.control
        ]
        while pieces and not pieces[-1][0].rstrip():
            del pieces[-1]
        if not pieces:
            return ""
        pieces[-1] = (pieces[-1][0].rstrip(), pieces[-1][1])
        if not self._colour:
            return "".join(text for text, _ in pieces)
        return "".join(
            style.render(text, color_system=ColorSystem.STANDARD) if style else text
            for text, style in pieces
        )


def _indent(tokens: Sequence[Token]) -> int:
    """The most cells that lists and quotes around any text could take."""
    now = most = 0
    for token in tokens:
        indent = _INDENTS.get(token.type.replace("_close", "_open"), 0)
        now += indent * token.nesting
        most = max(most, now)
    return most


def _make_harmless(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.children:
            token.children = list(_shown_whole(token.children))
        elif token.type != "inline":
            token.content = visible(token.content)


def _shown_whole(tokens: Sequence[Token]) -> Iterator[Token]:
    """Inline text with images as links, and without an address that is said twice."""
    within_bare_link = False
    for index, token in enumerate(tokens):
        token.content = visible(token.content)
        if token.type == "image":
            yield from _as_link(token)
        elif token.type == "link_open":
            address = visible(str(token.attrs.get("href", "")))
            token.attrs["href"] = address
            within_bare_link = _is_said(address, tokens[index + 1 : index + 3])
            if not within_bare_link:
                yield token
        elif token.type == "link_close" and within_bare_link:
            within_bare_link = False
        else:
            yield token


def _is_said(address: str, label: Sequence[Token]) -> bool:
    match [token.type for token in label]:
        case ["text", "link_close"]:
            return address in (label[0].content, f"mailto:{label[0].content}")
        case _:
            return False


def _as_link(image: Token) -> Iterator[Token]:
    address = visible(str(image.attrs.get("src", "")))
    yield Token("link_open", "a", 1, attrs={"href": address})
    yield Token("text", "", 0, content=image.content or "image")
    yield Token("link_close", "a", -1)
