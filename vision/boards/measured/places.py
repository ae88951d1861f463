"""Cells described place by place, and compared in a way that tolerates covered places.

Each place has the strengths of its edges in six directions, its brightness and its colour, each in units
of its usual difference between two pictures of the same thing. A single place's difference is limited
(Geman and McClure's robust measure, 1985): so a pawn on a piece costs every name the same, and the
places beside it decide.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.looks import DIRECTIONS, edge_planes
from vision.frame import ImageBgr

EDGE, COLOUR = 2.0, 0.12
"""Usual differences of edges (root of grey levels a px) and colours (logarithm) between pictures of
one piece. Chosen on 963 cells of eight drawn boards; other values lose up to eight of 222 names under
pawns."""
BRIGHTNESS = 0.3
"""The same for brightness after the mean difference is removed; before that, it counts little."""
ROUGHLY = 5.0
"""Factor by which brightness counts less if the mean is not removed."""
MOST_BRIGHTER, MOST_COLOURED = 0.6, 0.2
"""Greatest total difference of a cell's brightness and colour from its sample (logarithms)."""
INNER_FROM_PX = 4
"""Places this near a cell's edge do not count for the best name, px of a straight board: some samples
have the table's or another piece's edge there. Of 37 names under pawns 28 were best with that rim, 35
without it, and all 37 if light also counts separately (chosen on these)."""
DARK = 12.0
DEPTH = DIRECTIONS + 3
_BRIGHT = DIRECTIONS
_OPPONENTS = np.array([[1 / 3, 1 / 3, 1 / 3], [0.7071, -0.7071, 0], [0.4082, 0.4082, -0.8165]])
_LOGS = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))
_LIMITS = np.array(
    [MOST_BRIGHTER / BRIGHTNESS, MOST_COLOURED / COLOUR, MOST_COLOURED / COLOUR], np.float32
)
Places = NDArray[np.float32]


def places_of(picture_bgr: ImageBgr, *, fine: bool) -> Places:
    """Return each pixel's description: (height, width, 9). ``fine``: include brightness, and smooth
    noise over more pixels."""
    blurred = cv2.GaussianBlur(picture_bgr, (0, 0), 1.5 if fine else 1.0)
    bright = BRIGHTNESS if fine else ROUGHLY * BRIGHTNESS
    units = np.array([[1 / bright], [1 / COLOUR], [1 / COLOUR]])
    colours = cv2.transform(cv2.LUT(blurred, _LOGS), (_OPPONENTS * units).astype(np.float32))
    return np.asarray(cv2.merge([*edge_planes(picture_bgr, EDGE), *cv2.split(colours)]), np.float32)


def tinted(places: Places, tint: NDArray[np.float64]) -> Places:
    """Return places (…, 9) with all colours shifted by this tint (3,), as logarithms."""
    shift = np.zeros(DEPTH, np.float32)
    shift[_BRIGHT + 1 :] = _OPPONENTS[1:] @ tint / COLOUR
    return np.asarray(places + shift, np.float32)


def cut(
    places: Places, lefts: NDArray[np.intp], tops: NDArray[np.intp], side_px: int, every_px: int = 2
) -> Places:
    """Return squares with these top left pixels, at every second pixel or fewer: (n, side / every_px,
    side / every_px, 9)."""
    height, width, depth = places.shape
    down, across, deep = places.strides
    many = side_px // every_px
    view = np.lib.stride_tricks.as_strided(
        places,
        (height - side_px + 1, width - side_px + 1, many, many, depth),
        (down, across, every_px * down, every_px * across, deep),
        writeable=False,
    )
    return np.asarray(view[tops, lefts], np.float32)


def with_lengths(places: Places) -> Places:
    """Return places (…, 9) extended so that their product with ``against`` is one more than their
    squared distances: (…, 11)."""
    lengths = 1 + np.einsum("...k,...k->...", places, places)
    rows = [places, np.ones_like(lengths)[..., None], lengths[..., None]]
    return np.ascontiguousarray(np.concatenate(rows, -1))


def against(samples: Places, rim: int = 0) -> Places:
    """Return samples (n, s, s, 9) for products with places ``with_lengths``, at every other place as on
    a chessboard, without a rim of this many places: (s * s / 2, 11, n)."""
    flat = samples[:, *_every_other(samples.shape[1], rim)].transpose(1, 2, 0)
    lengths = np.einsum("pkn,pkn->pn", flat, flat)[:, None]
    return np.ascontiguousarray(np.concatenate([-2 * flat, lengths, np.ones_like(lengths)], 1))


def shifted(places: Places, left: int, top: int, side_px: int, reach_px: int, rim: int = 0) -> Places:
    """Return a square at every other place of every second pixel, without a rim of this many places, in
    every second shift each way: (side² / 8, shifts, 11).

    ``places`` are ``with_lengths``; shifts are ordered row after row, from the top left.
    """
    down, across, deep = places.strides
    many, ways = side_px // 2, reach_px + 1
    view = np.lib.stride_tricks.as_strided(
        places[top - reach_px :, left - reach_px :],
        (many, many, ways, ways, places.shape[2]),
        (2 * down, 2 * across, 2 * down, 2 * across, deep),
        writeable=False,
    )
    every = view[_every_other(many, rim)]
    return np.asarray(every.reshape(len(every), ways * ways, -1), np.float32)


@cache
def _every_other(side: int, rim: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of every other place of a square, as on a chessboard, without its rim."""
    rows, columns = np.nonzero(np.indices((side - 2 * rim, side - 2 * rim)).sum(0) % 2 == 0)
    return rows + rim, columns + rim


def each_with_each(seen: Places, samples: Places) -> NDArray[np.float32]:
    """Return the dissimilarity of squares ``shifted`` (s, m, 11) and samples ``against`` them (s, 11,
    n), 0 to 1: (m, n)."""
    away = seen @ samples
    np.maximum(away, 1, out=away)
    np.reciprocal(away, out=away)
    return np.asarray(1 - away.mean(0), np.float32)


def strangeness(seen: Places, samples: Places) -> NDArray[np.float32]:
    """Return each place's distance between squares (n, s, s, 9) and their sample, squared (n, s, s),
    without the mean difference of light and colour."""
    return without_light(seen - samples)


def without_light(away: Places) -> NDArray[np.float32]:
    """Remove the mean difference of light and colour from differences (n, s, s, 9), in place, and return
    the squares of the rest: (n, s, s)."""
    edges = _squares(away[..., :_BRIGHT])
    weights = 1 / (1 + edges + _squares(away[..., _BRIGHT + 1 :])) ** 2
    light = np.einsum("nyx,nyxk->nk", weights, away[..., _BRIGHT:])
    light /= weights.sum((1, 2))[:, None] + 1e-6
    away[..., _BRIGHT:] -= np.clip(light, -_LIMITS, _LIMITS)[:, None, None]
    return np.asarray(edges + _squares(away[..., _BRIGHT:]), np.float32)


def coloured_strangely(away: Places) -> NDArray[np.float32]:
    """Return the colour part of differences (n, s, s, 9), without brightness: squares, (n, s, s)."""
    return _squares(away[..., _BRIGHT + 1 :])


def _squares(away: Places) -> NDArray[np.float32]:
    return np.asarray(np.einsum("nyxk,nyxk->nyx", away, away))


def mean_unlikeness(strange: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the dissimilarity of squares (n, s, s) with places this strange, 0 to 1: (n,)."""
    return np.asarray(unlikeness(strange).mean((1, 2)), np.float32)


def inner_unlikeness(away: Places, strange: NDArray[np.float32], every_px: int) -> NDArray[np.float32]:
    """Return the dissimilarity of squares whose places, at every given pixel, differ by ``away`` (n, s,
    s, 9), with ``strange`` from ``without_light``: 0 to 1, (n,).

    It leaves out the piece's surroundings; edges and light count separately, since shadows darken print
    but do not remove it.
    """
    rim = INNER_FROM_PX // every_px
    inner = slice(rim, away.shape[1] - rim)
    edges = _squares(away[:, inner, inner, :_BRIGHT])
    light = np.maximum(strange[:, inner, inner] - edges, 0)
    return np.asarray((unlikeness(edges) + unlikeness(light)).mean((1, 2)) / 2, np.float32)


def unlikeness(strange: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the dissimilarity of places this strange, 0 to 1."""
    return strange / (1 + strange)
