"""Dice that the picture's edge cuts: pictures are cut through dice of which a reading was sure."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from tests.conftest import REAL
from tests.figures.photographs import COLLECTIONS, kept
from tests.figures.simulated import house_throw
from tests.figures.tables import Missing, table, told
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.picture_files import load_picture
from vision.readings.dice import Die
from vision.workshop.evaluation.counts import Count

CUT_OFF = (0.5, 0.3)
"""How much of a die is cut off, as a share of its side."""
FREE_SIDES = 1.7
"""A die is cut only where no other lies so near to its left or right, in sides: one die in each cut."""
SEEDS = range(7100, 7108)
HEAD = ("pictures", "cut off", "told as cut off", "not told, but the reading doubtful", "sure")


def edges(folder: Path = REAL / "dice") -> Iterator[str]:
    """Yield what becomes of dice that are cut off, on the house table and on photographs."""
    house, pips = DiceReader(load("carcassonne")), DiceReader(load("pips"))
    lots = [("the house table", house, list(lonely((house_throw(s)[0] for s in SEEDS), house)))]
    missing = ""
    try:
        photos = [photo for name in COLLECTIONS for photo in kept(folder, name)]
        pictures = (load_picture(photo.image) for photo in photos)
        lots.append(("photographs of plain dice", pips, list(lonely(pictures, pips))))
    except Missing as error:
        missing = f"\nNot measured: {error}."
    yield from table(HEAD, [_row(name, reader, dice, s) for name, reader, dice in lots for s in CUT_OFF])
    if missing:
        yield missing


def lonely(pictures: Iterable[ImageBgr], reader: DiceReader) -> Iterator[tuple[ImageBgr, Die]]:
    """Yield sure dice that have nothing to their left or right, with their pictures."""
    for image in pictures:
        dice = reader.read(image).dice
        for die in dice:
            if die.sure and not any(_is_beside(other, die) for other in dice if other is not die):
                yield image, die


def _is_beside(other: Die, die: Die) -> bool:
    near = FREE_SIDES * die.side_px
    level = abs(other.centre_px.y - die.centre_px.y) < near
    return level and abs(other.centre_px.x - die.centre_px.x) < near


def _row(
    name: str, reader: DiceReader, dice: list[tuple[ImageBgr, Die]], share: float
) -> tuple[str, ...]:
    found = [_cut(reader, image, die, share) for image, die in dice]
    counts = [Count(found.count(what), len(found)) for what in ("told", "doubtful", "sure")]
    return (name, f"{100 * share:.0f} %", *map(told, counts))


def _cut(reader: DiceReader, image: ImageBgr, die: Die, share: float) -> str:
    """Return what a reading says of a die when so much of it, from the left, is out of the picture."""
    edge = round(die.centre_px.x + (share - 0.5) * die.side_px)
    reading = reader.read(np.ascontiguousarray(image[:, edge:]))
    there = [
        one
        for one in reading.dice
        if one.centre_px.x < die.side_px and abs(one.centre_px.y - die.centre_px.y) < die.side_px
    ]
    if any(one.sure for one in there):
        return "sure"
    if any(one.cut_off for one in there):
        return "told"
    return "nothing said" if reading.sure else "doubtful"
