"""What a picture shows of one taught set of tokens: outlines, their names, the board, before any
verdict.

Readings and their calibration start from the same.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, straighten_board, through
from vision.finders.token_lattice import BoardPlace, LatticeFinder
from vision.finders.tokens import RADIUS_PX, Found, Work, find_tokens, settled, work_picture
from vision.pyramid import Pyramid
from vision.readers.stage_timer import StageTimer
from vision.readers.token_board_light import BoardLight, board_light
from vision.readers.token_confidence import rough_presence
from vision.readers.token_looks import looks_of_found
from vision.readers.token_names import Named, TokenNamer
from vision.reading import GridCell
from vision.sets.tokens import TokenSet

LOOKED_AT = 0.35
"""Outlines that so small a part of the rays cross are left out."""
SIZES = (1.0, 1.3, 0.77, 1.7, 0.6, 2.1, 0.48)
"""Sizes of tokens, against those of the lesson, that are looked for one after the other."""
SAME_SIZE = 0.1
"""Where tokens seem larger or smaller by more (a logarithm), the picture is looked at again."""
PLAIN = 0.5
BESIDE_CELLS = 0.62
"""What is nearer to a hole's middle, in cells, lies in it."""
MOST_LOOSE = 120
IN_HOLE = (0.82, 1.18)
"""How small and how large tokens in holes may be: a hole's own outline is larger."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Seen:
    """What may be tokens in a picture, and where the board lies.

    ``cells`` (n,): the number of the hole in which an outline is looked for, -1 elsewhere. ``usual``:
    the radius usual in the picture, in the working one.
    """

    work: Work
    found: Found
    named: Named
    cells: NDArray[np.intp]
    usual: float
    place: BoardPlace | None = None


class TokenEye:
    """Looks at pictures of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        self.taught = taught
        self.namer = TokenNamer(taught)
        self._lattice = None if taught.board is None else LatticeFinder(taught.board)

    def look(
        self, picture: Pyramid, timer: StageTimer, radius_px: float | None, last: Matrix | None = None
    ) -> Seen:
        """Return what is seen. ``radius_px``: how large tokens are, where that is known already.

        ``last``: the homography from cells to px of the picture where the board lay before.
        """
        with timer.stage("find"):
            seen = self._in_size(picture, radius_px)
        if self._lattice is None:
            return seen
        with timer.stage("board"):
            place = self._board_place(picture, seen, last)
        if place is None or not place.is_sure:
            return seen
        with timer.stage("cells"):
            return self._with_cells(picture, *self._resized(picture, seen, place))

    def _resized(self, picture: Pyramid, seen: Seen, place: BoardPlace) -> tuple[Seen, BoardPlace]:
        """Return the same in the size that the board tells, where the outlines told another."""
        assert self.taught.board is not None
        cells = self.taught.board.grid.cells
        radius = self.taught.board.radius_cells * float(np.median(_sizes(place.matrix, cells)))
        if abs(np.log(radius / RADIUS_PX)) < 1.5 * SAME_SIZE:
            return seen, place
        again, _ = self._at(picture, radius / seen.work.scale)
        matrix = to_work(again.work) @ np.linalg.inv(to_work(seen.work)) @ place.matrix
        return again, replace(place, matrix=np.asarray(matrix))

    def _in_size(self, picture: Pyramid, radius_px: float | None) -> Seen:
        """Return what is seen at the size at which most are plainly tokens."""
        usual = self.taught.radius * max(picture.size_wh(0))
        best: tuple[float, Seen] | None = None
        for radius in [radius_px] if radius_px else [usual * size for size in SIZES]:
            seen, total = self._at(picture, radius)
            if best is None or total > 1.3 * best[0]:
                best = total, seen
            plain = rough_presence(seen.found, seen.named) > PLAIN
            if self.namer.telling(seen.named, plain) if self.namer.has_patterns else total > PLAIN:
                best = total, seen
                break
        assert best is not None
        seen = best[1]
        if best[0] > PLAIN and abs(np.log(seen.usual / RADIUS_PX)) > SAME_SIZE:
            seen, _ = self._at(picture, seen.usual / seen.work.scale)
        return seen

    def _at(self, picture: Pyramid, radius_px: float) -> tuple[Seen, float]:
        """Return what is seen with tokens of this size, and how many are plainly some."""
        work = work_picture(picture, radius_px)
        found = find_tokens(work)
        found = found.taken(found.covered > LOOKED_AT)
        named, rough = self._named(found)
        plain = rough > PLAIN
        usual = float(np.median(found.radii[plain])) if plain.any() else RADIUS_PX
        beside = np.full(len(found), -1, np.intp)
        return Seen(work, found, named, beside, usual), float(rough[plain].sum())

    def _named(self, found: Found) -> tuple[Named, Values]:
        weights = np.clip((found.covered - 0.5) / 0.3, 0, 1)
        weights *= np.abs(np.log(found.radii / RADIUS_PX)) < 0.25
        named = self.namer.named(looks_of_found(found), weights)
        return named, rough_presence(found, named)

    def _board_place(self, picture: Pyramid, seen: Seen, last: Matrix | None) -> BoardPlace | None:
        """Return where the board lies in the working picture."""
        assert self._lattice is not None
        assert self.taught.board is not None
        work = seen.work
        before = None if last is None else to_work(work) @ last
        tokens = apart(seen.found, rough_presence(seen.found, seen.named), 0.35)
        place = self._lattice.find(work, seen.found.centres[tokens], before)
        if place is not None and place.is_sure:
            return place
        larger = self.taught.board.hole_cells / self.taught.board.radius_cells
        other = work_picture(picture, seen.usual / work.scale * larger)
        holes = find_tokens(other)
        holes = holes.taken(apart(holes, holes.covered, 0.6))
        points = work.from_px(other.to_px(holes.centres))
        near = np.linalg.norm(points[:, None] - seen.found.centres[tokens][None], axis=2)
        new = points[near.min(1, initial=np.inf) > RADIUS_PX]
        again = self._lattice.find(work, np.vstack([seen.found.centres[tokens], new]), before)
        return max((one for one in (place, again) if one), key=lambda one: one.likeness, default=None)

    def _with_cells(self, picture: Pyramid, seen: Seen, place: BoardPlace) -> Seen:
        """Return what is seen with every hole of the board looked at by itself."""
        board = self.taught.board
        assert board is not None
        grid, work = board.grid, seen.work
        middles = through(place.matrix, np.array(grid.cells, np.float64) + 0.5)
        size = board.radius_cells * _sizes(place.matrix, grid.cells)
        usual = float(np.median(size))
        starts = self._nearest(seen, middles, usual)
        holes = settled(work, starts, size, sizes=IN_HOLE)
        at = through(np.asarray(np.linalg.inv(place.matrix), np.float64), seen.found.centres)
        inside = ((at > -0.35) & (at < np.array([grid.columns, grid.rows]) + 0.35)).all(1)
        assert self._lattice is not None
        printed = self._lattice.printed(work, place.matrix, at, board.radius_cells)
        beside = np.nonzero(~inside & ~printed)[0][:MOST_LOOSE]
        found = _joined(holes, seen.found.taken(beside))
        light = self._light(picture, work, place)
        cells = np.concatenate([np.arange(len(middles)), np.full(len(beside), -1)])
        weights = np.clip((found.covered - 0.5) / 0.3, 0, 1)
        shifts = light.at(through(np.asarray(np.linalg.inv(place.matrix)), found.centres))
        named = self.namer.named(looks_of_found(found), weights, light.lamp, shifts)
        return replace(seen, found=found, named=named, cells=cells, usual=usual, place=place)

    def _nearest(self, seen: Seen, middles: Values, usual: float) -> Values:
        """Return for each hole the middle of the plainest outline in it, else its own."""
        board = self.taught.board
        assert board is not None
        reach = 1.2 * max(board.hole_cells - board.radius_cells, 0.3 * board.radius_cells)
        reach *= usual / board.radius_cells
        chance = rough_presence(seen.found, seen.named)
        off = np.linalg.norm(middles[:, None] - seen.found.centres[None], axis=2)
        score = np.where(off < reach, chance[None], -1.0)
        if not score.shape[1]:
            return middles
        best = score.argmax(1)
        has = score.max(1) > 0.05
        return np.where(has[:, None], seen.found.centres[best], middles)

    def _light(self, picture: Pyramid, work: Work, place: BoardPlace) -> BoardLight:
        assert self.taught.board is not None
        grid = self.taught.board.grid
        straight, seen = straighten_board(picture, grid, np.linalg.inv(to_work(work)) @ place.matrix)
        return board_light(straight, seen, self.taught.board)


def to_work(work: Work) -> Matrix:
    """Return the map (3 x 3) from pixels of the picture to those of the working one."""
    half = 0.5 * work.scale - 0.5
    return np.array([[work.scale, 0, half], [0, work.scale, half], [0, 0, 1.0]])


def apart(found: Found, score: Values, least: float) -> NDArray[np.intp]:
    """Return the numbers of those with a high score that do not lie on each other, the best first."""
    kept: list[int] = []
    for one in np.argsort(-score).tolist():
        if score[one] < least:
            break
        away = np.linalg.norm(found.centres[kept] - found.centres[one], axis=1)
        if (away > 0.75 * (found.radii[kept] + found.radii[one])).all():
            kept.append(one)
    return np.array(kept, np.intp)


def _sizes(matrix: Matrix, cells: list[GridCell]) -> Values:
    """Return how wide each cell is in px."""
    middles, half = np.array(cells, np.float64) + 0.5, np.array([0.5, 0.0])
    ends = through(matrix, np.vstack([middles - half, middles + half]))
    return np.asarray(np.linalg.norm(ends[: len(cells)] - ends[len(cells) :], axis=1))


def _joined(one: Found, other: Found) -> Found:
    return Found(
        np.concatenate([one.centres, other.centres]),
        np.concatenate([one.radii, other.radii]),
        np.concatenate([one.covered, other.covered]),
        np.concatenate([one.strength, other.strength]),
        np.concatenate([one.patches, other.patches]),
    )
