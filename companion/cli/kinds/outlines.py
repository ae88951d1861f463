"""The commands' part for sheets with a printed outline."""

from typing import Any

from vision.readings.outlines import OutlineReading
from vision.sheets.reader import OutlineReader


def reader(set_name: str | None) -> OutlineReader:  # noqa: ARG001
    """Return the reader of every printed sheet: nothing is taught for it."""
    return OutlineReader()


live_reader = reader


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
