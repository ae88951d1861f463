"""Fits the confidence of readings of boards.

Run as ``python -m vision.workshop.training.calibration.boards FOLDER...``.

Each folder holds ``teach.jsonl`` and ``play.jsonl``, as ``companion teach board`` and ``evaluate board``
take them. Every fourth photograph is held out at first, to measure the fit; then all are used.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np

from vision.boards.finding.finder import BoardFinder
from vision.boards.manifest import LabelledBoard, LabelledCell, read_board_manifest
from vision.boards.measured.again import BARE, Again
from vision.boards.measured.answers import UNDER_BY, may_stand, standing_features
from vision.boards.measured.confidence import FITTED
from vision.boards.measured.eye import BoardEye
from vision.boards.measured.looked import Looked
from vision.boards.sets import BoardSet
from vision.boards.teaching.teacher import teach_board
from vision.dice.manifest import load_picture
from vision.pyramid import Pyramid
from vision.readings.board import EMPTY
from vision.regression import Regression
from vision.stage_timer import StageTimer
from vision.workshop.training.calibration.fits import STIFFNESS, Row, as_data, fitted_to, tell

LIMITS = {
    "empty_from": 0.995,
    "named_from": 0.995,
    "again_from": 0.9,
    "under_from": 0.96,
    "standing_from": 0.95,
}
"""Probability from which an answer is called sure. Chosen by hand on the photographs left out."""
HELD_OUT = 4
SEED = 0
COVERED = 0.12
FORGETFUL = 0.4
"""Share of the photographs that are read with a third of the pieces left out of the set."""
FORGETFUL_UNDER = 0.05
"""The same for pieces under pawns: little is visible of those, and more unknown ones among them would
leave hardly any known one sure. The same holds for pawns: the visible part of an unknown piece looks
like one.
"""
STRANGE_COUNT = 0.15
"""Weight of the data on pawns that are read with pieces left out: of 493 pawns 439 are then sure, 423
with these data alone, and 452 without them, but then ten times as many unknown pieces are taken for a
pawn with certainty."""
EVEN = ("under",)
"""The regression for a name under a pawn has no products of features, which hold only for the styles
that they were fitted to: with them, of 191 sure cells of 221 in two other styles 2 were wrong, without
them 1 of 177."""
STIFFER = {"standing": 5.0}
"""The regressions for which large weights cost more than usual. Chosen on printings that were not
fitted to: of 186 pawns 10 were missed with 1, 6 with 5."""
NOTHING = LabelledCell(EMPTY)
KINDS = ("occupied", "named", "again", "under", "standing")
LEFT = ("occupied", "named", "under")
"""The regressions of a first look keep their fit to four drawn styles and real letters: fitted to
synthetic printings as well, they were sure of one wrong name on a printing that they were not fitted to.
The regression for a name under a pawn is kept, too: after a new fit it was sure of fewer names in two
styles that it was not fitted to."""


def rows_of(folder: Path) -> Iterator[Row]:
    """Yield the data of a folder's photographs."""
    taught = teach_board(folder.name, read_board_manifest(folder / "teach.jsonl").photos).taught
    rng = np.random.default_rng(SEED)
    fewer = with_fewer_labels(taught, rng)
    eyes = BoardEye(taught), BoardEye(fewer)
    luck = np.random.default_rng(crc32(folder.name.encode()))
    finder = BoardFinder(
        taught.grid, taught.board_bgr, taught.known, taught.taught_matrix, taught.photo_wh
    )
    for number, photo in enumerate(read_board_manifest(folder / "play.jsonl").photos):
        which, under = int(rng.random() < FORGETFUL), eyes[int(luck.random() < FORGETFUL_UNDER)]
        own = eyes[which], under
        yield from _rows(taught, own, finder, photo, number)


def with_fewer_labels(taught: BoardSet, rng: np.random.Generator) -> BoardSet:
    """Return the set as if a third of its pieces had never been taught: unknown pieces must occur."""
    names = [label.name for label in taught.labels]
    dropped = set(rng.choice(names, len(names) // 3, replace=False).tolist())
    return replace(
        taught,
        labels=tuple(label for label in taught.labels if label.name not in dropped),
        samples=tuple(sample for sample in taught.samples if sample.label not in dropped),
        joins=tuple(join for join in taught.joins if not {join.first, join.then} & dropped),
    )


def _rows(
    taught: BoardSet,
    eyes: tuple[BoardEye, BoardEye],
    finder: BoardFinder,
    photo: LabelledBoard,
    number: int,
) -> Iterator[Row]:
    """Yield the data of a photograph. ``eyes``: the usual one, and the one for pieces under pawns, and
    for pawns."""
    eye, under_eye = eyes
    picture = Pyramid(load_picture(photo.image))
    fit = finder.find(picture)
    if fit is None:
        return
    straightened = finder.straightened(picture, fit)
    looked = eye.look(*straightened, StageTimer())
    readable = (looked.measured.in_view > 0.98) & (looked.covered <= COVERED) & ~looked.plain
    cells = taught.grid.cells
    looks = _looks_again(eye, looked, np.nonzero(readable)[0].tolist())
    under_looked = looked if under_eye is eye else under_eye.look(*straightened, StageTimer())
    under = looks if under_eye is eye else _looks_again(under_eye, under_looked, list(looks))
    rotations = {label.name: label.rotations for label in taught.labels}
    again: dict[int, Again] = {}
    stands: dict[int, bool] = {}
    for index, one in looks.items():
        cell = cells[index]
        if cell in photo.hidden:
            # Invisible things must not be called bare.
            if one.name == BARE:
                yield Row("again", number, one.features, False)
            continue
        said = photo.cells.get(cell, NOTHING)
        turns = (said.turns or 0) % rotations.get(said.label, 4)
        stands[index] = said.on is not None
        there = said.label != EMPTY or stands[index]
        yield Row("occupied", number, looked.occupied[index], there)
        if eye.gallery.turned[looked.best[index]]:
            continue
        if there:
            name = eye.gallery.names[int(looked.best[index])]
            is_so = name == (said.label, turns) and not stands[index]
            yield Row("named", number, looked.named[index], is_so)
        again[index] = one
        true = (said.label, turns if said.label != EMPTY else 0)
        if stands[index]:
            yield _second(under_eye, "under", number, under[index], true)
        else:
            yield _second(eye, "again", number, one, true)
    for seen, by_cell, counts in ((looked, looks, STRANGE_COUNT), (under_looked, under, 1.0)):
        odd = [index for index in again if seen.odd[index] or may_stand(by_cell[index])]
        rows = standing_features(taught.grid, seen, by_cell, odd, fit.matrix, picture.size_wh(0))
        yield from (
            Row("standing", number, features, stands[index], counts)
            for index, features in zip(odd, rows, strict=True)
        )


def _second(eye: BoardEye, kind: str, number: int, one: Again, true: tuple[str, int]) -> Row:
    """Return a second look's features at a piece, and whether it named the piece correctly."""
    features = one.features[:UNDER_BY] if kind == "under" else one.features
    return Row(kind, number, features, eye.named(one.name) == true)


def _looks_again(eye: BoardEye, looked: Looked, cells: list[int]) -> dict[int, Again]:
    return dict(zip(cells, eye.look_again(looked, cells), strict=True))


def main(folders: Sequence[Path]) -> None:
    """Fit to all photographs of these folders, and say how good that is."""
    fit_to([row for folder in folders for row in rows_of(folder)])


def fit_to(rows: Sequence[Row]) -> None:
    """Fit to these rows, print the quality of the fit, and write everything except what is ``LEFT``."""
    fits: dict[str, object] = json.loads(FITTED.read_text(encoding="utf-8"))
    for kind in KINDS:
        own = [row for row in rows if row.kind == kind]
        held = [row for row in own if row.photo % HELD_OUT == 0]
        print(tell(kind, _fitted(kind, [row for row in own if row.photo % HELD_OUT]), held))
        if kind in LEFT:
            continue
        fits[kind] = as_data(_fitted(kind, own))
    FITTED.write_text(json.dumps(fits | LIMITS) + "\n", encoding="utf-8")


def _fitted(kind: str, rows: Sequence[Row]) -> Regression:
    return fitted_to(rows, STIFFER.get(kind, STIFFNESS), products=kind not in EVEN)


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
