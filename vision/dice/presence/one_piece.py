"""Whether a face continues beyond one of its edges as a single piece: half a domino does.

Two dice that touch have corners, between which the table or a shadow is seen, and a seam from one side
to the other. A domino's sides run straight past the bar between its halves, and its ground continues
beside the bar.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.geometry import holds
from vision.dice.presence.surroundings import SIDE_PX, Surroundings

REACH = 9
"""Px to either side of a face's side that are examined."""
INSIDE, OUTSIDE = 3, -5
"""Px within and beyond a side where the face's ground, and what is outside it, are sampled despite
misread corners."""
OWN, BEYOND = slice(30, 52), slice(0, 22)
"""Rows of a strip beside the face itself, and beside the part beyond its edge; the seam is between."""
SEAM, MIDDLE = slice(22, 30), slice(24, 28)
LEAST_CONTRAST = 8.0
"""Contrast with the surroundings, in grey levels, below which a face is not examined further."""
SAME_GROUND, PERHAPS_SAME = 0.5, 0.8
"""Differences between the face and the ground beyond its edge, in contrasts of face and table: up to the
first the ground is the face's; above the second it is not examined further."""

SHIFTS, SWERVES = np.arange(-4.0, 5.0), np.arange(-4.0, 5.0, 2.0)
"""Px by which the side may be shifted from where it was read, and may swerve over a side's length."""
FEW = 5
"""Rows, of 22, that may show no edge: pips and shadows."""
LEAST_STEP = 6.0
"""Least step of a side, in grey levels over two px."""
GOES_ON, MOST_DIP, LEAST_AT_SEAM, DIP_AT_SEAM = 0.4, 0.8, 0.4, 0.6
"""A side continues if its step beyond the edge is at least this share of its own. At the seam the step
must be this share of the step beside it, and more if the ground beside the side differs there: ``dip``,
in contrasts. Chosen by hand on 20 drawn pictures of dominoes, 16 photographs of them, and 1,929 dice of
photographs, 264 of them crowded: with the values below, two of the crowded ones seem to continue."""
FAINT_DIP, LESS_THAN_BAR = 0.25, 0.6
"""A dark line beside the side is no seam if it is faint (in contrasts), or far fainter than farther in:
a bar ends before the side, a seam between dice does not. Chosen by hand."""
INWARDS = (1.3, 2.0, 3.0, 4.0)
"""Px within the side at which the ground is examined: a bar may end near it."""
Strips = NDArray[np.float32]
BAR = 8.0
"""Px within the side at which a domino's bar or the seam between two dice is always visible."""


def are_of_one_piece(quads_px: Sequence[Corners], seen: Surroundings) -> list[bool]:
    """Tell of each face whether it continues beyond one of its edges, or another continues into it.

    ``seen``: each face's surroundings.
    """
    if not quads_px:
        return []
    quads = np.stack(quads_px)
    strips = _strips(seen)
    number, edge = np.nonzero(_may_go_on(strips).all(2))
    is_one_piece = _is_one_piece(strips[number, edge])
    number, edge = number[is_one_piece], edge[is_one_piece]
    goes_on = np.isin(np.arange(len(quads)), number)
    beyond = quads[number, edge] + quads[number, (edge + 1) % 4] - quads[number].mean(1)
    return [bool(one) for one in goes_on | holds(quads, beyond).any(1)]


def _strips(crops: NDArray[np.uint8]) -> Strips:
    """Return the strips along the sides left and right of each edge: (n, 4, 2, 52, 19, 3).

    Rows run from beyond the edge into the face, columns from outside the side into it.
    """
    rows = slice(SIDE_PX - 26, SIDE_PX + 26)
    columns = slice(SIDE_PX - REACH, SIDE_PX + REACH + 1)
    turned = [np.rot90(crops, turns, (1, 2)) for turns in range(4)]
    pairs = [(one[:, rows, columns], one[:, rows, ::-1][:, :, columns]) for one in turned]
    return np.stack([np.stack(pair, 1) for pair in pairs], 1).astype(np.float32)


def _may_go_on(strips: Strips) -> NDArray[np.bool_]:
    """Tell quickly where the ground may continue beyond an edge: for each side of it (n, 4, 2)."""
    ground = np.median(strips[..., OWN, REACH + INSIDE, :], axis=-2, keepdims=True)
    outside = strips[..., OWN, REACH + OUTSIDE, :]
    contrast = np.median(np.abs(outside - ground).max(-1), axis=-1)
    other = np.abs(strips[..., BEYOND, REACH + INSIDE, :] - ground).max(-1)
    differs = np.partition(other, -2 * FEW, axis=-1)[..., -2 * FEW]
    return np.asarray((contrast > LEAST_CONTRAST) & (differs < PERHAPS_SAME * contrast))


def _is_one_piece(strips: Strips) -> NDArray[np.bool_]:
    """Tell of each pair of strips (m, 2, 52, 19, 3) whether they belong to one piece."""
    if not len(strips):
        return np.zeros(0, bool)
    steps = np.abs(strips[..., 2:, :] - strips[..., :-2, :]).max(-1)
    lines = _plainest_lines(steps)
    across = _steps_at(steps, lines)
    own, beyond = (np.partition(across[..., rows], FEW, -1)[..., FEW] for rows in (OWN, BEYOND))
    contrast = np.maximum(own, 1.0)
    at_seam = across[..., SEAM].min(-1) / np.maximum(np.minimum(own, beyond), 1.0)
    dip, differs, bar = _along(strips, lines)
    is_no_seam = dip < np.maximum(FAINT_DIP * 2 * contrast, LESS_THAN_BAR * bar)
    dip, differs = dip / np.maximum(2 * contrast, bar), differs / (2 * contrast)
    return np.asarray(
        (own > LEAST_STEP).all(1)
        & (beyond / contrast > GOES_ON).all(1)
        & (differs < SAME_GROUND).all(1)
        & (is_no_seam & (dip < MOST_DIP)).all(1)
        & (at_seam.min(1) > LEAST_AT_SEAM + DIP_AT_SEAM * dip.max(1))
    )


@cache
def _lines() -> NDArray[np.intp]:
    """Return the columns of the possible lines of a side: (45, 52)."""
    outwards = (26 - np.arange(52)) / SIDE_PX
    places = SHIFTS[:, None, None] + SWERVES[:, None] * outwards
    return np.clip(np.rint(places), 1 - REACH, REACH - 1).astype(np.intp).reshape(-1, 52) + REACH - 1


def _plainest_lines(steps: Strips) -> NDArray[np.float64]:
    """Return where the side runs in each row (m, 2, 52): px right of where it was read."""
    rows = np.arange(52)
    along = steps[:, :, rows, _lines()]
    least = np.minimum(
        np.partition(along[..., OWN], FEW, -1)[..., FEW],
        np.partition(along[..., BEYOND], FEW, -1)[..., FEW],
    )
    mean = (along[..., OWN].mean(-1) + along[..., BEYOND].mean(-1)) / 2
    shift, swerve = np.divmod((least + 0.02 * mean).argmax(2), len(SWERVES))
    return np.asarray(SHIFTS[shift][..., None] + SWERVES[swerve][..., None] * (26 - rows) / SIDE_PX)


def _steps_at(steps: Strips, lines: NDArray[np.float64]) -> Strips:
    """Return the step at the side in each row, the greatest of three neighbouring ones: (m, 2, 52)."""
    column = np.clip(np.rint(lines).astype(np.intp), 1 - REACH + 1, REACH - 2) + REACH - 1
    beside = [np.take_along_axis(steps, column[..., None] + by, 3)[..., 0] for by in (-1, 0, 1)]
    return np.asarray(np.maximum.reduce(beside), np.float32)


def _along(strips: Strips, lines: NDArray[np.float64]) -> tuple[Strips, Strips, Strips]:
    """Return the differences of the ground from itself, in grey levels: (m, 2) each.

    At the seam beside the side, beyond it, and at the seam farther in, where a bar may be.
    """
    dips = np.min([_dip(_column(strips, lines + inwards)) for inwards in INWARDS], axis=0)
    ground = _column(strips, lines + 2.0)
    own = np.median(ground[..., OWN, :], axis=-2, keepdims=True)
    other = np.abs(ground[..., BEYOND, :] - own).max(-1)
    farther_in = _column(strips, lines + BAR)[..., MIDDLE, :]
    bar = np.abs(farther_in - own).max((-1, -2))
    return dips, np.partition(other, -FEW - 2, axis=-1)[..., -FEW - 2], bar


def _dip(ground: Strips) -> Strips:
    """Return how far the ground at the seam differs from the ground beside it: (m, 2)."""
    within = np.median(ground[..., 31:37, :], axis=-2)
    beyond = np.median(ground[..., 15:21, :], axis=-2)
    share = ((np.arange(8) + 4) / 16)[:, None]
    between = beyond[..., None, :] * (1 - share) + within[..., None, :] * share
    off = np.abs(ground[..., SEAM, :] - between).max((-1, -2))
    return np.asarray(np.maximum(off, np.abs(within - beyond).max(-1)), np.float32)


def _column(strips: Strips, places: NDArray[np.float64]) -> Strips:
    """Return the colours at a place of each row, px right of where the side was read: (m, 2, 52, 3)."""
    column = np.clip(places + REACH, 0, 2 * REACH - 1e-6)
    left = column.astype(np.intp)[..., None, None]
    share = (column - np.floor(column))[..., None]
    one = np.take_along_axis(strips, left, 3)[..., 0, :]
    other = np.take_along_axis(strips, np.minimum(left + 1, 2 * REACH), 3)[..., 0, :]
    return np.asarray(one * (1 - share) + other * share, np.float32)
