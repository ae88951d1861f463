"""Examines every cell of a straightened board: the basis of the confidence in its reading."""

from collections.abc import Sequence
from dataclasses import fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cells import EmptyBoard, Measured, as_taught, part_as_taught
from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL, BoardGrid
from vision.boards.looks import SCALE, halved, top_left
from vision.boards.measured.again import BARE, SIDE_PX, SURROUNDINGS_PX, Again, Around, SecondLook
from vision.boards.measured.confidence import fitted
from vision.boards.measured.explained import (
    LaidPieces,
    Map,
    expected,
    halves,
    large_things,
    may_be_shaded,
    unexplained,
)
from vision.boards.measured.labels import LabelGallery, Likeness
from vision.boards.measured.looked import HIDDEN_FROM, SHADED_FROM, Before, Looked, seen_through
from vision.boards.measured.pictures import NO_PICTURE, PictureGallery
from vision.boards.sets import BoardSet
from vision.frame import ImageBgr
from vision.readings.board import EMPTY
from vision.stage_timer import StageTimer

INNER_PX = 20
NAMED_BY, SHARE = 14, 8
"""Number of features that tell whether a name is right; index of the unexplained share."""
MIDDLE_PX, SPOT_PX = 15, 4
"""Sizes of a cell's middle, and of the spots that are examined in it: a drawing's smallest part."""
NO_SPOT = float(np.log(0.1))
PLAIN_BARE, PLAIN_MORE, PLAIN_BRIGHTER = 0.4, 0.35, 0.3
PLAIN_SPOT = float(np.log(0.1 + 0.35))
"""A cell is plainly bare if its edges correlate more than this with the empty one's, its texture and
brightness (logarithms) differ by less than these, and no spot of it is stranger than this. Chosen on
17,000 drawn and real cells: four in five of the empty ones are plainly bare, none of the occupied
ones."""
PRINTED, PLAIN_PRINTED = 2.5, 0.8
"""A cell with this much texture (logarithm) must correlate more than this to be plainly bare: of 2,256
drawn and real ones all but 1 % do, and a pale pawn on a corner's star did not."""
RIM_PX = 6
"""Distance from a part's edge within which it is not compared with the outside, px of ``SCALE``."""
LEAST_LEAD = 0.05
"""Smallest lead ever expected between names with similar samples."""
MOST_LEAD = 1.5
TURNED_MORE = 0.02
"""Least difference in similarity between a turned piece and itself upright, or another piece."""
PLAINLY_THERE, FEW_PIECES = 0.99, 2.0
"""Probability from which pieces contribute to the tint; number of pieces that count half."""
LEAST = -1.0
"""The similarity of a name where there is no other."""
PLAINLY_SEEN = 0.85
"""A cell whose edges correlate this much with a possible piece is not covered. Of 246 cells partly
behind hands, none of the hidden ones did."""
Values = NDArray[np.float64]


class BoardEye:
    """Looks at straightened pictures of one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet) -> None:
        self.grid: BoardGrid = taught.grid
        self.empty = EmptyBoard(taught.grid, taught.board_bgr, taught.known)
        self.gallery = LabelGallery(taught)
        self._pictures = PictureGallery(self.gallery)
        self._board_small = halved(taught.board_bgr)
        self.second_look = SecondLook(self.gallery, taught.board_bgr)
        labels = [label for label, _ in self.gallery.names]
        self._label = np.array([labels.index(label) for label in labels], np.intp)

    def look(
        self,
        board_bgr: ImageBgr,
        seen: NDArray[np.uint8] | Before,
        timer: StageTimer,
    ) -> Looked:
        """Return the measurements of each cell; picture and mask are as ``straighten_board`` returns
        them.

        Given the measurements ``before`` instead of a mask, unchanged cells keep their results.
        """
        before = seen if isinstance(seen, Before) else None
        with timer.stage("light"):
            half = halved(board_bgr)
            measured = self._measured(board_bgr, half, seen)
            small = as_taught(half, measured.light, mixed=True)
        with timer.stage("bare"):
            was = None if before is None else before.looked.as_bare
            as_bare = self._unexplained(small, measured, {}, was, before)
            bare = self._shares(as_bare), self._spots(as_bare)
        plain = _plain(measured, *bare)
        if not self.gallery.names:
            return self._bare_only(measured, plain, small, board_bgr, as_bare)
        with timer.stage("pieces"):
            unmixed = as_taught(half, measured.light)
            changed = ~plain
            if before is not None:
                plain = np.where(before.changed, plain, before.looked.plain)
                changed = before.changed & ~plain
            which = np.nonzero(changed)[0]
            likeness, alike = self._pieces(measured, unmixed, which, before)
            best = likeness.total.argmax(1)
        with timer.stage("explain"):
            laid = self._laid_pieces(likeness, best, ~plain)
            was = None if before is None else before.looked.as_pieces
            as_pieces = self._unexplained(unmixed, measured, laid, was, before)
            pieces = self._shares(as_pieces), self._spots(as_pieces)
            strange = np.where(self._upscaled(plain | (bare[0] < pieces[0])), as_bare, as_pieces)
            strange = np.asarray(strange, np.float32)
            covered, behind = self._covered(strange, measured, likeness, small, unmixed, laid)
            named = np.zeros((len(best), NAMED_BY)) if before is None else before.looked.named.copy()
            named[which] = self._named(measured, likeness, best, *pieces, alike, which)
        return Looked(
            measured,
            plain,
            likeness,
            best,
            _occupied(measured, likeness, best, bare, pieces),
            named,
            strange,
            covered,
            behind,
            np.where(plain, NO_SPOT, np.minimum(bare[1], pieces[1])),
            small,
            board_bgr,
            alike,
            as_bare,
            as_pieces,
        )

    def _covered(
        self,
        strange: NDArray[np.float32],
        measured: Measured,
        likeness: Likeness,
        small: ImageBgr,
        unmixed: ImageBgr,
        laid: LaidPieces,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the share of each cell under large things, with and without their possible shadow."""
        things = large_things(strange)
        covered = self._shares(things.astype(np.float32), SCALE)
        shown = seen_through(measured, likeness)
        # If its print is this clear, only its colour differs from the expected one.
        covered[shown >= PLAINLY_SEEN] = 0
        if ((covered > HIDDEN_FROM) & (shown >= SHADED_FROM)).any():
            return covered, self._behind(things, measured, small, unmixed, laid)
        return covered, covered

    def _measured(
        self, board_bgr: ImageBgr, half: ImageBgr, seen: NDArray[np.uint8] | Before
    ) -> Measured:
        """Measure every cell or, given the earlier measurements, the changed ones."""
        if isinstance(seen, Before):
            before = seen.looked.measured
            return self.empty.measure_again(board_bgr, half, before, seen.changed, seen.boxes)
        return self.empty.measure(board_bgr, half, seen)

    def _unexplained(
        self,
        small: ImageBgr,
        measured: Measured,
        pieces: LaidPieces,
        was: Map | None,
        before: Before | None,
    ) -> Map:
        """Return how far the picture differs from the board with these pieces; outside the boxes of
        ``before`` it is unchanged."""
        brighter = self._shape(measured.brighter)
        if before is None or was is None:
            return unexplained(small, expected(self._board_small, brighter, pieces))
        strange = was.copy()
        for box in before.boxes:
            left, top, right, bottom = halves(box)
            seen = small[top:bottom, left:right]
            part = unexplained(seen, expected(self._board_small, brighter, pieces, box))
            rim = RIM_PX
            strange[top + rim : bottom - rim, left + rim : right - rim] = part[rim:-rim, rim:-rim]
        return strange

    def _behind(
        self,
        things: NDArray[np.uint8],
        measured: Measured,
        small: ImageBgr,
        unmixed: ImageBgr,
        laid: LaidPieces,
    ) -> NDArray[np.float32]:
        """Return the share of each cell under large things, without their possible shadow on the board
        or the most likely pieces."""
        brighter = self._shape(measured.brighter)
        shaded = may_be_shaded(small, expected(self._board_small, brighter, {}))
        shaded |= may_be_shaded(unmixed, expected(self._board_small, brighter, laid))
        return self._shares(np.where(shaded, 0, things).astype(np.float32), SCALE)

    def look_again(
        self, looked: Looked, numbers: Sequence[int], allowed: NDArray[np.bool_] | None = None
    ) -> list[Again]:
        """Return the second looks at these cells, combined with the first.

        ``allowed`` (cells, names + 1): which names may lie on each cell; all, if left out.
        """
        if allowed is None:
            allowed = np.ones((len(looked.best), len(self.gallery.names) + 1), bool)
        seen = [self._around(looked, number, allowed[number]) for number in numbers]
        found = self.second_look.look(seen, self._tint(looked))
        return [
            self._with_first(looked, number, again) for number, again in zip(numbers, found, strict=True)
        ]

    def _tint(self, looked: Looked) -> Values:
        """Return the median difference of the pieces' colours from their samples', for those sure at the
        first look: (3,), logarithms. The board's map of colours may be wrong for them."""
        if looked.likeness is None:
            return np.zeros(3)
        sure = ~looked.plain & ~looked.odd & (fitted().occupied.chance(looked.occupied) > PLAINLY_THERE)
        cells = np.nonzero(sure)[0]
        cells = cells[fitted().named.chance(looked.named[cells]) > PLAINLY_THERE]
        if not len(cells):
            return np.zeros(3)
        samples = looked.likeness.samples[cells, looked.best[cells]]
        seen = looked.measured.light.parts.reshape(len(sure), -1, 3)[cells]
        off = np.median(seen - self.gallery.parts[samples], (0, 1)).astype(np.float64)
        return np.asarray((off - off.mean()) * (len(cells) / (len(cells) + FEW_PIECES)))

    def _around(self, looked: Looked, number: int, allowed: NDArray[np.bool_]) -> Around:
        cell = self.grid.cells[number]
        left, top = (round((along + MARGIN_CELLS) * PX_PER_CELL) - SURROUNDINGS_PX for along in cell)
        x, y, side = left // 2, top // 2, SIDE_PX // 2
        return Around(
            cell,
            looked.small[y : y + side, x : x + side],
            part_as_taught(looked.board_bgr, looked.measured.light, left, top, SIDE_PX),
            int(looked.best[number]),
            allowed,
        )

    def _with_first(self, looked: Looked, number: int, again: Again) -> Again:
        """Return a second look at a cell combined with the first one."""
        edge, lead, *_, picture, picture_lead, _ = looked.named[number].tolist()
        same = float(again.name == looked.best[number])
        first = [same, edge, lead, picture, picture_lead, float(looked.measured.bare[number])]
        # Smooth things, such as a hand, look like a bare cell of smooth print except in colour.
        measured, is_bare = looked.measured, float(again.name == BARE)
        off = [abs(float(measured.brighter[number])), float(measured.coloured[number])]
        first += [is_bare * one for one in off]
        whole = [again.features[0], edge, picture, float(looked.measured.bare[number])]
        return replace(
            again,
            features=np.append(again.features, first),
            standing=np.append(again.standing, [*whole, looked.named[number, SHARE]]),
        )

    def turned_rivals(self, looked: Looked) -> NDArray[np.bool_]:
        """Return the cells that a turned piece fits equally well, if no piece was shown turned: their
        name is never sure."""
        turned = self.gallery.turned
        if looked.likeness is None or not turned.any():
            return np.zeros(len(looked.best), bool)
        edges = looked.likeness.edges
        own = edges[np.arange(len(edges)), looked.best]
        same = self._label[None] == self._label[looked.best][:, None]
        among = np.where(same, edges - TURNED_MORE, edges + TURNED_MORE)
        return np.asarray(np.where(turned[None], among, LEAST).max(1) > own)

    def _pieces(
        self, measured: Measured, unmixed: ImageBgr, cells: NDArray[np.intp], before: Before | None
    ) -> tuple[Likeness, NDArray[np.float32]]:
        """Return these cells' similarity to each name, and features of the best one's pictures. All
        others are unchanged, or similar to none."""
        many, names = len(measured.bare), len(self.gallery.names)
        if before is not None and before.looked.likeness is not None:
            every, features = _copied(before.looked.likeness), before.looked.alike.copy()
        else:
            every, features = _like_none(many, names), np.tile(NO_PICTURE, (many, 1))
        if len(cells):
            columns, rows = self.empty.columns[cells], self.empty.rows[cells]
            found, alike = self._pictures.ranked(
                self.gallery.likeness(measured.edges, measured.parts[cells], columns, rows),
                unmixed,
                columns,
                rows,
            )
            features[cells] = alike
            for field in fields(Likeness):
                getattr(every, field.name)[cells] = getattr(found, field.name)
        return every, features

    def named(self, number: int) -> tuple[str, int]:
        """Return label and turns of a name's number, or of the bare board."""
        return (EMPTY, 0) if number == BARE else self.gallery.names[number]

    def _laid_pieces(
        self, likeness: Likeness, best: NDArray[np.intp], which: NDArray[np.bool_]
    ) -> LaidPieces:
        """Return the best piece of each of these cells."""
        cells = np.arange(len(best))
        samples, moved = likeness.samples[cells, best], likeness.shifts[cells, best]
        brighter = likeness.brighter[cells, best]
        return {
            (int(self.empty.columns[cell]), int(self.empty.rows[cell])): (
                self.gallery.pictures[samples[cell]],
                (int(moved[cell, 0]), int(moved[cell, 1])),
                float(brighter[cell]),
            )
            for cell in np.nonzero(which)[0].tolist()
        }

    def _named(
        self,
        measured: Measured,
        likeness: Likeness,
        best: NDArray[np.intp],
        share: NDArray[np.float32],
        spot: NDArray[np.float32],
        alike: NDArray[np.float32],
        cells: NDArray[np.intp],
    ) -> Values:
        """Return the features that tell whether the best names of these cells are right."""
        best, total, edges = best[cells], likeness.total[cells], likeness.edges[cells]
        every = np.arange(len(cells))
        own = total[every, best]
        expected_lead = 1 - self.gallery.among_each_other[best] + LEAST_LEAD
        leads = (edges[every, best][:, None] - edges) / expected_lead
        same_label = self._label[None] == self._label[best][:, None]
        # If no turned piece was taught, turned ones are no rivals: a round letter is similar to itself
        # turned.
        no_rival = self.gallery.turned[None] & ~self.gallery.turned[best][:, None]
        total = np.where(no_rival, LEAST, total)
        leads = np.where(no_rival, MOST_LEAD, leads)
        others = np.where(same_label, LEAST, total).max(1)
        turned = np.where(same_label, total, LEAST)
        turned[every, best] = LEAST
        moved = np.abs(likeness.shifts[cells, best]).max(1)
        itself = np.arange(total.shape[1])[None] == best[:, None]
        columns = [
            edges[every, best],
            _least(leads, ~same_label),
            _least(leads, same_label & ~itself),
            np.minimum(own - others, 0.3),
            np.minimum(own - turned.max(1), 0.3),
            np.abs(likeness.brighter[cells, best]),
            likeness.colours[cells, best],
            own - measured.bare[cells],
            share[cells],
            spot[cells],
            moved,
            *alike[cells].T,
        ]
        return np.column_stack(columns).astype(np.float64)

    def _bare_only(
        self,
        measured: Measured,
        plain: NDArray[np.bool_],
        small: ImageBgr,
        board_bgr: ImageBgr,
        as_bare: Map,
    ) -> Looked:
        """Return the measurements if no piece was ever taught."""
        cells = len(measured.bare)
        bare = self._shares(as_bare), self._spots(as_bare)
        nothing = np.zeros(cells, np.intp)
        covered = self._shares(large_things(as_bare).astype(np.float32), SCALE)
        return Looked(
            measured,
            plain,
            None,
            nothing,
            _occupied(measured, None, nothing, bare, bare),
            np.zeros((cells, NAMED_BY)),
            as_bare,
            covered,
            covered,
            np.where(plain, NO_SPOT, bare[1]),
            small,
            board_bgr,
            np.tile(NO_PICTURE, (cells, 1)),
            as_bare,
            as_bare,
        )

    def _shape(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.ascontiguousarray(values.reshape(self.grid.rows, self.grid.columns), np.float32)

    def _shares(self, strange: Map, side_px: int = INNER_PX) -> NDArray[np.float32]:
        """Return which part of each cell's middle is strange."""
        mask = (strange >= 1).astype(np.float32)
        sums = cv2.boxFilter(mask, -1, (side_px, side_px), anchor=(0, 0), normalize=True)
        off = (INNER_PX - side_px) // 2
        lefts, tops = top_left(self.empty.columns, self.empty.rows)
        return np.asarray(sums[tops + off, lefts + off], np.float32)

    def _spots(self, strange: Map) -> NDArray[np.float32]:
        """Return the strangeness of each cell's strangest middle spot, as a logarithm."""
        spots = cv2.dilate(
            cv2.blur(strange, (SPOT_PX, SPOT_PX)), np.ones((MIDDLE_PX, MIDDLE_PX), np.uint8)
        )
        lefts, tops = top_left(self.empty.columns, self.empty.rows)
        return np.asarray(np.log(spots[tops + INNER_PX // 2, lefts + INNER_PX // 2] + 0.1), np.float32)

    def _upscaled(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return a value a cell as a picture at ``SCALE``, the margin as the outermost cells."""
        board = cells.reshape(self.grid.rows, self.grid.columns)
        framed = np.pad(board, 1, mode="edge")
        return np.repeat(np.repeat(framed, SCALE, 0), SCALE, 1)


def _like_none(cells: int, names: int) -> Likeness:
    nothing = np.zeros((cells, names), np.float32)
    return Likeness(
        edges=nothing.copy(),
        colours=nothing + 1,
        brighter=nothing.copy(),
        total=nothing + np.float32(LEAST),
        shifts=np.zeros((cells, names, 2), np.intp),
        samples=np.zeros((cells, names), np.intp),
    )


def _copied(likeness: Likeness) -> Likeness:
    return Likeness(**{field.name: getattr(likeness, field.name).copy() for field in fields(Likeness)})


def _least(leads: NDArray[np.float32], among: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the least lead over these names: about 1 if the best name is right."""
    return np.asarray(np.clip(np.where(among, leads, MOST_LEAD).min(1), -0.5, MOST_LEAD), np.float32)


def _plain(
    measured: Measured, share: NDArray[np.float32], spot: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Return the cells that show the empty board and nothing else."""
    more = np.abs(np.log((measured.seen_texture + 2) / (measured.texture + 2)))
    printed = np.log(measured.texture + 2) > PRINTED
    alike = (measured.bare > np.where(printed, PLAIN_PRINTED, PLAIN_BARE)) & (more < PLAIN_MORE)
    alike &= (np.abs(measured.brighter) < PLAIN_BRIGHTER) & (share < 0.01) & (spot < PLAIN_SPOT)
    return np.asarray(alike & measured.known & (measured.in_view > 0.98))


def _occupied(
    measured: Measured,
    likeness: Likeness | None,
    best: NDArray[np.intp],
    as_bare: tuple[NDArray[np.float32], NDArray[np.float32]],
    as_pieces: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> Values:
    own = (
        likeness.total[np.arange(len(best)), best]
        if likeness is not None
        else np.zeros(len(best), np.float32)
    )
    more = np.log((measured.seen_texture + 2) / (measured.texture + 2))
    columns = [
        measured.bare,
        more,
        np.log(measured.texture + 2),
        measured.brighter,
        np.log(measured.coloured + 0.01),
        np.log(measured.uneven + 0.01),
        own,
        as_bare[0],
        as_pieces[0],
        as_bare[1],
        as_pieces[1],
    ]
    return np.column_stack(columns).astype(np.float64)
