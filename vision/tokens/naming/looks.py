"""A token's looks: its colours without its highlights.

Colours are logarithms, so that another light only shifts them, all equally.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.medians import medians
from vision.sets.kind import Sample
from vision.tokens.finding.outlines import (
    RAYS,
    STEPS,
    Outlines,
    Work,
    along_rays,
    directions,
    logarithm,
    logarithms,
    rays,
)
from vision.tokens.sets import SAMPLE_RADIUS_PX

WITHIN = np.nonzero((STEPS > 0.05) & (STEPS < 0.85))[0]
"""Steps along a ray that show the token itself and not its rim."""
EVERY_RAY = 2
"""Step in rays between those used for colours."""
AROUND = np.nonzero((STEPS > 1.22) & (STEPS < 1.46))[0]
MIDDLE, DARKER = (0.25, 0.75), (0.03, 0.4)
"""Ranges of the token's area, ordered from dark to bright: its own colour, and its darker facets. The
brightest part is left out: it mirrors the lamp."""
VIVID, COLOURFUL = (0.65, 1.0), 2.0
"""Range of the area, ordered from dark and grey to bright and colourful; weight of colour relative to
brightness: the table shows through a pale gem, but at its rim its own colour does."""
PARTS = 3
"""Number of parts with a colour each."""
BRIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
MIRRORS, MOST_COLOURFUL = 0.97, 0.8
"""Share of its spots, ordered by brightness, above which a token mirrors a lamp or the sky; share of
them, ordered by colourfulness, below its most colourful ones."""
SAME_AS_GROUND = 0.05
"""Differences (logarithms) below this are noise."""
TEXTURE, SMOOTH = 0.25, 0.004
"""Weight of texture relative to colours; texture below the second is plain."""
Values = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class TokenLooks:
    """The looks of n tokens: ``patches`` (n, rays, steps, 3), logarithms of colours; ``colours`` (n, 9):
    the mean colour of the middle, the darker and the vivid part; ``texture`` (n,): how much its tint
    varies."""

    patches: Floats
    colours: Values
    texture: Values

    @cached_property
    def around(self) -> Values:
        """The colour of each one's surroundings: (n, 3)."""
        round_it = self.patches[:, :, AROUND[0] : AROUND[-1] + 1]
        round_it = round_it.reshape(len(self.patches), len(AROUND) * RAYS, 3)
        return np.asarray(medians(round_it, axis=1)[:, 0], np.float64)

    def numbers(self, shifts: Values | None = None) -> Values:
        """Return colours and texture, each colour minus a shift (n, 3): (n, 10)."""
        colours = self.colours if shifts is None else self.colours - np.tile(shifts, PARTS)
        return np.column_stack([colours, TEXTURE * np.log(self.texture + SMOOTH)])

    def beside(self) -> Values:
        """Return the same relative to each one's surroundings: (n, 10)."""
        return self.numbers(self.around)


def looks_of(patches: Floats) -> TokenLooks:
    """Return the looks of samples along rays: (n, rays, steps, 3) logarithms of colours."""
    inner = patches[:, ::EVERY_RAY, WITHIN[0] : WITHIN[-1] + 1]
    return TokenLooks(patches, *_colours_and_texture(inner))


def looks_within(work: Work, centres: Values, radii: Values) -> TokenLooks:
    """Return the looks of things at places (n, 2) of the working picture, without their patches.

    ``radii`` (n,): px. Only samples needed for colours are taken: a third of all.
    """
    seen = along_rays(work.with_room, centres, radii, STEPS[WITHIN], directions()[::EVERY_RAY])
    inner = np.asarray(cv2.LUT(seen.reshape(1, -1), logarithms()), np.float32).reshape(seen.shape)
    nothing = np.zeros((len(centres), 0, 0, 3), np.float32)
    return TokenLooks(nothing, *_colours_and_texture(inner))


def _colours_and_texture(inner: Floats) -> tuple[Values, Values]:
    """Return the parts' colours (n, 9), and the texture (n,), of the insides of tokens."""
    n = len(inner)
    area = np.broadcast_to(STEPS[WITHIN], inner.shape[1:3]).reshape(-1).astype(np.float32)
    flat = inner.reshape(n, len(area), 3)
    bright = flat @ BRIGHTNESS
    vivid = bright + COLOURFUL * _range(flat)
    order, by_vivid = np.argsort(bright, axis=1), np.argsort(vivid, axis=1)
    means = []
    for ranked, parts in ((order, (MIDDLE, DARKER)), (by_vivid, (VIVID,))):
        sized = area.take(ranked)
        share = np.cumsum(sized, axis=1) / area.sum()
        for low, high in parts:
            weight = np.zeros((n, len(area)), np.float32)
            np.put_along_axis(weight, ranked, sized * ((share > low) & (share <= high)), 1)
            total = np.maximum(weight.sum(1, keepdims=True), 1e-9)
            means.append((weight[:, None] @ flat)[:, 0] / total)
    return np.hstack(means), _texture(flat, order)


def _of_three(which: np.ufunc, colours: Floats) -> Floats:
    """Return the largest or smallest of each three numbers: faster than along the last axis."""
    return np.asarray(which(which(colours[..., 0], colours[..., 1]), colours[..., 2]))


def _texture(flat: Floats, order: NDArray[np.intp]) -> Values:
    """Return how much the tint varies between spots, without the brightest: (n,)."""
    if not len(flat):
        return np.zeros(0)
    n, points, _ = flat.shape
    rows = order[:, : int(0.75 * points)] + points * np.arange(n)[:, None]
    # Colour by colour: numpy is slow in comparing three adjacent numbers.
    blue, green, red = (one.take(rows) for one in np.ascontiguousarray(flat.reshape(-1, 3).T))
    grey = (blue + green + red) / np.float32(3)
    tints = [one - grey for one in (blue, green, red)]
    off = [np.abs(one - medians(one)).mean(1) for one in tints]
    return np.asarray((off[0] + off[1] + off[2]) / 3, np.float64)


def ground_differences(patches: Floats) -> Values:
    """Return the difference between tokens (n, rays, steps, 3) and their surroundings, in the colour
    that differs most: (n,)."""
    n = len(patches)
    inside, outside = (
        medians(patches[:, :, which].reshape(n, RAYS * len(which), 3), axis=1)[:, 0]
        for which in (WITHIN, AROUND)
    )
    return np.asarray(np.abs(inside - outside).max(1), np.float64)


def contrasts(patches: Floats) -> Values:
    """Return how tokens (n, rays, steps, 3) stand out from their surroundings: (n, 4).

    These are: the difference of their colours; how much brighter than their middle their reflections
    are; how much darker they are; and how much more colourful their most colourful part is. Veins of
    stone and rings of grain resemble their surroundings, and coloured light from a gem has no
    reflections.
    """
    inside, outside = (
        patches[:, ::EVERY_RAY, which[0] : which[-1] + 1].reshape(
            len(patches), len(which) * RAYS // EVERY_RAY, 3
        )
        for which in (WITHIN, AROUND)
    )
    own, other = medians(inside, axis=1)[:, 0], medians(outside, axis=1)[:, 0]
    mirrored = _ranked(inside @ BRIGHTNESS, MIRRORS) - own @ BRIGHTNESS
    colourful = _ranked(_range(inside), MOST_COLOURFUL) - _range(other)
    darker = (other - own) @ BRIGHTNESS
    differ = np.log(_of_three(np.maximum, np.abs(own - other)) + SAME_AS_GROUND)
    return np.column_stack([differ, mirrored, darker, colourful]).astype(np.float64)


def _range(colours: Floats) -> Floats:
    return _of_three(np.maximum, colours) - _of_three(np.minimum, colours)


def _ranked(numbers: Floats, part: float) -> Floats:
    """Return each row's number (n,) below which this share of it lies."""
    at = int(part * numbers.shape[1])
    return np.asarray(np.partition(numbers, at, axis=1)[:, at])


def looks_of_found(found: Outlines) -> TokenLooks:
    """Return the looks of the things found in a picture."""
    return looks_of(found.patches)


def looks_of_samples(samples: Sequence[Sample]) -> TokenLooks:
    """Return how taught samples look."""
    shape = (0, RAYS, len(STEPS), 3)
    if not samples:
        return looks_of(np.zeros(shape, np.float32))
    middle = np.array([[(one.crop_bgr.shape[0] - 1) / 2] * 2 for one in samples])
    radius = np.array([SAMPLE_RADIUS_PX])
    seen = [rays(one.crop_bgr, at[None], radius) for one, at in zip(samples, middle, strict=True)]
    return looks_of(logarithm(np.concatenate(seen)))
