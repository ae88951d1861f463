"""A reading as pages draw it over the picture."""

from collections.abc import Sequence

from companion.table.plays.play import Readings
from companion.table.shapes import JsonObject, SeenDie, SeenShape
from vision.reading import DiceReading, Die, PointPx

Fraction = tuple[float, float]


def seen_shape(readings: Readings, frame: int, drawn: JsonObject | None = None) -> SeenShape:
    """Return the readings of one frame; ``drawn`` is what the game adds to them once it knows more."""
    dice = readings.get("dice")
    return {
        "frame": frame,
        "sure": all(reading.sure for reading in readings.values()),
        "dice": seen_dice(dice.dice, dice.size_px) if isinstance(dice, DiceReading) else [],
        "doubts": sorted({doubt for reading in readings.values() for doubt in reading.doubts}),
        "drawn": drawn or {},
    }


def seen_dice(dice: Sequence[Die], size_px: tuple[int, int]) -> list[SeenDie]:
    """Return dice that were read in a picture of this size."""
    return [_die(die, size_px) for die in dice]


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


def _fraction(point: PointPx, size: tuple[int, int]) -> Fraction:
    return round(point.x / size[0], 5), round(point.y / size[1], 5)
