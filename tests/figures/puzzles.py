"""Printed puzzles with pieces on them, drawn: what is said of each, and what is seen of every square."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np

from companion.games.ubongo.cards import faces
from companion.table.plays.ubongo.puzzle_check import cells_of, check
from tests.figures.tables import table, told
from tests.table.plays.ubongo.puzzle_scenes import (
    COVERED,
    FREE,
    KINDS,
    PuzzlePicture,
    puzzle_picture,
)
from vision.readings.outlines import Outline
from vision.readings.places import GridCell
from vision.sheets.reader import OutlineReader
from vision.workshop.evaluation.counts import Count

SEED: Final = 31
SIZES: Final = ((1280, 960), (1640, 1232), (640, 480))
HEAD: Final = ("what lies there", "pictures", "filled", "not filled", "cannot be told", "nothing said")
WRONG: Final = {"hand": ("filled",), "empty": ("filled", "bare")}
"""What is wrong to say of a puzzle under a hand (squares may really be free), and of an empty one."""


def puzzles(pictures_of_each: int) -> Iterator[str]:
    """Yield what is said of so many pictures of each kind, in each of three sizes."""
    said: Counter[tuple[str, str]] = Counter()
    squares: Counter[str] = Counter()
    wrong = 0
    each = product(range(pictures_of_each), enumerate(KINDS), enumerate(SIZES))
    for number, (kind_number, kind), (size_number, size) in each:
        rng = np.random.default_rng([SEED, number, kind_number, size_number])
        picture = puzzle_picture(rng, kind, size)
        outlines = OutlineReader().read(picture.image_bgr).outlines
        seen = next((one for one in outlines if one.number == picture.number), None)
        found = None if seen is None else check(seen)
        what = "nothing" if found is None else found.outcome
        said[kind, what] += 1
        wrong += what in WRONG.get(kind, {"filled", "bare"} - picture.may_be)
        if seen is not None and kind != "hand":
            squares.update(_squares(picture, seen))
    whats = ("filled", "bare", "unclear", "nothing")
    rows = [
        (kind, str(sum(said[kind, what] for what in whats)), *(str(said[kind, what]) for what in whats))
        for kind in KINDS
    ]
    yield from table(HEAD, rows)
    yield ""
    yield f"Wrongly said: {told(Count(wrong, said.total()))}."
    n = squares["n"]
    right, sure, silent = (told(Count(squares[name], n)) for name in ("right", "sure", "silent"))
    yield f"Of the squares of sheets that were read: right {right}, sure {sure},"
    yield f"sure but wrong {silent}."


def _squares(picture: PuzzlePicture, seen: Outline) -> Iterator[str]:
    """Yield a word for each thing that is true of each square that is clearly covered or free."""
    within = cells_of(faces()[picture.number].puzzle)
    for cell in seen.cells:
        hidden = picture.hidden[cell.cell]
        if FREE < hidden < COVERED:
            continue
        is_right = cell.look == ("covered" if hidden >= COVERED else _printed(cell.cell, within))
        yield "n"
        yield from ["right"] * is_right + ["sure"] * cell.sure
        yield from ["silent"] * (cell.sure and not is_right)


def _printed(cell: GridCell, within: frozenset[GridCell]) -> str:
    return "inside" if cell in within else "outside"
