"""A reading as pages draw it over the picture."""

from collections.abc import Sequence

from companion.table.hooks.position import Readings, reading_of
from companion.table.hooks.verdict import Place, Say, place_of, places_of, text
from companion.table.shapes.seen import SeenBoard, SeenCell, SeenDie, SeenShape, SeenToken
from companion.table.shapes.values import JsonObject
from vision.readings.board import BoardCell, BoardReading
from vision.readings.dice import DiceReading, Die
from vision.readings.tokens import Token, TokenReading


def seen_shape(readings: Readings, frame: int, drawn: JsonObject | None = None) -> SeenShape:
    """Return the readings of one frame; ``drawn`` is what the game adds once it knows more."""
    dice, tokens = reading_of(DiceReading, readings), reading_of(TokenReading, readings)
    return {
        "frame": frame,
        "sure": all(reading.sure for reading in readings.values()),
        "dice": seen_dice(dice.dice, dice.size_px) if dice else [],
        "board": seen_board(reading_of(BoardReading, readings)),
        "tokens": [_token(one, tokens.size_px) for one in tokens.tokens] if tokens else [],
        "doubts": sorted({doubt for reading in readings.values() for doubt in reading.doubts}),
        "drawn": drawn or {},
    }


def counted(readings: Readings) -> JsonObject:
    """Return a drawing for the time until the game knows more: the number of tokens read, in words."""
    tokens = reading_of(TokenReading, readings)
    if tokens is None:
        return {}
    return {"text": text(Say("reading.tokens", {"count": len(tokens.tokens)}))}


def seen_dice(dice: Sequence[Die], size_px: tuple[int, int]) -> list[SeenDie]:
    """Return dice that were read in a picture of this size."""
    return [_die(die, size_px) for die in dice]


def seen_board(reading: BoardReading | None) -> SeenBoard | None:
    """Return the board that was read; None if the readings have none, or none was found."""
    if reading is None or reading.corners_px is None:
        return None
    columns, rows = reading.grid
    return {
        "grid": reading.grid,
        "corners": _corners(reading, (-0.5, -0.5), (columns - 0.5, rows - 0.5)),
        "cells": [_cell(cell, reading.size_px) for cell in reading.cells],
        "hidden": [
            {
                "cell": (column, row),
                "corners": _corners(reading, (column - 0.5, row - 0.5), (column + 0.5, row + 0.5)),
            }
            for column, row in reading.hidden
        ],
    }


def _corners(
    reading: BoardReading, first: tuple[float, float], last: tuple[float, float]
) -> list[Place]:
    """Return the corners of a part of a board, clockwise, given its top left and bottom right."""
    (left, top), (right, bottom) = first, last
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    return list(places_of((reading.at_px(*point) for point in points), reading.size_px))


def _cell(cell: BoardCell, size: tuple[int, int]) -> SeenCell:
    return {
        "cell": (cell.cell.column, cell.cell.row),
        "label": cell.label,
        "turns": cell.turns,
        "on": cell.on,
        "confidence": cell.confidence,
        "sure": cell.sure,
        "corners": list(places_of(cell.corners_px, size)),
        "likely": [{"label": guess.label, "turns": guess.turns} for guess in cell.likely],
    }


def _die(die: Die, size: tuple[int, int]) -> SeenDie:
    return {
        "face": die.face,
        "centre": place_of(die.centre_px, size),
        "corners": list(places_of(die.corners_px, size)),
        "angle": die.angle_deg,
        "confidence": die.confidence,
        "sure": die.sure,
        "cut_off": die.cut_off,
        "likely": [guess.label for guess in die.likely],
    }


def _token(token: Token, size: tuple[int, int]) -> SeenToken:
    return {
        "label": token.label,
        "centre": place_of(token.centre_px, size),
        "diameter": round(token.size_px / size[0], 5),
        "confidence": token.confidence,
        "sure": token.sure,
        "likely": [guess.label for guess in token.likely],
    }
