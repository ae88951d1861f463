"""Kinds of pieces: what the commands can do with each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.cli.kinds.board import BOARD
from companion.cli.kinds.dice import DICE
from companion.cli.kinds.kind import ReadKind, TaughtKind
from companion.cli.kinds.tokens import TOKENS
from companion.table.plays.catalogue import default_set
from vision.errors import UnknownSet
from vision.kinds import kind_of
from vision.readings.outlines import OutlineReading
from vision.sheets.reader import OutlineReader


def row(reading: OutlineReading, by: OutlineReader) -> dict[str, Any]:  # noqa: ARG001
    """Return a reading: for each sheet, by its number, the cells that are covered or not sure."""
    return {
        "sure": reading.sure,
        "outlines": [
            {
                "number": outline.number + 1,
                "cells": {
                    f"{cell.cell.column},{cell.cell.row}": {"look": cell.look, "sure": cell.sure}
                    for cell in outline.cells
                    if cell.look == "covered" or not cell.sure
                },
            }
            for outline in reading.outlines
        ],
        "doubts": list(reading.doubts),
    }


class PrintedSheets:
    """The reader of every printed sheet."""

    row: Callable[[Any, Any], dict[str, Any]] = staticmethod(row)

    def reader(self, set_name: str) -> OutlineReader:  # noqa: ARG002
        """Return the reader."""
        return OutlineReader()

    live_reader = reader


KINDS: dict[str, TaughtKind[Any, Any, Any]] = {"dice": DICE, "board": BOARD, "tokens": TOKENS}
"""Each kind that is read, taught and evaluated, by its name."""
UNTAUGHT: dict[str, ReadKind] = {"outlines": PrintedSheets()}
"""The same for kinds that need not be taught, such as printed sheets: only readers and rows."""


def reader_of(kind: str, set_name: str | None) -> Any:
    """Return the reader of a set; if none is named, of the kind's default set.

    Raises ``UnknownSet``, ``BadSet``.
    """
    of_kind, name = _found(kind, set_name)
    return of_kind.reader(name)


def live_reader_of(kind: str, set_name: str | None) -> Any:
    """Return the same for a live table: that reader starts from its previous reading. Raises
    ``UnknownSet``, ``BadSet``."""
    of_kind, name = _found(kind, set_name)
    return of_kind.live_reader(name)


def explainer_of(kind: str, reader: Any) -> Callable[[Any, Path, Path], None]:
    """Return the function that writes pictures of what this reader compared. Raises ``UnknownSet`` if it
    does not."""
    explain = KINDS[kind].explain if hasattr(reader, "explained") else None
    if explain is None:
        raise UnknownSet(f"this eye does not explain {kind} yet", hint="Leave --explain out.")
    return explain


def _found(kind: str, set_name: str | None) -> tuple[ReadKind, str]:
    """Return a kind that is printed, or can be taught, and the name of its set ("" if none is needed).

    Raises ``UnknownSet``, ``BadSet``.
    """
    wanted = set_name or default_set(kind)
    if kind in UNTAUGHT:
        return UNTAUGHT[kind], wanted or ""
    if kind not in KINDS:
        there = ", ".join([*KINDS, *UNTAUGHT])
        raise UnknownSet(f"no kind of piece is called {kind}", hint=f"There are: {there}.")
    if wanted is None:
        raise UnknownSet(f"no {kind} is taught by itself", hint=f"Name a taught {kind}: --set FOLDER.")
    found = kind_of(wanted)
    if found != kind:
        raise UnknownSet(f"{wanted} was taught for {found}, not for {kind}", hint="Name another set.")
    return KINDS[kind], wanted
