"""A reading as pages draw it over the picture."""

from collections.abc import Sequence

from companion.table.hooks.position import Readings
from companion.table.hooks.verdict import Say, text
from companion.table.shapes.seen import SeenBoard, SeenCell, SeenDie, SeenShape, SeenToken
from companion.table.shapes.values import JsonObject
from vision.readings.board import BoardCell, BoardReading
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx
from vision.readings.reading import Reading
from vision.readings.tokens import Token, TokenReading

Fraction = tuple[float, float]


def seen_shape(readings: Readings, frame: int, drawn: JsonObject | None = None) -> SeenShape:
    """Return the readings of one frame; ``drawn`` is what the game adds once it knows more."""
    dice = readings.get("dice")
    return {
        "frame": frame,
        "sure": all(reading.sure for reading in readings.values()),
        "dice": seen_dice(dice.dice, dice.size_px) if isinstance(dice, DiceReading) else [],
        "board": seen_board(readings.get("board")),
        "tokens": seen_tokens(readings.get("tokens")),
        "doubts": sorted({doubt for reading in readings.values() for doubt in reading.doubts}),
        "drawn": drawn or {},
    }


def counted(readings: Readings) -> JsonObject:
    """Return a drawing for the time until the game knows more: the number of tokens read, in words."""
    tokens = readings.get("tokens")
    if not isinstance(tokens, TokenReading):
        return {}
    return {"text": text(Say("reading.tokens", {"count": len(tokens.tokens)}))}


def seen_dice(dice: Sequence[Die], size_px: tuple[int, int]) -> list[SeenDie]:
    """Return dice that were read in a picture of this size."""
    return [_die(die, size_px) for die in dice]


def seen_tokens(reading: Reading | None) -> list[SeenToken]:
    """Return tokens that were read."""
    return (
        [_token(one, reading.size_px) for one in reading.tokens]
        if isinstance(reading, TokenReading)
        else []
    )


def seen_board(reading: Reading | None) -> SeenBoard | None:
    """Return the board that was read; None if the readings have none, or none was found."""
    if not isinstance(reading, BoardReading) or reading.corners_px is None:
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
) -> list[Fraction]:
    """Return the corners of a part of a board, clockwise, given its top left and bottom right."""
    (left, top), (right, bottom) = first, last
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [_fraction(reading.at_px(*point), reading.size_px) for point in points]


def _cell(cell: BoardCell, size: tuple[int, int]) -> SeenCell:
    return {
        "cell": (cell.cell.column, cell.cell.row),
        "label": cell.label,
        "turns": cell.turns,
        "on": cell.on,
        "confidence": cell.confidence,
        "sure": cell.sure,
        "corners": [_fraction(corner, size) for corner in cell.corners_px],
        "likely": [{"label": guess.label, "turns": guess.turns} for guess in cell.likely],
    }


def _die(die: Die, size: tuple[int, int]) -> SeenDie:
    return {
        "face": die.face,
        "centre": _fraction(die.centre_px, size),
        "corners": [_fraction(corner, size) for corner in die.corners_px],
        "angle": die.angle_deg,
        "confidence": die.confidence,
        "sure": die.sure,
        "cut_off": die.cut_off,
        "likely": [guess.face for guess in die.likely],
    }


def _token(token: Token, size: tuple[int, int]) -> SeenToken:
    return {
        "label": token.label,
        "centre": _fraction(token.centre_px, size),
        "diameter": round(token.size_px / size[0], 5),
        "confidence": token.confidence,
        "sure": token.sure,
        "likely": [guess.label for guess in token.likely],
    }


def _fraction(point: PointPx, size: tuple[int, int]) -> Fraction:
    return round(point.x / size[0], 5), round(point.y / size[1], 5)
