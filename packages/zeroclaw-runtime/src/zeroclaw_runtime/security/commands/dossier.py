"""Collects what is held against one command while it is judged."""

from __future__ import annotations

from typing import assert_never

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.places import (
    Folders,
    Place,
    is_harmless_device,
    is_script_device,
    places_of,
)
from zeroclaw_runtime.security.commands.programs.rule import READS, RUNS, Use
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["CommandDossier"]


class CommandDossier:
    """What is known of a command so far; it begins as harmless."""

    def __init__(self, rules: CommandRules, folders: Folders) -> None:
        """For a command that runs in one of these folders."""
        self.rules = rules
        self.folders = folders
        self.risk = Risk.LOW
        self.rule = "read_only"
        self.detail = ""
        self.effects: frozenset[Effect] = READS
        self.denial: str | None = None
        self.paths: list[str] = []
        self.hosts: list[str] = []
        self.commands: list[tuple[str, ...]] = []
        self.prefix: tuple[str, ...] = ()
        self.is_keepable = True

    def hold(self, risk: Risk, rule: str, detail: str) -> None:
        """It is at least this dangerous; the first reason for the highest risk is the one told."""
        if self.denial is None and risk > self.risk:
            self.risk, self.rule, self.detail = risk, rule, detail
        if risk is Risk.HIGH:
            self.add_effects(RUNS)
            self.forget_approval()

    def deny(self, rule: str, detail: str) -> None:
        """It does not run whatever else holds."""
        self.hold(Risk.HIGH, rule, detail)
        if self.denial is None:
            self.denial, self.rule, self.detail = rule, rule, detail

    def add_effects(self, effects: frozenset[Effect]) -> None:
        """It does this too."""
        self.effects |= effects

    def forget_approval(self) -> None:
        """An approval of it cannot be kept for later."""
        self.is_keepable = False

    def use(self, word: Word, use: Use) -> None:
        """A word is used like this."""
        match use:
            case Use.TEXT:
                # Names of files that match tell what is in a folder.
                names = word.is_pattern and "\0" not in word.text
                if word.text[:5].lower() == "file:":
                    self.read(word)
                elif names:
                    self.use(word, Use.MAYBE)
            case Use.MAYBE:
                if "\0" in word.text or "/" in word.text or word.text.startswith(("~", "..")):
                    self.read(word)
            case Use.READ:
                self.read(word)
            case Use.FOLDER:
                self.enter(word)
            case Use.WRITTEN:
                self.write(word)
            case Use.EXECUTED:
                if is_script_device(word.text) or word.is_pattern or not word.text:
                    self.hold(Risk.HIGH, "inline_code", _shown(word))
                else:
                    self.read(word)
            case _:
                assert_never(use)

    def enter(self, word: Word) -> None:
        """It works in this folder, or would have."""
        self.read(word)
        self.folders = self.folders.entered(word)

    def change_folder(self) -> None:
        """It changes something in the folder it works in."""
        self.write(Word("."), "writes_file")

    def take_over(self, inner: CommandDossier) -> None:
        """A command within it does all that."""
        self.hold(inner.risk, inner.rule, inner.detail)
        if inner.denial is not None:
            self.deny(inner.rule, inner.detail)
        self.add_effects(inner.effects)
        self.paths += [path for path in inner.paths if path not in self.paths]
        self.hosts += inner.hosts
        self.commands += inner.commands

    def read(self, word: Word) -> None:
        """A file or folder is read."""
        if word.text in ("", "-") or is_harmless_device(word.text, written=False):
            return
        self._note_path(word)
        places = places_of(word, self.folders, self.rules)
        if Place.FORBIDDEN in places:
            self.deny("forbidden_path", _shown(word))
        if Place.OUTSIDE in places:
            self.hold(Risk.MEDIUM, "path_outside", _shown(word))
            self.forget_approval()

    def write(self, word: Word, rule: str = "writes_file") -> None:
        """A file is written here."""
        if word.text in ("", "-") or is_harmless_device(word.text, written=True):
            return
        self._note_path(word)
        self.add_effects(frozenset({Effect.WRITE}))
        places = places_of(word, self.folders, self.rules)
        if Place.FORBIDDEN in places:
            self.deny("forbidden_path", _shown(word))
        if Place.OUTSIDE in places:
            self.hold(Risk.HIGH, "path_outside", _shown(word))
        if Place.HOLDER in places:
            self.hold(Risk.HIGH, "path_holds_protected", _shown(word))
        self.hold(Risk.MEDIUM, rule, _shown(word))

    def _note_path(self, word: Word) -> None:
        # A URL is no path, though one could be spelled like it.
        shown = "\0" not in word.text and "://" not in word.text and word.text != "."
        if shown and word.text not in self.paths:
            self.paths.append(word.text)


def _shown(word: Word) -> str:
    return word.text.replace("\0", "(from a pipe)")
