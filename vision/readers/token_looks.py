"""How a token looks: its colours without its highlights, and its pattern, however it is turned.

Colours are logarithms, so that a lamp only shifts them, all alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.finders.tokens import RAYS, STEPS, Found, logarithm, rays
from vision.sets.tokens import SAMPLE_RADIUS_PX, TokenSample

WITHIN = np.nonzero((STEPS > 0.05) & (STEPS < 0.85))[0]
"""Steps along a ray that show the token itself and not its rim."""
AROUND = np.nonzero((STEPS > 1.22) & (STEPS < 1.46))[0]
MIDDLE, DARKER = (0.25, 0.75), (0.03, 0.4)
"""Parts of the token's area, ordered from dark to bright: its own colour, and its darker facets. The
brightest part is left out: it mirrors the lamp."""
BRIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
SHIFTS = ((0.0, 0.0), (0.08, 0.0), (-0.08, 0.0), (0.0, 0.08), (0.0, -0.08))
STRETCHES = (0.88, 0.96, 1.04, 1.12)
"""Taught patterns are compared moved (in radii) and stretched a little: shadows and rims make middles
and radii uncertain."""
TEXTURE, SMOOTH = 0.25, 0.004
"""How much texture counts beside colours; what is smoother than this is plain."""
CLIPPED = 0.6
"""A point of a pattern differs by no more, in logarithms: a highlight is one large difference."""
Values = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Looks:
    """How n tokens look: ``patches`` (n, rays, steps, 3), logarithms of colours; ``colours`` (n, 6) the
    mean colour of the middle and the darker part; ``texture`` (n,): how much its tint differs from spot
    to spot."""

    patches: Floats
    colours: Values
    texture: Values

    @cached_property
    def around(self) -> Values:
        """The colour of what lies round each: (n, 3)."""
        n = len(self.patches)
        round_it = self.patches[:, :, AROUND].reshape(n, len(AROUND) * RAYS, 3)
        return np.asarray(np.median(round_it, axis=1), np.float64) if n else np.zeros((0, 3))

    @cached_property
    def patterns(self) -> Floats:
        """The patches of the tokens themselves less their mean colour: (n, rays, steps, 3)."""
        return _patterns(self.patches, self.colours)

    def numbers(self, shifts: Values | None = None) -> Values:
        """Return colours and texture, each colour less a shift (n, 3): (n, 7)."""
        colours = self.colours if shifts is None else self.colours - np.hstack([shifts, shifts])
        return np.column_stack([colours, TEXTURE * np.log(self.texture + SMOOTH)])


def _patterns(patches: Floats, colours: Values) -> Floats:
    middle = colours[:, None, None, :3].astype(np.float32)
    return np.asarray(patches[:, :, WITHIN[0] : WITHIN[-1] + 1] - middle, np.float32)


def looks_of(patches: Floats) -> Looks:
    """Return how what was sampled along rays looks: (n, rays, steps, 3) logarithms of colours."""
    inner = patches[:, :, WITHIN[0] : WITHIN[-1] + 1]
    n = len(patches)
    area = np.broadcast_to(STEPS[WITHIN], inner.shape[1:3]).reshape(-1).astype(np.float32)
    flat = inner.reshape(n, len(area), 3)
    order = np.argsort(flat @ BRIGHTNESS, axis=1)
    sized = area[order]
    share = np.cumsum(sized, axis=1) / area.sum()
    means = []
    for low, high in (MIDDLE, DARKER):
        weight = np.zeros((n, len(area)), np.float32)
        np.put_along_axis(weight, order, sized * ((share > low) & (share <= high)), 1)
        total = np.maximum(weight.sum(1, keepdims=True), 1e-9)
        means.append(np.einsum("np,npc->nc", weight, flat) / total)
    return Looks(patches, np.hstack(means), _texture(flat, order))


def _texture(flat: Floats, order: NDArray[np.intp]) -> Values:
    """Return how much the tint differs from spot to spot, without what is brightest: (n,)."""
    if not len(flat):
        return np.zeros(0)
    tint = flat - flat.mean(2, keepdims=True)
    shown = np.take_along_axis(tint, order[:, : int(0.75 * order.shape[1]), None], 1)
    return np.asarray(np.abs(shown - np.median(shown, 1, keepdims=True)).mean((1, 2)), np.float64)


def looks_of_found(found: Found) -> Looks:
    """Return how what was found in a picture looks."""
    return looks_of(found.patches)


def looks_of_samples(samples: Sequence[TokenSample]) -> Looks:
    """Return how taught samples look."""
    shape = (0, RAYS, len(STEPS), 3)
    if not samples:
        return looks_of(np.zeros(shape, np.float32))
    middle = np.array([[(one.crop_bgr.shape[0] - 1) / 2] * 2 for one in samples])
    radius = np.array([SAMPLE_RADIUS_PX])
    seen = [rays(one.crop_bgr, at[None], radius) for one, at in zip(samples, middle, strict=True)]
    return looks_of(logarithm(np.concatenate(seen)))


class Patterns:
    """The patterns of taught samples, moved and stretched. Safe to call from several threads."""

    def __init__(self, samples: Sequence[TokenSample]) -> None:
        self.of = tuple(sample.label for sample in samples)
        shape = (0, len(SHIFTS) * len(STRETCHES), RAYS, len(WITHIN), 3)
        variants = [_variants(sample) for sample in samples]
        self._variants = np.stack(variants) if variants else np.zeros(shape, np.float32)
        grey = _grey(self._variants)
        lengths = np.sqrt((grey**2).sum((2, 3)))
        self.contrast = lengths.mean(1) if variants else np.zeros(0)
        self._spectra = np.fft.rfft(grey / (lengths[..., None, None] + 0.3), axis=2).astype(np.complex64)

    def distances(self, seen: Floats) -> Values:
        """Return how much patterns (n, rays, steps, 3) differ from the taught ones, each turned, moved
        and stretched as fits best: (n, samples).

        The turn with the greatest correlation is found by a Fourier transform along the rays.
        """
        found = np.zeros((len(seen), len(self.of)))
        weight = (STEPS[WITHIN] / STEPS[WITHIN].sum()).astype(np.float32)
        there = np.arange(RAYS)
        spectra = np.fft.rfft(_grey(seen), axis=1).conj().astype(np.complex64)
        for n, spectrum in enumerate(spectra):
            alike = np.fft.irfft((self._spectra * spectrum).sum(3), RAYS, axis=2)
            best = alike.reshape(len(self.of), -1).argmax(1)
            variant, turns = best // RAYS, best % RAYS
            rows = (there + turns[:, None]) % RAYS
            turned = self._variants[np.arange(len(self.of))[:, None], variant[:, None], rows]
            off = np.minimum(np.abs(seen[n] - turned), CLIPPED)
            found[n] = off.mean((1, 3)) @ weight
        return found


def _variants(sample: TokenSample) -> Floats:
    middle = (sample.crop_bgr.shape[0] - 1) / 2
    moved = np.array([(x, y, size) for x, y in SHIFTS for size in STRETCHES])
    centres = middle + SAMPLE_RADIUS_PX * moved[:, :2]
    return looks_of(logarithm(rays(sample.crop_bgr, centres, SAMPLE_RADIUS_PX * moved[:, 2]))).patterns


def _grey(patterns: Floats) -> Floats:
    """Return patterns without colour, each point weighing as much as the area it stands for."""
    root = np.sqrt(STEPS[WITHIN]).astype(np.float32)
    return np.asarray(patterns.mean(-1) * root, np.float32)
