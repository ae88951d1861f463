"""Finds the board with holes for tokens: outlines in rows and columns, then its orientation.

The taught board is laid on the lattice in each possible way, and the print between and around the holes
decides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, Matrix, through
from vision.medians import medians
from vision.tokens.finding.lattice import LEAST_POINTS, Lattice, homography, lattices, pitch_of
from vision.tokens.finding.outlines import RADIUS_PX, SPOT_PX, Work
from vision.tokens.sets import BOARD_PX_PER_CELL, BOARD_SHRUNK, TokenBoard

NEAR = 0.25
"""Greatest distance, in cells, of an outline from a hole's middle at which it belongs to that hole."""
SPOTS = 1200
"""Number of spots at which boards are compared."""
COVERING = 0.9
"""Share of the lattice's points, relative to the most, that a place of the board must include to be
compared."""
LEAST_LIKENESS = 0.3
"""Least similarity of the areas between the holes."""
LEAST_LEAD = 0.08
"""Lead over the next orientation below which it is not sure. Both chosen by hand."""
NEARLY_ALL = 0.8
"""Share of the holes explained by rows and columns from which no others are looked for."""
MOST_UNEVEN = 2.0
"""Greatest ratio in size between the nearest and the farthest cells of a board. Boards tilted by 25
degrees differ by 1.4."""
MOST_PLACES = 60
MOST_MOVES = 3
"""Most times that the board is moved by a cell, or turned about, because that is more similar."""
PRINTED = 0.4
"""Mean similarity from which a place shows the print."""
ALIKE = 0.4
"""Difference of colours (logarithms) beyond which they are completely dissimilar."""
TURNED_ABOUT = 0
"""Number of the way to lay the board that only turns it about."""
OUTLINES = 3.0
"""Weight of holes having outlines at the expected places: a column of twelve is a quarter."""
LEAST_DIFFERENCE, STRANGE, LEAST_TELLING = 0.2, 0.5, 2.0
"""Difference (logarithms) below which prints do not distinguish orientations; difference from both above
which a spot is no evidence, while below it a spot is more evidence the nearer it is to one; least total
evidence."""
LIGHT = 0.2
"""Weight of a print's brightness relative to its tint: gleams and shadows mislead. Chosen by hand: of
199 drawn boards, full of gems, one was read turned about while both had equal weight; now none is, and
each leads over the other orientation by 0.09 or more."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BoardPlace:
    """A board's place: the homography from cells to px of the working picture; its similarity to the
    taught board between the holes; ``lead``: over the next way to lay it, 0.5 if everything is as
    taught; ``rival``: the number of that way; ``filled``: how many holes have an outline there."""

    matrix: Matrix
    likeness: float
    lead: float
    rival: int = 0
    filled: int = 0

    @property
    def is_sure(self) -> bool:
        """Whether it is clearly the board, with a clear way up."""
        return self.likeness >= LEAST_LIKENESS and self.lead >= LEAST_LEAD


@dataclass(frozen=True, eq=False)
class _Rival:
    """The print that the spots would show if the board were moved: ``shown`` (n, c), tints or light; its
    value as evidence, ``weight`` (n,); the midpoint of both prints, and the direction ``across`` from it
    to the true print, with the prints at -1 and 1."""

    shown: Values
    weight: Values
    between: Values
    across: Values

    @classmethod
    def of(cls, printed: Values, shown: Values, known: NDArray[np.bool_]) -> "_Rival":
        """Compare the present print with that of a moved board."""
        other = printed - shown
        differ = np.minimum(np.abs(other).max(1), 1.0)
        across = other / np.maximum((other**2).sum(1, keepdims=True), 1e-6)
        tells = known & (differ > LEAST_DIFFERENCE)
        return cls(shown, np.where(tells, differ**2, 0.0), (printed + shown) / 2, across)

    def told(self, seen: Values, off: Values) -> tuple[float, float]:
        """Return the support of the ``seen`` colours (n, c) for the print, and their total evidence;
        ``off`` (n,): their distance from the print."""
        part = ((seen - self.between) * self.across).sum(1)
        nearer = np.minimum(off, _most_off(seen, self.shown))
        counts = self.weight * np.maximum(1 - nearer / STRANGE, 0)
        return float((np.clip(part, -1, 1) * counts).sum()), float(counts.sum())


class TokenBoardFinder:
    """Finds one taught board. Safe to call from several threads."""

    def __init__(self, board: TokenBoard) -> None:
        self._board = board
        known = board.known_shrunk
        small = cv2.resize(
            board.board_bgr, None, fx=1 / BOARD_SHRUNK, fy=1 / BOARD_SHRUNK, interpolation=cv2.INTER_AREA
        )
        logs = _logs(small[: known.shape[0], : known.shape[1]])
        edge = round(MARGIN_CELLS * BOARD_PX_PER_CELL / BOARD_SHRUNK)
        inner = np.zeros_like(known)
        inner[edge:-edge, edge:-edge] = known[edge:-edge, edge:-edge]
        if not inner.any():
            inner = known
        self._known, self._logs = known, logs - np.median(logs[inner], 0)
        rows, columns = np.nonzero(known)
        chosen = np.linspace(0, len(rows) - 1, min(len(rows), SPOTS)).astype(int)
        rows, columns = rows[chosen], columns[chosen]
        scale = BOARD_SHRUNK / BOARD_PX_PER_CELL
        self._spots = (np.column_stack([columns, rows]) + 0.5) * scale - MARGIN_CELLS
        self._print, self._inner = self._logs[rows, columns], inner[rows, columns]
        self._between_holes = self._print[self._inner]
        self._moves = list(_moves(board.grid.columns, board.grid.rows))
        self._moved = [self._shown_at(move, number) for number, move in enumerate(self._moves)]

    def _shown_at(self, move: Matrix, number: int) -> list[_Rival]:
        """Return the print at the spots if the board were moved: its tints, and its light.

        Around the outermost holes it may be the lesson's table. If the board were moved by a cell,
        another table would mislead.
        """
        at = self._pixel(through(np.asarray(np.linalg.inv(move)), self._spots))
        height, width = self._known.shape
        inside = ((at >= 0) & (at < [width, height])).all(1)
        columns, rows = np.clip(at[:, 0], 0, width - 1), np.clip(at[:, 1], 0, height - 1)
        known = inside & self._known[rows, columns]
        if number != TURNED_ABOUT:
            known = known & self._inner
        shown = _tints_and_light(self._logs[rows, columns])
        both = zip(_tints_and_light(self._print), shown, strict=True)
        return [_Rival.of(printed, other, known) for printed, other in both]

    def _pixel(self, cells: Values) -> NDArray[np.intp]:
        return np.floor((cells + MARGIN_CELLS) * BOARD_PX_PER_CELL / BOARD_SHRUNK).astype(np.intp)

    def _is_flat(self, matrix: Matrix) -> bool:
        """Tell whether a board can lie like that: no camera over a table sees one end so much
        smaller."""
        columns, rows = self._board.grid.columns, self._board.grid.rows
        corners = np.array(
            [[0, 0], [columns - 1, 0], [0, rows - 1], [columns - 1, rows - 1]], np.float64
        )
        steps = corners[:, None] + np.array([[0, 0], [1, 0], [0, 1]], np.float64)
        seen = through(matrix, steps.reshape(-1, 2)).reshape(4, 3, 2)
        lengths = np.linalg.norm(seen[:, 1:] - seen[:, :1], axis=2)
        return bool((lengths.max(0) < MOST_UNEVEN * lengths.min(0)).all())

    def find(self, work: Work, points: Values, last: Matrix | None = None) -> BoardPlace | None:
        """Return where the board lies; None if it is not seen.

        ``points`` (n, 2): centres of tokens and holes in the working picture. ``last``: its last place.
        If many holes have no outline there, it may have been found wrongly while something hid the
        board: then it is looked for anew, and the place with more outlines wins.
        """
        before = None if last is None else self._place(work, points, last)
        if before is None or before.likeness < LEAST_LIKENESS or before.lead <= 0:
            return self._anew(work, points)
        before = replace(before, lead=1.0)
        if before.filled > NEARLY_ALL * len(self._board.grid.cells):
            return before
        place = self._anew(work, points)
        if place is None or not place.is_sure or place.filled <= before.filled:
            return before
        return place

    def _anew(self, work: Work, points: Values) -> BoardPlace | None:
        """Return where the board lies, anywhere in the picture."""
        found: tuple[float, Matrix] | None = None
        for lattice in lattices(points, self._pitches(points), self._board.aspect):
            ways = [way for way in self._ways(lattice) if self._is_flat(way[1])]
            likenesses = self._likenesses(work, [matrix for _, matrix in ways])
            for (inside, matrix), likeness in zip(ways, likenesses, strict=True):
                if found is None or inside + likeness > found[0]:
                    found = inside + likeness, matrix
            if len(lattice.numbers) > NEARLY_ALL * len(self._board.grid.cells):
                break
        if found is None:
            return None
        matrix, best = found[1], None
        for _ in range(MOST_MOVES):
            place = self._place(work, points, matrix)
            if place is None:
                break
            if best is None or place.lead > best.lead:
                best = place
            if place.lead > 0:
                break
            matrix = place.matrix @ self._moves[place.rival]
        return best

    def _place(self, work: Work, points: Values, matrix: Matrix) -> BoardPlace | None:
        """Return the place near a homography that the outlines fit."""
        fitted = self._fitted(points, matrix)
        if fitted is None:
            return None
        logs = self._logs_at(work, fitted)
        lead, rival = self._lead(logs, points, fitted)
        likeness = self._likenesses(work, [fitted])[0]
        return BoardPlace(fitted, likeness, lead, rival, self._filled(points, fitted))

    def _logs_at(self, work: Work, matrix: Matrix) -> Values:
        """Return the colours at the spots relative to those between the holes: (n, 3)."""
        logs = _logs_at(work, through(matrix, self._spots)[None])[0]
        return np.asarray(logs - medians(logs[self._inner], axis=0))

    def _likenesses(self, work: Work, matrices: list[Matrix]) -> list[float]:
        """Return the similarity to the taught board between the holes, 0 to 1, laid in each way."""
        if not matrices:
            return []
        spots = self._spots[self._inner]
        logs = _logs_at(work, np.stack([through(matrix, spots) for matrix in matrices]))
        off = _most_off(logs - medians(logs, axis=1), self._between_holes)
        return [float(one) for one in np.maximum(1 - off / ALIKE, 0).mean(1)]

    def _lead(self, logs: Values, points: Values, matrix: Matrix) -> tuple[float, int]:
        """Return the lead of the board's present place over itself turned about or moved by a cell, and
        the number of the next best: 0.5 if everything is as taught, -0.5 if the other place is.

        A table that resembles neither is no evidence. Moved by a cell, fewer holes have an outline.
        """
        seen = _tints_and_light(logs)
        off = [
            _most_off(one, printed)
            for one, printed in zip(seen, _tints_and_light(self._print), strict=True)
        ]
        leads, filled = [], self._filled(points, matrix)
        for number, rivals in enumerate(self._moved):
            told = [rival.told(*one) for rival, *one in zip(rivals, seen, off, strict=True)]
            (tints, of_tints), (light, of_light) = told
            total = max(of_tints + LIGHT * of_light, LEAST_TELLING)
            lead = (tints + LIGHT * light) / total
            if number != TURNED_ABOUT:
                there = self._filled(points, matrix @ self._moves[number])
                lead += OUTLINES * (filled - there) / max(filled, there, 1)
            leads.append(lead)
        rival = int(np.argmin(leads))
        return leads[rival], rival

    def _filled(self, points: Values, matrix: Matrix) -> int:
        """Return how many holes have an outline there."""
        cell, near = self._holes_at(points, matrix)
        numbers = cell[near] @ [1, self._board.grid.columns]
        return int(np.count_nonzero(np.bincount(numbers.astype(np.intp))))

    def _holes_at(self, points: Values, matrix: Matrix) -> tuple[Values, NDArray[np.bool_]]:
        """Return for each outline the nearest hole (column, row), and whether it belongs to that
        hole."""
        grid = self._board.grid
        at = through(np.asarray(np.linalg.inv(matrix), np.float64), points) - 0.5
        cell = np.rint(at)
        inside = (cell >= 0).all(1) & (cell < [grid.columns, grid.rows]).all(1)
        return cell, inside & (np.abs(at - cell).max(1) < NEAR)

    def printed(
        self, work: Work, matrix: Matrix, cells: Values, radius_cells: float
    ) -> NDArray[np.bool_]:
        """Tell which places (n, 2) of the board, in cells, show the print."""
        if not len(cells):
            return np.zeros(0, np.bool_)
        ring = np.linspace(0, 2 * np.pi, 8, endpoint=False)
        disc = np.vstack([r * np.column_stack([np.cos(ring), np.sin(ring)]) for r in (0.35, 0.75)])
        places = cells[:, None] + radius_cells * disc[None]
        spots = through(matrix, self._spots[self._inner])
        middle = medians(_logs_at(work, spots[None])[0], axis=0)[0]
        logs = _logs_at(work, through(matrix, places.reshape(-1, 2)).reshape(places.shape)) - middle
        at = self._pixel(places)
        height, width = self._known.shape
        inside = ((at >= 0) & (at < [width, height])).all(2)
        columns, rows = np.clip(at[..., 0], 0, width - 1), np.clip(at[..., 1], 0, height - 1)
        known = inside & self._known[rows, columns]
        off = _most_off(logs, self._logs[rows, columns])
        agreeing = np.where(known, np.maximum(1 - off / ALIKE, 0), 0.0)
        many = known.sum(1)
        return np.asarray((many > 3) & (agreeing.sum(1) > PRINTED * many))

    def _fitted(self, points: Values, matrix: Matrix, rounds: int = 2) -> Matrix | None:
        """Return the homography fitted to the outlines near the holes, starting from an approximate
        one."""
        for _ in range(rounds):
            cell, near = self._holes_at(points, matrix)
            if near.sum() < LEAST_POINTS or np.linalg.matrix_rank(cell[near] - cell[near][0]) < 2:
                return None
            found = homography(cell[near] + 0.5, points[near], 0.15 * RADIUS_PX)
            if found is None:
                return None
            matrix = found
        return matrix

    def _pitches(self, points: Values) -> Iterator[float]:
        """Yield possible distances between neighbours in a row, px.

        The outlines may be the tokens' or the holes', and the size was guessed.
        """
        yield RADIUS_PX / self._board.radius_cells
        yield pitch_of(points, self._board.aspect)
        yield RADIUS_PX / self._board.hole_cells

    def _ways(self, lattice: Lattice) -> Iterator[tuple[float, Matrix]]:
        """Yield possible homographies from cells to the picture, each with the share of the lattice's
        points that it includes."""
        numbers, grid = np.rint(lattice.numbers), self._board.grid
        square = 0.85 < self._board.aspect < 1.18
        found: list[tuple[float, Matrix]] = []
        for quarter in range(4) if square else (0, 2):
            cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarter]
            back = np.array([[cos, sin], [-sin, cos]])
            turned = numbers @ back
            low, high = turned.min(0).astype(int), turned.max(0).astype(int)
            for left in range(high[0] - grid.columns, low[0] + 2):
                for top in range(high[1] - grid.rows, low[1] + 2):
                    at = turned - [left, top]
                    inside = ((at >= 0) & (at < [grid.columns, grid.rows])).all(1).mean()
                    place = np.eye(3)
                    place[:2, :2] = back
                    place[:2, 2] = back @ (np.array([left, top]) - 0.5)
                    found.append((float(inside), lattice.matrix @ place))
        most = max((inside for inside, _ in found), default=0.0)
        found.sort(key=lambda one: -one[0])
        yield from (one for one in found[:MOST_PLACES] if one[0] >= COVERING * most)


def _logs_at(work: Work, points: Values) -> Values:
    """Return logarithms of colours at points (m, n, 2) of the working picture, one spot each: (m, n,
    3)."""
    at = ((points + 0.5) / SPOT_PX - 0.5).astype(np.float32)
    found = cv2.remap(
        work.spots,
        at[..., 0],
        at[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(-9.0, -9.0, -9.0),
    )
    return np.asarray(found, np.float64)


def _tints_and_light(logs: Values) -> tuple[Values, Values]:
    """Return logarithms of colours (n, 3) without their light, and their light alone (n, 1)."""
    light = logs.mean(1, keepdims=True)
    return logs - light, light


def _most_off(one: Values, other: Values) -> Values:
    """Return the difference of colours (…, 3), or lights (…, 1), in the channel that differs most:
    faster than max(-1)."""
    off = np.abs(one - other)
    if off.shape[-1] == 1:
        return off[..., 0]
    return np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])


def _moves(columns: int, rows: int) -> Iterator[Matrix]:
    """Yield the maps of cells by which the board is turned about, and moved by a cell in each
    direction."""
    yield np.array([[-1.0, 0, columns], [0, -1.0, rows], [0, 0, 1]])
    for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield np.array([[1.0, 0, column], [0, 1.0, row], [0, 0, 1]])


def _logs(image: object) -> Values:
    return np.asarray(np.log(np.asarray(image, np.float64) + 12))
