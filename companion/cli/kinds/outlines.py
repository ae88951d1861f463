"""The commands' part for sheets with a printed outline: nothing is taught for them."""

from collections.abc import Callable
from typing import Any

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
