"""The second look at single cells: those with something in the way, and those not sure at first.

Every piece in every turn, and the bare board, is compared with the cell place by place, robustly against
what a pawn covers (``board_places``): first roughly, then the most likely at the full scale of the
straightened board, then the best three of them aligned with the piece (``board_fitting``). The part left
unexplained by the best name may be a pawn, if it is compact and covers the cell's middle, where its foot
is. Pieces may have another tint than the board's colours suggest: those read with certainty at the first
look show it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL
from vision.boards.looks import SCALE, halved
from vision.boards.measured.fitting import STEP_PX, Laid, Sample, laid_over, sample_of
from vision.boards.measured.labels import LabelGallery
from vision.boards.measured.places import (
    INNER_FROM_PX,
    Places,
    against,
    cut,
    each_with_each,
    inner_unlikeness,
    mean_unlikeness,
    places_of,
    shifted,
    strangeness,
    tinted,
    unlikeness,
    with_lengths,
    without_light,
)
from vision.boards.measured.prints import Sums, print_sums
from vision.boards.sets import SAMPLE_PX
from vision.frame import ImageBgr
from vision.readings.places import GridCell

REACH_PX, BARE_REACH_PX = 4, 2
"""Greatest shift, in px of ``SCALE``, at which pieces, and the board, are looked for."""
LEAST_TRIED, NEAR = 2, 0.12
"""Least number of names compared finely, and greatest difference in similarity from the best at which
further names are."""
FAR_COSTS = 0.02
"""Loss of similarity of a name found ``REACH_PX`` off its cell: under a pawn a line may seem to slide
along itself."""
SHIFTED_PX = 2
"""The fine comparison's step, px of the straightened board."""
LAID_STEPS, LAID_NEAR = 2, 0.08
"""Steps of aligning a name with the piece; greatest difference from the best up to which a third or
later name is aligned: in 1,151 cells the finally right name was at most 0.077 less similar."""
THIN_PX = 4
"""Step in pixels with which a name's best fit is searched; its quality is measured at every second
pixel."""
FOOT_PX = 4
"""Radius of a cell's middle, covered by the foot of a thing standing on it, in px of ``SCALE``."""
SURROUNDINGS_PX = REACH_PX * 2 + 8
"""Margin around a cell that is needed to examine it, px of the straightened board."""
SIDE_PX = PX_PER_CELL + 2 * SURROUNDINGS_PX
AROUND_PX = SURROUNDINGS_PX // 2
AT_ONCE = 16
"""Cells that are described and aligned at once, one below the other in a strip. Chosen for its time."""
LEAST_EXPECTED = 0.02
"""Smallest lead expected between names whose visible samples are similar."""
MOST_DISTANCE, LEAST_IN_SIGHT = 6.0, 20
"""Limit of the strangeness that one place passes to its neighbours; number of visible places below which
they say little."""
NOT_ALLOWED = np.float32(1)
"""Penalty of a name that may not lie there: more than any possible distance."""
UNLIKE, LEAD, UNLIKE_IN_SIGHT = 0, 1, 5
"""Indices of features: the best name's dissimilarity, its lead over every other, and its dissimilarity
where visible."""
LEAST_UNLIKE, LEAST_UNLIKE_IN_SIGHT = 0.6, 0.3
"""A name at least this dissimilar explains nothing. Of 81 given-up cells near hands 26 are explained, 22
of them correctly; of the 9 in full view 7, all correctly."""
ROUGH_STEP_PX = 4
"""Distance between roughly compared places, px of the straightened board."""
TRIED, LAID = 10, 5
"""How many names at most are compared finely, and how many aligned with the piece: the small part that a
pawn leaves visible fits many almost equally well."""
ROUGH_RIM = INNER_FROM_PX // ROUGH_STEP_PX
"""Width of the rim left out in the rough comparison, in places."""
BARE = -1
"""Number of the bare board among the names."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Again:
    """The result of a second look at a cell: the number of its name or ``BARE``; features of that being
    right, and of something standing on it; ``alike`` (names): similarity to each name by the visible
    part, and ``like_bare``; ``strange`` (24, 24): how far each place is from the named piece (1 and
    more: something else); ``coloured`` (24, 24): the same in colour alone, which shadows do not change;
    ``prints`` (24, 24, 5): ``print_sums`` of the named piece; ``against``: roughly how much less similar
    it is than a name that may not lie there."""

    name: int
    features: Values
    standing: Values
    alike: Values
    like_bare: float
    strange: NDArray[np.float32]
    coloured: NDArray[np.float32]
    prints: Sums
    against: float

    @property
    def explains(self) -> bool:
        """Whether the named piece explains the visible part of the cell."""
        unlike, in_sight = self.features[[UNLIKE, UNLIKE_IN_SIGHT]].tolist()
        return bool(unlike < LEAST_UNLIKE and in_sight < LEAST_UNLIKE_IN_SIGHT)


@dataclass(frozen=True, eq=False)
class _Likely:
    """A cell's best names, the rough dissimilarity of all names (names + 1), the bare board last, and
    ``Again.against``."""

    tried: list["_Tried"]
    unlike: NDArray[np.float32]
    against: float


@dataclass(eq=False)
class _Tried:
    """A name with its best fit in a cell so far: ``left``, ``top`` in the strip of all cells;
    ``unlike``: the cell's dissimilarity; ``cost``: its middle's, for ranking names; ``laid``: the
    final dissimilarity after alignment, and its number among the names aligned together."""

    name: int
    sample: Sample
    left: int
    top: int
    unlike: float = np.inf
    cost: float = np.inf
    laid: Laid | None = None
    number: int = 0

    @property
    def strange(self) -> NDArray[np.float32]:
        """Final strangeness of each place, as squared distances: (24, 24)."""
        assert self.laid is not None
        return np.asarray(self.laid.strange[self.number])


@dataclass(frozen=True, eq=False)
class Around:
    """A cell with its surroundings, in the empty board's light: ``small_bgr`` at ``SCALE`` with a margin
    of ``AROUND_PX``, ``picture_bgr`` at full scale with ``SURROUNDINGS_PX``; ``first`` is the best name
    of the first look, always compared if it may lie there; ``allowed`` (names + 1, the bare board last)
    are the names that fit its neighbours."""

    cell: GridCell
    small_bgr: ImageBgr
    picture_bgr: ImageBgr
    first: int
    allowed: NDArray[np.bool_]


class SecondLook:
    """Looks again at single cells of one board. Safe to call from several threads."""

    def __init__(self, gallery: LabelGallery, board_bgr: ImageBgr) -> None:
        self._names = len(gallery.names)
        # If no piece was shown turned, apparent turned ones are left to the first look.
        which = np.nonzero(~gallery.turned[gallery.owners])[0]
        self._owners = np.append(gallery.owners[which], BARE).astype(np.intp)
        self._compared = np.zeros(self._names + 1, bool)
        self._compared[self._owners] = True
        pictures = [gallery.whole_pictures[one] for one in which.tolist()]
        edge = (SAMPLE_PX - PX_PER_CELL) // 2
        rough = [cut(places_of(halved(one), fine=False), *_at(edge // 2), SCALE) for one in pictures]
        none = np.zeros((0, SCALE // 2, SCALE // 2, 9), np.float32)
        self._rough = against(np.concatenate([*rough, none]), ROUGH_RIM)
        self._fine = [
            sample_of(cut(places_of(one, fine=True), *_at(edge), PX_PER_CELL)[0]) for one in pictures
        ]
        self._bare_rough = places_of(halved(board_bgr), fine=False)
        self._bare_fine = places_of(board_bgr, fine=True)
        self._bare_samples: dict[GridCell, Sample] = {}

    def look(self, cells: Sequence[Around], tint: Values) -> list[Again]:
        """Return the content of each of these cells, if pieces have their samples' colours apart from
        this tint (3,), as logarithms."""
        found: list[Again] = []
        for start in range(0, len(cells), AT_ONCE):
            found += self._look(cells[start : start + AT_ONCE], -tint)
        return found

    def _look(self, cells: Sequence[Around], untint: Values) -> list[Again]:
        rough = tinted(places_of(np.concatenate([one.small_bgr for one in cells]), fine=False), untint)
        fine = tinted(places_of(np.concatenate([one.picture_bgr for one in cells]), fine=True), untint)
        likely = self._likely(with_lengths(rough), cells, untint)
        _shift([one for each in likely for one in each.tried], fine)
        laid = [_to_lay(each.tried, one.first) for each, one in zip(likely, cells, strict=True)]
        _lay([one for own in laid for one in own], fine)
        return [self._again(own, each) for own, each in zip(laid, likely, strict=True)]

    def _again(self, laid: list[_Tried], likely: _Likely) -> Again:
        laid.sort(key=lambda one: one.cost)
        left_out = (one for one in likely.tried if one not in laid)
        alike, like_bare = self._alike([*laid, *left_out], likely.unlike)
        best = laid[0]
        strange = np.sqrt(best.strange)
        left = _left(strange)
        laid_best, number = best.laid, best.number
        assert laid_best is not None
        return Again(
            best.name,
            _features(laid, left),
            np.array(left),
            alike,
            like_bare,
            strange,
            np.sqrt(laid_best.coloured[number]),
            print_sums(laid_best.away[number], best.sample.places),
            likely.against,
        )

    def _likely(self, rough: Places, cells: Sequence[Around], untint: Values) -> list[_Likely]:
        """Return the best names that may lie on each cell, and the first look's, each with its place in
        the strip."""
        tops = AROUND_PX + (SCALE + 2 * AROUND_PX) * np.arange(len(cells))
        seen = [shifted(rough, AROUND_PX, top, SCALE, REACH_PX, ROUGH_RIM) for top in tops.tolist()]
        at_px = np.rint((np.array([one.cell for one in cells]) + MARGIN_CELLS) * SCALE).astype(np.intp)
        bare = tinted(cut(self._bare_rough, at_px[:, 0], at_px[:, 1], SCALE), untint)
        own = against(bare, ROUGH_RIM)
        unlike = np.ones((len(cells), len(_MOVED), len(self._owners)), np.float32)
        for number, one in enumerate(seen):
            unlike[number, :, :-1] = each_with_each(one, self._rough)
            unlike[number, _NEAR, -1:] = each_with_each(one[:, _NEAR], own[..., number : number + 1])
        unlike += _SHIFTS_COST
        at = unlike.argmin(1)
        least = np.take_along_axis(unlike, at[:, None], 1)[:, 0]
        return [
            self._likest(one, least[number], at[number], number, untint)
            for number, one in enumerate(cells)
        ]

    def _likest(
        self,
        around: Around,
        least: NDArray[np.float32],
        at: NDArray[np.intp],
        number: int,
        untint: Values,
    ) -> _Likely:
        """Return a cell's best names (its number in the strip is given), and the first look's.
        ``least``: each sample's least dissimilarity, ``at``: the shift where it occurs."""
        likest = float(least.min())
        # The second look cannot tell names apart that are left to the first.
        allowed = around.allowed & self._compared
        may_lie = allowed | ~allowed.any()
        least = least + np.where(may_lie[self._owners], np.float32(0), NOT_ALLOWED)
        by_name = np.full(self._names + 1, 1 + NOT_ALLOWED, np.float32)
        np.minimum.at(by_name, self._owners, least)
        corners = (SURROUNDINGS_PX + 2 * _MOVED[at] + np.array([0, number * SIDE_PX])).tolist()
        unlikely, enough = least.tolist(), float(by_name.min()) + NEAR
        owners = self._owners.tolist()
        found: dict[int, _Tried] = {}
        for one in np.argsort(least).tolist():
            name = owners[one]
            near = len(found) < LEAST_TRIED or unlikely[one] <= enough
            if (
                may_lie[name]
                and name not in found
                and (name == around.first or (len(found) < TRIED and near))
            ):
                found[name] = _Tried(name, self._sample(one, around.cell, untint), *corners[one])
        less = float(by_name.min()) - likest if allowed.any() else float(NOT_ALLOWED)
        return _Likely(list(found.values()), by_name, less)

    def _sample(self, one: int, cell: GridCell, untint: Values) -> Sample:
        if one < len(self._fine):
            return self._fine[one]
        bare = self._bare_samples.get(cell)
        if bare is None:
            x, y = (round((along + MARGIN_CELLS) * PX_PER_CELL) for along in cell)
            bare = sample_of(cut(self._bare_fine, *_at(x, y), PX_PER_CELL)[0])
            self._bare_samples[cell] = bare
        return bare.tinted(untint)

    def _alike(self, tried: list[_Tried], rough: NDArray[np.float32]) -> tuple[Values, float]:
        """Return the cell's similarity to each name, and to the bare board; names not tried get less
        than those tried."""
        names = [one.name for one in tried]
        worst = max(one.unlike for one in tried)
        unlike = worst + np.maximum(rough - rough[names].max(), 0)
        unlike[names] = [one.unlike for one in tried]
        return -unlike[:-1].astype(np.float64), -float(unlike[-1])


def _at(x: int, y: int | None = None) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.array([x]), np.array([x if y is None else y])


def _shift(tried: list[_Tried], fine: Places) -> None:
    """Move these names by at most one step to their best fit; ``fine`` is the strip."""
    starts = np.array([(one.left, one.top) for one in tried])[:, None]
    first = np.array([0, SIDE_PX]) * (starts // SIDE_PX)
    places = np.clip(starts + _WAYS, first, first + SIDE_PX - PX_PER_CELL)
    seen = cut(fine, places[..., 0].reshape(-1), places[..., 1].reshape(-1), PX_PER_CELL, THIN_PX)
    samples = np.array([one.sample.thin.places for one in tried])
    away = seen.reshape(len(tried), len(_WAYS), *samples.shape[1:]) - samples[:, None]
    away = away.reshape(seen.shape)
    strange = without_light(away)
    unlike = mean_unlikeness(strange).reshape(len(tried), -1)
    costs = inner_unlikeness(away, strange, THIN_PX).reshape(unlike.shape)
    for number, (one, corners) in enumerate(zip(tried, places.tolist(), strict=True)):
        least = int(costs[number].argmin())
        one.unlike, one.cost = float(unlike[number, least]), float(costs[number, least])
        one.left, one.top = corners[least]


def _to_lay(tried: list[_Tried], first: int) -> list[_Tried]:
    """Sort these names by similarity, the best first; return the best ones with the first look's
    name."""
    tried.sort(key=lambda one: one.cost)
    near = [one for one in tried[:LAID] if one.cost <= tried[0].cost + LAID_NEAR]
    likest = [*tried[:LEAST_TRIED], *near[LEAST_TRIED:]]
    last = next((one for one in tried[len(likest) :] if one.name == first), None)
    return likest if last is None else [*likest[: LAID - 1], last]


def _lay(tried: list[_Tried], fine: Places) -> None:
    """Align these names with the piece, and note their dissimilarity then."""
    corners = np.array([(one.left, one.top) for one in tried])
    laid = laid_over(fine, [one.sample for one in tried], corners, LAID_STEPS)
    costs = inner_unlikeness(laid.away, laid.strange, STEP_PX)
    for number, one in enumerate(tried):
        one.laid, one.number = laid, number
        one.unlike, one.cost = float(laid.unlike[number]), float(costs[number])


def _features(tried: list[_Tried], left: tuple[float, ...]) -> Values:
    """Return the features that tell whether the best name is right."""
    best, other = tried[0], min(tried[1:], key=lambda one: one.unlike, default=None)
    lead, expected = 1.0, 1.0
    if other is not None:
        lead = other.unlike - best.unlike
        between = unlikeness(strangeness(best.sample.places[None], other.sample.places[None]))[0]
        here = 1 - unlikeness(best.strange)
        expected = float((between * here).mean())
    return np.array(
        [
            best.unlike,
            min(lead, 0.3),
            expected,
            min(lead / (expected + LEAST_EXPECTED), 1.5),
            float(best.name == BARE),
            _unlike_in_sight(tried),
            *left[:3],
        ]
    )


def _unlike_in_sight(tried: list[_Tried]) -> float:
    """Return the best name's dissimilarity in the places that at least one name explains."""
    least = np.minimum.reduce([one.strange for one in tried])
    mask = (cv2.blur(np.minimum(least, MOST_DISTANCE), (3, 3)) > 1).astype(np.uint8)
    in_sight = cv2.dilate(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPOT), _SPOT) == 0
    shares = unlikeness(tried[0].strange)[in_sight]
    return float(shares.sum() / max(len(shares), LEAST_IN_SIGHT))


def _left(strange: NDArray[np.float32]) -> tuple[float, ...]:
    """Return measures of the unexplained part and its largest piece.

    Its share of the cell, share of the foot's place, the rest's share, strength, how much of its box it
    fills, share of the cell's edge that it crosses, and the foot's mean strangeness.
    """
    mask = (strange >= 1).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    foot_strange = float(np.minimum(strange[_FOOT], 4).mean())
    if count < 2:
        return 0.0, 0.0, float(mask.mean()), 0.0, 0.0, 0.0, foot_strange
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    own = labels == largest
    box = stats[largest, cv2.CC_STAT_WIDTH] * stats[largest, cv2.CC_STAT_HEIGHT]
    rim = np.concatenate([own[0], own[-1], own[:, 0], own[:, -1]])
    return (
        float(own.mean()),
        float(own[_FOOT].mean()),
        float((mask.astype(bool) & ~own).mean()),
        float(np.minimum(strange[own], 5).mean()),
        float(own.sum() / box),
        float(rim.mean()),
        foot_strange,
    )


def _foot() -> NDArray[np.bool_]:
    middle = SCALE / 2 - 0.5
    y, x = np.mgrid[0:SCALE, 0:SCALE] - middle
    return np.asarray(np.hypot(x, y) <= FOOT_PX)


def _moved() -> NDArray[np.intp]:
    """Return the shifts that ``shifted`` makes, x and y."""
    along = np.arange(-REACH_PX, REACH_PX + 1, 2)
    return np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)


_SPOT = np.ones((3, 3), np.uint8)
_FOOT = _foot()
_MOVED = _moved()
_WAYS = np.array([(x, y) for x in (-SHIFTED_PX, 0, SHIFTED_PX) for y in (-SHIFTED_PX, 0, SHIFTED_PX)])
_SHIFTS_COST = (FAR_COSTS * (_MOVED**2).sum(1) / REACH_PX**2).astype(np.float32)[:, None]
_NEAR = np.abs(_MOVED).max(1) <= BARE_REACH_PX
