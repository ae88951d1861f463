"""Reads tokens with the trained finder and matcher."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, through
from vision.frame import ImageBgr
from vision.markers.finder import USUAL_SEARCH_PX, Points
from vision.markers.plane import TablePlane
from vision.pyramid import Pyramid
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess
from vision.readings.tokens import Token, TokenReading
from vision.stage_timer import StageTimer
from vision.tokens.finding.board import TokenBoardFinder
from vision.tokens.finding.outlines import work_picture
from vision.tokens.learnt.finding import Things, find_things
from vision.tokens.learnt.matching import TokenMatcher, numbers
from vision.tokens.pooling import pool_tokens
from vision.tokens.seen import to_work
from vision.tokens.sets import TokenSet
from vision.tokens.table_markers import MarkersThere, TableMarkers
from vision.tokens.table_places import in_mm, radius_in_px

SIZES = (1.0, 0.6, 1.67, 0.36, 2.8)
"""Sizes of tokens relative to the lesson's that are looked for one after the other, if no markers tell
it."""
ENOUGH, PLAIN = 3, 0.65
"""Number of tokens, and their mean probability, from which no other size is looked for."""
OTHER_SIZE, CLEAR = 0.2, -1.0
"""Difference of the things' usual size (a logarithm) from the size looked for above which it is looked
again; the finder's logit from which a thing counts for that."""
UNUSUAL = 0.4
"""Weight of tokens of twice or half the lesson's size."""
LISTED, DOUBTED = 0.35, 0.06
"""Probability of being a taught token from which a thing is listed, and from which a token may be
missing."""
IN_HOLE = 0.5
"""Distance from a hole's middle, in cells, within which a thing lies in it."""
NOT_FOUND, NO_HOLE = -9.0, -1
"""The finder's logit of a token in a hole in which it found none; the number of no hole."""
AT_A_MARKER = 0.6
"""Distance from a marker's black square, in radii, within which a thing is part of it."""
MOST_GUESSES = 4
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Looked:
    """Everything that may be a token: ``centres`` (n, 2) and ``radii`` (n,) in px, ``chances``
    (n, names + 1), ``cells`` (n,): the number of its hole, or -1; ``matrix``: the map from cells to px.
    """

    centres: Values
    radii: Values
    chances: Values
    cells: NDArray[np.intp]
    matrix: Matrix | None = None


@dataclass(frozen=True, eq=False)
class _Placed:
    """Where tokens are looked for: in px, with the finder's logits, and the numbers of their holes."""

    centres: Values
    logits: Values
    radii: Values
    cells: NDArray[np.intp]


class LearntTokenReader:
    """Reads the tokens of one taught set. Safe to call from several threads."""

    kind = TokenReading.kind

    def __init__(self, taught: TokenSet) -> None:
        self.taught = taught
        self._matcher = TokenMatcher(taught)
        self._board = None if taught.board is None else TokenBoardFinder(taught.board)

    def read(self, image_bgr: ImageBgr) -> TokenReading:
        """Return every token seen in a picture."""
        timer, picture = StageTimer(), Pyramid(image_bgr)
        with timer.stage("markers"):
            markers = TableMarkers(USUAL_SEARCH_PX).look(picture)
        looked = self._look(picture, markers, timer)
        with timer.stage("judge"):
            reading = self._judged(picture, looked, markers)
        return replace(reading, stages_ms=tuple(timer.ms.items()))

    def pool(self, readings: Sequence[TokenReading]) -> TokenReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
        return pool_tokens(readings)

    def _look(self, picture: Pyramid, markers: MarkersThere, timer: StageTimer) -> Looked:
        usual = self.taught.radius * max(picture.size_wh(0))
        sizes: tuple[float, ...] = SIZES
        if markers.plane is not None and self.taught.radius_mm is not None:
            usual, sizes = radius_in_px(markers.plane, picture, self.taught.radius_mm), SIZES[:1]
        best: tuple[float, Looked] | None = None
        for size in sizes:
            with timer.stage(f"find {size:g}"):
                things, radius = self._found(picture, size * usual, markers)
            with timer.stage(f"name {size:g}"):
                looked = self._named(picture, things, radius)
            own = looked.chances[:, : self._matcher.tokens].max(1, initial=0.0)
            own = own[own > LISTED]
            # Small prints are many, and each is only half like a token.
            score = float((own**2).sum()) * radius * UNUSUAL ** abs(np.log2(radius / usual))
            if best is None or score > best[0]:
                best = score, looked
            if len(own) >= ENOUGH and own.mean() > PLAIN:
                break
        assert best is not None
        return best[1]

    def _found(self, picture: Pyramid, radius_px: float, markers: MarkersThere) -> tuple[Things, float]:
        """Return the things of about this size, and their usual radius."""
        things, usual = self._things(picture, radius_px, markers)
        if abs(np.log(usual / radius_px)) > OTHER_SIZE:
            things, usual = self._things(picture, usual, markers)
        return things, usual

    def _things(self, picture: Pyramid, radius_px: float, markers: MarkersThere) -> tuple[Things, float]:
        things = find_things(picture, radius_px)
        things = things.only(~_on_a_marker(things, markers.seen))
        clear = things.radii[things.logits > CLEAR]
        return things, float(np.median(clear)) if len(clear) >= ENOUGH else radius_px

    def _named(self, picture: Pyramid, things: Things, radius_px: float) -> Looked:
        matrix = self._board_in(picture, things, radius_px)
        if matrix is None:
            radii = np.full(len(things.centres), radius_px)
            placed = _Placed(things.centres, things.logits, radii, np.full(len(radii), NO_HOLE, np.intp))
        else:
            placed = self._in_holes(things, matrix)
        chances = self._matcher.chances(picture, placed.centres, placed.radii, placed.logits)
        return Looked(placed.centres, placed.radii, chances, placed.cells, matrix)

    def _in_holes(self, things: Things, matrix: Matrix) -> "_Placed":
        """Return what lies in each hole of the board, and what lies beside the board."""
        board = self.taught.board
        assert board is not None
        grid = board.grid
        corners = np.array(grid.cells, np.float64)
        holes = through(matrix, corners + 0.5)
        wide = 2 * np.hypot(*(through(matrix, corners + np.array([1.0, 0.5])) - holes).T)
        centres, logits = things.centres, things.logits
        back = np.asarray(np.linalg.inv(matrix), np.float64)
        at = through(back, centres) if len(centres) else np.zeros((0, 2))
        beside = ~((at > 0) & (at < [grid.columns, grid.rows])).all(1)
        there = np.full(len(holes), NOT_FOUND)
        for number, hole in enumerate(holes):
            near = np.nonzero(np.hypot(*(centres - hole).T) < IN_HOLE * wide[number])[0]
            if len(near):
                clearest = near[np.argmax(logits[near])]
                holes[number], there[number] = centres[clearest], logits[clearest]
        radii = wide * board.radius_cells
        return _Placed(
            np.vstack([holes, centres[beside]]),
            np.concatenate([there, logits[beside]]),
            np.concatenate([radii, np.full(beside.sum(), float(np.median(radii)))]),
            np.concatenate([np.arange(len(holes)), np.full(beside.sum(), NO_HOLE)]).astype(np.intp),
        )

    def _board_in(self, picture: Pyramid, things: Things, radius_px: float) -> Matrix | None:
        """Return the map from the board's cells to px; None if it is not seen."""
        if self._board is None:
            return None
        work = work_picture(picture, radius_px)
        points = np.vstack([things.centres[things.logits > CLEAR], things.places])
        place = self._board.find(work, work.from_px(points)) if len(points) else None
        if place is None or not place.is_sure:
            return None
        return np.asarray(np.linalg.inv(to_work(work)) @ place.matrix, np.float64)

    def _judged(self, picture: Pyramid, looked: Looked, markers: MarkersThere) -> TokenReading:
        board, by = self.taught.board, numbers()
        labels = len(self.taught.labels)
        chance, in_hole = looked.chances[:, :labels].sum(1), looked.cells >= 0
        listed = np.nonzero(chance >= LISTED)[0]
        hidden = in_hole & (chance < LISTED) & (looked.chances[:, -1] > LISTED)
        left = (chance < LISTED) & (chance > DOUBTED) & ~hidden
        tokens = tuple(self._tokens(picture, looked, listed, markers.plane))
        raised = {
            "token": any(not token.sure and not token.cut_off for token in tokens),
            "cut_off": any(token.cut_off for token in tokens),
            "maybe_missed": bool(left.any()),
            "maybe_extra": bool((chance[listed] < by.sure_from).any()),
            "no_grid": board is not None and looked.matrix is None,
            "hidden": bool(hidden.any()),
        }
        doubts = tuple(name for name, is_raised in raised.items() if is_raised)
        cells = board.grid.cells if board is not None else ()
        doubted = np.nonzero((left | (chance >= LISTED) & (chance < by.sure_from)) & in_hole)[0]
        return TokenReading(
            sure=not doubts,
            doubts=doubts,
            size_px=picture.size_wh(0),
            has_markers=markers.plane is not None,
            markers=markers.numbers,
            tokens=tokens,
            grid=None if board is None else (board.grid.columns, board.grid.rows),
            hidden=tuple(cells[int(looked.cells[one])] for one in np.nonzero(hidden)[0]),
            doubted=tuple(cells[int(looked.cells[one])] for one in doubted),
            missed_px=tuple(PointPx(*map(float, at)) for at in looked.centres[left & ~in_hole]),
            corners_px=self._corners(looked.matrix),
        )

    def _tokens(
        self,
        picture: Pyramid,
        looked: Looked,
        listed: NDArray[np.intp],
        plane: TablePlane | None,
    ) -> Iterator[Token]:
        width, height = picture.size_wh(0)
        for one in sorted(listed.tolist(), key=lambda one: tuple(looked.centres[one][::-1].tolist())):
            centre, radius = looked.centres[one], float(looked.radii[one])
            room = min(centre[0], centre[1], width - 1 - centre[0], height - 1 - centre[1])
            guesses = self._guesses(looked.chances[one])
            cut = bool(room < 0.95 * radius)
            sure = guesses[0].confidence >= numbers().sure_from and not cut
            yield Token(
                label=guesses[0].label,
                centre_px=PointPx(float(centre[0]), float(centre[1])),
                size_px=2 * radius,
                confidence=guesses[0].confidence,
                sure=sure and guesses[0].label not in self.taught.in_doubt,
                cut_off=cut,
                cell=self._cell(int(looked.cells[one])),
                centre_mm=in_mm(plane, centre),
                likely=guesses,
            )

    def _guesses(self, chances: Values) -> tuple[Guess, ...]:
        own = chances[: self._matcher.tokens]
        order = np.argsort(-own)[:MOST_GUESSES].tolist()
        return tuple(Guess(self.taught.labels[k], float(own[k])) for k in order)

    def _cell(self, number: int) -> GridCell | None:
        return None if self.taught.board is None or number < 0 else self.taught.board.grid.cells[number]

    def _corners(self, matrix: Matrix | None) -> tuple[PointPx, PointPx, PointPx, PointPx] | None:
        if self.taught.board is None or matrix is None:
            return None
        points = through(matrix, self.taught.board.grid.corner_centres)
        a, b, c, d = (PointPx(float(x), float(y)) for x, y in points)
        return a, b, c, d


def _on_a_marker(things: Things, markers: Sequence[Points]) -> NDArray[np.bool_]:
    on = np.zeros(len(things.centres), np.bool_)
    for corners in markers:
        quad = np.asarray(corners, np.float32).reshape(-1, 1, 2)
        inside = [cv2.pointPolygonTest(quad, (float(x), float(y)), True) for x, y in things.centres]
        on |= np.asarray(inside, np.float64) >= -AT_A_MARKER * things.radii
    return on
