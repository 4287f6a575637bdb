"""Migrate the text of a configuration file, comments included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import Factory, define, field, frozen

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._toml import parsed
from zeroclaw_config.migration.change import CarriedKey, Change, ChangeKind, Migrated
from zeroclaw_config.migration.migrate import Unlegacy, migrated
from zeroclaw_config.migration.source_comments import (
    blocks_of,
    comments_of,
    masked,
    preamble_length,
)
from zeroclaw_config.migration.toml_text import header_text, pair_text

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["MigratedText", "migrated_text"]

CARRIED_TITLE = "# Not read by this version; kept so that nothing is lost:"
ORPHANS_TITLE = "# Comments on keys that are no more:"

Table = Mapping[str, object]


@frozen
class MigratedText:
    """A file's text in the current form, with what became of its document."""

    text: str = field(repr=False)
    result: Migrated


def migrated_text(
    text: str,
    file: str,
    families: Mapping[str, Callable[[], type[ModelSettings]]],
    unlegacy: Unlegacy | None = None,
) -> MigratedText:
    """The text in the current form; the same text when it has that already.

    Sections that stay as they are keep their bytes; comments go where their key goes; what is
    carried stands as a comment at the end. Raises ConfigSyntax, and what `migrated` raises.
    """
    old = parsed(text, file)
    result = migrated(old, file, families, unlegacy)
    if result.tree is old or dict(result.tree) == dict(old):
        return MigratedText(text, result)
    plain = _Writer(text.replace("\r\n", "\n"), old, result).written()
    return MigratedText(plain.replace("\n", "\r\n") if "\r\n" in text else plain, result)


def destination(path: KeyPath, changes: Iterable[Change]) -> tuple[KeyPath, bool]:
    """Where a key of the old document is now; whether it is among the carried ones."""
    for change in changes:
        size = len(change.before)
        if change.kind is ChangeKind.ADDED or change.before == change.after:
            continue
        if size and path[:size] == change.before:
            if change.after is None:
                return path, True
            path = change.after + path[size:]
    return path, False


def _homes(table: KeyPath, changes: Iterable[Change]) -> Iterator[KeyPath]:
    """The tables that the keys of a table went to one by one."""
    for change in changes:
        deeper = len(change.before) - len(table)
        if deeper > 0 and change.before[: len(table)] == table and change.after is not None:
            yield change.after[: len(change.after) - deeper]


@define
class _Remarks:
    """Comments that wait for the key that they belong to."""

    above: list[tuple[KeyPath, str]] = Factory(list)
    beside: list[tuple[KeyPath, str]] = Factory(list)

    def take(self, path: KeyPath, *, deep: bool) -> tuple[list[str], str]:
        """The comments above a key, or beside it; with `deep` those inside its value as well."""
        above, self.above = _parted(self.above, path, deep=deep)
        beside, self.beside = _parted(self.beside, path, deep=deep)
        return [*above, *beside[1:]], f"  {beside[0]}" if beside else ""

    def rest(self) -> list[str]:
        """The comments whose key never came."""
        return [text for _, text in (*self.above, *self.beside)]


def _parted(
    remarks: list[tuple[KeyPath, str]], path: KeyPath, *, deep: bool
) -> tuple[list[str], list[tuple[KeyPath, str]]]:
    def fits(other: KeyPath) -> bool:
        return other[: len(path)] == path if deep else other == path

    mine = [text for other, text in remarks if fits(other)]
    return mine, [(other, text) for other, text in remarks if not fits(other)]


class _Writer:
    """One writing of a whole document."""

    def __init__(self, text: str, old: Table, result: Migrated) -> None:
        self._lines = text.split("\n")
        self._tree = result.tree
        self._carried = result.carried
        self._here = _Remarks()
        self._gone = _Remarks()
        self._preamble = [line for line in self._lines[: preamble_length(text)] if line.strip()]
        self._epilogue: list[str] = []
        self._same: dict[str, list[str]] = {}
        self._keep_same_sections(text, old)
        self._place_comments(text, result.changes)

    def written(self) -> str:
        """The text of the migrated document."""
        body = self._table((), self._tree, "")
        end = [*self._carried_lines()]
        orphans = [*self._here.rest(), *self._gone.rest()]
        start = [*self._preamble, ""] if self._preamble else []
        if orphans:
            start += [ORPHANS_TITLE, *orphans, ""]
        lines = [*start, *body]
        if self._epilogue:
            lines += ["", *self._epilogue]
        if end:
            lines += ["", CARRIED_TITLE, *end]
        return _squeezed(lines)

    def _keep_same_sections(self, text: str, old: Table) -> None:
        blocks = blocks_of(text)
        first = blocks[0].first if blocks else len(self._lines) + 1
        at_root = parsed("\n".join(self._lines[: first - 1]), "")
        self._same_lines: set[int] = set()
        for block in blocks:
            is_same = block.key in self._tree and _same(old[block.key], self._tree[block.key])
            if is_same and block.key not in at_root:
                self._same_lines.update(range(block.first, block.end))
                kept = self._lines[block.first - 1 : block.end - 1]
                self._same.setdefault(block.key, []).extend(kept)

    def _place_comments(self, text: str, changes: tuple[Change, ...]) -> None:
        preamble = preamble_length(text)
        for comment in comments_of(text):
            if comment.line <= preamble or comment.line in self._same_lines:
                continue
            if comment.path is None:
                self._epilogue.append(comment.text)
                continue
            path, is_carried = destination(comment.path, changes)
            if not is_carried and not self._has(path):
                path = next(filter(self._has, _homes(comment.path, changes)), path)
            remarks = self._gone if is_carried else self._here
            (remarks.beside if comment.is_trailing else remarks.above).append((path, comment.text))

    def _has(self, path: KeyPath) -> bool:
        value: object = self._tree
        for part in path:
            if isinstance(value, Mapping):
                value = value.get(str(part))
            elif isinstance(value, list) and isinstance(part, int):
                value = value[part] if part < len(value) else None
            else:
                return False
        return value is not None

    def _table(self, path: tuple[str | int, ...], table: Table, header: str) -> list[str]:
        """The lines of a table: header, values, then the tables in it."""
        above, beside = self._here.take(path, deep=False) if path else ([], "")
        inner = {key: value for key, value in table.items() if _is_section(value)}
        pairs: list[str] = []
        for key, value in table.items():
            if key not in inner:
                pairs += self._pair((*path, key), key, value)
        lines = ["", *above] if above else []
        if header and (pairs or above or beside or not inner or header.startswith("[[")):
            lines += ([] if above else [""]) + [header + beside]
        lines += pairs
        for key, value in inner.items():
            lines += self._section((*path, key), key, value, is_top=not path)
        return lines

    def _section(
        self, path: tuple[str | int, ...], key: str, value: object, *, is_top: bool
    ) -> list[str]:
        if is_top and key in self._same:
            return ["", *self._same[key]]
        keys = tuple(part for part in path if isinstance(part, str))
        if isinstance(value, Mapping):
            return self._table(path, value, header_text(keys))
        lines: list[str] = []
        for index, element in enumerate(value if isinstance(value, list) else []):
            lines += self._table((*path, index), element, header_text(keys, is_element=True))
        return lines

    def _pair(self, path: tuple[str | int, ...], key: str, value: object) -> list[str]:
        above, beside = self._here.take(path, deep=True)
        return [*above, pair_text(key, value) + beside]

    def _carried_lines(self) -> Iterable[str]:
        # What belongs to no table must stand above the first header.
        tables: dict[tuple[str, ...], list[CarriedKey]] = {(): []}
        for carried in self._carried:
            tables.setdefault(_table_of(carried), []).append(carried)
        for table, keys in tables.items():
            if table:
                yield "# " + header_text(table)
            for carried in keys:
                yield from self._carried_key(carried)

    def _carried_key(self, carried: CarriedKey) -> Iterable[str]:
        above, beside = self._gone.take(carried.path, deep=True)
        for comment in above:
            yield "# " + comment
        yield "# " + pair_text(str(carried.path[-1]), carried.value) + beside


def _table_of(carried: CarriedKey) -> tuple[str, ...]:
    return tuple(str(part) for part in carried.path[:-1])


def _is_section(value: object) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _same(old: object, new: object) -> bool:
    # By their text: a number that is not one differs from itself.
    return repr(old) == repr(new)


def _squeezed(lines: Iterable[str]) -> str:
    """The lines as text, without blank ones in a row outside of strings, nor at the ends."""
    text = "\n".join(lines).strip("\n") + "\n"
    plain = masked(text)
    kept = []
    start = 0
    was_blank = False
    for piece in plain.split("\n"):
        end = start + len(piece)
        is_blank = not piece.strip()
        if not (is_blank and was_blank):
            kept.append(text[start:end])
        was_blank = is_blank
        start = end + 1
    return "\n".join(kept).rstrip("\n") + "\n"
