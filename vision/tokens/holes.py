"""Examines the board with holes for tokens: where it is, its light, then each hole separately."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, straighten_board, through
from vision.pyramid import Pyramid
from vision.readings.places import GridCell
from vision.stage_timer import StageTimer
from vision.tokens.board_light import BoardLight, board_light
from vision.tokens.finding.board import BoardPlace, TokenBoardFinder
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work, find_tokens, settled, work_picture
from vision.tokens.finding.ovals import find_ovals
from vision.tokens.naming.looks import looks_of_found, looks_within
from vision.tokens.naming.names import TokenNamer
from vision.tokens.seen import LOOKED_AT, SIZES, SeenTokens, apart, to_work, weights_of_clear
from vision.tokens.sets import TokenBoard, TokenSet

OUTLINED = 0.7
"""Share of rays that must cross an outline for it to show where rows run."""
ANY_SIZE = 0.15
"""Difference in size (a logarithm) from which the picture is looked at again at the tokens' size."""
FEWER = 0.5
"""Ratio of the number of outlined holes to that at another size below which the board is not there."""
MOST_LOOSE = 120
BESIDE_CELLS = 0.35
"""Distance from the outermost holes' cells, in cells, beyond which a thing lies beside the board."""
IN_HOLE_COUNTS = 0.5
"""Least weight of a thing in a hole in explaining the picture: some holes have no outline."""
IN_HOLE = (0.82, 1.18)
"""Range of sizes of tokens in holes: a hole's own outline is larger."""
PLAINLY = 29.0
"""Squared Mahalanobis distance below which a thing clearly has that label, or is an empty hole."""
MOST_DOUBTFUL = 16
"""Most holes that are examined again."""
AGAIN_REACH, CLEARER = 1.15, 0.7
"""Greatest distance of a token from its hole's middle, relative to the room there; ratio of strangeness
above which another place is taken."""
_STEPS = np.linspace(-1, 1, 5)
AROUND = np.array([(x, y) for x in _STEPS for y in _STEPS if x * x + y * y < 1.1])
"""Places in a hole, in fractions of that distance: (n, 2)."""
Values = NDArray[np.float64]


class HoleEye:
    """Looks at one taught board. Safe to call from several threads."""

    def __init__(self, taught: TokenSet, board: TokenBoard, namer: TokenNamer) -> None:
        self._taught, self._board, self._namer = taught, board, namer
        self._finder = TokenBoardFinder(board)

    def look(
        self, picture: Pyramid, timer: StageTimer, radius_px: float | None, last: Matrix | None
    ) -> SeenTokens | None:
        """Return the state of every hole, and of the surroundings; None if the board is not found.

        ``radius_px``: the size of tokens, if known; ``last``: the homography from cells to px of the
        picture for the board's last place.
        """
        usual, most = self._taught.radius * max(picture.size_wh(0)), 0
        for radius in [radius_px] if radius_px else [usual * size for size in SIZES]:
            with timer.stage("find"):
                work, found = _outlines(picture, radius)
            with timer.stage("board"):
                place = self._place(picture, work, found, last)
            if place is not None and place.is_sure and place.filled >= FEWER * most:
                with timer.stage("cells"):
                    return self._with_cells(picture, *self._resized(picture, work, found, place))
            most = max(most, 0 if place is None else place.filled)
        return None

    def _place(
        self, picture: Pyramid, work: Work, found: Outlines, last: Matrix | None
    ) -> BoardPlace | None:
        """Return where the board lies in the working picture: empty holes may be larger than tokens."""
        before = None if last is None else to_work(work) @ last
        tokens = found.centres[apart(found, found.plainly, OUTLINED)]
        place = self._finder.find(work, tokens, before)
        if place is not None and place.is_sure:
            return place
        larger = self._board.hole_cells / self._board.radius_cells
        other, holes = _outlines(picture, RADIUS_PX / work.scale * larger)
        points = work.from_px(other.to_px(holes.centres[apart(holes, holes.plainly, OUTLINED)]))
        near = np.linalg.norm(points[:, None] - tokens[None], axis=2)
        new = points[near.min(1, initial=np.inf) > RADIUS_PX]
        again = self._finder.find(work, np.vstack([tokens, new]), before)
        return max((one for one in (place, again) if one), key=lambda one: one.lead, default=None)

    def _resized(
        self, picture: Pyramid, work: Work, found: Outlines, place: BoardPlace
    ) -> tuple[Work, Outlines, BoardPlace]:
        """Return the same at the size given by the board, if the outlines gave another."""
        cells = self._board.grid.cells
        radius = self._board.radius_cells * float(np.median(_sizes(place.matrix, cells)))
        if abs(np.log(radius / RADIUS_PX)) < ANY_SIZE:
            return work, found, place
        other, again = _outlines(picture, radius / work.scale)
        matrix = to_work(other) @ np.linalg.inv(to_work(work)) @ place.matrix
        return other, again, replace(place, matrix=np.asarray(matrix))

    def _with_cells(self, picture: Pyramid, work: Work, seen: Outlines, place: BoardPlace) -> SeenTokens:
        """Return the state of every hole, each examined separately, and of everything else."""
        grid, board = self._board.grid, self._board
        back = np.asarray(np.linalg.inv(place.matrix), np.float64)
        middles = through(place.matrix, np.array(grid.cells, np.float64) + 0.5)
        size = board.radius_cells * _sizes(place.matrix, grid.cells)
        usual = float(np.median(size))
        holes = settled(work, self._nearest(seen, middles, usual), size, sizes=IN_HOLE)
        seen = self._with_ovals(work, seen, back)
        at = through(back, seen.centres)
        beside = np.nonzero(~self._on_the_board(at))[0]
        printed = self._finder.printed(work, place.matrix, at[beside], board.radius_cells)
        beside = beside[~printed]
        beside = beside[np.argsort(-seen.covered[beside])][:MOST_LOOSE]
        others = seen.only(beside)
        light = self._light(picture, work, place)
        shifts = light.at(through(back, holes.centres))
        weights = np.clip((holes.covered - 0.5) / 0.3, IN_HOLE_COUNTS, 1)
        looks = looks_of_found(holes)
        named = self._namer.named(looks, weights, light.illuminant, shifts, in_holes=True)
        cells = np.arange(len(middles))
        shown = self._again(SeenTokens(work, holes, named, cells, usual, place), middles, size, shifts)
        around = light.at(through(back, others.centres))
        loose = self._namer.named(
            looks_of_found(others),
            weights_of_clear(others),
            named.illuminant,
            around,
            after=named.explained,
        )
        return replace(
            shown,
            found=shown.found.joined(others),
            named=shown.named.joined(loose),
            cells=np.concatenate([cells, np.full(len(others), -1)]),
        )

    def _with_ovals(self, work: Work, seen: Outlines, back: Matrix) -> Outlines:
        """Return the same with leaning gems beside the board: those in holes lie flat."""
        beside = seen.only(~self._on_the_board(through(back, seen.centres)))
        ovals = find_ovals(work, beside)
        return seen.joined(ovals.only(ovals.covered > LOOKED_AT))

    def _on_the_board(self, at: Values) -> NDArray[np.bool_]:
        """Return which places (n, 2), in cells, are within the area of holes."""
        size = np.array([self._board.grid.columns, self._board.grid.rows])
        return np.asarray(((at > -BESIDE_CELLS) & (at < size + BESIDE_CELLS)).all(1))

    def _again(self, seen: SeenTokens, middles: Values, sizes: Values, shifts: Values) -> SeenTokens:
        """Return the same with doubtful holes examined again: an outline, perhaps the hole's own, may
        have hidden a token off its middle."""
        board, named = self._board, seen.named
        plain = (named.distance < PLAINLY) & (named.chances.max(1) > 0.99)
        doubtful = np.nonzero(~plain & (named.none_distance > PLAINLY))[0][:MOST_DOUBTFUL]
        if not len(doubtful):
            return seen
        reach = AGAIN_REACH * (board.hole_cells - board.radius_cells) / board.radius_cells
        off = AROUND[None] * reach * sizes[doubtful][:, None, None]
        places = (middles[doubtful][:, None] + off).reshape(-1, 2)
        radii = np.repeat(sizes[doubtful], len(AROUND))
        if self._namer.prints is None:
            looks = looks_within(seen.work, places, radii)
        else:
            looks = looks_of_found(settled(seen.work, places, radii, rounds=0))
        around = np.repeat(shifts[doubtful], len(AROUND), axis=0)
        other = self._namer.again(named.explained, looks, around)
        strange = other.distance.reshape(len(doubtful), -1)
        rows = strange.argmin(1) + len(AROUND) * np.arange(len(doubtful))
        better = strange.min(1) < CLEARER * named.distance[doubtful]
        if not better.any():
            return seen
        which, rows = doubtful[better], rows[better]
        found = settled(seen.work, places[rows], radii[rows], rounds=0)
        return replace(
            seen,
            found=seen.found.replaced(which, found, np.arange(len(which))),
            named=named.replaced(which, other, rows),
        )

    def _nearest(self, seen: Outlines, middles: Values, usual: float) -> Values:
        """Return for each hole the middle of the clearest outline in it, or its own."""
        board = self._board
        reach = 1.2 * max(board.hole_cells - board.radius_cells, 0.3 * board.radius_cells)
        reach *= usual / board.radius_cells
        size = np.abs(np.log(seen.radii / usual))
        off = np.linalg.norm(middles[:, None] - seen.centres[None], axis=2)
        score = np.where(off < reach, (seen.covered - size)[None], -1.0)
        if not score.shape[1]:
            return middles
        best = score.argmax(1)
        return np.where((score.max(1) > LOOKED_AT)[:, None], seen.centres[best], middles)

    def _light(self, picture: Pyramid, work: Work, place: BoardPlace) -> BoardLight:
        grid = self._board.grid
        straight, seen = straighten_board(
            picture, grid, np.linalg.inv(to_work(work)) @ place.matrix, halvings=1
        )
        return board_light(straight, seen, self._board)


def _outlines(picture: Pyramid, radius_px: float) -> tuple[Work, Outlines]:
    """Return the picture in which tokens of this size have the working radius, and its outlines."""
    work = work_picture(picture, radius_px)
    found = find_tokens(work)
    return work, found.only(found.covered > LOOKED_AT)


def _sizes(matrix: Matrix, cells: list[GridCell]) -> Values:
    """Return how wide each cell is in px."""
    middles, half = np.array(cells, np.float64) + 0.5, np.array([0.5, 0.0])
    ends = through(matrix, np.vstack([middles - half, middles + half]))
    return np.asarray(np.linalg.norm(ends[: len(cells)] - ends[len(cells) :], axis=1))
