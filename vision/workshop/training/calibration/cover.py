"""Fits how probably a cell is covered by a hand or a thing.

The network that sees the whole board tells it well of the worlds that it has learnt from; in others, a
block of equal pieces may look like a sheet to it. What resembles a taught piece, or the bare place, is
not covered. Run as ``python -m vision.workshop.training.calibration.cover`` after the matcher's
training.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from vision.board_grid import BoardGrid
from vision.boards.sets import BoardSet, Label
from vision.matching.learnt import COVER
from vision.matching.matcher import BoardMatcher
from vision.sets.kind import Sample
from vision.workshop.training.calibration.fits import Row, as_data, fitted_to, tell
from vision.workshop.training.matching.batches import CLEAR_BELOW, COVERED_FROM
from vision.workshop.training.matching.boards import BARE
from vision.workshop.training.matching.lessons import PaintedLesson, block
from vision.workshop.training.matching.paint import fill_stock

BLOCKS, FIRST, HELD_OUT = 48, 100, 4
"""Number of blocks of worlds of art kept back, and the first: those before it are for other fits; of
each so many blocks, one is not fitted to."""


def rows_of(folder: Path, number: int) -> Iterator[Row]:
    """Yield the cells of a block of worlds that are clearly covered or clearly not, and on which nothing
    stands."""
    for lesson, examples in groupby(block(folder, number, kept_back=True), lambda one: one.lesson):
        if not len(lesson.labels):
            continue
        own: BoardMatcher | None = None
        for example in examples:
            own = own or BoardMatcher(as_set(lesson, *example.truth.shape))
            covered, figures = example.covered.ravel(), example.figures.ravel()
            for cell, features in zip(*own.cover_features(example.board_bgr), strict=True):
                share = float(covered[cell])
                if figures[cell] == BARE and not CLEAR_BELOW <= share <= COVERED_FROM:
                    yield Row("covered", number, features, share > COVERED_FROM)


def as_set(lesson: PaintedLesson, rows: int, columns: int) -> BoardSet:
    """Return a lesson as a reader's set; its photograph's size and place do not matter."""
    taught = sorted(set(lesson.labels.tolist()))
    samples = tuple(
        Sample(str(label), lesson.samples[n], str(n))
        for label in taught
        for n in np.nonzero(lesson.labels == label)[0].tolist()
    )
    labels = tuple(Label(str(label), lesson.rotations[label]) for label in taught)
    grid, nowhere = BoardGrid(columns, rows), ((0.0, 0.0),) * 4
    return BoardSet("", grid, lesson.bare_bgr, lesson.known, nowhere, (1, 1), labels, samples)


def main() -> None:
    """Draw worlds, match them, fit, tell how good it is on those left out, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/matching/worlds"), help="drawn there")
    parser.add_argument("--blocks", type=int, default=BLOCKS, help="a trial: only so many")
    args = parser.parse_args()
    fill_stock()
    rows = [row for n in range(FIRST, FIRST + args.blocks) for row in rows_of(args.folder, n)]
    held = fitted_to([row for row in rows if row.photo % HELD_OUT], products=False)
    print(tell("covered", held, [row for row in rows if row.photo % HELD_OUT == 0]))
    if args.blocks == BLOCKS:
        data = as_data(fitted_to(rows, products=False))
        COVER.write_text(json.dumps(data) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
