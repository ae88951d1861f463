"""What the most likely contents of a board's cells leave unexplained of its picture.

The explained picture is composed from the bare board and the most similar samples. Where the picture
differs from it by more than a small shift or a shadow, there is something else: a pawn, a hand, a cup.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.board_grid import MARGIN_CELLS, PX_PER_CELL
from vision.boards.unexplained import DifferenceLimits, unexplained
from vision.matching.answers import BoardAnswer
from vision.matching.looks import Floats
from vision.matching.matcher import BoardMatcher, smaller
from vision.matching.sizes import COARSE, MARGIN_PX, PLACES, STRIDE_PX

SCALE = PX_PER_CELL // COARSE
"""Pixels a cell in which all this is done."""
EDGE = round(MARGIN_CELLS * SCALE)
HALF_PX = SCALE // 2 + 1
"""Half a pasted piece's side: slightly larger than its cell, so that its sides are explained, too."""
SETTLED_PX = 1
"""Greatest distance from the place where the matcher found a sample, in px of ``SCALE``."""
OTHERWISE, MOST_LIGHTER = 0.15, 0.3
"""Difference (logarithm) that counts half when a sample is laid; greatest difference of a whole piece
from its sample that is explained by light."""
SOMETHING_ELSE = DifferenceLimits(brighter=0.25, darker=0.5, colour=0.15)
"""In logarithms of the light."""
MOST = 1.5
"""A place that differs more counts as this."""
COVERED = 0.5
"""Probability of being covered from which nothing of a cell is explained."""


@dataclass(frozen=True, eq=False)
class BoardResidual:
    """The board at ``SCALE`` in the taught light, ``seen``, and how far each place is from the explained
    one: ``in_colour`` (1 and more: something else), and ``in_features`` of the networks; 0 outside the
    board. ``laid``: what was laid on each cell that holds a piece."""

    seen: Floats
    in_colour: Floats
    in_features: Floats
    laid: Mapping[int, Floats]


def residual(
    matcher: BoardMatcher, told: BoardAnswer, laid: Mapping[int, Floats] | None = None
) -> BoardResidual:
    """Return what a board's most likely contents leave unexplained; ``laid``: on cells whose content is
    the same as before."""
    seen, picture = smaller(told.seen), matcher.bare_coarse.copy()
    in_features, columns = np.zeros(seen.shape[:2], np.float32), matcher.taught.grid.columns
    margin, per = MARGIN_PX // STRIDE_PX, STRIDE_PX // COARSE
    for cell, same in told.explained.same.items():
        inner = same[margin : PLACES - margin, margin : PLACES - margin]
        in_features[_part(cell, columns, SCALE // 2)] = 1 - inner.repeat(per, 0).repeat(per, 1)
    found = dict(laid or {})
    for cell, (sample, shift) in told.explained.samples.items():
        at = _part(cell, columns, HALF_PX)
        if cell not in found:
            found[cell] = _laid(seen[at], matcher.samples_coarse[sample], shift)
        picture[at] = found[cell]
    left = BoardResidual(seen, _differing(seen, picture), in_features, found)
    for cell, answer in enumerate(told.answers):
        if answer.covered > COVERED:  # by something of which no piece explains anything
            left.in_colour[_part(cell, columns, SCALE // 2)] = MOST
    return left


def _part(cell: int, columns: int, half_px: int) -> tuple[slice, slice]:
    """Return the square round a cell's middle."""
    at = (EDGE + along * SCALE + SCALE // 2 for along in divmod(cell, columns))
    rows, along = (slice(middle - half_px, middle + half_px) for middle in at)
    return rows, along


def _laid(seen: Floats, sample: Floats, shift: tuple[int, int]) -> Floats:
    """Return the part of a sample that best explains a cell, in the cell's light."""
    reach, most = HALF_PX + SETTLED_PX, len(sample) // 2
    top, left = (min(max(most - reach + round(by / COARSE), 0), 2 * (most - reach)) for by in shift)
    around = sample[top : top + 2 * reach, left : left + 2 * reach]
    lighter = np.median((seen - around[1:-1, 1:-1])[::2, ::2].reshape(-1, 3), 0)
    lighter = np.clip(lighter, -MOST_LIGHTER, MOST_LIGHTER)
    tried = sliding_window_view(around + lighter, seen.shape[:2], (0, 1)).transpose(0, 1, 3, 4, 2)
    away = np.square(seen - tried).sum(4) / OTHERWISE**2
    costs = (away / (1 + away)).mean((2, 3))
    return np.asarray(tried[np.unravel_index(costs.argmin(), costs.shape)], np.float32)


def _differing(seen: Floats, picture: Floats) -> Floats:
    inside = np.zeros(seen.shape[:2], np.float32)
    inside[EDGE:-EDGE, EDGE:-EDGE] = 1
    return np.asarray(np.minimum(unexplained(seen, picture, SOMETHING_ELSE), MOST) * inside, np.float32)
