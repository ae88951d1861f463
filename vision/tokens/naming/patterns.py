"""Compares tokens' prints: a taught pattern is turned, moved, stretched and tilted until it matches the
visible one best, whatever the light.

The turn is found by correlation along the rays, the rest by inverse compositional alignment (Baker and
Matthews, Lucas-Kanade 20 Years On, 2004). A stone seen obliquely is an ellipse, and a ring printed on it
may be taken for its rim: the alignment finds its true centre and size as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.medians import medians
from vision.sets.kind import Sample
from vision.tokens.finding.outlines import RAYS, STEPS, logarithm, rays
from vision.tokens.sets import SAMPLE_RADIUS_PX

STRETCHES, SHIFT = (0.82, 1.0, 1.22), 0.12
"""Factors of size, and shift (in radii), in which taught patterns are looked for before they are
aligned: rings and shadows make radii and centres uncertain."""
TURNS = 24
SAME_TURN = 2
BARE_CONTRAST, BARE_FIRST = 0.25, 2.0
"""Contrast, relative to the clearest label's, below which a label has no print; such labels are tried
before others."""
TURNED = np.nonzero((STEPS > 0.05) & (STEPS < 0.85))[0]
"""Steps along a ray whose correlation gives the turn."""
GRID, WITHIN = 7, 0.86
"""Points per radius at which patterns are compared, and the share of the radius covered."""
ROUNDS = 6
LEAST_GAIN, MOST_GAIN = 0.6, 1.6
"""Range of contrast within which a pattern is the same: shine and blur make it paler."""
CLIPPED = 0.6
"""Limit on a point's difference, in logarithms: a highlight is one large difference."""
STIFF = 0.02
"""Stiffness of the alignment, relative to the pattern's evidence: tokens without print give none."""
MOST_MOVED, MOST_STRETCHED = 0.3, 1.5
"""Movement (in radii) or stretch beyond which an alignment is rejected."""
MOST_TRIED = 5
"""Number of a token's labels and turns that are aligned, the best correlated."""
LEAST_TURNED = 0.2
"""Correlation with every taught pattern, in any turn, below which a thing shows none of them: it is
aligned with labels without print only. Of 2090 outlines around drawn stones half correlate less, and
none of the 365 with a clear print of a label."""
AT_ONCE = 60
VARIANTS = np.array(
    [
        (size * x, size * y, size)
        for size in STRETCHES
        for x in (0.0, SHIFT, -SHIFT)
        for y in (0.0, SHIFT, -SHIFT)
    ]
)
"""Shifts, in radii, and sizes: (variants, 3)."""
Values = NDArray[np.float64]
Floats = NDArray[np.float32]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Matched:
    """The matches of n tokens with K labels: ``distances`` (n, K), mean difference of logarithms;
    ``alike`` (n, K): correlation, 1 being equal; ``moved`` (n, K, 2): the label's centre, in radii;
    ``scales`` (n, K): its radius relative to the examined one."""

    distances: Values
    alike: Values
    moved: Values
    scales: Values


class Patterns:
    """The patterns of taught samples, some of each label. Safe to call from several threads."""

    def __init__(self, samples: Sequence[Sample], of: Indices, labels: int) -> None:
        self._of, self._labels = of, labels
        told = _spectra(np.stack([_varied(one.crop_bgr) for one in samples], 1))
        self._spectra = _multipliers(told.reshape(-1, *told.shape[2:]))
        self._own = _by_label(of, labels)
        self._points = _disc()
        faces, slopes = zip(*(self._sampled(one.crop_bgr) for one in samples), strict=True)
        self._faces = np.stack(faces)
        self._greys = self._faces.mean(2)
        self._shown = self._faces - medians(self._faces, axis=1)
        self._steps = _steps(self._points, np.stack(slopes))
        contrast = self._faces.std(1).mean(1)
        every = [contrast[of == k].mean() if (of == k).any() else 0.0 for k in range(labels)]
        self.is_bare = np.array(every) < BARE_CONTRAST * max(every, default=0.0)

    def matched(self, patches: Floats, without: Indices | None = None) -> Matched:
        """Return how samples along rays (n, rays, steps, 3) match each label.

        ``without`` (n,): the number of a sample to leave out, -1 for none.
        """
        n, labels = len(patches), self._labels
        found = Matched(
            np.full((n, labels), np.inf),
            np.zeros((n, labels)),
            np.zeros((n, labels, 2)),
            np.ones((n, labels)),
        )
        for first in range(0, n, AT_ONCE):
            part = np.arange(first, min(first + AT_ONCE, n))
            skipped = None if without is None else without[part]
            self._match(patches[part], part, skipped, found)
        most = np.where(np.isfinite(found.distances), found.distances, 0.0).max(1, keepdims=True)
        np.copyto(found.distances, most, where=~np.isfinite(found.distances))
        return found

    def _match(self, patches: Floats, numbers: Indices, without: Indices | None, found: Matched) -> None:
        """Write how these patches, which have these numbers, match."""
        every = self._turned(patches)
        alike = every.max(2).transpose(1, 2, 0).astype(np.float64)
        if without is not None:
            skip = np.nonzero(without >= 0)[0]
            alike[skip, without[skip]] = -np.inf
        else:
            bears_none = alike.max((1, 2)) < LEAST_TURNED
            # It differs from the print as much as possible.
            found.distances[np.ix_(numbers[bears_none], ~self.is_bare)] = CLIPPED
            alike[np.ix_(bears_none, ~self.is_bare[self._of])] = -np.inf
        row, of, turn = self._tried(alike)
        if not len(row):
            return
        places = self._start(every[turn, row, :, of].argmax(1), turn)
        places = self._aligned(_mean_of_three(patches), row, of, places)
        shown = _seen_at(patches, row, self._points, places)
        shown = shown - medians(shown, axis=1)
        told = self._shown[of]
        gain = (shown * told).sum((1, 2)) / ((told**2).sum((1, 2)) + 1e-6)
        told = told * np.clip(gain, LEAST_GAIN, MOST_GAIN)[:, None, None]
        distances = np.minimum(np.abs(shown - told), CLIPPED).mean((1, 2))
        same = _correlation(_mean_of_three(shown), _mean_of_three(told))
        scales = np.sqrt(np.abs(np.linalg.det(places[:, :, :2])))
        # The best of each label is written last.
        order = np.argsort(-distances, kind="stable")
        at = numbers[row[order]], self._of[of[order]]
        found.distances[at], found.alike[at] = distances[order], same[order]
        found.moved[at], found.scales[at] = places[order, :, 2], scales[order]

    def _turned(self, patches: Floats) -> Floats:
        """Return each one's correlation with each sample, moved and stretched, in each turn: (turns, n,
        variants, S)."""
        seen = _spectra(_grey(patches[:, :, TURNED[0] : TURNED[-1] + 1]))
        n, many = len(seen), self._spectra.shape[3]
        both = np.matmul(seen.transpose(1, 0, 2)[None], self._spectra)
        over = _waves(TURNS).T @ both.reshape(-1, n * many)
        return np.asarray(over.reshape(TURNS, n, len(VARIANTS), -1), np.float32)

    def _tried(self, alike: Values) -> tuple[Indices, Indices, Indices]:
        """Return which samples are aligned with which tokens in which turns: (m,) each.

        For each label the best, and the best in another turn: a sign may resemble itself turned by a
        right angle. A sample without print correlates with nothing, and is always tried.
        """
        n, labels = len(alike), self._labels
        among = np.pad(alike, ((0, 0), (0, 1), (0, 0)), constant_values=-np.inf)[:, self._own]
        among = among.reshape(n, labels, -1)
        best = _best_turns(among)
        tried = np.empty((n, labels, 2, 3))
        tried[..., 0] = np.take_along_axis(among, best, 2)
        tried[..., 1] = self._own[np.arange(labels)[:, None], best // TURNS]
        tried[..., 2] = best % TURNS
        rank = tried[..., 0].copy()
        rank[:, self.is_bare, 0] += BARE_FIRST
        order = np.argsort(-rank.reshape(n, -1), axis=1)[:, : MOST_TRIED + int(self.is_bare.sum())]
        chosen = np.take_along_axis(tried.reshape(n, -1, 3), order[..., None], 1)
        row, column = np.nonzero(np.isfinite(chosen[..., 0]))
        return row, chosen[row, column, 1].astype(np.intp), chosen[row, column, 2].astype(np.intp)

    def _start(self, variant: Indices, turn: Indices) -> Values:
        """Return the maps (m, 2, 3) from a taught token to the seen one."""
        angles = -turn * 2 * np.pi / TURNS
        size, shift = VARIANTS[variant, 2], VARIANTS[variant, :2]
        c, s = np.cos(angles) / size, np.sin(angles) / size
        turned = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
        return np.concatenate([turned, -(turned @ shift[..., None])], 2)

    def _aligned(self, grey: Floats, row: Indices, of: Indices, places: Values) -> Values:
        """Return the maps (m, 2, 3) after samples ``of`` were aligned with patches ``row``."""
        told = self._greys[of]
        power = (told**2).sum(1) + 1e-6
        steps, start = self._steps[of], places
        for _ in range(ROUNDS):
            shown = _seen_at(grey[..., None], row, self._points, places)[..., 0]
            shown = shown - shown.mean(1, keepdims=True)
            gain = np.clip((shown * told).sum(1) / power, LEAST_GAIN, MOST_GAIN)
            off = np.clip(shown / gain[:, None] - told, -CLIPPED, CLIPPED)
            places = _composed(places, (steps @ off[..., None])[..., 0])
        return np.where(_is_far(places)[:, None, None], start, places)

    def _sampled(self, crop: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return a sample at the points, (m, 3), less its mean, and its slopes along x and y, (m, 2)."""
        colours = logarithm(crop.astype(np.float32))
        middle = (crop.shape[0] - 1) / 2

        def at(points: Values) -> Floats:
            places = np.asarray(middle + SAMPLE_RADIUS_PX * points, np.float32)
            seen = cv2.remap(
                colours, places[:, :1], places[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            return np.asarray(seen[:, 0], np.float32)

        face, near = at(self._points), 1 / SAMPLE_RADIUS_PX
        ways = (np.array([near, 0.0]), np.array([0.0, near]))
        slopes = [(at(self._points + way) - at(self._points - way)).mean(1) / 2 / near for way in ways]
        return face - face.mean(0), np.stack(slopes, 1)


def _by_label(of: Indices, labels: int) -> Indices:
    """Return the numbers of each label's samples, (labels, most), padded with one that belongs to
    none."""
    own = np.full((labels, max(1, int(np.bincount(of, minlength=1).max()))), len(of))
    for label in range(labels):
        numbers = np.nonzero(of == label)[0]
        own[label, : len(numbers)] = numbers
    return own


def _disc() -> Values:
    """Return points (m, 2) all over a token, in radii."""
    line = np.arange(-GRID, GRID + 1) / GRID
    x, y = np.meshgrid(line, line)
    points = np.column_stack([x.ravel(), y.ravel()])
    return np.asarray(points[np.hypot(*points.T) < WITHIN])


def _varied(crop: NDArray[np.uint8]) -> Floats:
    """Return a sample along rays in several shifts and sizes: (variants, rays, steps)."""
    centres = (crop.shape[0] - 1) / 2 + SAMPLE_RADIUS_PX * VARIANTS[:, :2]
    return _grey(logarithm(rays(crop, centres, SAMPLE_RADIUS_PX * VARIANTS[:, 2], STEPS[TURNED])))


def _grey(patches: Floats) -> Floats:
    """Return patterns without colour and mean, of length 1 (shorter without print), each point weighted
    with the area that it represents: (n, rays, steps)."""
    area = STEPS[TURNED].astype(np.float32) / STEPS[TURNED].sum()
    grey = patches.mean(-1)
    grey = (grey - (grey.mean(1) @ area)[:, None, None]) * np.sqrt(area / RAYS)
    return np.asarray(grey / (np.sqrt((grey**2).sum((1, 2))) + 0.03)[:, None, None], np.float32)


@cache
def _waves(count: int) -> Floats:
    """Return cosines and sines at this many angles, those that distinguish ``TURNS`` turns, (waves,
    count): sums of them, weighted as here, reproduce the values at as many angles."""
    number = np.arange(TURNS // 2 + 1)
    angles = 2 * np.pi * np.multiply.outer(number, np.arange(count)) / count
    # The first and the last have no counterpart that turns the other way.
    weight = np.where((number == 0) | (number == TURNS // 2), 1.0, 2.0)[:, None] / TURNS
    return np.asarray(np.vstack([weight * np.cos(angles), -weight * np.sin(angles)]), np.float32)


def _spectra(grey: Floats) -> Floats:
    """Return the spectra along the rays of patterns (…, rays, steps): (…, frequencies, 2 * steps), the
    real numbers before the imaginary ones."""
    found = np.fft.rfft(grey, axis=-2)[..., : TURNS // 2 + 1, :] * (TURNS / RAYS)
    return np.concatenate([found.real, found.imag], -1).astype(np.float32)


def _multipliers(told: Floats) -> Floats:
    """Return the factors for seen spectra (n, frequencies, 2 * steps), for the real and the imaginary
    numbers of their correlation with the taught ones: (2, frequencies, 2 * steps, n)."""
    real, imaginary = np.split(told, 2, axis=2)
    crossed = np.concatenate([imaginary, -real], 2)
    return np.ascontiguousarray(np.stack([told, crossed]).transpose(0, 2, 3, 1))


def _steps(points: Values, slopes: Floats) -> Values:
    """Return the step in the samples' movement that each point's difference suggests: (S, 6, m)."""
    x, y = points.T
    gx, gy = slopes[..., 0], slopes[..., 1]
    change = np.stack([gx * x, gx * y, gx, gy * x, gy * y, gy], 2).astype(np.float64)
    change -= change.mean(1, keepdims=True)
    bend = change.transpose(0, 2, 1) @ change
    held = STIFF * len(points) * np.eye(6)
    return np.asarray(np.linalg.solve(bend + held, change.transpose(0, 2, 1)), np.float64)


def _composed(places: Values, step: Values) -> Values:
    """Return the maps (n, 2, 3) after a step (n, 6) of the taught pattern is taken back."""
    change = step.reshape(-1, 2, 3) + np.eye(2, 3)
    (a, b), (c, d) = change[:, :, :2].transpose(1, 2, 0)
    back = np.stack([d, -b, -c, a], 1).reshape(-1, 2, 2) / (a * d - b * c)[:, None, None]
    turned = places[:, :, :2] @ back
    return np.concatenate([turned, places[:, :, 2:] - turned @ change[:, :, 2:]], 2)


def _best_turns(alike: Values) -> Indices:
    """Return the best of samples and turns (n, labels, S * turns), and the best in another turn: a sign
    may resemble itself turned by a right angle. (n, labels, 2)."""
    first = alike.argmax(2)
    turns = np.arange(alike.shape[2]) % TURNS
    off = np.abs(turns - (first % TURNS)[..., None])
    near = np.minimum(off, TURNS - off) <= SAME_TURN
    return np.stack([first, np.where(near, -np.inf, alike).argmax(2)], 2)


def _is_far(places: Values) -> NDArray[np.bool_]:
    (a, b), (c, d) = places[:, :, :2].transpose(1, 2, 0) / 2
    # The singular values of two rows and columns are the sum and the difference of these.
    mean, off = np.hypot(a + d, c - b), np.hypot(a - d, c + b)
    far = np.hypot(*places[:, :, 2].T) > MOST_MOVED
    return np.asarray(far | (mean + off > MOST_STRETCHED) | (np.abs(mean - off) < 1 / MOST_STRETCHED))


def _seen_at(patches: Floats, row: Indices, points: Values, places: Values) -> Floats:
    """Return the values of patches (n, rays, steps, c) at points mapped by (m, 2, 3): (m, points, c).

    ``row`` (m,): the patch of each map.
    """
    x, y = (
        np.ascontiguousarray(places[:, k, :2] @ points.T + places[:, k, 2:], np.float32) for k in (0, 1)
    )
    radius, angle = cv2.cartToPolar(x, y)
    # All patches one below the other, the first ray of each once more after its last.
    closed = np.concatenate([patches, patches[:, :1]], 1).reshape(-1, *patches.shape[2:])
    ray = angle * np.float32(RAYS / (2 * np.pi)) + (row[:, None] * (RAYS + 1)).astype(np.float32)
    seen = cv2.remap(
        closed, radius / np.float32(STEPS[1]), ray, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32).reshape(*x.shape, patches.shape[-1])


def _mean_of_three(colours: Floats) -> Floats:
    """Return the mean of each three numbers: faster than along the last axis."""
    return np.asarray((colours[..., 0] + colours[..., 1] + colours[..., 2]) / np.float32(3), np.float32)


def _correlation(seen: Floats, told: Floats) -> Values:
    a, b = seen - seen.mean(1, keepdims=True), told - told.mean(1, keepdims=True)
    return np.asarray((a * b).sum(1) / np.sqrt((a**2).sum(1) * (b**2).sum(1) + 1e-6))
